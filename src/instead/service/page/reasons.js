// Reasons as they are shown: a mark, two bars, and the service's own texts beside them.
import { h, number } from "./dom.js";
import { filled, words } from "./words.js";

const MARKS = { better: "▲", comparable: "≈", worse: "▼", unknown: "?" };
const LOWEST = 1;
let highest = 5;
export function useScale(top) { highest = top; }

export const mark = (verdict) => h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict] || "?");

// What a bar shows, 1 to the top: the share of praise that verdicts compare, or the model's estimate where no review says.
const level = (standing) => (standing.share == null ? standing.quality : LOWEST + (highest - LOWEST) * standing.share);

function bar(standing, whose, kind) {
  const width = Math.max(3, Math.min(100, (100 * (level(standing) - LOWEST)) / (highest - LOWEST)));
  const fill = h("div", { class: "fill" });
  fill.style.width = `${width}%`;
  const said = filled(standing.observed ? words.level : words.level_estimated, { whose, level: number(level(standing), 1), scale: number(highest) });
  return h("div", { class: `bar ${kind}${standing.observed ? "" : " guess"}`, title: `${said} (${standing.text})` },
    h("div", { class: "track", "aria-hidden": "true" }, fill),
    h("span", { "aria-hidden": "true" }, number(level(standing), 1)),
    h("span", { class: "hidden" }, `${said}. `));
}

export function reasonRow(reason) {
  return h("li", { class: `reason ${reason.verdict}`, "data-attribute": reason.attribute },
    h("div", { class: "what" }, mark(reason.verdict), h("span", {}, h("b", {}, reason.attribute),
      h("span", { class: "hidden" }, `, ${reason.verdict_text}. `))),
    h("div", { class: "bars" }, bar(reason.substitute, words.this_one, "j"), bar(reason.query, words.looked_at, "q")),
    h("p", { class: "say" }, reason.said));
}

// One sentence on each item, of the same reason where there are both; then more on the suggestion.
export function quotes(reasons, limit = 2) {
  const found = [];
  const take = (quote) => {
    if (quote && found.length < limit && !found.some((one) => one.text === quote.text)) found.push(quote);
  };
  const both = reasons.find((reason) => reason.substitute.quotes.length && reason.query.quotes.length);
  if (both) { take(both.substitute.quotes[0]); take(both.query.quotes[0]); }
  for (const reason of reasons) take(reason.substitute.quotes[0]);
  if (!found.length) return null;
  return h("div", { class: "quotes" }, found.map((quote) =>
    h("blockquote", { class: quote.sentiment < 0 ? "blame" : "praise" }, `“${quote.text}”`, h("cite", {}, quote.about))));
}

export function comparison(rows) {
  const cell = (standing) => h("td", { class: "number", title: standing.text },
    `${number(level(standing), 1)}${standing.observed ? "" : ` ${words.estimate_mark}`}`,
    h("div", { class: "small soft" }, standing.praised + standing.blamed
      ? filled(words.counts, { praised: number(standing.praised), blamed: number(standing.blamed) }) : words.no_review));
  return h("table", {}, h("caption", {}, filled(words.table, { scale: number(highest), mark: words.estimate_mark })),
    h("thead", {}, h("tr", {}, [words.attribute, words.substitute, words.query, words.verdict].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((reason) => h("tr", { class: reason.verdict },
      h("th", { scope: "row" }, reason.attribute), cell(reason.substitute), cell(reason.query),
      h("td", {}, mark(reason.verdict), " ", reason.verdict_text)))));
}
