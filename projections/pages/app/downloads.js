// What can be saved about a game: its log in each notation, audit, summary, the log in words, the page, the verdict.

import { button, make, save } from "./elements.js";
import { bench } from "./python.js";
import { sent } from "./shelf.js";

const TEXTS = { summary: "Summary", audit: "Audit: where every point came from", log: "Log in words" };
const NAMES = { native: "Native log (JSON lines)" };

/** A list of buttons that save files about a log. @param {import("./shelf.js").Log} log */
export function downloads(log) {
  const [judged] = log.judged ?? [];
  const said = make("p", { class: "said", role: "status" });
  const places = { public: check("Only what was public"), pseudonyms: check("Without names") };
  const how = () => Object.fromEntries(Object.entries(places).map(([name, { box }]) => [name, box.checked]));
  const ask = (question) => saved(log, question, said);
  const items = [
    button("Replay page", () => ask({ kind: "show_page" })),
    ...Object.entries(TEXTS).map(([what, words]) => button(words, () => ask({ kind: "tell", what }))),
    ...(judged?.writable ?? []).map((into) =>
      button(NAMES[into] ?? `Log as ${into.replaceAll("_", " ")}`, () => ask({ kind: "write", into, ...how() })),
    ),
    button("Verdict (JSON)", () => save(`${log.name}.verdict.jsonl`, "application/jsonl", lines(log))),
  ];
  const list = make("ul", { class: "plain" }, ...items.map((item) => make("li", {}, item)));
  return make("div", { class: "downloads" }, list, make("p", {}, ...Object.values(places).map(({ label }) => label)), said);
}

function check(words) {
  const box = make("input", { type: "checkbox" });
  return { box, label: make("label", {}, box, ` ${words} `) };
}

/** The verdicts on the games of a log as `anyturn validate --json` prints them. */
export const lines = (log) => (log.judged ?? []).map(({ verdict }) => `${JSON.stringify(verdict)}\n`).join("");

async function saved(log, question, said) {
  said.textContent = "Working …";
  try {
    const { answer, files } = await bench.ask({ to: "looking", name: log.name, ...question }, { files: await sent(log) });
    for (const { name, type, bytes } of files) save(name, type, bytes);
    said.textContent = answer.note ? `Saved; ${answer.note}.` : "Saved.";
  } catch (problem) {
    said.textContent = problem.message;
  }
}
