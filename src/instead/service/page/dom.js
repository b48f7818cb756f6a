// Elements from plain values. Text goes in as text, never as markup: a title may hold anything.

import { filled, locale, words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);
export const s = (tag, properties = {}, ...children) => fill(document.createElementNS(SVG, tag), properties, children);
export const byId = (id) => document.getElementById(id);

// Said to those who cannot see what changed.
export function say(text) {
  const region = byId("said");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

export function show(...content) {
  const main = byId("main");
  main.replaceChildren(...content);
  return main;
}

// A friendly page in place of content: nothing found, unknown, loading.
export function state(title, text, ...more) {
  return h("section", { class: "state" }, h("h1", {}, title), text ? h("p", {}, text) : null, ...more);
}

// What did not work, where it did not work, and a way to try again; everything else stays as it is.
export function trouble(text, retry) {
  const made = h("div", { class: "note trouble", role: "alert" }, h("span", {}, text), " ",
    retry ? h("button", { class: "button", type: "button", onclick: () => { made.remove(); retry(); } }, words.try_again) : null);
  return made;
}

// Prices name their currency themselves; the shop's stands in for those that do not, and a plain number where it is unknown.
let usual = null;
export function useCurrency(code) { usual = code; }
export function money(value, currency) {
  if (value === null || value === undefined) return null;
  const code = currency || usual;
  const style = code ? { style: "currency", currency: code } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, style).format(value);
}

export const number = (value, digits = 0) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);

// Whether reviews of this shop speak of anything; where they do not, the page promises no reasons and counts no reviews.
let reviews = true;
export function useReviews(on) { reviews = on; }
export const spoken = () => reviews;
export const reviewed = (item) => (!reviews ? "" : item.reviews === 1 ? words.one_review : filled(words.review_count, { count: number(item.reviews) }));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// "Coffee Makers" of "Home & Kitchen > Coffee > Coffee Makers": the shelf, not the way to it.
export const facts = (item) => [item.brand, (item.category || "").split(" > ").pop()].filter(Boolean).join(" · ");
