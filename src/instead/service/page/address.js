// The address after # says everything that is on the screen, so a link or a bookmark brings it back.
//   #/?text=coffee   #/?category=Kettles   #/item/BREW-0001?user=U00001&care=price:5,noise:1.5&than=noise,price&kind=any   #/staff

export function read(hash = location.hash) {
  const [path, words = ""] = hash.replace(/^#/, "").split("?", 2);
  const query = new URLSearchParams(words);
  const parts = path.split("/").filter(Boolean).map(unquoted);
  if (parts[0] === "staff") return { view: "staff" };
  if (parts[0] === "item" && parts[1]) {
    return { view: "item", item: parts[1], user: query.get("user") || null, care: cares(query.get("care")),
      than: names(query.get("than")), anyKind: query.get("kind") === "any" };
  }
  return { view: "home", text: query.get("text") || "", category: query.get("category") || "" };
}

export function write({ view, item, user, care, than, anyKind, text, category }) {
  if (view === "staff") return "#/staff";
  if (view === "item") {
    const given = Object.entries(care || {}).map(([name, value]) => `${encodeURIComponent(name)}:${value}`).join(",");
    const wished = (than || []).map(encodeURIComponent).join(",");
    return `#/item/${encodeURIComponent(item)}${tail({ user, care: given, than: wished, kind: anyKind ? "any" : "" })}`;
  }
  return `#/${tail({ text, category })}`;
}

function tail(parts) {
  const given = Object.entries(parts).filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return given.length ? `?${given.join("&")}` : "";
}

function unquoted(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

const names = (text) => (text || "").split(",").map(unquoted).filter(Boolean);

function cares(text) {
  const found = {};
  for (const part of (text || "").split(",")) {
    const cut = part.lastIndexOf(":");
    const value = Number(part.slice(cut + 1));
    if (cut > 0 && value >= 1 && value <= 100) found[unquoted(part.slice(0, cut))] = value;
  }
  return found;
}
