// What a score is the sum of: a form that takes one offer apart, and the weights behind all of them.
import { Problem, post } from "./api.js";
import { h, number, say, trouble } from "./dom.js";
import { filled, words } from "./words.js";

const signed = (points) => `${points < 0 ? "−" : "+"}${number(Math.abs(points), 2)}`;

// A bar to the left of the middle takes away, one to the right adds.
function bar(points, largest) {
  const half = (on) => {
    const fill = h("i", {});
    fill.style.width = `${on ? (100 * Math.abs(points)) / largest : 0}%`;
    return h("span", {}, fill);
  };
  return h("div", { class: `sum-bar ${points < 0 ? "minus" : "plus"}`, "aria-hidden": "true" }, half(points < 0), half(points > 0));
}

export function sumTable(one) {
  const largest = Math.max(...one.score_parts.map(([, points]) => Math.abs(points))) || 1;
  return h("table", { class: "sum" }, h("caption", {}, one.title),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.score_part), h("th", { scope: "col", class: "number" }, words.points), h("td", {}))),
    h("tbody", {}, one.score_parts.map(([name, points]) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", { class: "number" }, signed(points)), h("td", { class: "wide" }, bar(points, largest))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, words.score), h("td", { class: "number" }, signed(one.score)), h("td", {}))));
}

// The panel, and `take` to fill it from elsewhere.
export function sumPanel(first) {
  const field = (name, label, value, more = {}) => {
    const input = h("input", { class: "field", id: `sum-${name}`, name, value: value || "", maxlength: 200, spellcheck: "false", autocomplete: "off", ...more });
    return [input, h("div", { class: "sum-field" }, h("label", { for: `sum-${name}`, class: "small soft" }, label), input)];
  };
  const [query, queryField] = field("query", words.item_looked_at, first?.query, { required: true });
  const [substitute, substituteField] = field("substitute", words.item_offered, first?.substitute, { required: true });
  const [user, userField] = field("user", words.customer_if_known, first?.user);
  const shown = h("div", { class: "scroll", role: "region", "aria-label": words.sum_region, tabindex: "0" });
  const button = h("button", { class: "button main", type: "submit" }, words.take_apart);
  let asked = 0; // only the answer to the last question is shown
  async function ask() {
    const mine = (asked += 1);
    shown.setAttribute("aria-busy", "true");
    try {
      const body = { query: query.value.trim(), substitute: substitute.value.trim(), user: user.value.trim() || null, z: 0, quotes: 0, rows: 0 };
      const { substitute: one } = await post("/v1/explain", body);
      if (mine !== asked) return;
      shown.replaceChildren(one.score_parts.length ? sumTable(one) : h("p", { class: "soft" }, words.no_parts),
        ...one.notes.map((text) => h("p", { class: "small soft" }, text)));
      say(`${words.score} ${signed(one.score)}`);
    } catch (error) {
      if (mine !== asked) return;
      shown.replaceChildren(trouble(error.message, error instanceof Problem && error.status < 500 ? null : ask));
    }
    shown.removeAttribute("aria-busy");
  }
  const submit = (event) => { event.preventDefault(); ask(); };
  const panel = h("section", { class: "panel" }, h("h2", {}, words.sum_heading),
    h("form", { class: "sum-form", onsubmit: submit }, queryField, substituteField, userField, button), shown);
  const take = (row) => {
    [query.value, substitute.value, user.value] = [row.query, row.substitute, row.user || ""];
    panel.scrollIntoView({ block: "nearest" });
    shown.focus({ preventScroll: true });
    return ask();
  };
  return { panel, take };
}

export function weightPanel(tables) {
  const cell = (points, error) => h("td", { class: "number" }, points === null ? "" : [signed(points), h("span", { class: "soft" }, ` ± ${number(error, 2)}`)]);
  return h("section", { class: "panel" }, h("h2", {}, words.weights_heading),
    h("p", { class: "small soft" }, words.weights_note),
    tables.map((table) => [h("h3", {}, `${table.question[0].toUpperCase()}${table.question.slice(1)}?`),
      h("div", { class: "scroll", role: "region", "aria-label": filled(words.weights_of, { question: table.question }), tabindex: "0" }, h("table", { class: "weights" },
        h("thead", {}, h("tr", {}, [words.signal_column, ...table.askers].map((name, place) => h("th", { scope: "col", class: place > 0 && "number" }, name)))),
        h("tbody", {}, table.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.signal, h("div", { class: "small soft" }, `${row.part}: ${row.says}`)),
          row.points.map((points, place) => cell(points, row.errors[place])))))))]));
}
