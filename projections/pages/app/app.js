// The page: navigation between views, the start of Python, light and dark, and the service worker.

import { make } from "./elements.js";
import { bench } from "./python.js";
import { VIEWS } from "./views.js";

const $ = (id) => document.getElementById(id);
const STAGES = { program: "Starting the program", ready: "Ready" };

/** The view and the parameters in the address: `#/look?log=2&at=217`. */
function route() {
  const [path, parameters] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: VIEWS.find(({ id }) => id === path) ?? VIEWS[0], parameters: new URLSearchParams(parameters ?? "") };
}

function navigate() {
  const { view, parameters } = route();
  document.title = `anyturn: ${view.title}`;
  for (const link of $("views").children) link.toggleAttribute("aria-current", link.dataset.view === view.id);
  document.body.dataset.view = view.id;
  view.show($("main"), parameters);
}

function report({ stage, failed }) {
  if (stage) $("stage").textContent = STAGES[stage];
  $("start").hidden = stage === "ready";
}

function paint() {
  const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme ?? ""];
  document.documentElement.dataset.theme = next;
  localStorage.setItem("anyturn-theme", next);
}

document.documentElement.dataset.theme = localStorage.getItem("anyturn-theme") ?? "";
$("theme").addEventListener("click", paint);
$("views").append(...VIEWS.map(({ id, title }) => make("a", { href: `#/${id}`, "data-view": id }, title)));
addEventListener("hashchange", navigate);
navigate();
performance.mark("usable");
bench.warm(report).then(() => {
  performance.mark("ready");
  document.body.classList.add("ready");
});
