// Judge: drop, paste or choose logs, and see for each the verdict with its reasons.

import { downloads, lines } from "../downloads.js";
import { button, make, save } from "../elements.js";
import { chosen, dropped, MOST, sorted } from "../files.js";
import { bench, Problem, Stopped } from "../python.js";
import { all, put, sent } from "../shelf.js";
import { counted, line, reasons } from "../verdict.js";

export const id = "judge";
export const title = "Judge";

const SECONDS = 120;
const FAULTS = 10;
const SOON = 50; // milliseconds
const BATCH = 50; // rows that are added before the page may do something else
const work = new Set();
const dates = new Map();
let place = null;
let list = null;
let totals = null;
let notes = null;
let shownVerdict = "";
let counting = null;

export function show(main) {
  place ??= build();
  main.replaceChildren(place);
}

function build() {
  const files = make("input", { type: "file", multiple: true, id: "choose", class: "hidden", change: (event) => chose(event.target) });
  const example = button("Show me an example", () => showExample(), { id: "example" });
  const folder = make("input", { type: "file", webkitdirectory: true, id: "folder", class: "hidden", change: (event) => chose(event.target) });
  const text = make("textarea", { rows: 5, id: "pasted", "aria-label": "The text of a log", placeholder: "Paste the text of a log here" });
  const judgeText = button("Judge this text", () => {
    if (text.value.trim()) take([{ path: "pasted.txt", file: new File([text.value], "pasted.txt"), chosen: true }]);
    text.value = "";
  });
  list = make("ul", { id: "verdicts", class: "plain" });
  totals = make("div", { id: "totals", role: "group", "aria-label": "Totals" });
  notes = make("div", { id: "notes", role: "status" });
  const dragging = (on) => document.body.classList.toggle("dragging", on);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    dragging(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || dragging(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    dragging(false);
    location.hash = "#/judge";
    dropped(event.dataTransfer).then(take);
  });
  addEventListener("paste", (event) => {
    if (event.target.closest("textarea, input") || document.body.dataset.view !== id) return;
    const pasted = event.clipboardData.getData("text");
    if (event.clipboardData.files.length) take(chosen(event.clipboardData.files));
    else if (pasted.trim()) take([{ path: "pasted.txt", file: new File([pasted], "pasted.txt"), chosen: true }]);
  });
  return make(
    "div",
    { class: "judge empty-list" },
    make(
      "section",
      { class: "drop", "aria-labelledby": "judge-title" },
      make("h1", { id: "judge-title" }, "Is this game right?"),
      make("p", {}, "Choose the logs of your games, or drop them here. Each is replayed by the rules: every action, every point."),
      make("p", { class: "buttons" }, make("label", { class: "button main", for: "choose" }, "Choose logs"), files, make("label", { class: "button", for: "folder" }, "Choose a folder"), folder, example),
      make("details", {}, make("summary", {}, "Paste text"), text, judgeText),
      make("details", {}, make("summary", {}, "What is read"), make("p", {}, "Logs that anyturn wrote, and what platforms write, such as ledgers, lists of commands, archives of tables, texts of replays. Compressed files (gz, zst) as well. Files of facts (NAME.facts.toml) go with the log of the same name; files of dates and of component values are read and checked."), make("p", {}, "A store of games with statistics needs the program itself: ", make("code", {}, "anyturn import"), ", ", make("code", {}, "anyturn stats"), ".")),
    ),
    notes,
    totals,
    list,
  );
}

/** Judge the game that comes with the page, for people who have no log at hand. */
async function showExample() {
  const file = new File([await (await fetch("example.jsonl")).blob()], "example.jsonl");
  take([{ path: file.name, file, chosen: true }]);
}

function chose(input) {
  take(chosen(input.files));
  input.value = "";
}

/** @param {import("../files.js").Found[]} found */
async function take(found) {
  const { logs, beside, others } = sorted(found);
  notes.replaceChildren(...(others ? [make("p", {}, `${counted(others, "other file")} passed over`)] : []));
  await Promise.all(beside.map(describe));
  for (const [at, { path, file, facts }] of logs.entries()) {
    if (at % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
    judge(put(path, file, facts ? [{ path: facts.path, content: facts.file }] : []));
  }
}

async function describe({ path, file }) {
  try {
    if (file.size > MOST) throw new Problem(tooLarge(file.size));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { answer } = await bench.ask({ to: "judging", kind: "beside", name: path }, { files: [{ path, bytes }] });
    for (const [source, date] of Object.entries(answer.dates)) dates.set(source, date);
    const faults = answer.faults.slice(0, FAULTS).map((fault) => make("li", {}, fault));
    if (answer.faults.length > FAULTS) faults.push(make("li", {}, `and ${answer.faults.length - FAULTS} more, which \`anyturn catalogue\` lists`));
    notes.append(make("div", { class: "note" }, make("p", {}, make("b", {}, path), `: ${answer.words}${faults.length ? "" : ", without a fault"}`), faults.length ? make("ul", {}, ...faults) : null));
  } catch (problem) {
    notes.append(make("div", { class: "note wrong" }, make("p", {}, make("b", {}, path), `: ${problem.message}`)));
  }
}

const tooLarge = (size) => `found ${size.toLocaleString("en")} bytes, expected at most ${MOST.toLocaleString("en")} in a page; \`anyturn import\` reads longer files`;

/** @param {import("../shelf.js").Log} log */
async function judge(log) {
  const stop = new AbortController();
  const row = make("li", { class: "log working" }, make("span", { class: "badge" }, "judging"), make("span", { class: "name" }, log.name), button("Stop", () => stop.abort(), { class: "stop", "aria-label": `Stop ${log.name}` }));
  list.append(row);
  place.classList.remove("empty-list");
  work.add(stop);
  count();
  try {
    if (log.content.size > MOST) throw new Problem(tooLarge(log.content.size));
    const { answer } = await bench.ask({ to: "judging", kind: "judge", name: log.name }, { files: () => sent(log), seconds: SECONDS, signal: stop.signal });
    log.judged = answer.judged;
    row.replaceWith(...answer.judged.map((judged) => judgedRow(log, judged)));
  } catch (problem) {
    row.replaceWith(failedRow(log, problem));
  }
  work.delete(stop);
  count();
}

function judgedRow(log, judged) {
  const source = judged.verdict.source;
  const date = dates.get(source) ?? dates.get(source.split("/").pop());
  const body = make("div", { class: "reasons" });
  const details = make("details", { toggle: () => details.open && !body.children.length && fill(body, log, judged) }, make("summary", {}, ...line(judged, source), date ? make("span", { class: "soft" }, date) : null), body);
  return make("li", { class: "log", "data-verdict": judged.verdict.verdict }, details);
}

function fill(body, log, judged) {
  const parts = reasons(judged).filter(Boolean);
  const canLook = judged.writable.length > 0;
  const look = canLook ? make("a", { class: "button main", href: `#/look?log=${log.id}` }, "Look at the game") : null;
  const more = canLook ? make("details", {}, make("summary", {}, "Save …"), downloads(log)) : null;
  body.append(...parts, make("p", { class: "buttons" }, look), ...(more ? [more] : []));
}

/** A log without a verdict: stopped, too much for a page, or a defect of the program. */
function failedRow(log, problem) {
  const isDefect = !(problem instanceof Problem);
  const words = isDefect ? `anyturn failed on this log (${problem.message}); please report it with the log` : problem.message;
  const kind = problem instanceof Stopped ? "stopped" : "unjudged";
  return make("li", { class: "log", "data-verdict": kind }, make("div", { class: "failed" }, make("span", { class: `badge ${kind}` }, kind), make("span", { class: "name" }, log.name), make("span", { class: "about" }, words)), button("Judge again", (event) => {
    event.target.closest("li").remove();
    judge(log);
  }));
}

/** Count soon: many logs can come and be judged at once. */
function count() {
  counting ??= setTimeout(() => {
    counting = null;
    tally();
  }, SOON);
}

/** What there is in total, with buttons that show one kind, stop everything, and save. */
function tally() {
  const found = new Map();
  for (const { dataset } of list.children) if (dataset.verdict) found.set(dataset.verdict, (found.get(dataset.verdict) ?? 0) + 1);
  const judged = [...found.values()].reduce((sum, number) => sum + number, 0);
  if (!found.has(shownVerdict)) shownVerdict = "";
  const chip = (verdict, words) => button(words, () => filter(verdict), { class: `chip ${verdict}`, "aria-pressed": String(verdict === shownVerdict) });
  totals.replaceChildren(
    ...(found.size > 1 ? [chip("", `all ${judged.toLocaleString("en")}`), ...[...found].map(([verdict, number]) => chip(verdict, `${verdict} ${number.toLocaleString("en")}`))] : []),
    ...(work.size > 1 ? [make("span", {}, `${work.size.toLocaleString("en")} to go`), button("Stop all", () => [...work].forEach((stop) => stop.abort()))] : []),
    ...(judged > 1 ? [button("Save the verdicts", () => save("verdicts.jsonl", "application/jsonl", all().map(lines).join("")))] : []),
  );
  filter(shownVerdict, false);
}

function filter(verdict, again = true) {
  shownVerdict = verdict;
  for (const row of list.children) row.hidden = Boolean(verdict && row.dataset.verdict && row.dataset.verdict !== verdict);
  if (again) tally();
}
