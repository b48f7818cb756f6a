// The shop's rules: what counts, what it matches, and a new one: first what it would change, then live.
import { get, post, remove, put, segment } from "./api.js";
import { h, number, say } from "./dom.js";
import { table } from "./tables.js";
import { filled, words } from "./words.js";

const EXAMPLE = { id: "recalled", kind: "hide", items: [] };
const pair = ([before, after]) => `${number(before)} → ${number(after)}`;

function effect(found) {
  const moved = [...found.gaining, ...found.losing];
  return [
    h("p", {}, filled(words.preview_text, { lists: number(found.lists), queries: number(found.queries), firsts: number(found.firsts), empty: number(found.empty) })),
    ...found.problems.map((text) => h("p", { class: "note" }, text)),
    moved.length ? table([words.item_column, words.in_lists, words.in_front], moved.map((one) => [one.title, pair(one.lists), pair(one.first)]), [1, 2]) : null,
    ...found.examples.slice(0, 2).map((one) => h("p", { class: "small soft" }, filled(words.preview_example, { title: one.title, before: one.before.slice(0, 3).join(", "), after: one.after.slice(0, 3).join(", ") }))),
  ];
}

export async function rulesPanel(signal) {
  const panel = h("section", { class: "panel rules" });
  const status = h("div", { class: "small", role: "status" });
  const text = h("textarea", { class: "field", id: "rule", rows: 6, spellcheck: "false", maxlength: 20000 }, JSON.stringify({ ...EXAMPLE, reason: words.rule_example }, null, 2));

  const attempt = async (work) => {
    status.replaceChildren(words.staff_wait);
    try {
      await work();
    } catch (error) {
      status.replaceChildren(h("p", { class: "note trouble" }, error instanceof SyntaxError ? filled(words.no_json, { why: error.message }) : error.message));
    }
  };
  const written = () => JSON.parse(text.value);
  const show = (found) => {
    const rows = found.rules.map(({ rule, source, state, offers, queries, problems }) => [
      h("span", {}, h("b", {}, rule.id), h("div", { class: "small soft" }, rule.reason), problems.map((one) => h("div", { class: "small trouble" }, one))),
      rule.kind, words.rule_states[state] ?? state, number(offers), number(queries),
      source === "store" ? h("button", { class: "button quiet", type: "button", "aria-label": filled(words.take_out_of, { id: rule.id }),
        onclick: () => attempt(async () => { show(await remove(`/admin/rules/${segment(rule.id)}`)); say(filled(words.rule_gone, { id: rule.id })); }) }, words.take_out) : h("span", { class: "soft" }, words.in_the_file)]);
    panel.replaceChildren(h("h2", {}, words.rules_heading),
      found.problem ? h("p", { class: "note" }, found.problem) : "",
      rows.length ? table([words.rule_column, words.kind_column, words.state_column, words.offers_column, words.queries_column, ""], rows, [3, 4]) : h("p", { class: "soft" }, words.no_rule),
      h("form", { class: "who", onsubmit: (event) => { event.preventDefault(); attempt(async () => { const rule = written(); show(await put(`/admin/rules/${segment(rule.id ?? "")}`, rule)); status.replaceChildren(); say(filled(words.rule_live, { id: rule.id })); }); } },
        h("label", { for: "rule", class: "small soft" }, words.rule_label), text,
        h("div", { class: "adder" },
          h("button", { class: "button", type: "button", onclick: () => attempt(async () => status.replaceChildren(...effect(await post("/admin/rules/preview", { rules: [written()], items: 50 })).filter(Boolean))) }, words.preview),
          h("button", { class: "button main", type: "submit" }, words.put_live))),
      status);
  };
  show(await get("/admin/rules", {}, signal));
  return panel;
}
