// The staff's view: which model, on what data, how fast, and what customers made of its suggestions.
import { Problem, get, post } from "./api.js";
import { write } from "./address.js";
import { h, number, s, say, show, state } from "./dom.js";
import { living } from "./living.js";
import { markdown } from "./markdown.js";
import { sumPanel, weightPanel } from "./sums.js";
import { table } from "./tables.js";
import { filled, locale, words } from "./words.js";

const CLOSED = [403, 404];
const figure = (value, name) => h("li", {}, h("b", {}, value), h("span", {}, name));
const when = (seconds) => new Date(1000 * seconds).toLocaleString(locale);
const ms = (value) => `${number(value, value < 10 ? 1 : 0)} ms`;

function chart(days) {
  const width = 560, height = 130, floor = height - 18, top = Math.max(1, ...days.map((day) => day.accepted + day.rejected));
  const step = width / days.length, size = (count) => (count / top) * (floor - 14);
  const said = days.map((day) => filled(words.verdicts_of_day, day)).join("; ");
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${words.verdicts_chart} ${said}` },
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

function feedbackPanels(feedback, take) {
  const judged = feedback.accepted + feedback.rejected;
  const link = (id, title) => h("a", { href: write({ view: "item", item: id }) }, title || id);
  const legend = h("p", { class: "small soft" }, filled(words.verdicts_total, { accepted: number(feedback.accepted), rejected: number(feedback.rejected) }));
  const first = h("section", { class: "panel" }, h("h2", {}, words.verdicts_heading),
    judged ? [chart(feedback.days), legend] : h("p", { class: "soft" }, words.no_verdict));
  const second = h("section", { class: "panel" }, h("h2", {}, words.reasons_heading),
    feedback.wrong.length ? table([words.reason_shown, words.wrong_column], feedback.wrong.map((one) => [one.attribute, number(one.wrong)]), [1]) : h("p", { class: "soft" }, words.nothing_yet));
  const third = h("section", { class: "panel latest" }, h("h2", {}, words.latest_heading),
    feedback.latest.length ? table([words.when, words.looked_at_column, words.offered_column, words.verdict_column, ...(take ? [words.score] : [])], feedback.latest.map((row) => [
      when(row.time), link(row.query, row.query_title), link(row.substitute, row.substitute_title),
      h("span", { class: `verdict ${row.verdict}` }, words[row.verdict]),
      ...(take ? [h("button", { class: "button quiet", type: "button", "aria-label": filled(words.take_apart_of, { title: row.substitute_title || row.substitute }), onclick: () => take(row) }, words.take_apart)] : [])])) : h("p", { class: "soft" }, words.nothing_yet));
  return { first, second, third };
}

function modelPanel(model, reloads, again) {
  const status = h("p", { class: "small soft", role: "status" });
  const folder = h("input", { class: "field", id: "folder", value: model.folder, maxlength: 4096, spellcheck: "false" });
  const button = h("button", { class: "button main", type: "submit" }, words.load);
  const reload = async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = words.loading_beside;
    try {
      const done = await post("/admin/reload", { folder: folder.value });
      say(filled(words.loaded_in, { seconds: number(done.seconds, 1) }));
      await again();
    } catch (error) {
      status.textContent = filled(words.not_loaded, { why: error.message });
    }
    button.disabled = false;
  };
  return h("section", { class: "panel" }, h("h2", {}, words.model_heading),
    table([words.model_column, ""], [["version", h("code", {}, model.version)], ["kind", model.manifest.model], ["folder", model.folder],
      ["since", when(model.since)], ["loaded", ms(1000 * model.load_seconds)], ["swaps", filled(words.swaps, reloads)]].map(([name, value]) => [words.model_facts[name], value])),
    h("form", { class: "who", onsubmit: reload }, h("label", { for: "folder", class: "small soft" }, words.swap_label),
      h("div", { class: "adder" }, folder, button), status));
}

export async function staff(address, signal) {
  const again = async () => {
    const found = await get("/admin/overview", {}, signal), today = await living(signal); // one after the other: closed is closed
    const { model, latency, feedback, reloads } = found;
    const counts = model.manifest.dataset?.counts || {}, judged = feedback.accepted + feedback.rejected;
    const asked = latency.find((one) => one.route === "/v1/recommend");
    const sums = model.explains ? sumPanel(feedback.latest[0]) : null;
    const panels = feedbackPanels(feedback, sums?.take);
    const held = model.held_out, within = (row) => (row.low === null ? "" : `${number(row.low, 4)} – ${number(row.high, 4)}`);
    document.title = words.staff_title;
    show(h("div", { class: "staff" },
      h("h1", {}, words.staff_heading),
      h("ul", { class: "figures" },
        figure(judged ? `${number((100 * feedback.accepted) / judged)} %` : "–", filled(words.accepted_share, { count: number(judged) })),
        figure(asked ? ms(asked.p50) : "–", words.half_faster), figure(asked ? ms(asked.p99) : "–", words.most_faster),
        ["items", "users", "reviews", "attributes"].filter((name) => name in counts).map((name) => figure(number(counts[name]), words.data_counts[name]))),
      today,
      h("div", { class: "two" }, panels.first, panels.second),
      panels.third,
      sums?.panel,
      model.weights.length ? weightPanel(model.weights) : null,
      h("div", { class: "two" }, modelPanel(model, reloads, again),
        h("section", { class: "panel" }, h("h2", {}, words.times_heading),
          latency.length ? table([words.address_column, words.requests_column, "p50", "p95", "p99"], latency.map((one) => [one.route, number(one.requests), ms(one.p50), ms(one.p95), ms(one.p99)]), [1, 2, 3, 4]) : null,
          h("p", { class: "small soft" }, words.times_note))),
      h("section", { class: "panel" }, h("h2", {}, words.data_heading),
        h("div", { class: "two" }, table([words.data_column, ""], Object.entries(counts).filter(([, value]) => typeof value === "number").map(([name, value]) => [words.data_counts[name] ?? name.replaceAll("_", " "), number(value)]), [1]),
          h("div", {}, h("p", { class: "small soft" }, filled(model.final ? words.figures_of_twin : words.figures_of, { of: held.folder && model.final ? `${held.of} (${held.folder})` : held.of })),
            held.figures.length ? table([words.protocol_column, words.figure_column, words.value_column, words.interval_column], held.figures.map((row) => [row.protocol, row.measure, number(row.value, 4), within(row)]), [2, 3]) : h("p", { class: "soft" }, words.no_figures)))),
      model.card ? h("section", { class: "panel" }, h("details", {}, h("summary", {}, h("b", {}, words.model_card)), h("div", { class: "card-text" }, markdown(model.card)))) : null));
  };
  show(h("p", { class: "state", "aria-busy": "true" }, words.staff_wait));
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
  show(state(words.staff_closed, words.staff_closed_text,
    h("a", { class: "button main", href: "#/" }, words.to_the_shop)));
  say(words.staff_closed);
}
