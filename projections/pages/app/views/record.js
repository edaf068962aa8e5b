// Record: begin a game, or go on with one that this browser keeps or that a file holds.

import { button, make } from "../elements.js";
import { bench } from "../python.js";
import * as storage from "../storage.js";
import { Table } from "../table.js";

export const id = "record";
export const title = "Record";

let games = null;

export async function show(place, parameters) {
  const game = Number(parameters.get("game"));
  if (game) return sit(place, game, true);
  const kept = make("ul", { id: "kept" });
  const wrong = make("p", { class: "wrong", id: "wrong", role: "status" });
  const form = make("form", { id: "begin" }, make("p", { class: "soft" }, "Loading the games"));
  const input = make("input", { type: "file", id: "file", change: () => goOn(input.files[0], wrong) });
  place.replaceChildren(make("div", { class: "start" },
    make("h1", {}, "Record a game"),
    make("p", {}, "Each action is judged as it is entered, and kept in this browser at once."),
    kept, make("label", {}, "Go on with a log from a file", input), wrong, form));
  await list(kept, (one) => !one.branch);
  games ??= bench.ask({ to: "recording", kind: "games" });
  fill(form, (await games).answer.games, wrong);
}

/** Open a kept game in place. */
export async function sit(place, id, atTable) {
  const table = new Table(id, atTable);
  place.replaceChildren(table.element);
  await table.open().catch((error) => table.tell(error.message, true));
}

/** List kept games, each with what can be done with it. */
export async function list(place, wanted) {
  const found = (await storage.all()).filter(wanted);
  place.replaceChildren(...found.map((one) => {
    const view = one.branch ? "try" : "record";
    const about = one.branch ? `, from record ${one.branch.seq}` : "";
    const remove = () => forget(one, () => list(place, wanted));
    return make("li", {},
      make("a", { href: `#/${view}?game=${one.id}` }, `${one.title}: ${one.name}${about}`),
      make("span", { class: "soft" }, one.status),
      button("Delete", remove, { "aria-label": `Delete ${one.name}` }));
  }));
}

async function forget(one, then) {
  if (!confirm(`Delete ${one.name} from this browser? A log that was not downloaded is lost.`)) return;
  await storage.remove(one.id);
  then();
}

async function goOn(file, wrong) {
  wrong.textContent = "";
  const files = [{ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }];
  try {
    const { answer } = await bench.ask({ to: "recording", kind: "open", name: file.name, at_table: false }, { files });
    const name = file.name.replace(/\.[a-z]+(\.gz|\.zst)?$/i, "");
    const id = await storage.begin(answer.lines, { name, title: answer.title, status: answer.status, branch: answer.branch });
    location.hash = `#/${answer.branch ? "try" : "record"}?game=${id}`;
  } catch (error) {
    wrong.textContent = error.message;
  }
}

function fill(form, games, wrong) {
  const chosen = make("select", { id: "rules", change: () => options() }, ...games.map(({ id, name }) => make("option", { value: id }, name)));
  const name = make("input", { id: "name", value: `Game of ${new Date().toLocaleDateString()}` });
  const players = make("textarea", { id: "players", rows: 4 });
  const fields = make("div", {});
  const begin = make("button", { id: "start-game" }, "Begin");
  form.replaceChildren(
    make("h2", {}, "Begin a game"), make("label", {}, "Game", chosen), make("label", {}, "Name of the log", name),
    make("label", {}, "Players, one a line, in the order of their seats; NAME=FACTION where it is fixed before", players),
    fields, begin);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start().catch((error) => (wrong.textContent = error.message));
  });

  function options() {
    const game = games.find(({ id }) => id === chosen.value);
    const cards = game.catalogue && make("label", {}, "Catalogue of cards: the house's own, or a file",
      make("select", { id: "catalogue" }, make("option", { value: game.catalogue }, "the house's own"), make("option", { value: "" }, "a file (TOML)")),
      make("input", { type: "file", id: "catalogue-file", "aria-label": "Catalogue file" }));
    const rows = game.options.map((one) => make("label", {}, one.name.replaceAll("_", " "), entry(one), one.meaning ? make("span", { class: "soft" }, one.meaning) : null));
    fields.replaceChildren(...(cards ? [cards] : []), make("details", {}, make("summary", {}, "Options"), make("fieldset", {}, ...rows)));
  }

  async function start() {
    wrong.textContent = "";
    const game = games.find(({ id }) => id === chosen.value);
    const names = players.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const stated = Object.fromEntries(game.options.map((one) => [one, fields.querySelector(`[name="${one.name}"]`)])
      .map(([one, field]) => [one, JSON.parse(field.value)]).filter(([one, value]) => value !== one.default).map(([one, value]) => [one.name, value]));
    const file = fields.querySelector("#catalogue-file")?.files[0];
    const catalogue = file ? file.name : fields.querySelector("#catalogue")?.value ?? "";
    const files = file ? [{ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }] : [];
    const { answer } = await bench.ask({ to: "recording", kind: "begin", game: game.id, players: names, options: stated, catalogue, played_at: new Date().toISOString().slice(0, 10) }, { files });
    const id = await storage.begin(answer.lines, { name: name.value, title: game.name, status: "begun", branch: null });
    location.hash = `#/record?game=${id}`;
  }

  options();
}

/** The element in which the value of an option is chosen; its value is JSON. */
function entry({ name, values, default: usual }) {
  if (!values.length) return make("input", { name, type: "number", value: usual });
  const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));
  const select = make("select", { name }, ...values.map((value) => make("option", { value: JSON.stringify(value) }, words(value))));
  select.value = JSON.stringify(usual);
  return select;
}
