// "Try this instead": the cards. When a new list comes, cards glide to their new places and say how far they moved.
import { post } from "./api.js";
import { write } from "./address.js";
import { calm, facts, h, money, say } from "./dom.js";
import { comparison, quotes, reasonRow } from "./reasons.js";
import { tile } from "./tile.js";
import { filled, words } from "./words.js";

function priceLine(price, before) {
  if (price === null) return null;
  const difference = before === null ? 0 : price - before;
  const amount = money(Math.abs(difference));
  const chip = before === null ? null
    : Math.abs(difference) < 0.005 ? h("span", { class: "chip" }, words.same_price)
    : difference < 0 ? h("span", { class: "chip better" }, filled(words.less, { amount }))
    : h("span", { class: "chip worse" }, filled(words.more, { amount }));
  return h("p", { class: "money" }, h("b", {}, money(price)), chip);
}

export class Cards {
  // `context()` gives {item, user, care, asked}: what the list was asked for, `asked` as the service takes it.
  constructor(context, failed) {
    this.context = context;
    this.failed = failed;
    this.list = h("ol", { class: "cards" });
    this.places = new Map();
    this.reasons = new Map();
    this.verdicts = new Map();
    this.sent = new Map(); // feedback on its way -> its id: tried again it counts once
  }

  find(item) { return [...this.list.children].find((card) => card.dataset.item === item); }

  update(substitutes) {
    const before = new Map([...this.list.children].map((card) => [card.dataset.item, card.getBoundingClientRect().top]));
    const open = new Set([...this.list.children].filter((card) => card.querySelector(".compare")).map((card) => card.dataset.item));
    const focused = document.activeElement?.closest?.(".card")?.dataset.item;
    const focusedClass = focused ? document.activeElement.className : null;
    const old = this.places;
    const argued = this.reasons;
    this.reasons = new Map(substitutes.map((one) => [one.item, new Set(one.reasons.map((reason) => reason.attribute))]));
    this.places = new Map(substitutes.map((one, place) => [one.item, place]));
    const cards = substitutes.map((one, place) => this.card(one, place, old));
    this.list.replaceChildren(...cards);
    for (const card of cards) {
      if (open.has(card.dataset.item)) card.querySelector(".why").click();
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
    if (first && old.get(first.item) !== 0) return `${first.title} is first now. ${first.text}`;
    const moved = substitutes.filter((one, place) => old.get(one.item) !== place).length;
    return moved ? `${moved} suggestions changed places.` : "The order stays as it was.";
  }

  shift(item, place, old) {
    if (!old.size) return null;
    if (!old.has(item)) return h("span", { class: "shift new" }, "new");
    const moved = old.get(item) - place;
    if (!moved) return null;
    const words = `${moved > 0 ? "up" : "down"} ${Math.abs(moved)}`;
    return h("span", { class: `shift ${moved > 0 ? "up" : "down"}`, title: words },
      h("span", { "aria-hidden": "true" }, `${moved > 0 ? "▲" : "▼"} ${Math.abs(moved)}`), h("span", { class: "hidden" }, words));
  }

  card(one, place, old) {
    const { item, user, care } = this.context();
    const link = write({ view: "item", item: one.item, user, care });
    const actions = h("div", { class: "actions" });
    const rest = h("div", { class: "rest" },
      h("ul", { class: "reasons" }, one.reasons.map(reasonRow)), quotes(one.reasons), actions);
    const made = h("li", { class: `panel card${place === 0 ? " first" : ""}`, "data-item": one.item },
      this.shift(one.item, place, old),
      h("div", { class: "pic" }, tile({ ...one, id: one.item }), h("span", { class: "rank", "aria-hidden": "true" }, String(place + 1))),
      h("div", { class: "head" },
        h("h3", {}, h("a", { href: link }, one.title)),
        h("p", { class: "facts" }, [facts(one), one.basis_text].filter(Boolean).join(" · ")),
        priceLine(one.price, item.price),
        h("p", { class: "because" }, one.text)),
      rest);
    this.buttons(made, actions, one, place);
    return made;
  }

  buttons(card, actions, one, place) {
    const given = this.verdicts.get(one.item);
    if (given) {
      card.classList.toggle("refused", given === "rejected");
      actions.replaceChildren(h("span", { class: `done${given === "rejected" ? " no" : ""}` }, given === "accepted" ? "✓ Noted: you would take this one" : "Noted: not for you"));
    } else {
      const button = (verdict, words, kind) => h("button", { class: `button ${kind}`, type: "button",
        "aria-label": `${words}: ${one.title}`, onclick: () => this.judge(one, place, verdict) }, words);
      actions.replaceChildren(button("accepted", "I’d take this", "main yes"), button("rejected", "Not for me", "no"));
    }
    actions.append(h("button", { class: "button quiet why", type: "button", "aria-expanded": "false",
      "aria-label": `Compare in full: ${one.title}`, onclick: (event) => this.compare(event.currentTarget, card, one) }, "Compare in full"));
  }

  async judge(one, place, verdict) {
    const { item, user } = this.context();
    const body = { query: item.id, substitute: one.item, verdict, user: user || null, position: place + 1,
      attributes: one.reasons.map((reason) => reason.attribute) };
    const content = JSON.stringify(body);
    if (!this.sent.has(content)) this.sent.set(content, newId());
    const able = (on) => { for (const button of this.find(one.item)?.querySelectorAll(".actions button") ?? []) button.disabled = !on; };
    able(false);
    this.find(one.item)?.querySelector(".actions .trouble")?.remove();
    try {
      await post("/v1/feedback", { ...body, id: this.sent.get(content) });
      this.sent.delete(content);
      this.verdicts.set(one.item, verdict);
      const card = this.find(one.item); // perhaps another one by now: the list may have been asked anew
      if (card) {
        this.buttons(card, card.querySelector(".actions"), one, place);
        card.querySelector(".why").focus();
      }
      say(verdict === "accepted" ? `Noted: you would take ${one.title}.` : `Noted: ${one.title} is not for you.`);
    } catch (error) {
      able(true);
      this.failed(error, () => this.judge(one, place, verdict), (said) => this.find(one.item)?.querySelector(".actions").append(said));
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
    const box = h("div", { class: "compare", tabindex: "0", role: "region", "aria-label": "Comparison", "aria-busy": "true" }, h("p", { class: "soft small" }, "Comparing …"));
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
