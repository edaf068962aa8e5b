// Try: what could have happened, from any place of a game, in branches beside the one that was played.

import { make } from "../elements.js";
import { bench } from "../python.js";
import { all, get, put, sent } from "../shelf.js";
import * as storage from "../storage.js";
import { row, sit } from "./record.js";

export const id = "try";
export const title = "Try";

export async function show(place, parameters) {
  const game = Number(parameters.get("game"));
  if (game) return sit(place, game, false);
  const wrong = make("p", { class: "wrong", id: "wrong", role: "status" });
  const logs = make("select", { id: "log" });
  const at = make("input", { id: "at", value: parameters.get("at") ?? "r1" });
  const called = make("input", { id: "called", value: "What if" });
  const input = make("input", { type: "file", id: "file", change: () => add(input.files[0]) });
  const branches = make("div", { id: "branches" });
  const form = make("form", { id: "leave", submit: (event) => begin(event) },
    make("label", {}, "Game", logs), make("label", {}, "A log from a file", input),
    make("label", {}, "Where the branch leaves the game", at, make("span", { class: "soft" }, "start · end · #217, after record 217 · t45, after turn 45 · r3, after round 3 · r3.t2")),
    make("label", {}, "Name of the branch", called), make("button", { id: "start-branch", class: "main" }, "Begin a branch"), wrong);
  place.replaceChildren(make("div", { class: "start" }, make("h1", {}, "Try what could have happened"),
    make("p", {}, "A branch leaves a game at any place and is played on from there. The game stays as it is; the branch is saved in this browser."),
    form, branches));
  options(parameters.get("log"));
  await showBranches(branches);

  function options(chosen) {
    logs.replaceChildren(...all().map((log) => make("option", { value: log.id }, log.name)));
    if (chosen) logs.value = chosen;
    logs.parentElement.hidden = !all().length;
  }

  function add(file) {
    options(put(file.name, file).id);
  }

  async function begin(event) {
    event.preventDefault();
    wrong.textContent = "";
    const log = get(logs.value);
    if (!log) return void (wrong.textContent = "Choose a log first.");
    try {
      const question = { to: "recording", kind: "leave", name: log.name, at: at.value.trim(), called: called.value.trim() };
      const { answer } = await bench.ask(question, { files: () => sent(log) });
      const { branch } = JSON.parse(answer.lines[0]);
      const about = { name: called.value.trim() || log.name, title: answer.title, status: "no action yet", origin: log.name, branch };
      location.hash = `#/try?game=${await storage.begin(answer.lines, about)}`;
    } catch (error) {
      wrong.textContent = error.message;
    }
  }
}

/** The branches in this browser, by the game that they left. */
async function showBranches(place) {
  const found = (await storage.all()).filter(({ branch }) => branch);
  const games = Map.groupBy(found, ({ branch, origin, title }) => branch.game || origin || title);
  place.replaceChildren(...[...games.values()].map((branches) => {
    const { title, origin } = branches.find(({ origin }) => origin) ?? branches[0];
    const open = all().find(({ name }) => name === origin);
    const look = open ? make("a", { href: `#/look?log=${open.id}` }, "Look at the game") : null;
    const rows = branches.map((one) => row(one, "try", `${one.name}, from record ${one.branch.seq}`, () => showBranches(place)));
    return make("section", {}, make("h2", {}, `Branches of ${origin ? `${title}: ${origin}` : `a game of ${title}`}`), look, make("ul", {}, ...rows));
  }));
}
