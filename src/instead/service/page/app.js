// Which view is on, the search box, the banner of a dead service, the key.
import { Dead, address as at, get, takeKeyFromAddress, whenKeyIsWanted } from "./api.js";
import { read, write } from "./address.js";
import { byId, h, number, say, show, spoken, state, trouble, useCurrency, useReviews } from "./dom.js";
import { home } from "./home.js";
import { itemView } from "./item.js";
import { useScale as scaleOfReasons } from "./reasons.js";
import { useScale as scaleOfSliders } from "./sliders.js";
import { staff } from "./staff.js";
import { allowPictures } from "./tile.js";
import { useVisit } from "./visit.js";
import { filled, offerLanguages, words } from "./words.js";

const VIEWS = { home, item: itemView, staff };
const PULSE = 3000;
let current = null, pulse = 0;
const again = new Set(); // what to do when the service is back

// The service is away: say so, ask quietly whether it is back, and go on where we were.
function dead(retry) {
  const banner = byId("banner");
  again.add(retry);
  if (!banner.hidden) return;
  banner.replaceChildren(h("span", {}, words.away),
    h("button", { class: "button", type: "button", onclick: back }, words.try_again));
  banner.hidden = false;
  pulse = setInterval(async () => {
    try { if ((await fetch(at("/health/live"))).ok) back(); } catch { /* still away */ }
  }, PULSE);
}

function back() {
  clearInterval(pulse);
  byId("banner").hidden = true;
  const waiting = [...again];
  again.clear();
  for (const retry of waiting) retry();
}

// Something inside a view failed: the view stays, `put` shows the trouble where it belongs.
function failed(error, retry, put) {
  if (error.name === "AbortError") return;
  if (error instanceof Dead) { dead(retry); return; }
  put(trouble(filled(words.failed_why, { why: error.customerWords ?? error.message }), retry));
}

// The view itself could not be made.
function lost(error) {
  if (error instanceof Dead) {
    if (!byId("main").querySelector(".card, .grid:not([aria-hidden])")) {
      show(state(words.away_heading, words.away_text));
    }
    dead(open);
    return;
  }
  const why = error.customerWords ?? error.message;
  show(state(words.failed, why, h("button", { class: "button main", type: "button", onclick: open }, words.try_again)));
  say(filled(words.failed_why, { why }));
}

let about = null;
async function open() {
  const address = read();
  current?.abort();
  again.clear(); // what the view before this one still wanted
  current = new AbortController();
  const { signal } = current;
  document.title = words.page_title;
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if ((link.dataset.view === "staff") === (address.view === "staff")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("words").value = address.text || "";
  try {
    if (!about) {
      about = await get("/v1/about", {}, signal);
      useCurrency(about.currency);
      useReviews(about.attributes > 0);
      scaleOfReasons(about.scale);
      scaleOfSliders(about.scale);
      allowPictures(about.picture_hosts);
      useVisit(about.looks_at.includes("viewed"));
      const sizes = { items: number(about.items), attributes: number(about.attributes), users: number(about.users) };
      byId("about").textContent = `${filled(spoken() ? words.sizes : words.sizes_plain, sizes)} · Instead ${about.version}`;
    }
    await VIEWS[address.view](address, signal, failed);
    if (!signal.aborted && !again.size && !byId("banner").hidden) back();
  } catch (error) {
    if (!signal.aborted && error.name !== "AbortError") lost(error);
  }
}

function askForKey(wrong) {
  return new Promise((resolve) => {
    const field = h("input", { class: "field", id: "key", type: "password", autocomplete: "off", required: true });
    const dialog = h("dialog", { "aria-labelledby": "key-title" }, h("form", { method: "dialog", onsubmit: () => { dialog.returnValue = field.value; } },
      h("h2", { id: "key-title" }, words.key_heading),
      wrong ? h("p", {}, words.key_wrong) : null,
      h("label", { for: "key" }, words.key), field, h("button", { class: "button main", value: "given" }, words.open)));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(field.value || null); }, { once: true });
    dialog.addEventListener("cancel", () => { field.value = ""; });
    document.body.append(dialog);
    dialog.showModal();
  });
}

byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = write({ view: "home", text: byId("words").value.trim() });
});
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });
window.addEventListener("hashchange", async () => { await open(); byId("main").focus({ preventScroll: true }); scrollTo(0, 0); });
offerLanguages(byId("language"));
whenKeyIsWanted(askForKey);
takeKeyFromAddress();
open();
