// The page: navigation between views, the start of Python, light and dark, and the service worker.

import { button, make } from "./elements.js";
import { bench } from "./python.js";
import { SITE } from "./site.js";
import { VIEWS } from "./views.js";

const $ = (id) => document.getElementById(id);
const THEME = "anyturn-theme"; // the replay page keeps its own under the same name
const LOADED = Object.entries(SITE.files).reduce((sum, [name, size]) => sum + (name.endsWith(".packed") ? size : 0), 0);

/** The view and the parameters in the address: `#/look?log=2&at=217`. */
function route() {
  const [path, parameters] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: VIEWS.find(({ id }) => id === path) ?? VIEWS[0], parameters: new URLSearchParams(parameters ?? "") };
}

function navigate() {
  const { view, parameters } = route();
  document.title = `anyturn: ${view.title}`;
  for (const link of $("views").children) {
    if (link.dataset.view === view.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.view = view.id;
  $("tools").replaceChildren(); // a view may put its buttons there
  view.show($("main"), parameters, $("tools"));
}

/** What the start of Python has reached. */
function report({ stage, arrived, failed }) {
  if (arrived) {
    $("bar").value = (0.8 * arrived) / LOADED;
    $("stage").textContent = `Loading the rules and Python: ${(arrived / 2 ** 20).toFixed(1)} of ${(LOADED / 2 ** 20).toFixed(1)} MB`;
  }
  if (stage === "program") {
    $("bar").value = 0.9;
    $("stage").textContent = "Starting the program";
  }
  if (failed) $("stage").textContent = failed;
  $("start").classList.toggle("wrong", Boolean(failed));
}

function paint(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").setAttribute("aria-label", `Colours: ${theme || "system setting"}`);
}

/** The next theme. A replay page in a frame has such a button of its own, which is followed here. */
function changeTheme() {
  const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme];
  localStorage.setItem(THEME, next);
  paint(next);
}

/** Keep the site for later visits without a network, and offer a newer version when there is one. */
async function keep() {
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register("service-worker.js");
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    const load = () => registration.waiting.postMessage("take over");
    $("offline").replaceChildren("There is a newer version of this page. ", button("Load it", load));
  };
  navigator.serviceWorker.addEventListener("controllerchange", () => $("offline").querySelector("button") && location.reload());
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", offer));
  offer();
  await navigator.serviceWorker.ready;
  if (!$("offline").textContent) $("offline").textContent = "This page now also works without a network.";
}

paint(localStorage.getItem(THEME) ?? "");
$("theme").addEventListener("click", changeTheme);
addEventListener("storage", ({ key, newValue }) => key === THEME && paint(newValue ?? ""));
$("views").append(...VIEWS.map(({ id, title }) => make("a", { href: `#/${id}`, "data-view": id }, title)));
addEventListener("hashchange", navigate);
navigate();
performance.mark("usable");
bench.warm(report).then(() => {
  performance.mark("ready");
  $("start").hidden = true;
  document.body.classList.add("ready");
  return keep();
});
