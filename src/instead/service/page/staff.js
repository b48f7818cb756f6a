// The staff's view: which model, on what data, how fast, and what customers made of its suggestions.
import { Problem, get, post } from "./api.js";
import { write } from "./address.js";
import { h, number, s, say, show, state } from "./dom.js";
import { markdown } from "./markdown.js";
import { sumPanel, weightPanel } from "./sums.js";
import { words } from "./words.js";

const CLOSED = [403, 404];
const figure = (value, name) => h("li", {}, h("b", {}, value), h("span", {}, name));
const when = (seconds) => new Date(1000 * seconds).toLocaleString();
const ms = (value) => `${number(value, value < 10 ? 1 : 0)} ms`;

function table(names, rows, right = []) {
  const kind = (place) => (right.includes(place) ? { class: "number" } : {});
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, names.map((name, place) => h("th", { scope: "col", ...kind(place) }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((value, place) => h("td", kind(place), value)))))));
}

function chart(days) {
  const width = 560, height = 130, floor = height - 18, top = Math.max(1, ...days.map((day) => day.accepted + day.rejected));
  const step = width / days.length, size = (count) => (count / top) * (floor - 14);
  const words = days.map((day) => `${day.day}: ${day.accepted} accepted, ${day.rejected} rejected`).join("; ");
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Verdicts of the last days. ${words}` },
    s("line", { x1: 0, x2: width, y1: floor, y2: floor }),
    days.map((day, place) => {
      const x = place * step + step * 0.18, wide = step * 0.64, yes = size(day.accepted), no = size(day.rejected);
      return s("g", {},
        s("rect", { class: "yes", x, y: floor - yes, width: wide, height: yes, rx: 2 }),
        s("rect", { class: "no", x, y: floor - yes - no, width: wide, height: no, rx: 2 }),
        day.accepted + day.rejected ? s("text", { x: x + wide / 2, y: floor - yes - no - 4, "text-anchor": "middle" }, String(day.accepted + day.rejected)) : null,
        place % 2 ? null : s("text", { x: x + wide / 2, y: height - 4, "text-anchor": "middle" }, day.day.slice(5)));
    }));
}

function share(accepted, rejected) {
  const yes = h("i", {}), no = h("i", {});
  yes.style.flexGrow = accepted;
  no.style.flexGrow = rejected;
  return h("div", { class: "split", role: "img", "aria-label": `${accepted} accepted, ${rejected} rejected` }, yes, no);
}

function feedbackPanels(feedback, take) {
  const judged = feedback.accepted + feedback.rejected;
  const link = (id, title) => h("a", { href: write({ view: "item", item: id }) }, title || id);
  const legend = h("p", { class: "small soft" }, `${number(feedback.accepted)} accepted, ${number(feedback.rejected)} rejected in all.`);
  const first = h("section", { class: "panel" }, h("h2", {}, "Verdicts, last 14 days"),
    judged ? [chart(feedback.days), legend] : h("p", { class: "soft" }, "No verdict yet. They come from the buttons on the cards, or from POST /v1/feedback."));
  const second = h("section", { class: "panel" }, h("h2", {}, "Which reasons convince"),
    feedback.attributes.length ? table(["Reason shown", "Accepted", "Rejected", ""],
      feedback.attributes.map((one) => [one.attribute, number(one.accepted), number(one.rejected), share(one.accepted, one.rejected)]), [1, 2])
      : h("p", { class: "soft" }, "Nothing to show yet."));
  const third = h("section", { class: "panel latest" }, h("h2", {}, "Latest verdicts"),
    feedback.latest.length ? table(["When", "Looked at", "Offered", "Verdict", ...(take ? [words.score] : [])], feedback.latest.map((row) => [
      when(row.time), link(row.query, row.query_title), link(row.substitute, row.substitute_title),
      h("span", { class: `verdict ${row.verdict}` }, row.verdict),
      ...(take ? [h("button", { class: "button quiet", type: "button", "aria-label": `Take the score apart: ${row.substitute_title || row.substitute}`, onclick: () => take(row) }, "Take apart")] : [])])) : h("p", { class: "soft" }, "Nothing to show yet."));
  return { first, second, third };
}

function modelPanel(model, reloads, again) {
  const status = h("p", { class: "small soft", role: "status" });
  const folder = h("input", { class: "field", id: "folder", value: model.folder, maxlength: 4096, spellcheck: "false" });
  const button = h("button", { class: "button main", type: "submit" }, "Load");
  const reload = async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = "Loading beside the one in use …";
    try {
      const done = await post("/admin/reload", { folder: folder.value });
      say(`Loaded in ${done.seconds} seconds.`);
      await again();
    } catch (error) {
      status.textContent = `Not loaded, the old one stays: ${error.message}`;
    }
    button.disabled = false;
  };
  return h("section", { class: "panel" }, h("h2", {}, "Model in use"),
    table(["Model", ""], [["version", h("code", {}, model.version)], ["kind", model.manifest.model], ["folder", model.folder], ["in use since", when(model.since)],
      ["loaded in", ms(1000 * model.load_seconds)], ["swaps", `${reloads.done} done, ${reloads.failed} failed`]]),
    h("form", { class: "who", onsubmit: reload }, h("label", { for: "folder", class: "small soft" }, "Swap to the model in this folder; no request fails meanwhile"),
      h("div", { class: "adder" }, folder, button), status));
}

export async function staff(address, signal) {
  const again = async () => {
    const found = await get("/admin/overview", {}, signal);
    const { model, latency, feedback, reloads } = found;
    const counts = model.manifest.dataset?.counts || {}, judged = feedback.accepted + feedback.rejected;
    const asked = latency.find((one) => one.route === "/v1/recommend");
    const sums = model.explains ? sumPanel(feedback.latest[0]) : null;
    const panels = feedbackPanels(feedback, sums?.take);
    const held = model.held_out, within = (row) => (row.low === null ? "" : `${number(row.low, 4)} – ${number(row.high, 4)}`);
    document.title = "Instead: staff";
    show(h("div", { class: "staff" },
      h("h1", {}, "How the shop is doing"),
      h("ul", { class: "figures" },
        figure(judged ? `${number((100 * feedback.accepted) / judged)} %` : "–", `of ${number(judged)} judged suggestions accepted`),
        figure(asked ? ms(asked.p50) : "–", "half of the answers are faster"), figure(asked ? ms(asked.p99) : "–", "99 of 100 answers are faster"),
        ["items", "users", "reviews", "attributes"].filter((name) => name in counts).map((name) => figure(number(counts[name]), name))),
      h("div", { class: "two" }, panels.first, panels.second),
      panels.third,
      sums?.panel,
      model.weights.length ? weightPanel(model.weights) : null,
      h("div", { class: "two" }, modelPanel(model, reloads, again),
        h("section", { class: "panel" }, h("h2", {}, "Time of recent answers"),
          latency.length ? table(["Address", "Requests", "p50", "p95", "p99"], latency.map((one) => [one.route, number(one.requests), ms(one.p50), ms(one.p95), ms(one.p99)]), [1, 2, 3, 4]) : null,
          h("p", { class: "small soft" }, "Measured inside the service, up to 2,048 requests of each address. Prometheus: /metrics"))),
      h("section", { class: "panel" }, h("h2", {}, "Data and figures"),
        h("div", { class: "two" }, table(["Data", ""], Object.entries(counts).filter(([, value]) => typeof value === "number").map(([name, value]) => [name.replaceAll("_", " "), number(value)]), [1]),
          h("div", {}, h("p", { class: "small soft" }, model.final ? "Trained on everything, so nothing can be measured on it. Figures are those of " : "Figures are those of ", held.of, held.folder && model.final ? ` (${held.folder})` : "", "."),
            held.figures.length ? table(["Protocol", "Figure", "Value", "95 % interval"], held.figures.map((row) => [row.protocol, row.measure, number(row.value, 4), within(row)]), [2, 3]) : h("p", { class: "soft" }, "There are none.")))),
      model.card ? h("section", { class: "panel" }, h("details", {}, h("summary", {}, h("b", {}, "Model card")), h("div", { class: "card-text" }, markdown(model.card)))) : null));
  };
  show(h("p", { class: "state", "aria-busy": "true" }, "Counting …"));
  try {
    await again();
  } catch (error) {
    if (!(error instanceof Problem && (error.foreign || CLOSED.includes(error.status)))) throw error;
    closed();
  }
}

// A proxy keeps the staff's addresses to itself, or the service does: no fault, and nothing to try again.
function closed() {
  document.querySelector("nav [data-view=staff]").hidden = true;
  show(state("The staff’s view is closed here", "It can be opened from inside the shop only. Everything else works as usual.",
    h("a", { class: "button main", href: "#/" }, "To the shop")));
  say("The staff’s view is closed here.");
}
