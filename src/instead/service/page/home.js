// The storefront: what there is to look at.
import { get } from "./api.js";
import { write } from "./address.js";
import { h, money, number, reviewed, say, show, spoken, state } from "./dom.js";
import { tile } from "./tile.js";
import { filled, words } from "./words.js";

const PAGE = 24;

const card = (item) => h("li", {},
  h("a", { href: write({ view: "item", item: item.id }) },
    tile(item),
    h("p", { class: "name" }, item.title),
    h("p", { class: "line" },
      h("span", {}, money(item.price, item.currency) || item.brand || ""),
      h("span", {}, reviewed(item)))));

const ghosts = () => h("ul", { class: "grid", "aria-hidden": "true" },
  Array.from({ length: 8 }, () => h("li", {}, h("div", { class: "blank" }, h("span", { class: "tile ghost" }), h("p", { class: "name ghost" }, "\u00a0")))));

const shelf = (one) => h("li", {}, h("a", { class: "button", href: write({ view: "home", category: one.name }) }, one.name, " ",
  h("span", { class: "soft" }, filled(words.category_size, { count: number(one.items) }))));

const shelves = (found) => (found.length ? h("nav", { class: "shelves", "aria-label": words.categories }, h("ul", {}, found.map(shelf))) : null);

export async function home(address, signal, failed) {
  const text = address.text.trim(), { category } = address;
  const plain = !text && !category;
  const hero = h("section", { class: "hero" },
    h("h1", {}, words.hero, " ", h("em", {}, words.hero_instead)),
    h("p", {}, spoken() ? words.hero_text : words.hero_plain));
  const grid = h("ul", { class: "grid" });
  const more = h("div", { class: "more" });
  const section = h("section", { "aria-busy": "true" }, ghosts());
  show(...(plain ? [hero] : []), section);

  async function page(offset) {
    const found = await get("/v1/items", { text, category, limit: PAGE, offset }, signal);
    const first = grid.children.length;
    grid.append(...found.items.map(card));
    more.replaceChildren();
    if (found.next !== null) {
      const further = async () => {
        more.querySelector(".trouble")?.remove();
        try {
          await page(found.next);
          grid.children[first + PAGE]?.querySelector("a").focus();
        } catch (error) {
          failed(error, further, (said) => more.append(said));
        }
      };
      more.append(h("button", { class: "button", type: "button", onclick: further }, words.show_more));
    }
    return found;
  }

  const found = await page(0);
  const categories = found.categories || [];
  section.removeAttribute("aria-busy");
  if (!found.items.length && !categories.length) {
    show(state(plain ? words.shop_empty : filled(words.nothing_found, { text: text || category }), plain ? null : words.other_words,
      h("a", { class: "button", href: "#/" }, words.see_all)));
    say(words.nothing_found_said);
    return;
  }
  const said = category ? filled(words.in_category, { name: category }) : filled(found.near ? words.found_near : words.found_for, { text });
  const heading = plain ? h("h2", {}, spoken() ? words.most_talked : words.what_there_is) : h("h1", { class: "found" }, said);
  section.replaceChildren(h("div", { class: "heading" }, heading), ...[shelves(categories)].filter(Boolean), grid, more);
  if (!plain) {
    const template = found.next === null ? words.found_said : words.found_more_said;
    say(`${found.near ? said : ""} ${filled(template, { count: number(found.items.length), text: text || category })}`.trim());
  }
}
