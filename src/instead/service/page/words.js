// Every text of the page comes with the page itself, in the visitor's language: `labels.py` and `wording.py` have them.
export const { language, languages, words, price_words: priceWords } = JSON.parse(document.getElementById("texts").textContent);

// How numbers are written: as the browser does where it speaks the language of the page.
export const locale = navigator.language.split("-")[0] === language.split("-")[0] ? navigator.language : language;

export const filled = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => (name in gaps ? String(gaps[name]) : gap));

// A small choice in the header; the address keeps it, so that a link brings the language along.
export function offerLanguages(select) {
  const tags = Object.keys(languages);
  if (tags.length < 2) return;
  for (const tag of tags) {
    const option = document.createElement("option");
    option.value = option.lang = tag;
    option.textContent = languages[tag];
    option.selected = tag === language;
    select.append(option);
  }
  select.hidden = false;
  select.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("lang", select.value);
    location.assign(address);
  });
}
