// The verdict on a game: what everybody wants to know in one line, and the reasons below it.

import { make } from "./elements.js";

const MANY = 50;

/** The line: verdict, game, players with points. @param {import("./messages.js").Judged} judged */
export function line({ verdict, title, seats, reasons }, name) {
  const counts = [verdict.records && counted(verdict.records, "record"), verdict.checked && `${counted(verdict.checked, "figure")} compared`];
  const about = [title, ...counts].filter(Boolean).join(" · ") || reasons[0];
  const players = seats.map(({ name, faction, vp, rank }) => make("span", { class: rank === 1 ? "first" : null }, `${name || faction} `, vp === null ? null : make("b", {}, String(vp))));
  return [
    make("span", { class: `badge ${verdict.verdict}` }, verdict.verdict),
    make("span", { class: "name" }, name),
    make("span", { class: "about soft" }, about),
    make("span", { class: "players" }, ...players),
  ];
}

/** Why, and with what result. @param {import("./messages.js").Judged} judged */
export function reasons({ verdict, names, seats, reasons, broken }) {
  return [
    broken && violation(broken),
    verdict.discrepancies.length ? discrepancies(verdict.discrepancies, names) : null,
    ...reasons.map((words) => make("p", { class: "reason" }, words)),
    seats.some(({ vp }) => vp !== null) ? result(seats) : null,
  ];
}

/** @param {import("./messages.js").Broken} broken */
function violation({ seq, line, source, who, recorded, clause, text, facts, legal }) {
  const place = line ? `Record ${seq}, line ${line.toLocaleString("en")}, breaks ` : `Record ${seq} breaks `;
  return make(
    "section",
    { class: "violation" },
    make("h3", {}, place, make("b", { class: "clause" }, clause)),
    recorded ? make("p", {}, `${who}: `, make("b", {}, recorded)) : null,
    make("blockquote", {}, ...text.map((paragraph) => make("p", {}, ...coded(paragraph)))),
    facts.length ? make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])) : null,
    source ? make("p", { class: "soft" }, "In the log:") : null,
    source ? make("pre", {}, source) : null,
    legal.length ? make("h4", {}, "Legal instead") : make("p", { class: "soft" }, "Nothing was legal there."),
    ...legal.map(offer),
  );
}

/** Text with what stands between backticks as code. */
const coded = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));

/** @param {import("./messages.js").Offer} offer */
function offer({ who, kind, number, actions }) {
  if (actions.length === 1) return make("p", { class: "offer" }, `${who}: ${actions[0]}`);
  const head = make("summary", {}, `${who}: ${kind} `, make("span", { class: "soft" }, counted(number, "way")));
  if (!actions.length) return make("p", { class: "offer" }, ...head.childNodes);
  const list = make("ul", {});
  const details = make("details", { class: "offer", toggle: () => list.children.length || list.append(...actions.map((words) => make("li", {}, words))) }, head, list);
  return details;
}

function discrepancies(found, names) {
  const rows = found.slice(0, MANY).map(({ seq, line, seat, figure, recorded, computed }) => [seq, line || "", names[seat] ?? `seat ${seat + 1}`, figure, recorded, computed]);
  const more = found.length > MANY ? make("p", { class: "soft" }, `and ${found.length - MANY} more, which the saved verdict lists`) : null;
  return make("section", {}, make("h3", {}, `${counted(found.length, "figure")} in the log ${found.length === 1 ? "differs" : "differ"} from the rules`), table(["record", "line", "player", "figure", "in the log", "by the rules"], rows), more);
}

/** @param {import("./messages.js").Seated[]} seats */
function result(seats) {
  const rows = seats.map(({ name, faction, vp, rank }) => [rank ?? "", name, faction?.replaceAll("_", " ") ?? "", vp ?? ""]);
  return table(["rank", "player", "plays", "points"], rows);
}

function table(headings, rows) {
  const head = make("thead", {}, make("tr", {}, ...headings.map((heading) => make("th", { scope: "col" }, heading))));
  const body = make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, String(cell))))));
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": headings.join(", ") }, make("table", {}, head, body));
}

export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
