// Try: what could have happened, from any place of a game, in branches beside the one that was played.

import { make } from "../elements.js";
import { bench } from "../python.js";
import { all, get, put, sent } from "../shelf.js";
import * as storage from "../storage.js";
import { list, sit } from "./record.js";

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
  const branches = make("ul", { id: "branches" });
  const form = make("form", { id: "leave", submit: (event) => begin(event) },
    make("label", {}, "Game", logs), make("label", {}, "Or a log from a file", input),
    make("label", {}, "Place: start, end, #217 (a record), t45 (a turn), r3 (a round), r3.t2", at),
    make("label", {}, "Name of the branch", called), make("button", { id: "start-branch" }, "Begin a branch"), wrong);
  place.replaceChildren(make("div", { class: "start" }, make("h1", {}, "Try what could have happened"),
    make("p", {}, "A branch leaves a game at any place and is played on beside it. It is kept in this browser."),
    form, make("h2", {}, "Branches"), branches));
  options(parameters.get("log"));
  await list(branches, (one) => one.branch);

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
      const about = { name: called.value.trim() || log.name, title: answer.title, status: `of ${log.name}`, branch };
      location.hash = `#/try?game=${await storage.begin(answer.lines, about)}`;
    } catch (error) {
      wrong.textContent = error.message;
    }
  }
}
