// What goes on in the shop: today's answers and what became of them, what to mend, experiments, refreshes, health of the data.
import { get } from "./api.js";
import { write } from "./address.js";
import { h, number } from "./dom.js";
import { rulesPanel } from "./rules.js";
import { table } from "./tables.js";
import { filled, locale, words } from "./words.js";

const OUTCOMES = ["clicked", "accepted", "bought"];
const percent = (share, digits = 1) => `${number(100 * share, digits)} %`;
const when = (seconds) => new Date(1000 * seconds).toLocaleString(locale);

const panel = (heading, ...content) => h("section", { class: "panel" }, h("h2", {}, heading), ...content);
const none = (text = words.nothing_yet) => h("p", { class: "soft" }, text);
const link = (one) => h("a", { href: write({ view: "item", item: one.item }) }, one.title || one.item);

// A rate with the range it lies in, nineteen times out of twenty.
function rate(one) {
  if (!one || one.share === null) return "–";
  return h("span", { title: filled(words.rate_of, { count: number(one.count), of: number(one.of) }) },
    percent(one.share), h("span", { class: "soft small range" }, `${percent(one.low)} – ${percent(one.high)}`));
}

function outcomes(heading, first, rows, note = null) {
  return panel(heading, rows.length
    ? table([first, words.shown_column, ...OUTCOMES.map((name) => words.became[name])],
      rows.map((one) => [one.name || words.unnamed, number(one.shown), ...OUTCOMES.map((name) => rate(one.rates[name]))]), [1])
    : none(), note ? h("p", { class: "small soft" }, note) : null);
}

function today(found) {
  const { answers } = found;
  return panel(filled(words.today_heading, { day: found.day }),
    h("ul", { class: "figures" },
      h("li", {}, h("b", {}, number(answers.shown)), h("span", {}, words.answers_given)),
      OUTCOMES.map((name) => h("li", {}, h("b", {}, answers.rates[name] ? percent(answers.rates[name].share) : "–"),
        h("span", {}, words.became[name], answers.rates[name] ? ` (${percent(answers.rates[name].low)} – ${percent(answers.rates[name].high)})` : ""))),
      found.placed ? h("li", {}, h("b", {}, number(found.placed)), h("span", {}, words.placed_count)) : null),
    h("p", { class: "small soft" }, words.rates_note));
}

function asked(heading, rows, note) {
  return panel(heading, rows.length ? table([words.item_column, words.asked_column], rows.map((one) => [link(one), number(one.asked)]), [1]) : none(words.none_of_these),
    h("p", { class: "small soft" }, note));
}

function experiments(found) {
  const lines = found.experiments.map(({ experiment, report }) => h("div", { class: "experiment" },
    h("h3", {}, experiment.id, " ", h("span", { class: "soft small" }, report.running ? words.running : words.ended)),
    h("p", { class: `verdict-text ${report.verdict}` }, report.text),
    table([words.variant_column, words.people_column, words.rate_column],
      report.variants.map((each) => [each.name, number(each.units), rate(each.rates[report.outcome])]), [1])));
  return panel(words.experiments_heading, found.problem ? h("p", { class: "note" }, found.problem) : null, lines.length ? lines : none(words.no_experiment));
}

function refreshes(rows) {
  return panel(words.refresh_heading, rows.length ? table([words.when, words.outcome_column, words.because_column],
    rows.map((one) => [one.time ? when(one.time) : one.id, one.outcome, one.text])) : none(words.no_refresh));
}

function health(rows) {
  return panel(words.health_heading, h("ul", { class: "health" }, rows.map((one) => h("li", { class: one.fine ? "fine" : "care" },
    h("span", { class: "mark", "aria-hidden": "true" }, one.fine ? "✓" : "!"), h("span", {}, filled(words.health_lines[one.what], { percent: number(one.value, 1), hours: number(one.value, 1), days: number(one.value, 1) }))))));
}

export async function living(signal) {
  const [found, tried] = await Promise.all([get("/admin/live", {}, signal), get("/admin/experiments", {}, signal)]);
  return h("div", { class: "living" },
    today(found),
    h("div", { class: "two" }, outcomes(words.by_reason_heading, words.reason_shown, found.by_reason, words.by_reason_note),
      outcomes(words.by_category_heading, words.category_column, found.by_category)),
    h("div", { class: "two" }, asked(words.without_heading, found.without, words.without_note), asked(words.sold_out_heading, found.sold_out, words.sold_out_note)),
    h("div", { class: "two" }, experiments(tried), refreshes(found.refreshes)),
    await rulesPanel(signal),
    health(found.health));
}
