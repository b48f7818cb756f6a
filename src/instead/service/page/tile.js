// A picture for an item that has none: colours from its category, shapes from its title. The same item, the same tile.
import { h, s } from "./dom.js";

function hash(text) {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0), 16777619) >>> 0;
  value = Math.imul(value ^ (value >>> 15), 2246822519) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

function initials(title) {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => /^\p{L}/u.test(word));
  return (words.slice(0, 2).map((word) => [...word][0]).join("") || "?").toUpperCase();
}

const SHAPES = [
  (one, two, turn) => [
    s("circle", { cx: 74, cy: 26, r: 30, fill: one }),
    s("circle", { cx: 20, cy: 86, r: 34, fill: two }),
  ],
  (one, two, turn) => [
    s("path", { d: "M0 62 Q30 40 55 60 T100 50 V100 H0Z", fill: one }),
    s("path", { d: "M0 80 Q25 64 50 80 T100 74 V100 H0Z", fill: two }),
  ],
  (one, two, turn) => [
    s("rect", { x: 52, y: -14, width: 62, height: 62, rx: 12, fill: one, transform: `rotate(${turn} 82 18)` }),
    s("rect", { x: -16, y: 62, width: 56, height: 56, rx: 12, fill: two, transform: `rotate(${turn + 20} 12 90)` }),
  ],
  (one, two, turn) => [
    s("path", { d: "M100 0 V64 A64 64 0 0 1 36 0Z", fill: one }),
    s("path", { d: "M0 100 V58 A42 42 0 0 1 42 100Z", fill: two }),
  ],
];

export function drawn(item) {
  const title = item.title || item.id || item.item;
  const hue = hash(item.category || "none") % 360;
  const seed = hash(`${title}|${item.id || item.item}`);
  const near = (hue + 18 + (seed % 26)) % 360;
  const light = 84 - (seed >>> 8) % 7;
  const shapes = SHAPES[(seed >>> 4) % SHAPES.length];
  return s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { width: 100, height: 100, fill: `hsl(${hue} 42% ${light}%)` }),
    shapes(`hsl(${near} 46% ${light - 13}%)`, `hsl(${(hue + 340) % 360} 40% ${light - 7}%)`, (seed >>> 12) % 45),
    s("text", { x: 50, y: 52, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 34, "font-weight": 700,
      "font-family": "Georgia, 'DejaVu Serif', serif", fill: `hsl(${hue} 55% 22%)` }, initials(title)));
}

let hosts = [];
export function allowPictures(origins) { hosts = origins; }

export function tile(item) {
  const box = h("span", { class: "tile" }, drawn(item));
  let origin = null;
  try { origin = item.image ? new URL(item.image).origin : null; } catch { /* no address at all */ }
  if (origin && hosts.includes(origin)) {
    const picture = h("img", { src: item.image, alt: "", loading: "lazy", referrerpolicy: "no-referrer" });
    picture.addEventListener("load", () => box.replaceChildren(picture), { once: true });
    picture.loading = "eager";
  }
  return box;
}
