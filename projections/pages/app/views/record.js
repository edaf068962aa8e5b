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
    make("p", {}, "For the table: tap what happens. Each action is checked by the rules and saved in this browser at once."),
    kept, form, wrong,
    make("section", {}, make("h2", {}, "Go on with a log from a file"), make("label", {}, "A log that was downloaded here or recorded with anyturn", input))));
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
  place.replaceChildren(...found.map((one) => row(one, "record", `${one.title}: ${one.name}`, () => list(place, wanted))));
}

/** A kept game in a list; `again` makes the list anew when it was deleted. */
export function row(one, view, words, again) {
  return make("li", {},
    make("a", { href: `#/${view}?game=${one.id}` }, words),
    button("Delete", () => forget(one, again), { "aria-label": `Delete ${one.name}` }),
    make("span", { class: "soft" }, one.status));
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
  const chosen = make("select", { id: "rules", change: () => showOptions() }, ...games.map(({ id, name }) => make("option", { value: id }, name)));
  const name = make("input", { id: "name", value: `Game of ${new Date().toLocaleDateString()}` });
  const players = make("textarea", { id: "players", rows: 4, placeholder: "Ann\nBob\nCleo" });
  const fields = make("div", {});
  const begin = make("button", { id: "start-game", class: "main" }, "Begin");
  let stated = new Map();
  form.replaceChildren(
    make("h2", {}, "Begin a game"), make("label", {}, "Game", chosen), make("label", {}, "Name of the log", name),
    make("label", {}, "Players, one on each line, in the order in which they sit", players, make("span", { class: "soft" }, "A faction that is fixed beforehand goes behind the name: Ann=witches")),
    fields, begin);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start().catch((error) => (wrong.textContent = error.message));
  });

  function showOptions() {
    const game = games.find(({ id }) => id === chosen.value);
    const cards = game.catalogue && make("label", {}, "Catalogue of cards: the house's own, or a file",
      make("select", { id: "catalogue" }, make("option", { value: game.catalogue }, "the house's own"), make("option", { value: "" }, "a file (TOML)")),
      make("input", { type: "file", id: "catalogue-file", "aria-label": "Catalogue file" }));
    const entries = game.options.map((one) => [one, entry(one)]);
    stated = new Map(entries.map(([one, { value }]) => [one, value]));
    const rows = entries.map(([one, { element, how }]) => make("label", {}, one.name.replaceAll("_", " "), element, ...[one.meaning, how].filter(Boolean).map((words) => make("span", { class: "soft" }, words))));
    fields.replaceChildren(...(cards ? [cards] : []), make("details", {}, make("summary", {}, "Options: most games need none"), make("fieldset", {}, ...rows)));
  }

  async function start() {
    wrong.textContent = "";
    const game = games.find(({ id }) => id === chosen.value);
    const names = players.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const options = Object.fromEntries([...stated].map(([one, value]) => [one, valueOf(one, value)])
      .filter(([one, value]) => JSON.stringify(value) !== JSON.stringify(one.default)).map(([one, value]) => [one.name, value]));
    const file = fields.querySelector("#catalogue-file")?.files[0];
    const catalogue = file ? file.name : fields.querySelector("#catalogue")?.value ?? "";
    const files = file ? [{ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }] : [];
    const { answer } = await bench.ask({ to: "recording", kind: "begin", game: game.id, players: names, options, catalogue, played_at: new Date().toISOString().slice(0, 10) }, { files });
    const id = await storage.begin(answer.lines, { name: name.value, title: game.name, status: "begun", branch: null });
    location.hash = `#/record?game=${id}`;
  }

  showOptions();
}

const HOW = { words: "none, or several with commas between them", numbers: "none, or several with commas between them", table: "one on each line: name = value", json: "JSON" };

/** The element in which the value of an option is stated, what it holds as a value, and how to write it. */
function entry({ name, form, values, default: usual }) {
  if (form === "number") {
    const element = make("input", { name, type: "number", value: usual });
    return { element, value: () => Number(element.value) };
  }
  if (form === "choice") {
    const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));
    const element = make("select", { name }, ...values.map((value) => make("option", { value: JSON.stringify(value) }, words(value))));
    element.value = JSON.stringify(usual);
    return { element, value: () => JSON.parse(element.value) };
  }
  const element = make("textarea", { name, rows: form === "table" ? 3 : 1, spellcheck: "false" });
  return { element, value: () => written(form, element.value.trim()) ?? usual, how: HOW[form] };
}

function valueOf({ name }, value) {
  try {
    return value();
  } catch {
    throw new Error(`found no JSON in the option ${name.replaceAll("_", " ")}`);
  }
}

/** What was written in a form; undefined for nothing. */
function written(form, text) {
  if (!text) return undefined;
  if (form === "json") return JSON.parse(text); // throws SyntaxError
  if (form === "table") return Object.fromEntries(text.split("\n").filter(Boolean).map((line) => line.split("=").map((side) => side.trim())).map(([name, value = ""]) => [name, plain(value)]));
  const items = text.split(/[,\n]/).map((item) => item.trim()).filter(Boolean);
  return form === "numbers" ? items.map(plain) : items;
}

/** A number or `null` as such, anything else as text. */
const plain = (text) => (/^(-?\d+|null)$/.test(text) ? JSON.parse(text) : text);
