// Reasons as they are shown: a mark, two bars, how many reviews stand behind them, and their words.
import { h, number } from "./dom.js";

const MARKS = { better: "▲", comparable: "≈", worse: "▼", unknown: "?" };
const SAID = { better: "better", comparable: "about the same", worse: "worse", unknown: "too few reviews to say" };
const LOWEST = 1;
let highest = 5;
export function useScale(top) { highest = top; }

export const mark = (verdict) => h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict] || "?");
export const verdictInWords = (verdict) => SAID[verdict] || verdict;

const reviews = (count) => (count === 1 ? "1 review" : `${number(count)} reviews`);

// "praised in 3 of 4 reviews", or that it is a guess.
export function evidence(standing) {
  const all = standing.praised + standing.blamed;
  if (!all) return standing.observed ? "rated in reviews" : "estimated: no review says";
  return `praised in ${number(standing.praised)} of ${reviews(all)}`;
}

// Both sides in one line, the suggestion first.
function against(reason) {
  const { query: q, substitute: j } = reason;
  const counts = q.praised + q.blamed;
  if (!counts || !(j.praised + j.blamed)) return `${evidence(j)}; the other ${evidence(q)}`;
  return `${evidence(j)}, the other in ${number(q.praised)} of ${number(counts)}`;
}

function bar(standing, whose, kind) {
  const width = Math.max(3, Math.min(100, (100 * (standing.quality - LOWEST)) / (highest - LOWEST)));
  const fill = h("div", { class: "fill" });
  fill.style.width = `${width}%`;
  const words = `${whose}: ${standing.quality.toFixed(1)} of ${highest}${standing.observed ? "" : ", estimated"}`;
  return h("div", { class: `bar ${kind}${standing.observed ? "" : " guess"}`, title: `${words} (${evidence(standing)})` },
    h("div", { class: "track", "aria-hidden": "true" }, fill),
    h("span", { "aria-hidden": "true" }, standing.quality.toFixed(1)),
    h("span", { class: "hidden" }, `${words}. `));
}

export function reasonRow(reason) {
  const known = reason.verdict !== "unknown";
  return h("li", { class: `reason ${reason.verdict}`, "data-attribute": reason.attribute },
    h("div", { class: "what" }, mark(reason.verdict), h("span", {}, h("b", {}, reason.attribute),
      h("span", { class: "hidden" }, `, ${verdictInWords(reason.verdict)}. `))),
    h("div", { class: "bars" }, bar(reason.substitute, "this suggestion", "j"), bar(reason.query, "what you are looking at", "q")),
    h("p", { class: "say" }, known ? against(reason) : verdictInWords("unknown")));
}

// One sentence for the suggestion and, where it is worse praised, one against: the strongest of each side.
export function quotes(reasons, limit = 2) {
  const found = [];
  const take = (list, about) => {
    for (const quote of list) {
      if (found.length < limit && !found.some((one) => one.quote.text === quote.text)) found.push({ quote, about });
    }
  };
  for (const reason of reasons) take(reason.substitute.quotes.slice(0, 1), `on the ${reason.attribute} of this one`);
  for (const reason of reasons) {
    if (reason.verdict === "better") take(reason.query.quotes.filter((one) => one.sentiment < 0).slice(0, 1), `on the ${reason.attribute} of what you are looking at`);
  }
  if (!found.length) return null;
  return h("div", { class: "quotes" }, found.map(({ quote, about }) =>
    h("blockquote", { class: quote.sentiment < 0 ? "blame" : "praise" }, `“${quote.text}”`, h("cite", {}, `A customer ${about}`))));
}

export function comparison(rows, query, substitute) {
  const cell = (standing) => h("td", { class: "number" }, `${standing.quality.toFixed(1)}${standing.observed ? "" : " est."}`,
    h("div", { class: "small soft" }, standing.praised + standing.blamed ? `${standing.praised} praise, ${standing.blamed} blame` : "no review"));
  return h("table", {}, h("caption", {}, `Quality from 1 to ${highest} on what matters to you; “est.” where no review says.`),
    h("thead", {}, h("tr", {}, ["Attribute", substitute, query, "So it is"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((reason) => h("tr", { class: reason.verdict },
      h("th", { scope: "row" }, reason.attribute), cell(reason.substitute), cell(reason.query),
      h("td", {}, mark(reason.verdict), " ", verdictInWords(reason.verdict))))));
}
