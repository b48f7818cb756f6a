// What stands beside and above the suggestions: the item itself, wishes that go on from it, the kind of thing that is offered.
import { write } from "./address.js";
import { facts, h, money, reviewed, state } from "./dom.js";
import { tile } from "./tile.js";
import { filled, priceWords, words } from "./words.js";

const WISHES = 2, LEAST = 2;

export function query(item, wishes) {
  return h("section", { class: "panel query", "aria-label": words.looked_at_label },
    h("p", { class: "eyebrow" }, words.query), tile(item),
    h("div", {}, h("h1", {}, item.title), h("p", { class: "facts" }, facts(item)),
      item.price === null ? h("p", { class: "facts" }, words.no_price) : h("p", { class: "price" }, money(item.price, item.currency)), h("p", { class: "facts" }, reviewed(item))),
    wishes);
}

// "Better battery than this": for what reviews of it like least. Pressed again, a wish is dropped.
export function wishButtons(item, than, toggle) {
  const weak = item.standings.filter(([name, one]) => !priceWords.includes(name) && one.praised + one.blamed >= LEAST && one.blamed > 0)
    .sort(([, one], [, other]) => (one.share ?? 1) - (other.share ?? 1)).slice(0, WISHES).map(([name]) => name);
  const names = [...new Set([...weak, ...than.filter((name) => name !== "price")])];
  const button = (name, said) => h("button", { class: "button wish", type: "button", "data-wish": name,
    "aria-pressed": String(than.includes(name)), onclick: () => toggle(name) }, said);
  return [...names.map((name) => button(name, filled(words.better_than_this, { attribute: name }))),
    ...(item.price === null && !than.includes("price") ? [] : [button("price", words.cheaper_than_this)])];
}

// Which kind of thing is offered, and the way to anything.
export function above(found, anyKind, choose) {
  if (!anyKind && !found.kind) return [];
  return [h("span", {}, anyKind ? words.any_kind : found.kind_text || filled(words.kind_only, { kind: found.kind })),
    h("button", { class: "button quiet", type: "button", onclick: () => choose(!anyKind) }, anyKind ? words.same_kind : words.show_anything)];
}

export function orderChoice(grouped, choose) {
  const button = (on, said) => h("button", { type: "button", "aria-pressed": String(on === grouped), onclick: () => choose(on) }, said);
  return h("div", { class: "segments", role: "group", "aria-label": words.order_label }, button(false, words.in_order), button(true, words.in_groups));
}

// An id that is none: what it may have meant, by title.
export function unknown({ item, near = [], titles = [] }) {
  const link = (id, at) => h("li", {}, h("a", { class: "near-item", href: write({ view: "item", item: id }) },
    tile({ id, title: titles[at] || id, category: "" }), h("span", {}, titles[at] || id, titles[at] && titles[at] !== id ? h("span", { class: "soft small" }, ` ${id}`) : null)));
  return state(words.unknown_heading, filled(words.unknown_text, { item }),
    near?.length ? h("p", {}, words.unknown_near) : null,
    near?.length ? h("ul", { class: "near-items", "aria-label": words.unknown_near }, near.map(link)) : null,
    h("a", { class: "button main", href: "#/" }, words.see_all));
}
