// "Try this instead": the list of cards. When a new list comes, cards glide to their new places and say how far they moved.
import { post } from "./api.js";
import { cardOf } from "./card.js";
import { calm, h, number, say } from "./dom.js";
import { Refusal } from "./refusal.js";
import { comparison } from "./reasons.js";
import { filled, words } from "./words.js";

export class Cards {
  // `context()` gives {item, user, care, than, anyKind, asked, answer}: what the list was asked for, `asked` as the service takes it, and the id of the answer;
  // `refuse(item)` is told what the customer will not have, and brings the next one.
  constructor(context, failed, refuse) {
    this.context = context;
    this.failed = failed;
    this.refuse = refuse;
    this.list = h("ol", { class: "cards" });
    this.places = new Map();
    this.reasons = new Map();
    this.verdicts = new Map();
    this.sent = new Map(); // feedback on its way -> its id: tried again it counts once
    this.refusal = null; // what was refused last, and the question why
  }

  get cards() { return [...this.list.querySelectorAll(".card")]; }
  find(item) { return this.cards.find((card) => card.dataset.item === item); }

  // `groups`: [{text, items}] where the list is to stand in groups, each below its heading.
  update(substitutes, groups = []) {
    const before = new Map(this.cards.map((card) => [card.dataset.item, card.getBoundingClientRect().top]));
    const opened = (selector) => new Set(this.cards.filter((card) => card.querySelector(selector)).map((card) => card.dataset.item));
    const compared = opened(".compare"), unfolded = opened(".evidence[open]");
    const focused = document.activeElement?.closest?.(".card")?.dataset.item;
    const focusedClass = focused ? document.activeElement.className : null;
    const old = this.places, argued = this.reasons;
    this.reasons = new Map(substitutes.map((one) => [one.item, new Set(one.reasons.map((reason) => reason.attribute))]));
    this.places = new Map(substitutes.map((one, place) => [one.item, place]));
    const level = groups.length ? "h4" : "h3";
    const made = new Map(substitutes.map((one, place) => [one.item, this.card(one, place, old, level)]));
    const rows = groups.length
      ? groups.flatMap((group) => [h("li", { class: "group" }, h("h3", {}, group.text)), ...group.items.map((item) => made.get(item))])
      : [...made.values()];
    if (this.refusal) rows.splice(Math.min(this.refusal.place, rows.length), 0, this.refusal.row);
    const asking = this.refusal?.row.contains(document.activeElement) ? document.activeElement : null;
    this.list.replaceChildren(...rows);
    asking?.focus();
    for (const card of made.values()) {
      if (compared.has(card.dataset.item)) card.querySelector(".why").click();
      if (unfolded.has(card.dataset.item) && card.querySelector(".evidence")) card.querySelector(".evidence").open = true;
      if (focused === card.dataset.item && focusedClass) card.querySelector(`[class="${focusedClass}"]`)?.focus();
      this.glide(card, before);
      for (const row of card.querySelectorAll(".reason")) { // a reason that was not given a moment ago
        row.classList.toggle("fresh", argued.get(card.dataset.item)?.has(row.dataset.attribute) === false);
      }
    }
    return this.changes(substitutes, old);
  }

  glide(card, before) {
    if (calm() || !before.size) return;
    const start = before.get(card.dataset.item);
    const shift = start === undefined ? null : start - card.getBoundingClientRect().top;
    const timing = { duration: 420, easing: "cubic-bezier(.2,.8,.2,1)" };
    if (shift === null) card.animate([{ opacity: 0, transform: "translateY(16px)" }, { opacity: 1, transform: "none" }], timing);
    else if (Math.abs(shift) > 1) card.animate([{ transform: `translateY(${shift}px)` }, { transform: "none" }], timing);
  }

  changes(substitutes, old) {
    if (!old.size) return "";
    const first = substitutes[0];
    if (first && old.get(first.item) !== 0) return filled(words.first_now, { title: first.title, text: first.headline || first.text });
    const moved = substitutes.filter((one, place) => old.get(one.item) !== place).length;
    return moved ? filled(words.changed_places, { count: number(moved) }) : words.order_stays;
  }

  card(one, place, old, level) {
    const made = cardOf(one, place, old, this.context(), level);
    this.buttons(made, one, place);
    return made;
  }

  buttons(card, one, place) {
    const button = (verdict, what, kind) => h("button", { class: `button ${kind}`, type: "button",
      "aria-label": filled(words.about_title, { what, title: one.title }), onclick: () => this.judge(one, place, verdict) }, what);
    const judged = this.verdicts.has(one.item) ? [h("span", { class: "done" }, words.taken)]
      : [button("accepted", words.take_it, "main yes"), button("rejected", words.not_for_me, "no")];
    card.querySelector(".actions").replaceChildren(...judged, h("button", { class: "button quiet why", type: "button", "aria-expanded": "false",
      "aria-label": filled(words.about_title, { what: words.compare, title: one.title }),
      onclick: (event) => this.compare(event.currentTarget, card, one) }, words.compare));
  }

  verdict(one, place, verdict) {
    const { item, user, answer } = this.context();
    return { query: item.id, substitute: one.item, verdict, user: user || null, recommendation_id: answer, position: place + 1,
      attributes: one.reasons.map((reason) => reason.attribute) };
  }

  judge(one, place, verdict) {
    const body = this.verdict(one, place, verdict);
    return verdict === "accepted" ? this.accept(one, place, body) : this.take_away(one, place, body);
  }

  // The offer goes at once, whatever the service says; the next one moves up, and a question stays in its place.
  take_away(one, place, body) {
    this.refusal = new Refusal(one, this.list.contains(this.find(one.item)) ? [...this.list.children].indexOf(this.find(one.item)) : place, body, newId(), this.failed,
      () => { this.refusal?.row.remove(); this.refusal = null; });
    this.list.querySelector(".gone")?.remove();
    this.find(one.item)?.replaceWith(this.refusal.row);
    this.refusal.begin();
    this.refuse(one.item);
  }

  async accept(one, place, body) {
    const content = JSON.stringify(body);
    if (!this.sent.has(content)) this.sent.set(content, newId());
    const able = (on) => { for (const button of this.find(one.item)?.querySelectorAll(".actions button") ?? []) button.disabled = !on; };
    able(false);
    this.find(one.item)?.querySelector(".actions .trouble")?.remove();
    try {
      await post("/v1/feedback", { ...body, id: this.sent.get(content) });
      this.sent.delete(content);
      this.verdicts.set(one.item, "accepted");
      const card = this.find(one.item); // perhaps another one by now: the list may have been asked anew
      if (card) {
        this.buttons(card, one, place);
        card.querySelector(".why").focus();
      }
      say(filled(words.taken_said, { title: one.title }));
    } catch (error) {
      able(true);
      this.failed(error, () => this.accept(one, place, body), (said) => this.find(one.item)?.querySelector(".actions").append(said));
    }
  }

  async compare(button, card, one) {
    const shown = card.querySelector(".compare");
    if (shown) {
      shown.remove();
      button.setAttribute("aria-expanded", "false");
      return;
    }
    button.setAttribute("aria-expanded", "true");
    const box = h("div", { class: "compare", tabindex: "0", role: "region", "aria-label": words.comparison, "aria-busy": "true" }, h("p", { class: "soft small" }, words.comparing));
    card.querySelector(".rest").append(box);
    await this.fill(box, one);
  }

  async fill(box, one) {
    try {
      const why = await post("/v1/explain", { ...this.context().asked, substitute: one.item, rows: 10, quotes: 0 });
      box.replaceChildren(why.comparison.length ? comparison(why.comparison) : h("p", { class: "soft" }, words.nothing_to_compare));
    } catch (error) {
      this.failed(error, () => this.fill(box, one), (said) => box.replaceChildren(said));
    }
    box.removeAttribute("aria-busy");
  }
}

// Not crypto.randomUUID: that is there on secure addresses only.
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
