// <instead-offers item="..." user="...">: what to try instead of an item, in a page of any shop. One script, no framework.
//
// Everything stands in a shadow tree whose styles are its own, so that neither the page's styles reach in nor ours reach out;
// a theme is a handful of CSS variables (docs/live.md). Texts go in as text, never as markup.
(() => {
  "use strict";
  const HOME = new URL(".", document.currentScript ? document.currentScript.src : location.href); // .../embed/
  const WATCHED = ["item", "user", "signature", "session", "k", "lang", "service", "link"];
  const SESSION = "instead-session";
  const LOOK = 1000; // milliseconds that half of an offer must be in sight to count as seen
  const GATHER = 250; // milliseconds in which events travel together
  const FACTS = 3; // beside a reason
  const MARKS = { better: "▲", comparable: "≈", worse: "▼" };

  const STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
/* a page may style our host, and what it sets there would be inherited: the box inside begins from nothing */
.box { all: initial; display: block; container-type: inline-size; color: var(--instead-ink, #1c2024); font: 400 16px/1.45 var(--instead-font, system-ui, sans-serif); }
* { box-sizing: border-box; }
h2 { font-family: var(--instead-heading-font, inherit); font-size: 1.2em; font-weight: 600; line-height: 1.3; margin: 0 0 .7em; }
.keep, .note { margin: 0 0 .8em; color: var(--instead-soft, #5c6670); }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: .9em; grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--instead-card-width, 15em)), 1fr)); }
li, .body { display: flex; flex-direction: column; gap: .45em; min-width: 0; }
.body { flex: 1; }
li { gap: .7em; padding: .9em; border: 1px solid var(--instead-line, #d9dee3); border-radius: var(--instead-radius, 12px);
  background: var(--instead-card, #fff); }
.picture { aspect-ratio: 4 / 3; border-radius: calc(var(--instead-radius, 12px) - 4px); overflow: hidden; display: grid; place-items: center; font: 700 2em/1 Georgia, serif;
  background: var(--instead-sunk, #eef1f4); color: var(--instead-soft, #5c6670); }
.picture:not(:has(img)) { aspect-ratio: 5 / 2; }
.picture img { width: 100%; height: 100%; object-fit: contain; }
.title { font-weight: 600; color: inherit; text-decoration: none; overflow-wrap: anywhere; text-align: inherit; border: 0; padding: 0; background: none; font-family: inherit; font-size: 1em; line-height: 1.35; cursor: pointer; }
a.title:hover { text-decoration: underline; }
p { margin: 0; overflow-wrap: anywhere; }
.price { font-weight: 600; }
.because { color: var(--instead-ink, #1c2024); }
.chips { display: flex; flex-wrap: wrap; gap: .3em; }
.chip { font-size: .82em; border-radius: 99px; padding: .1em .65em; background: var(--instead-sunk, #eef1f4); color: var(--instead-soft, #5c6670); }
.chip.better { color: var(--instead-better, #11684a); } .chip.worse { color: var(--instead-worse, #97401b); }
.placed { font-size: .82em; color: var(--instead-soft, #5c6670); }
details { font-size: .9em; } summary { cursor: pointer; color: var(--instead-accent, #0b5fa5); }
details p { margin: .35em 0 0; } blockquote { margin: .35em 0 0; padding-inline-start: .7em; border-inline-start: 3px solid var(--instead-line, #d9dee3); }
.no { align-self: start; margin-top: auto; border: 1px solid var(--instead-line, #d9dee3); border-radius: 99px; background: none; color: var(--instead-soft, #5c6670); font: inherit; font-size: .85em;
  padding: .25em .9em; cursor: pointer; min-height: 2.2em; }
:is(a, button, summary):focus-visible { outline: 3px solid var(--instead-accent, #0b5fa5); outline-offset: 2px; border-radius: 4px; }
@container (max-width: 26em) { li { flex-direction: row; } .picture, .picture:not(:has(img)) { flex: 0 0 4.5rem; aspect-ratio: 1; align-self: flex-start; font-size: 1.4em; } }
@media (prefers-color-scheme: dark) { :host([theme="auto"]) .box { --instead-ink: #e8ebee; --instead-soft: #a7b0b9; --instead-card: #1b1f24; --instead-sunk: #262c33; --instead-line: #39414a;
  --instead-accent: #7db8f0; --instead-better: #6fd3ac; --instead-worse: #f0a27c; } }
`;

  const h = (tag, properties, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
      if (value === null || value === undefined) continue;
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value);
    }
    made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  };

  // Not crypto.randomUUID: that is there on secure addresses only.
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  let ownSession = null; // where the browser keeps nothing for the page: as long as the page stands
  function visit() {
    try {
      const kept = sessionStorage.getItem(SESSION) || newId();
      sessionStorage.setItem(SESSION, kept);
      return kept;
    } catch {
      ownSession ??= newId();
      return ownSession;
    }
  }

  // Only what leads to a page: a catalogue may hold anything.
  function address(link) {
    if (!link) return null;
    try {
      const found = new URL(link, document.baseURI);
      return ["http:", "https:"].includes(found.protocol) ? found.href : null;
    } catch {
      return null;
    }
  }

  class InsteadOffers extends HTMLElement {
    static observedAttributes = WATCHED;
    #root = this.attachShadow({ mode: "open" });
    #asking = null;
    #due = false;
    #shown = null;
    #waiting = [];
    #timer = 0;
    #sight = null;
    #hidden = () => this.#send();

    constructor() {
      super();
      const sheet = new CSSStyleSheet(); // no <style>: pages may forbid those
      sheet.replaceSync(STYLE);
      this.#root.adoptedStyleSheets = [sheet];
    }

    connectedCallback() {
      addEventListener("pagehide", this.#hidden);
      this.refresh();
    }

    disconnectedCallback() {
      removeEventListener("pagehide", this.#hidden);
      this.#asking?.abort();
      this.#sight?.disconnect();
      this.#send();
    }

    attributeChangedCallback(name, before, after) {
      if (this.isConnected && before !== after) this.refresh();
    }

    // Ask again; several changes of attributes in one go are one question.
    refresh() {
      if (this.#due) return;
      this.#due = true;
      queueMicrotask(() => { this.#due = false; if (this.isConnected) this.#ask(); });
    }

    get #service() { return new URL(this.getAttribute("service") ? new URL("embed/", this.getAttribute("service")) : HOME); }
    get #who() {
      const given = (name) => this.getAttribute(name) || undefined;
      return { user: given("user"), signature: given("signature"), session: given("session") || visit() };
    }

    async #post(path, body, options = {}) {
      const language = this.getAttribute("lang") || document.documentElement.lang || navigator.language;
      const response = await fetch(new URL(path, this.#service), { method: "POST", credentials: "omit", mode: "cors",
        headers: { "Content-Type": "application/json", "Accept-Language": language }, body: JSON.stringify(body), ...options });
      const content = await response.json();
      if (!response.ok) throw Object.assign(new Error(content.detail || response.statusText), { status: response.status });
      return content;
    }

    async #ask() {
      const item = this.getAttribute("item");
      this.#asking?.abort();
      this.#sight?.disconnect();
      if (!item) { this.#nothing(); return; }
      const asking = this.#asking = new AbortController();
      const k = Number.parseInt(this.getAttribute("k") || "4", 10);
      try {
        const answer = await this.#post("offers", { ...this.#who, item, k: Number.isFinite(k) ? k : 4 }, { signal: asking.signal });
        if (asking.signal.aborted) return;
        this.#show(item, answer);
        if (!this.hasAttribute("no-view")) this.#note({ kind: "view", item });
      } catch (error) {
        if (asking.signal.aborted) return;
        this.#nothing(); // a shop's page without offers is better than one with an error
        this.#tell("instead-error", { message: error.message, status: error.status ?? 0 });
      }
    }

    #nothing() {
      this.#shown = null;
      this.#root.replaceChildren();
      this.hidden = true;
    }

    #tell(name, detail, cancelable = false) {
      return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
    }

    #show(item, answer) {
      this.#shown = { item, answer };
      const { offers, words } = answer;
      const heading = this.getAttribute("heading") ?? answer.heading;
      this.#root.replaceChildren(h("div", { class: "box", lang: answer.language, dir: getComputedStyle(this).direction }, [
        heading ? h("h2", { part: "heading" }, heading) : null,
        answer.keep_text ? h("p", { class: "keep", part: "keep" }, answer.keep_text) : null,
        offers.length ? h("ol", { part: "list" }, offers.map((one, place) => this.#card(one, place, words))) : null,
      ]));
      this.hidden = !offers.length && !answer.keep_text;
      this.#watch();
      this.#tell("instead-offers", { item, recommendation: answer.recommendation_id, offers: offers.map((one) => one.item) });
    }

    #card(one, place, words) {
      const template = this.getAttribute("link"); // "/p/{item}" for catalogues without addresses
      const href = address(one.link || (template ? template.replace("{item}", encodeURIComponent(one.item)) : null));
      const follow = (event) => this.#follow(event, one, place, href);
      const title = href ? h("a", { class: "title", part: "title", href, onclick: follow, onauxclick: (event) => event.button === 1 && follow(event) }, one.title)
        : h("button", { class: "title", part: "title", type: "button", onclick: follow }, one.title);
      const quotes = one.quotes.map((quote) => h("blockquote", {}, `“${quote.text}”`));
      const reasons = one.reasons.map((reason) => h("p", {}, `${MARKS[reason.verdict] || "·"} ${reason.attribute}: ${reason.said || reason.verdict_text}`));
      return h("li", { part: "offer", "data-item": one.item },
        this.hasAttribute("no-pictures") ? null : this.#picture(one),
        h("div", { class: "body" }, title,
        one.price_text ? h("p", { class: "price", part: "price" }, one.price_text) : null,
        h("p", { class: "because", part: "reason" }, one.headline),
        one.facts.length ? h("p", { class: "chips" }, one.facts.slice(0, FACTS).map((fact) => h("span", { class: `chip ${{ 1: "better", "-1": "worse" }[fact.favours] || ""}` }, fact.text))) : null,
        one.placed_text ? h("p", { class: "placed", part: "placed" }, one.placed_text) : null,
        reasons.length ? h("details", { part: "evidence" }, h("summary", {}, words.evidence), reasons, quotes) : null,
        this.hasAttribute("no-verdicts") ? null : h("button", { class: "no", part: "refuse", type: "button", "aria-label": `${words.not_for_me}: ${one.title}`,
          onclick: (event) => this.#refuse(event.currentTarget, one, place) }, words.not_for_me)));
    }

    #picture(one) {
      const box = h("div", { class: "picture", part: "picture", "aria-hidden": "true" }, [...one.title.trim()][0]?.toUpperCase() ?? "?");
      const src = address(one.image);
      if (src) {
        const picture = h("img", { alt: "", loading: "lazy", referrerpolicy: "no-referrer" });
        picture.addEventListener("load", () => box.replaceChildren(picture), { once: true });
        picture.loading = "eager";
        picture.src = src;
      }
      return box;
    }

    #about(one, place) {
      return { item: one.item, query: this.#shown.item, recommendation_id: this.#shown.answer.recommendation_id, position: place + 1 };
    }

    // The page may take over: event.preventDefault() on `instead-click` leaves the way there to it.
    #follow(event, one, place, href) {
      this.#note({ kind: "click", ...this.#about(one, place) });
      this.#send();
      if (!this.#tell("instead-click", { item: one.item, position: place + 1, link: href }, true)) event.preventDefault();
    }

    #refuse(button, one, place) {
      this.#note({ kind: "verdict", verdict: "rejected", attributes: one.reasons.map((reason) => reason.attribute), ...this.#about(one, place) });
      const card = button.closest("li"), next = card.nextElementSibling ?? card.previousElementSibling;
      card.remove();
      next?.querySelector(".title")?.focus();
      this.#tell("instead-refused", { item: one.item });
    }

    // Seen: half of an offer in sight for a second, once an answer.
    #watch() {
      const offers = this.#root.querySelectorAll("li");
      if (!offers.length || !("IntersectionObserver" in window)) return;
      const id = this.#shown.answer.recommendation_id, timers = new Map();
      const sight = this.#sight = new IntersectionObserver((entries) => {
        for (const entry of entries) {
          clearTimeout(timers.get(entry.target));
          if (!entry.isIntersecting) continue;
          timers.set(entry.target, setTimeout(() => {
            sight.disconnect();
            for (const timer of timers.values()) clearTimeout(timer);
            this.#note({ kind: "seen", query: this.#shown?.item, recommendation_id: id });
          }, LOOK));
        }
      }, { threshold: 0.5 });
      for (const one of offers) sight.observe(one);
    }

    // Events carry ids of their own: what is sent twice counts once.
    #note(event) {
      if (this.hasAttribute("no-track")) return;
      this.#waiting.push({ id: newId(), ...event });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#send(), GATHER);
    }

    #send() {
      clearTimeout(this.#timer);
      if (!this.#waiting.length) return;
      const events = this.#waiting.splice(0, 50);
      this.#post("events", { ...this.#who, events }, { keepalive: true }).catch((error) => {
        if (error.status === undefined && this.isConnected && events.length + this.#waiting.length <= 200) {
          this.#waiting.unshift(...events); // no answer at all: with the next ones
        } else {
          this.#tell("instead-error", { message: error.message, status: error.status ?? 0 });
        }
      });
    }
  }

  if (!customElements.get("instead-offers")) customElements.define("instead-offers", InsteadOffers);
})();
