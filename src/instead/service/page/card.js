// One card: first the sentence that persuades, then facts, then evidence on demand, then what can be done about it.
import { write } from "./address.js";
import { facts, h, money } from "./dom.js";
import { legend, mark, quotes, reasonRow } from "./reasons.js";
import { tile } from "./tile.js";
import { filled, priceWords, words } from "./words.js";

const TO_MEND = { worse: 0, comparable: 1 }; // what somebody may want more of, in this order
const SPEAKS_FOR = { better: 0 };
const FAVOURS = { 1: "chip better", 0: "chip", "-1": "chip worse" };

function priceChip(one, item) {
  if (one.price === null || item.price === null || one.currency !== item.currency) return null; // currencies are not compared
  const difference = one.price - item.price, amount = money(Math.abs(difference), one.currency);
  return Math.abs(difference) < 0.005 ? h("span", { class: "chip" }, words.same_price)
    : difference < 0 ? h("span", { class: "chip better" }, filled(words.less, { amount }))
    : h("span", { class: "chip worse" }, filled(words.more, { amount }));
}

// Price, its difference, and what else the shop knows of both.
function factsLine(one, item) {
  const others = (one.facts || []).filter((fact) => fact.kind !== "price" || one.price === null);
  const chips = [priceChip(one, item), ...others.map((fact) => h("span", { class: FAVOURS[fact.favours] || "chip" }, fact.text))].filter(Boolean);
  if (one.price === null && !chips.length) return null;
  return h("p", { class: "money" }, one.price === null ? null : h("b", {}, money(one.price, one.currency)), chips);
}

function shift(item, place, old) {
  if (!old.size) return null;
  if (!old.has(item)) return h("span", { class: "shift new" }, words.moved_new);
  const moved = old.get(item) - place;
  if (!moved) return null;
  const said = filled(moved > 0 ? words.moved_up : words.moved_down, { places: Math.abs(moved) });
  return h("span", { class: `shift ${moved > 0 ? "up" : "down"}`, title: said },
    h("span", { "aria-hidden": "true" }, `${moved > 0 ? "▲" : "▼"} ${Math.abs(moved)}`), h("span", { class: "hidden" }, said));
}

function evidence(one) {
  if (!one.reasons.length) return null;
  return h("details", { class: "evidence" },
    h("summary", {}, h("span", { class: "evidence-title" }, words.evidence),
      h("span", { class: "tags" }, one.reasons.map((reason) => h("span", { class: `tag ${reason.verdict}` }, mark(reason.verdict), reason.attribute,
        h("span", { class: "hidden" }, `: ${reason.verdict_text}. `))))),
    one.headline && one.headline !== one.text ? h("p", { class: "whole" }, one.text) : null,
    h("ul", { class: "reasons" }, one.reasons.map(reasonRow)), legend(one.reasons), quotes(one.reasons));
}

// Wishes that go on from this offer: it becomes what is looked at, and the list follows.
function wishes(one, { user, care, anyKind }) {
  const names = one.reasons.filter((reason) => reason.verdict in TO_MEND && !priceWords.includes(reason.attribute))
    .sort((a, b) => TO_MEND[a.verdict] - TO_MEND[b.verdict]).map((reason) => reason.attribute);
  const link = (than, said) => h("a", { class: "button quiet wish", href: write({ view: "item", item: one.item, user, care, anyKind, than: [than] }),
    "aria-label": filled(words.about_title, { what: said, title: one.title }) }, said);
  const made = names.slice(0, 1).map((name) => link(name, filled(words.better_than_this, { attribute: name })));
  if (one.price !== null) made.push(link("price", words.cheaper_than_this));
  return made.length ? h("div", { class: "wishes" }, made) : null;
}

export function cardOf(one, place, old, context, level) {
  const { item, user, care, anyKind } = context;
  const best = one.reasons.find((reason) => reason.verdict in SPEAKS_FOR); // the one that the sentence is about
  return h("li", { class: `panel card${place === 0 ? " first" : ""}`, "data-item": one.item },
    shift(one.item, place, old),
    h("div", { class: "pic" }, tile({ ...one, id: one.item }), h("span", { class: "rank", "aria-hidden": "true" }, String(place + 1))),
    h("div", { class: "head" },
      h(level, { class: "title" }, h("a", { href: write({ view: "item", item: one.item, user, care, anyKind }) }, one.title)),
      h("p", { class: "facts" }, [facts(one), one.basis_text].filter(Boolean).join(" · ")),
      one.placed_text ? h("p", { class: "placed" }, one.placed_text) : null,
      h("p", { class: "because" }, one.headline || one.text),
      best?.why ? h("p", { class: "because-you" }, filled(words.because_you, { why: best.why })) : null,
      one.gave_up ? h("p", { class: "gave-up" }, one.gave_up) : null,
      factsLine(one, item)),
    h("div", { class: "rest" }, evidence(one), h("div", { class: "actions" }), wishes(one, context)));
}
