// The page: one place of the game is shown, by slider, keys, links and the address.

const $ = (id) => document.getElementById(id);
const BEAT = 900; // milliseconds from one place to the next while the game plays

class Page {
  constructor(told) {
    this.told = told;
    this.rows = told.rows.map(rowOf);
    this.last = this.rows.length - 1;
    this.frames = framesOf(told.splices);
    this.places = placesOf(told, this.rows);
    this.at = -1;
    this.playing = null;
    this.saving = null;
    this.theme = "";
    this.course = courseOf(told);
    const figures = figuresOf(told);
    const go = (row) => this.jump(row);
    this.screen = new Screen($("picture"), told.pieces, told.drawn);
    this.views = [
      new FigureTable($("figures"), told, figures, this.course),
      new SourceTable($("sources"), told, figures),
      new Panel($("now"), told, this.rows, this.places, this.course),
      new Log($("log"), told, this.rows, this.places, this.course),
    ];
    if (told.figures.includes("vp")) this.views.push(new Chart($("chart"), told, this.rows, figures, go));
    drawRibbon($("ribbon"), told, this.rows);
    drawFindings($("findings"), told, this.places);
    this.listen();
  }

  listen() {
    $("slider").max = this.last;
    $("slider").addEventListener("input", () => this.move(Number($("slider").value)));
    $("ribbon").addEventListener("click", (event) => {
      const box = $("ribbon").getBoundingClientRect();
      this.jump(Math.round((this.last * (event.clientX - box.left)) / box.width));
    });
    addEventListener("popstate", () => this.follow()); // at once: nothing is saved between a jump and this
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("click", (event) => event.target.closest("a[href^='#']") && this.save(), true);
    for (const button of document.querySelectorAll("button[data-key]")) {
      button.addEventListener("click", () => this.commands()[button.dataset.key]());
    }
  }

  /** What the keys and buttons do. */
  commands() {
    return {
      ArrowLeft: () => this.move(this.course.before[this.at]),
      ArrowRight: () => this.move(this.at + 1),
      PageUp: () => this.move(this.neighbour("turn", -1)),
      PageDown: () => this.move(this.neighbour("turn", 1)),
      R: () => this.move(this.neighbour("round", -1)),
      r: () => this.move(this.neighbour("round", 1)),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
      " ": () => this.play(this.playing === null),
      "?": () => $("help").showModal(),
      d: () => this.paint({ "": "dark", dark: "light", light: "" }[this.theme]),
      z: () => this.size({ width: "whole", whole: "full", full: "width" }[$("stage").dataset.size]),
      m: () => $("picture").toggleAttribute("data-plain"),
    };
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || $("help").open) return;
    const command = this.commands()[event.key];
    const isPressed = event.key === " " && event.target.closest("button, summary");
    if (!command || isPressed || event.target.closest("select")) return;
    event.preventDefault();
    command();
  }

  /** The first place of the next turn or round, or of this one, or of the one before it. */
  neighbour(what, way) {
    const of = (row) => this.rows[row][what];
    let row = this.at + way;
    if (way < 0) {
      while (row > 0 && of(row - 1) === of(row)) row--;
      return row;
    }
    while (row < this.last && of(row) === of(this.at)) row++;
    return row;
  }

  /** Go to a place by way of the history: "back" leads to where one was. */
  jump(row) {
    this.save();
    location.hash = `#${this.places.names[row]}`;
  }

  /** Go to a place; the address follows when it is quiet. */
  move(row) {
    row = this.course.told[Math.max(0, Math.min(this.last, row))];
    if (row === this.at) return;
    this.show(row);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 300);
  }

  /** Let the address say where one is. */
  save() {
    clearTimeout(this.saving);
    if (this.places.find(location.hash) === this.at) return;
    history.replaceState(null, "", `#${this.places.names[this.at]}`);
  }

  /** Go where the address says. */
  follow() {
    clearTimeout(this.saving);
    const address = location.hash.length > 1 ? location.hash : this.told.opens;
    const row = this.places.find(address);
    $("lost").hidden = row !== undefined;
    if (row === undefined) $("lost").textContent = `This game has no place ${decodeURIComponent(address)}.`;
    this.show(row ?? Math.max(this.at, 0));
  }

  show(row) {
    if (row === this.at) return;
    this.at = row;
    const name = row ? `#${this.places.names[row]}` : "Start";
    const { who, words, kind, where } = this.rows[row];
    this.screen.show(this.frames[row]);
    for (const view of this.views) view.show(row, row ? `after ${name}` : "at the start");
    $("slider").value = row;
    $("slider").style.setProperty("--part", `${(100 * row) / Math.max(1, this.last)}%`);
    $("slider").setAttribute("aria-valuetext", `${name}, ${where}`);
    $("where").replaceChildren(make("b", {}, name), ` ${where}`);
    const actor = kind ? actorOf(this.told, who) : "by rule";
    if (this.playing === null) $("live").textContent = `${name}, ${where}${row ? `: ${actor}: ${words}` : ""}`;
    if (row === this.last) this.play(false);
  }

  play(on) {
    clearInterval(this.playing);
    this.playing = null;
    if (on) {
      if (this.at === this.last) this.move(0);
      this.playing = setInterval(() => this.move(this.at + 1), BEAT / Number($("speed").value));
    }
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    $("play").classList.toggle("on", on);
  }

  /** Light, dark, or as the reader's system is; kept for the next page where the browser keeps anything. */
  paint(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.screen.paint(theme);
    $("theme").setAttribute("aria-label", `Colours: ${theme || "as the system"}`);
    try {
      localStorage.setItem("anyturn-theme", theme);
    } catch {} // a page from disk may not be allowed to
  }

  /** As wide as there is room, wholly in sight, or in full size. */
  size(size) {
    $("stage").dataset.size = size;
    $("size").setAttribute("aria-label", `Size of the picture: ${size}`);
  }
}

function keptTheme() {
  try {
    const kept = localStorage.getItem("anyturn-theme");
    return ["dark", "light"].includes(kept) ? kept : "";
  } catch {
    return "";
  }
}

async function start() {
  if (!("DecompressionStream" in window)) throw new Error("this browser is too old to unpack the page");
  const page = new Page(await unpacked());
  page.follow();
  page.paint(keptTheme());
  document.body.classList.add("ready");
  performance.mark("shown");
}

start().catch((error) => {
  $("lost").hidden = false;
  $("lost").textContent = `The game cannot be shown: ${error.message}.`;
  throw error;
});
