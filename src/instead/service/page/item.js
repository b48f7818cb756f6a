// Looking at an item: it, what matters, and what to try instead. Moving a slider asks anew at once.
import { Problem, get, post, segment } from "./api.js";
import { write } from "./address.js";
import { Cards } from "./cards.js";
import { facts, h, money, reviewed, say, show, spoken, state } from "./dom.js";
import { matters, withinScale } from "./sliders.js";
import { tile } from "./tile.js";
import { looked, lookedAt } from "./visit.js";
import { filled, words } from "./words.js";

const CARDS = 6, REASONS = 4, SLIDERS = 7, FEW = 4, PAUSE = 140;

const ghostCards = () => h("div", { class: "cards", "aria-hidden": "true" },
  Array.from({ length: 3 }, () => h("div", { class: "panel ghost" }, Array.from({ length: 5 }, () => h("p", {}, "\u00a0")))));

const ghosts = () => h("div", { class: "looking", "aria-busy": "true" },
  h("div", { class: "side" }, h("div", { class: "panel ghost", role: "presentation" }, h("p", {}, "\u00a0"), h("p", {}, "\u00a0"), h("p", {}, "\u00a0"))),
  ghostCards());

function query(item) {
  return h("section", { class: "panel query", "aria-label": "What you are looking at" },
    h("p", { class: "eyebrow" }, words.query), tile(item),
    h("div", {}, h("h1", {}, item.title), h("p", { class: "facts" }, facts(item)),
      h("p", { class: "price" }, money(item.price) || words.no_price), h("p", { class: "facts" }, reviewed(item))));
}

const leftOut = (name) => filled(words.left_out, { name });

function unknown(error) {
  const near = error.content.near || [];
  show(state("We do not have that item", error.message,
    near.length ? h("ul", { "aria-label": "Items with a similar number" }, near.map((id) => h("li", {}, h("a", { class: "button", href: write({ view: "item", item: id }) }, id)))) : null,
    h("a", { class: "button main", href: "#/" }, "See what there is")));
  say("We do not have that item.");
}

export async function itemView(address, signal, failed) {
  show(ghosts());
  let item, users, attributes;
  try {
    [item, users, attributes] = await Promise.all([
      get(`/v1/items/${segment(address.item)}`, {}, signal),
      get("/v1/users", { limit: 50 }, signal),
      get("/v1/attributes", { limit: 100 }, signal),
    ]);
  } catch (error) {
    if (error instanceof Problem && error.content.type === "urn:instead:unknown-item") return unknown(error);
    throw error;
  }
  document.title = `Instead of ${item.title}`;
  let { user } = address, care = {}, timer = 0, asked = 0, running = null;
  const left = []; // what was wished for and nobody speaks of
  const viewed = lookedAt(item.id);
  looked(item.id);
  const asking = () => ({ query: item.id, user, care, viewed, z: REASONS });
  const cards = new Cards(() => ({ item, user, care, asked: asking() }), failed);
  const notes = h("div", {}), waiting = ghostCards();
  const heading = h("h2", {}, "Try this ", h("em", {}, "instead"));
  const basis = h("p", { class: "small soft" });
  const best = h("p", { class: "best", hidden: true });
  const side = h("div", { class: "side" }, query(item));
  show(h("div", { class: "looking" }, side, h("section", { class: "results", "aria-label": "Try this instead" },
    h("div", { class: "heading" }, h("div", {}, heading, basis),
      spoken() && h("p", { class: "keys" }, h("span", {}, words.this_one), h("span", { class: "q" }, words.looked_at), h("span", { class: "e" }, words.estimated))),
    notes, waiting, cards.list)));

  // Each question has a number; only the answer to the last one is shown.
  async function ask() {
    if (signal.aborted) return; // tried again after the customer has gone on
    const mine = (asked += 1);
    running?.abort();
    running = new AbortController();
    signal.addEventListener("abort", () => running.abort(), { once: true });
    cards.list.classList.add("waiting");
    try {
      const found = await post("/v1/recommend", { ...asking(), k: CARDS, quotes: 1 }, running.signal);
      if (mine !== asked) return;
      waiting.remove();
      const changes = cards.update(found.substitutes);
      basis.textContent = found.basis_text;
      notes.replaceChildren(...[...left.map(leftOut), ...found.notes].map((text) => h("p", { class: "note" }, text)));
      const first = found.substitutes[0];
      best.hidden = !first;
      if (first) best.replaceChildren(h("span", { class: "small soft" }, words.best), h("strong", {}, first.title));
      say(changes || `${found.substitutes.length} suggestions. ${first ? `First: ${first.title}. ${first.text}` : ""}`);
    } catch (error) {
      if (error.name === "AbortError" || mine !== asked) return;
      if (error instanceof Problem && error.status === 422 && await sifted(care).catch(() => false)) { // a new model may speak of less
        await Promise.all([ask(), panel()]);
        return;
      }
      failed(error, ask, (said) => { waiting.remove(); notes.replaceChildren(said); });
    } finally {
      if (mine === asked) cards.list.classList.remove("waiting");
    }
  }

  const like = async (name) => (await get("/v1/attributes", { like: name, limit: 3 }, signal)).attributes;

  // Keep of some wishes what reviews speak of; whether any had to go. `known` need not be asked about.
  async function sifted(wishes, known = []) {
    const names = Object.keys(wishes);
    const there = await Promise.all(names.map(async (name) =>
      known.includes(name) || (await like(name))[0]?.toLowerCase() === name.trim().toLowerCase()));
    care = Object.fromEntries(names.filter((_, at) => there[at]).map((name) => [name, withinScale(wishes[name])]));
    const gone = names.filter((_, at) => !there[at]);
    left.push(...gone);
    if (gone.length) remember();
    return gone.length > 0;
  }

  const remember = () => history.replaceState(null, "", write({ view: "item", item: item.id, user, care }));
  const soon = () => { remember(); clearTimeout(timer); timer = setTimeout(ask, PAUSE); };

  // Sliders for what reviews of this item speak of, most cared for first; where they say little, what the customer speaks of.
  async function relevant() {
    const path = `/v1/users/${segment(user || "average")}/cares`;
    const spoken = item.standings.map(([name]) => name);
    const [usual, here] = await Promise.all([get(path, { n: SLIDERS }, signal),
      spoken.length ? get(`${path}?${spoken.map((name) => `attribute=${segment(name)}`).join("&")}`, {}, signal) : { cares: [] }]);
    const own = usual.cares.filter((one) => one.observed && !spoken.includes(one.attribute)).slice(0, Math.max(0, FEW - here.cares.length));
    const found = [...here.cares.slice(0, SLIDERS), ...own];
    return { known: usual.known, cares: found.length ? found : usual.cares };
  }

  async function panel() {
    side.querySelector(".trouble")?.remove();
    try { await makePanel(); } catch (error) { failed(error, panel, (said) => side.append(said)); }
  }

  async function makePanel() {
    const cares = await relevant();
    const made = matters({ user, users: users.users, cares: cares.cares, given: care, attributes: attributes.attributes, on: {
      care: (name, value) => { care = { ...care, [name]: value }; made.querySelector(".reset").hidden = false; soon(); },
      user: (name) => { user = name; care = {}; soon(); panel(); },
      reset: () => { care = {}; soon(); panel().then(() => side.querySelector("#who")?.focus()); },
      like, failed,
    } });
    if (user && !cares.known) made.querySelector(".who").append(h("p", { class: "small soft" }, words.stranger));
    made.querySelector(".body").append(best);
    const old = side.querySelector(".matters");
    if (old) {
      made.querySelector("details").open = old.querySelector("details").open;
      old.replaceWith(made);
    } else side.append(made);
  }

  await sifted(address.care, attributes.attributes);
  await Promise.all([ask(), panel()]);
}
