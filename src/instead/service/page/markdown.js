// The little of Markdown that a model card uses: headings, tables, paragraphs, `code`. Everything else stays text.
import { h } from "./dom.js";

const inline = (text) => text.split(/(`[^`]*`)/).filter(Boolean)
  .map((part) => (part.startsWith("`") && part.endsWith("`") && part.length > 1 ? h("code", {}, part.slice(1, -1)) : part));
const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((text) => text.trim());

export function markdown(text) {
  const made = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.trim().split("\n");
    const head = lines[0].match(/^#{1,6}\s+(.*)$/);
    if (head) made.push(h("h3", {}, inline(head[1])));
    else if (lines[0].startsWith("|") && lines.length > 1) {
      const [names, , ...rows] = lines;
      made.push(h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, cells(names).map((name) => h("th", { scope: "col" }, inline(name))))),
        h("tbody", {}, rows.map((row) => h("tr", {}, cells(row).map((value) => h("td", {}, inline(value)))))))));
    } else if (block.trim()) made.push(h("p", {}, inline(lines.join(" "))));
  }
  return made;
}
