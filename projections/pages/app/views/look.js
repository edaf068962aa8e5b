// Look: the replay page of a game, in place. The address holds the step, and on request the game itself.

import { downloads } from "../downloads.js";
import { button, make } from "../elements.js";
import { MOST, packed, SHORT, unpacked } from "../links.js";
import { bench } from "../python.js";
import { all, get, put, sent } from "../shelf.js";

export const id = "look";
export const title = "Look";

const SECONDS = 120;
const PICTURE = '[data-key="s"]'; // the button of the replay page that saves a picture
const carried = new Map(); // games that came in an address: what stood there -> the log
let shown = { log: null }; // the log, its frame, the place of the frame, the button beside the navigation

/** @param {URLSearchParams} parameters */
export async function show(main, parameters, tools) {
  const at = parameters.get("at") ?? "";
  try {
    const log = parameters.has("game") ? await inAddress(parameters) : get(parameters.get("log") ?? shown.log?.id);
    if (!log) return main.replaceChildren(nothing(parameters.has("log")));
    if (shown.log === log) {
      if (shown.place.isConnected) step(at);
      else again(main, at || shown.at);
      tools.replaceChildren(shown.trying, shown.sharing);
      return;
    }
    await open(main, log, at, tools);
  } catch (problem) {
    main.replaceChildren(make("div", { class: "empty" }, make("h1", {}, "There is nothing to look at"), make("p", { role: "alert" }, problem.message)));
  }
}

async function inAddress(parameters) {
  const text = parameters.get("game");
  if (!carried.has(text)) carried.set(text, put(parameters.get("name") ?? "game.jsonl", new Blob([await unpacked(text)])));
  return carried.get(text);
}

function nothing(wasNamed) {
  const logs = all().filter(({ judged }) => judged?.[0]?.writable.length);
  const links = logs.map((log) => make("li", {}, make("a", { href: `#/look?log=${log.id}` }, log.name)));
  const lost = wasNamed ? make("p", { role: "alert" }, "That log is no longer open: a page forgets its logs when it is loaded again. Choose the file again, or use a link that holds the game.") : null;
  return make("div", { class: "empty" }, make("h1", {}, "Look at a game"), lost, links.length ? make("ul", {}, ...links) : make("p", {}, "Open a log in ", make("a", { href: "#/judge" }, "Judge"), " first; then it can be looked at here, step by step."));
}

async function open(main, log, at, tools) {
  const stop = new AbortController();
  const waiting = make("div", { class: "empty", role: "status" }, make("h1", {}, log.name), make("p", {}, "Drawing the game …"), make("p", {}, button("Stop", () => stop.abort())));
  main.replaceChildren(waiting);
  shown = { log: null };
  const more = { files: () => sent(log), seconds: SECONDS, signal: stop.signal };
  log.judged ??= (await bench.ask({ to: "judging", kind: "judge", name: log.name }, more)).answer.judged;
  const { files } = await bench.ask({ to: "looking", kind: "show_page", name: log.name }, more);
  if (!waiting.isConnected) return; // another view was opened meanwhile
  const address = URL.createObjectURL(new Blob([files[0].bytes], { type: "text/html" }));
  const frame = make("iframe", { title: `Replay of ${log.name}`, src: `${address}#${at}`, load: () => follow(frame) });
  const picture = button("Picture of this position", () => {
    dialog.close();
    frame.contentDocument.querySelector(PICTURE).click();
  });
  const dialog = make("dialog", { "aria-labelledby": "share-title" }, make("form", { method: "dialog" },
    make("div", { class: "top" }, make("h2", { id: "share-title" }, "Save or share"), make("button", {}, "Close")),
    make("h3", {}, "A link to this game"), linkTo(log), make("h3", {}, "Files"), picture, downloads(log)));
  const icon = document.importNode(document.getElementById("share-icon").content, true);
  const sharing = make("button", { type: "button", id: "sharing", "aria-label": "Save or share", click: () => dialog.showModal() }, icon, make("span", {}, "Save or share"));
  const trying = make("a", { class: "button", id: "trying", href: `#/try?log=${log.id}` }, "Try from here");
  const place = make("div", { class: "look" }, make("h1", { class: "hidden" }, `Replay of ${log.name}`), frame, dialog);
  main.replaceChildren(place);
  tools.replaceChildren(trying, sharing);
  shown = { log, frame, place, sharing, trying, address, at };
}

/** Show the replay page again, where it was left: a frame that is put into the page loads anew. */
function again(main, at) {
  shown.frame.src = `${shown.address}#${at}`;
  main.replaceChildren(shown.place);
}

/** Keep the step of the replay page in the address of this page, and have one button for sharing. */
function follow(frame) {
  for (const hidden of frame.contentDocument.querySelectorAll(`${PICTURE}, [data-key="copy"]`)) hidden.hidden = true; // a link would be to the frame
  const { history, location: inside } = frame.contentWindow;
  const plain = history.replaceState.bind(history);
  const note = () => {
    const parameters = new URLSearchParams(location.hash.split("?")[1] ?? "");
    shown.at = decodeURIComponent(inside.hash.slice(1));
    const branch = new URLSearchParams({ log: shown.log.id, at: addressed(shown.log, shown.at) });
    for (const link of [shown.trying, document.querySelector('#views [data-view="try"]')]) link.href = `#/try?${branch}`;
    parameters.set("at", shown.at);
    if (!parameters.has("game")) parameters.set("log", shown.log.id);
    if (document.body.dataset.view === id) window.history.replaceState(null, "", `#/look?${parameters}`);
  };
  history.replaceState = (...what) => {
    plain(...what);
    note();
  };
  frame.contentWindow.addEventListener("hashchange", note);
}

/** Where a branch begins that leaves a game at a step of the replay page: at the latest before what breaks a clause. */
function addressed(log, at) {
  const record = /^\d+/.exec(at);
  if (!record) return at || "start";
  return `#${Math.min(Number(record[0]), (log.judged[0].broken?.seq ?? Infinity) - 1)}`;
}

/** Go to a step, if the address names another one than the replay page shows. */
function step(at) {
  const inside = shown.frame.contentWindow.location;
  if (at && decodeURIComponent(inside.hash.slice(1)) !== at) inside.hash = `#${at}`;
}

/** A link that holds the game itself. */
function linkTo(log) {
  const said = make("p", { role: "status" });
  const copy = async () => {
    said.textContent = "Working …";
    const { name, text, note } = await inLink(log);
    if (text.length > MOST) {
      said.textContent = `This game takes ${text.length.toLocaleString("en")} characters, too many for a link. Save it as a file and send that.`;
      return;
    }
    const parameters = new URLSearchParams({ name, game: text });
    const at = new URLSearchParams(location.hash.split("?")[1] ?? "").get("at");
    if (at) parameters.set("at", at);
    const address = `${location.href.split("#")[0]}#/look?${parameters}`;
    const done = `${address.length.toLocaleString("en")} characters${note}.`;
    await navigator.clipboard.writeText(address).then(
      () => (said.textContent = `The link is copied: ${done}`),
      () => said.replaceChildren(`Copy this link: ${done}`, make("textarea", { readonly: true, rows: 3, "aria-label": "Link" }, address)),
    );
  };
  return make(
    "div",
    {},
    make("p", {}, `A link can hold a whole game, compressed, in up to ${MOST.toLocaleString("en")} characters. It needs no server and no file; whoever opens it sees the game at this step, names included. Some messengers cut long links: then send a file.`),
    button("Copy the link", () => copy().catch((problem) => (said.textContent = problem.message))),
    said,
  );
}

/** The log as it is, or, if that is long, as a native log without hashes; one that breaks a clause stays as it is. */
async function inLink(log) {
  const name = log.name.split("/").pop();
  const text = await packed(new Uint8Array(await log.content.arrayBuffer()));
  const [judged] = log.judged;
  if (text.length <= SHORT || judged.broken || !judged.writable.length) return { name, text, note: "" };
  const { files } = await bench.ask({ to: "looking", kind: "write", name: log.name, into: "native" }, { files: () => sent(log) });
  const native = new TextDecoder().decode(files[0].bytes).replaceAll(/,"hash":"[0-9a-f]*"/g, "");
  const shorter = await packed(new TextEncoder().encode(native));
  if (shorter.length >= text.length) return { name, text, note: "" };
  return { name: files[0].name, text: shorter, note: ", with the game as a native log without hashes" };
}
