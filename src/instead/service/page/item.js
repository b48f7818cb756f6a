// Looking at an item: it, what matters, and what to try instead. Moving a slider asks anew at once.
import { Problem, get, getIfOpen, post, segment } from "./api.js";
import { write } from "./address.js";
import { Cards } from "./cards.js";
import { h, number, say, show } from "./dom.js";
import { above, orderChoice, query, unknown, wishButtons } from "./looking.js";
import { matters, withinScale } from "./sliders.js";
import { looked, lookedAt } from "./visit.js";
import { filled, words } from "./words.js";

const CARDS = 6, REASONS = 4, SLIDERS = 7, FEW = 4, PAUSE = 140;
let grouping = false; // kept while the page is open

const ghostCards = () => h("div", { class: "cards", "aria-hidden": "true" },
  Array.from({ length: 3 }, () => h("div", { class: "panel ghost" }, Array.from({ length: 5 }, () => h("p", {}, "\u00a0")))));

const ghosts = () => h("div", { class: "looking", "aria-busy": "true" },
  h("div", { class: "side" }, h("div", { class: "panel ghost", role: "presentation" }, h("p", {}, "\u00a0"), h("p", {}, "\u00a0"), h("p", {}, "\u00a0"))),
  ghostCards());

const leftOut = (name) => filled(words.left_out, { name });

export async function itemView(address, signal, failed) {
  show(ghosts());
  let item, users, attributes;
  try {
    [item, users, attributes] = await Promise.all([
      get(`/v1/items/${segment(address.item)}`, {}, signal),
      getIfOpen("/v1/users", { limit: 50 }, signal), // who there is, is the staff's to know
      get("/v1/attributes", { limit: 100 }, signal),
    ]);
  } catch (error) {
    if (error instanceof Problem && error.content.type === "urn:instead:unknown-item") {
      show(unknown(error.content));
      say(words.unknown_heading);
      return;
    }
    throw error;
  }
  document.title = filled(words.page_title_of, { title: item.title });
  let { user, anyKind } = address, care = {}, than = [], timer = 0, asked = 0, running = null, last = null;
  const left = []; // what was wished for and nobody speaks of
  const refused = []; // what the customer will not have
  const viewed = lookedAt(item.id);
  looked(item.id);
  const asking = () => ({ query: item.id, user, care, viewed, z: REASONS, ...(anyKind ? { filters: { any_kind: true } } : {}), ...(than.length ? { than } : {}) });
  const refuse = (id) => { refused.push(id); ask(); };
  const cards = new Cards(() => ({ item, user, care, anyKind, asked: asking(), answer: last?.recommendation_id ?? null }), failed, refuse);
  const keep = h("p", { class: "keep", hidden: true });
  const notes = h("div", {}), waiting = ghostCards(), kind = h("div", { class: "kind" }), order = h("div", { class: "order" });
  const heading = h("h2", {}, words.try_this, " ", h("em", {}, words.instead));
  const basis = h("p", { class: "small soft" });
  const best = h("p", { class: "best", hidden: true });
  const wishes = h("div", { class: "wishes" });
  const side = h("div", { class: "side" }, query(item, wishes));
  show(h("div", { class: "looking" }, side, h("section", { class: "results", "aria-label": words.suggestions },
    h("div", { class: "heading" }, h("div", {}, heading, basis), order), keep, kind, notes, waiting, cards.list)));
  stickToItsEnd(side, signal);

  // What was refused is left out here: were it left out of the question, the others might change places with it.
  function wanted(answer) {
    const substitutes = answer.substitutes.filter((one) => !refused.includes(one.item)).slice(0, CARDS);
    const there = new Set(substitutes.map((one) => one.item));
    const groups = (answer.groups || []).map((group) => ({ ...group, items: group.items.filter((id) => there.has(id)) })).filter((group) => group.items.length);
    return { substitutes, groups };
  }

  function put() {
    const found = wanted(last);
    const helps = found.groups?.length > 1 && found.groups.some((group) => group.items.length > 1);
    order.replaceChildren(...(helps ? [orderChoice(grouping, (on) => { grouping = on; put(); order.querySelector("[aria-pressed=true]")?.focus(); })] : []));
    return cards.update(found.substitutes, helps && grouping ? found.groups : []);
  }

  // Each question has a number; only the answer to the last one is shown.
  async function ask() {
    if (signal.aborted) return; // tried again after the customer has gone on
    const mine = (asked += 1);
    running?.abort();
    running = new AbortController();
    signal.addEventListener("abort", () => running.abort(), { once: true });
    cards.list.classList.add("waiting");
    try {
      const found = await post("/v1/recommend", { ...asking(), k: CARDS + refused.length, quotes: 1, grouped: true }, running.signal);
      if (mine !== asked) return;
      waiting.remove();
      last = found;
      const changes = put();
      basis.textContent = found.basis_text;
      keep.hidden = !found.keep;
      keep.textContent = found.keep_text;
      heading.replaceChildren(...(found.keep ? [words.closest] : [words.try_this, " ", h("em", {}, words.instead)]));
      kind.replaceChildren(...above(found, anyKind, (on) => { anyKind = on; soon(); }));
      notes.replaceChildren(...[...left.map(leftOut), ...found.notes].map((text) => h("p", { class: "note" }, text)));
      const shown = wanted(found).substitutes, [first] = shown;
      best.hidden = !first || found.keep;
      if (first) best.replaceChildren(h("span", { class: "small soft" }, words.best), h("strong", {}, first.title));
      if (!refusing()) say(changes || [found.keep_text, filled(words.suggestions_said, { count: number(shown.length) }),
        first ? filled(words.first_said, { title: first.title, text: first.headline || first.text }) : ""].join(" ").trim());
    } catch (error) {
      if (error.name === "AbortError" || mine !== asked) return;
      if (error instanceof Problem && error.status === 422 && await sifted(care, than).catch(() => false)) { // a new model may speak of less
        await Promise.all([ask(), panel()]);
        return;
      }
      failed(error, ask, (said) => { waiting.remove(); notes.replaceChildren(said); });
    } finally {
      if (mine === asked) cards.list.classList.remove("waiting");
    }
  }

  const refusing = () => cards.refusal?.row.contains(document.activeElement);
  const like = async (name) => (await get("/v1/attributes", { like: name, limit: 3 }, signal)).attributes;

  // Keep of some wishes what reviews speak of; whether any had to go. `known` need not be asked about.
  async function sifted(wishedCare, wishedThan, known = []) {
    const names = [...new Set([...Object.keys(wishedCare), ...wishedThan.filter((name) => name !== "price")])];
    const there = new Set((await Promise.all(names.map(async (name) => [name,
      known.includes(name) || (await like(name))[0]?.toLowerCase() === name.trim().toLowerCase()]))).filter(([, is]) => is).map(([name]) => name));
    care = Object.fromEntries(Object.keys(wishedCare).filter((name) => there.has(name)).map((name) => [name, withinScale(wishedCare[name])]));
    than = wishedThan.filter((name) => name === "price" || there.has(name));
    const gone = names.filter((name) => !there.has(name));
    left.push(...gone);
    if (gone.length) remember();
    showWishes();
    return gone.length > 0;
  }

  const remember = () => history.replaceState(null, "", write({ view: "item", item: item.id, user, care, than, anyKind }));
  const soon = () => { remember(); clearTimeout(timer); timer = setTimeout(ask, PAUSE); };

  function showWishes() {
    const focused = wishes.contains(document.activeElement) ? document.activeElement.dataset.wish : null;
    wishes.replaceChildren(...wishButtons(item, than, (name) => {
      than = than.includes(name) ? than.filter((one) => one !== name) : [...than, name];
      showWishes();
      soon();
    }));
    if (focused) [...wishes.children].find((one) => one.dataset.wish === focused)?.focus();
  }

  // Sliders for what reviews of this item speak of, most cared for first; where they say little, what the customer speaks of.
  async function relevant() {
    const path = `/v1/users/${segment((users && user) || "average")}/cares`;
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
    const made = matters({ user, users: users?.users ?? null, cares: cares.cares, given: care, attributes: attributes.attributes, on: {
      care: (name, value) => { care = { ...care, [name]: value }; made.querySelector(".reset").hidden = false; soon(); },
      user: (name) => { user = name; care = {}; soon(); panel(); },
      reset: () => { care = {}; soon(); panel().then(() => side.querySelector("#who")?.focus()); },
      like, failed,
    } });
    if (users && user && !cares.known) made.querySelector(".who").append(h("p", { class: "small soft" }, words.stranger));
    made.querySelector(".body").append(best);
    const old = side.querySelector(".matters");
    if (old) {
      made.querySelector("details").open = old.querySelector("details").open;
      old.replaceWith(made);
    } else side.append(made);
  }

  await sifted(address.care, address.than, attributes.attributes);
  await Promise.all([ask(), panel()]);
}

// The panel scrolls with the page until its end is seen, and stays there: nothing scrolls inside it.
function stickToItsEnd(side, signal) {
  const place = () => side.style.setProperty("--end", `${Math.min(0, innerHeight - side.offsetHeight - 96)}px`);
  const watch = new ResizeObserver(place);
  watch.observe(side);
  addEventListener("resize", place, { signal });
  signal.addEventListener("abort", () => watch.disconnect(), { once: true });
}
