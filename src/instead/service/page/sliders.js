// "What matters to you": who asks, and a slider for each attribute that matters to him.
import { h } from "./dom.js";
import { filled, words } from "./words.js";

let scale = 5; // care goes from 1 to this
export function useScale(top) { scale = top; }
const inWords = (value) => words.cares[Math.round((4 * (Math.min(scale, Math.max(1, value)) - 1)) / (scale - 1))];
export const withinScale = (value) => Math.min(scale, Math.max(1, value));
const tidy = (value) => Math.round(value * 2) / 2;
let count = 0;

function slider(name, value, moved, change) {
  const id = `care-${count += 1}`;
  const output = h("output", { for: id }, inWords(value));
  const input = h("input", { id, type: "range", min: 1, max: scale, step: 0.5, value: tidy(value), "aria-valuetext": inWords(value) });
  const row = h("div", { class: moved ? "slider moved" : "slider" }, h("label", { for: id }, name), output, input);
  input.addEventListener("input", () => {
    output.textContent = inWords(Number(input.value));
    input.setAttribute("aria-valuetext", inWords(Number(input.value)));
    row.classList.add("moved");
    change(name, Number(input.value));
  });
  return row;
}

// `users`: ids to choose from, null where they are not to be seen; `cares`: [{attribute, care}]; `given`: what was moved by hand; `on`: {care, user, reset, like}, where `like(name)` gives
// the names that look like it, the name itself first if reviews speak of it at all.
export function matters({ user, users, cares, given, attributes, on }) {
  const shown = new Map(cares.map((one) => [one.attribute, one.care]));
  for (const [name, value] of Object.entries(given)) shown.set(name, value);
  const list = h("div", { class: "sliders" });
  for (const [name, value] of shown) list.append(slider(name, value, name in given, on.care));

  const who = h("input", { class: "field", id: "who", list: "known-users", value: user || "", maxlength: 200, autocomplete: "off",
    spellcheck: "false", placeholder: words.average_customer });
  const choose = () => { if ((who.value.trim() || null) !== user) on.user(who.value.trim() || null); };
  who.addEventListener("change", choose);
  const adding = h("input", { class: "field", id: "more-care", list: "known-attributes", placeholder: filled(words.for_example, { attribute: attributes[0] || "" }),
    maxlength: 200, autocomplete: "off", "aria-describedby": "more-care-said" });
  const said = h("div", { class: "said", id: "more-care-said", role: "status" });
  const unsaid = () => { said.replaceChildren(); adding.removeAttribute("aria-invalid"); };
  adding.addEventListener("input", unsaid);
  const add = async (event) => {
    event?.preventDefault();
    let name = adding.value.trim().toLowerCase();
    unsaid();
    if (!name) return;
    if (!shown.has(name)) {
      let near;
      try { near = await on.like(name); } catch (error) { on.failed(error, add, (node) => said.replaceChildren(node)); return; }
      if (near[0]?.toLowerCase() !== name) { unknown(name, near); return; }
      name = near[0]; // as the shop spells it
    }
    if (!shown.has(name)) {
      shown.set(name, scale);
      const row = slider(name, scale, true, on.care);
      list.append(row);
      row.querySelector("input").focus();
    }
    adding.value = "";
    on.care(name, shown.get(name));
  };
  function unknown(name, near) {
    adding.setAttribute("aria-invalid", "true");
    const take = (other) => { adding.value = other; add(); };
    said.replaceChildren(h("p", {}, filled(words.unspoken, { name }), " ", near.length ? words.did_you_mean : words.another_word),
      h("div", { class: "near" }, near.map((other) => h("button", { class: "button", type: "button", onclick: () => take(other) }, other))));
    adding.focus();
  }
  const wide = matchMedia("(min-width: 901px)").matches;
  const title = attributes.length ? words.what_matters : words.who_you_are; // nothing can matter that no review speaks of
  return h("section", { class: "panel matters", "aria-label": title },
    h("details", { open: wide || Object.keys(given).length > 0 },
      h("summary", {}, h("h2", {}, title)),
      h("div", { class: "body" },
        users && h("div", { class: "who" }, h("label", { for: "who", class: "small soft" }, words.shopping_as), who,
          h("datalist", { id: "known-users" }, users.map((name) => h("option", { value: name })))),
        list,
        attributes.length > 0 && h("form", { class: "who", onsubmit: add }, h("label", { for: "more-care", class: "small soft" }, words.something_else),
          h("div", { class: "adder" }, adding, h("button", { class: "button", type: "submit" }, words.add)), said,
          h("datalist", { id: "known-attributes" }, attributes.map((name) => h("option", { value: name })))),
        h("button", { class: "button quiet reset", type: "button", onclick: on.reset, hidden: Object.keys(given).length === 0 },
          words.as_it_was))));
}
