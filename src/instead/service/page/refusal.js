// "Not for me": the offer is gone, the verdict is kept, and a question stays in its place: which reason was wrong?
import { post } from "./api.js";
import { h, say } from "./dom.js";
import { filled, words } from "./words.js";

export class Refusal {
  constructor(one, place, body, id, failed, close) {
    Object.assign(this, { one, place, body, id, failed });
    this.said = h("p", {}, h("b", {}, filled(words.refused, { title: one.title })), " ", words.which_wrong);
    const names = [...new Set(one.reasons.map((reason) => reason.attribute))];
    const choice = (wrong, text) => h("button", { class: "button", type: "button", onclick: () => this.because(wrong) }, text);
    this.choices = h("div", { class: "choices" }, names.map((name) => choice([name], name)),
      one.price === null || names.includes("price") ? null : choice(["price"], words.wrong_price), choice(["other"], words.wrong_other),
      h("button", { class: "button quiet", type: "button", onclick: close }, words.dismiss));
    this.row = h("li", { class: "panel gone", role: "group", tabindex: "-1", "aria-label": words.which_wrong, "data-gone": one.item }, this.said, this.choices);
  }

  begin() {
    this.row.focus({ preventScroll: true });
    say(`${filled(words.refused, { title: this.one.title })} ${words.which_wrong}`);
    return this.send({});
  }

  // The same verdict again, by the same id, with what was wrong: it still counts once.
  async because(wrong) {
    if (await this.send({ wrong })) {
      this.said.replaceChildren(words.wrong_thanks);
      this.choices.replaceChildren(this.choices.lastElementChild);
      this.choices.firstElementChild.focus({ preventScroll: true });
      say(words.wrong_thanks);
    }
  }

  async send(more) {
    this.row.querySelector(".trouble")?.remove();
    try {
      await post("/v1/feedback", { ...this.body, ...more, id: this.id });
      return true;
    } catch (error) {
      this.failed(error, () => (more.wrong ? this.because(more.wrong) : this.send(more)), (trouble) => this.row.append(trouble));
      return false;
    }
  }
}
