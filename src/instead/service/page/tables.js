// Tables of the staff's view: numbers to the right, and a scroll bar of their own where they are too wide.
import { h } from "./dom.js";

export function table(names, rows, right = []) {
  const kind = (place) => (right.includes(place) ? { class: "number" } : {});
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, names.map((name, place) => h("th", { scope: "col", ...kind(place) }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((value, place) => h("td", kind(place), value)))))));
}
