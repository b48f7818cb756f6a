// Which view is on, the search box, the banner of a dead service, the key.
import { Dead, get, takeKeyFromAddress, whenKeyIsWanted } from "/page/api.js";
import { read, write } from "/page/address.js";
import { byId, h, number, say, show, state, useCurrency } from "/page/dom.js";
import { home } from "/page/home.js";
import { itemView } from "/page/item.js";
import { useScale as scaleOfReasons } from "/page/reasons.js";
import { useScale as scaleOfSliders } from "/page/sliders.js";
import { staff } from "/page/staff.js";
import { allowPictures } from "/page/tile.js";

const VIEWS = { home, item: itemView, staff };
const PULSE = 3000;
let current = null, pulse = 0, again = null;

// The service is away: say so, ask quietly whether it is back, and go on where we were.
function dead(retry) {
  const banner = byId("banner");
  again = retry;
  if (!banner.hidden) return;
  banner.replaceChildren(h("span", {}, "The shop does not answer just now. We keep trying."),
    h("button", { class: "button", type: "button", onclick: back }, "Try again"));
  banner.hidden = false;
  pulse = setInterval(async () => {
    try { if ((await fetch("/health/live")).ok) back(); } catch { /* still away */ }
  }, PULSE);
}

function back() {
  clearInterval(pulse);
  byId("banner").hidden = true;
  const retry = again;
  again = null;
  retry?.();
}

function failed(error, retry) {
  if (error.name === "AbortError") return;
  if (error instanceof Dead) { dead(retry); return; }
  show(state("That did not work", error.message, h("button", { class: "button main", type: "button", onclick: retry }, "Try again")));
  say(`That did not work: ${error.message}`);
}

let about = null;
async function open() {
  const address = read();
  current?.abort();
  current = new AbortController();
  const { signal } = current;
  document.title = "Instead";
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if ((link.dataset.view === "staff") === (address.view === "staff")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("words").value = address.text || "";
  try {
    if (!about) {
      about = await get("/v1/about", {}, signal);
      useCurrency(about.currency);
      scaleOfReasons(about.scale);
      scaleOfSliders(about.scale);
      allowPictures(about.picture_hosts);
      byId("about").textContent = `${number(about.items)} items, ${number(about.attributes)} things that matter, ${number(about.users)} customers · Instead ${about.version}`;
    }
    await VIEWS[address.view](address, signal, failed);
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof Dead && !byId("main").querySelector(".card, .grid:not([aria-hidden])")) {
        show(state("The shop does not answer", "Perhaps it is just being restarted. This page goes on by itself when it is back."));
      }
      failed(error, open);
    }
  }
}

function askForKey(wrong) {
  return new Promise((resolve) => {
    const field = h("input", { class: "field", id: "key", type: "password", autocomplete: "off", required: true });
    const dialog = h("dialog", { "aria-labelledby": "key-title" }, h("form", { method: "dialog", onsubmit: () => { dialog.returnValue = field.value; } },
      h("h2", { id: "key-title" }, "This shop asks for a key"),
      wrong ? h("p", {}, "That key does not fit here.") : null,
      h("label", { for: "key" }, "Key"), field, h("button", { class: "button main", value: "given" }, "Open")));
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
whenKeyIsWanted(askForKey);
takeKeyFromAddress();
open();
