// Evidence as it is shown: a mark, two bars of shares with how uncertain they are, and the service's own texts beside them.
import { h } from "./dom.js";
import { filled, words } from "./words.js";

const MARKS = { better: "▲", comparable: "≈", worse: "▼", unknown: "?" };
let highest = 5; // the model's estimates go from 1 to this
export function useScale(top) { highest = top; }

export const mark = (verdict) => h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict] || "?");

// What a bar shows, 0 to 1: the share of those who mention it and are happy, or the model's estimate where nobody does.
const share = (standing) => standing.share ?? (standing.quality - 1) / (highest - 1);
const spoken = (standing) => standing.praised + standing.blamed > 0;
const short = (standing) => (spoken(standing)
  ? filled(words.happy, { praised: standing.praised, reviews: standing.praised + standing.blamed }) : standing.observed ? words.alike : words.estimate_mark);

const percent = (value) => `${(100 * Math.max(0, Math.min(1, value))).toFixed(1)}%`;

function track(standing) {
  const fill = h("div", { class: "fill" });
  fill.style.width = percent(Math.max(0.02, share(standing)));
  const parts = [fill];
  if (standing.low != null && standing.high != null) { // where the true share lies, nine times out of ten
    const unsure = h("div", { class: "unsure" });
    unsure.style.left = percent(standing.low);
    unsure.style.width = percent(standing.high - standing.low);
    parts.push(unsure);
  }
  return h("div", { class: "track", "aria-hidden": "true" }, parts);
}

function bar(standing, whose, kind) {
  const said = filled(words.whose, { whose, text: standing.text });
  return h("div", { class: `bar ${kind}${standing.observed ? "" : " guess"}`, title: said },
    track(standing), h("span", { "aria-hidden": "true" }, short(standing)), h("span", { class: "hidden" }, `${said}. `));
}

export function reasonRow(reason) {
  return h("li", { class: `reason ${reason.verdict}`, "data-attribute": reason.attribute },
    h("div", { class: "what" }, mark(reason.verdict), h("span", {}, h("b", {}, reason.attribute),
      h("span", { class: "hidden" }, `, ${reason.verdict_text}. `))),
    h("div", { class: "bars" }, bar(reason.substitute, words.this_one, "j"), bar(reason.query, words.looked_at, "q")),
    h("p", { class: "say" }, reason.said),
    reason.why ? h("p", { class: "say why-you" }, filled(words.because_you, { why: reason.why })) : null);
}

// Which bar is whose, and what is pale.
export function legend(reasons) {
  const sides = reasons.flatMap((reason) => [reason.substitute, reason.query]);
  return h("p", { class: "keys" }, h("span", {}, words.this_one), h("span", { class: "q" }, words.looked_at),
    sides.some((side) => side.low != null) && h("span", { class: "u" }, words.uncertain),
    sides.some((side) => !side.observed) && h("span", { class: "e" }, words.estimated));
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

// Three columns, which fit a phone: the verdict stands with the attribute.
export function comparison(rows) {
  const cell = (standing) => h("td", { title: standing.text, class: standing.observed ? null : "guess" }, track(standing),
    h("div", { class: "small soft" }, spoken(standing) ? short(standing) : words.no_review));
  return h("table", {}, h("caption", {}, words.table),
    h("thead", {}, h("tr", {}, [words.attribute, words.substitute, words.query].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((reason) => h("tr", { class: reason.verdict },
      h("th", { scope: "row" }, h("b", {}, reason.attribute), h("span", { class: "verdict-line" }, mark(reason.verdict), " ", reason.verdict_text)),
      cell(reason.substitute), cell(reason.query)))));
}
