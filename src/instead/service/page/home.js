// The storefront: what there is to look at.
import { get } from "./api.js";
import { write } from "./address.js";
import { h, money, reviewed, say, show, spoken, state } from "./dom.js";
import { tile } from "./tile.js";

const PAGE = 24;

const card = (item) => h("li", {},
  h("a", { href: write({ view: "item", item: item.id }) },
    tile(item),
    h("p", { class: "name" }, item.title),
    h("p", { class: "line" },
      h("span", {}, money(item.price) || item.brand || ""),
      h("span", {}, reviewed(item)))));

const ghosts = () => h("ul", { class: "grid", "aria-hidden": "true" },
  Array.from({ length: 8 }, () => h("li", {}, h("a", {}, h("span", { class: "tile ghost" }), h("p", { class: "name ghost" }, "\u00a0")))));

export async function home(address, signal, failed) {
  const text = address.text.trim();
  const hero = h("section", { class: "hero" },
    h("h1", {}, "Looking at one thing? ", h("em", {}, "Try this instead.")),
    h("p", {}, spoken() ? "Pick what you are looking at, say what matters to you, and see what would suit you instead, in the words of people who bought it."
      : "Pick what you are looking at, and see what to take instead."));
  const grid = h("ul", { class: "grid" });
  const more = h("div", { class: "more" });
  const section = h("section", { "aria-busy": "true" }, ghosts());
  show(...(text ? [] : [hero]), section);

  async function page(offset) {
    const found = await get("/v1/items", { text, limit: PAGE, offset }, signal);
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
      more.append(h("button", { class: "button", type: "button", onclick: further }, "Show more"));
    }
    return found;
  }

  const found = await page(0);
  section.removeAttribute("aria-busy");
  if (!found.items.length) {
    show(state(text ? `Nothing found for “${text}”` : "The shop is empty", text ? "Try fewer or other words." : null,
      h("a", { class: "button", href: "#/" }, "See what there is")));
    say("Nothing found.");
    return;
  }
  const heading = text ? h("h1", {}, `Found for “${text}”`) : h("h2", {}, spoken() ? "Most talked about" : "What there is");
  section.replaceChildren(h("div", { class: "heading" }, heading), grid, more);
  if (text) {
    heading.setAttribute("class", "found");
    say(`${found.items.length}${found.next === null ? "" : " or more"} items found for ${text}.`);
  }
}
