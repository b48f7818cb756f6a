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

// What a bar shows, 1 to the top: the share of praise that verdicts compare, or the model's estimate where no review says.
const level = (standing) => (standing.share == null ? standing.quality : LOWEST + (highest - LOWEST) * standing.share);

function bar(standing, whose, kind) {
  const width = Math.max(3, Math.min(100, (100 * (level(standing) - LOWEST)) / (highest - LOWEST)));
  const fill = h("div", { class: "fill" });
  fill.style.width = `${width}%`;
  const words = `${whose}: ${level(standing).toFixed(1)} of ${highest}${standing.observed ? "" : ", estimated"}`;
  return h("div", { class: `bar ${kind}${standing.observed ? "" : " guess"}`, title: `${words} (${evidence(standing)})` },
    h("div", { class: "track", "aria-hidden": "true" }, fill),
    h("span", { "aria-hidden": "true" }, level(standing).toFixed(1)),
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

// One sentence on each item, of the same reason where there are both; then more on the suggestion.
export function quotes(reasons, limit = 2) {
  const found = [];
  const take = (quote, about) => {
    if (quote && found.length < limit && !found.some((one) => one.quote.text === quote.text)) found.push({ quote, about });
  };
  const ofThis = (reason) => take(reason.substitute.quotes[0], `on the ${reason.attribute} of this one`);
  const ofThat = (reason) => take(reason.query.quotes[0], `on the ${reason.attribute} of what you are looking at`);
  const both = reasons.filter((reason) => reason.substitute.quotes.length && reason.query.quotes.length);
  for (const reason of both.slice(0, 1)) { ofThis(reason); ofThat(reason); }
  for (const reason of reasons) ofThis(reason);
  if (!found.length) return null;
  return h("div", { class: "quotes" }, found.map(({ quote, about }) =>
    h("blockquote", { class: quote.sentiment < 0 ? "blame" : "praise" }, `“${quote.text}”`, h("cite", {}, `A customer ${about}`))));
}

export function comparison(rows, query, substitute) {
  const cell = (standing) => h("td", { class: "number" }, `${level(standing).toFixed(1)}${standing.observed ? "" : " est."}`,
    h("div", { class: "small soft" }, standing.praised + standing.blamed ? `${standing.praised} praise, ${standing.blamed} blame` : "no review"));
  return h("table", {}, h("caption", {}, `Praise from 1 to ${highest} on what matters to you, drawn to the shop's average where reviews are few; “est.” where none says.`),
    h("thead", {}, h("tr", {}, ["Attribute", substitute, query, "So it is"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((reason) => h("tr", { class: reason.verdict },
      h("th", { scope: "row" }, reason.attribute), cell(reason.substitute), cell(reason.query),
      h("td", {}, mark(reason.verdict), " ", verdictInWords(reason.verdict))))));
}
