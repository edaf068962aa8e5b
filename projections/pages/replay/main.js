// The page: shows one position of the game, chosen by slider, keys, links or the address.

const $ = (id) => document.getElementById(id);
const BEAT = 900; // milliseconds between positions while the game plays

class Page {
  constructor(data) {
    this.data = data;
    this.rows = data.rows.map(rowOf);
    this.last = this.rows.length - 1;
    this.frames = framesOf(data.splices);
    this.places = placesOf(data, this.rows);
    this.at = -1;
    this.playing = null;
    this.saving = null;
    this.theme = "";
    this.course = courseOf(data);
    const figures = figuresOf(data);
    const go = (row) => this.jump(row);
    this.screen = new Screen($("picture"), data);
    const strip = new Strip($("seats"), $("status"), data, figures, this.course, (seat) => this.layout.pick(seat));
    this.layout = new Layout($("stage"), this.screen, data, $("table"), (seat, pinned) => strip.choose(seat, pinned));
    this.marks = new Marks(this.screen, data);
    this.marks.reveal = (keys) => this.layout.reveal(keys, this.marks);
    if (data.back) $("tools").prepend(make("a", { class: "back", href: data.back }, data.back.endsWith("/") ? "Folder" : "Report"));
    const remarks = new Remarks(data, this.rows, this.places, this.marks, () => {
      remarks.list($("remark-list"));
      this.views.find((view) => view instanceof Panel).show(this.at);
    });
    remarks.list($("remark-list"));
    this.things = new Things($("thing"), $("stage"), this.screen, data, this.places, this.marks);
    remarks.things = this.things;
    this.views = [
      strip,
      new FigureTable($("figures"), data, figures, this.course),
      new SourceTable($("sources"), data, figures),
      new Panel($("now"), data, this.rows, this.places, this.course, figures, remarks, this.marks),
      new Log($("log"), data, this.rows, this.places, this.course, this.marks),
      this.things,
    ];
    if (data.figures.includes("vp") || data.worth.length) this.views.push(new Chart($("chart"), data, this.rows, figures, go));
    drawRibbon($("ribbon"), data, this.rows);
    drawFindings($("findings"), data, this.places);
    this.listen();
  }

  listen() {
    $("slider").max = this.last;
    $("slider").addEventListener("input", () => this.move(Number($("slider").value)));
    $("ribbon").addEventListener("click", (event) => {
      const box = $("ribbon").getBoundingClientRect();
      this.jump(Math.round((this.last * (event.clientX - box.left)) / box.width));
    });
    addEventListener("popstate", () => this.follow()); // runs at once: nothing is saved between a jump and this
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("beforeprint", () => this.layout.arrange(680));
    addEventListener("afterprint", () => this.layout.arrange());
    addEventListener("click", (event) => event.target.closest("a[href^='#']") && this.save(), true);
    for (const button of document.querySelectorAll("button[data-key]")) {
      button.addEventListener("click", () => this.commands()[button.dataset.key]());
    }
  }

  /** What each key and button does. */
  commands() {
    return {
      ArrowLeft: () => this.move(this.step(-1)),
      ArrowRight: () => this.move(this.step(1)),
      "Shift+ArrowLeft": () => this.move(this.course.before[this.at]),
      "Shift+ArrowRight": () => this.move(this.at + 1),
      PageUp: () => this.move(this.neighbour("turn", -1)),
      PageDown: () => this.move(this.neighbour("turn", 1)),
      R: () => this.move(this.neighbour("round", -1)),
      r: () => this.move(this.neighbour("round", 1)),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
      " ": () => this.play(this.playing === null),
      "?": () => $("help").showModal(),
      d: () => this.paint({ "": "dark", dark: "light", light: "" }[this.theme]),
      z: () => this.layout.enlarge(),
      m: () => $("picture").toggleAttribute("data-plain"),
      l: () => this.showLog(!document.body.classList.contains("log")),
      s: () => this.share(),
      png: () => this.savePicture(),
      copy: () => this.copyLink(),
      Escape: () => this.things.close() || this.showLog(false),
    };
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const inPicture = event.target.closest("#stage, #thing") && !event.target.closest("button");
    if (inPicture && !event.shiftKey && this.things.press(event.key)) {
      event.preventDefault();
      return;
    }
    const shifted = event.shiftKey && event.key.startsWith("Arrow");
    const command = this.commands()[shifted ? `Shift+${event.key}` : event.key] ?? this.mat(event.key);
    if (event.target.closest("textarea")) return;
    const isPressed = event.key === " " && event.target.closest("button, summary");
    if (!command || isPressed || event.target.closest("select")) return;
    event.preventDefault();
    command();
  }

  /** The digits bring the mats of the players. */
  mat(key) {
    const seat = Number(key) - 1;
    return seat in this.data.seats ? () => this.layout.pick(seat) : undefined;
  }

  /** The next or previous position that changes the picture; at the ends the first or last one. */
  step(way) {
    const next = (row) => (way > 0 ? this.course.shown[Math.min(row + 1, this.last)] : this.course.before[row]);
    let row = next(this.at);
    while (row > 0 && row < this.last && this.course.quiet.has(row)) row = next(row);
    return row;
  }

  /** On a narrow screen the log lies over the page, one tap away. */
  showLog(on) {
    document.body.classList.toggle("log", on);
    $("log-button").setAttribute("aria-expanded", String(on));
    if (on) this.views.find((view) => view instanceof Log).show(this.at);
  }

  share() {
    $("done").textContent = "";
    const shown = this.layout.shown();
    const options = shown.map(({ part }) => make("option", { value: part.name }, part.title));
    $("part").replaceChildren(make("option", { value: "" }, "everything shown"), ...options);
    $("part").parentElement.hidden = !shown.length;
    $("share").showModal();
  }

  /** Save the picture, or the chosen part; the name has the position. */
  async savePicture() {
    const place = this.at ? this.places.names[this.at] : "start";
    const name = $("part").value;
    const drawn = this.layout.shown().filter(({ part }) => !name || part.name === name);
    const columns = name ? drawn[0].part.columns : this.layout.columns;
    const file = `${this.data.game} ${place} ${name}`.trim().replaceAll(/[^\w.]+/g, "-");
    await savePicture(drawingText(this.data, drawn, columns, this.theme), `${file}.png`);
    $("done").textContent = "The picture is saved.";
  }

  /** Copy a link to the position with one sentence for a forum. */
  async copyLink() {
    const { who, words, kind, where } = this.rows[this.at];
    const what = this.at ? `: ${kind ? `${actorOf(this.data, who)}: ` : ""}${words}` : "";
    this.save();
    const names = this.data.seats.map((seat) => seat.name).join(", ");
    await copyText(`${this.data.game} (${names}), ${where}${what}\n${location.href}`);
    $("done").textContent = "The link is copied.";
  }

  /** The first position of the next turn or round; backwards, of the current one or else the one before. */
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

  /** Go to a position and add it to the history, so that "back" returns to the current one. */
  jump(row) {
    this.save();
    location.hash = `#${this.places.names[row]}`;
  }

  /** Go to a position; the address follows after a pause. */
  move(row) {
    row = this.course.shown[Math.max(0, Math.min(this.last, row))];
    if (row === this.at) return;
    this.show(row);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 300);
  }

  /** Put the current position into the address. */
  save() {
    clearTimeout(this.saving);
    if (this.places.find(location.hash) === this.at) return;
    history.replaceState(null, "", `#${this.places.names[this.at]}`);
  }

  /** Go to the position in the address. */
  follow() {
    clearTimeout(this.saving);
    const address = location.hash.length > 1 ? location.hash : this.data.opens;
    const row = address ? this.places.find(address) : this.data.opens_at;
    $("lost").hidden = row !== undefined;
    if (row === undefined) $("lost").textContent = `This game has no position ${decodeURIComponent(address)}.`;
    this.show(row ?? Math.max(this.at, 0));
  }

  show(row) {
    if (row === this.at) return;
    this.at = row;
    const name = row ? `#${this.places.names[row]}` : "Start";
    const { who, words, kind, where } = this.rows[row];
    this.screen.show(this.frames[row]);
    this.layout.follow(kind ? who : -1);
    for (const view of this.views) view.show(row, row ? `after ${name}` : "at the start");
    $("slider").value = row;
    $("slider").style.setProperty("--part", `${(100 * row) / Math.max(1, this.last)}%`);
    $("slider").setAttribute("aria-valuetext", `${name}, ${where}`);
    $("where").replaceChildren(make("b", {}, name), ` ${where}`);
    const actor = kind ? actorOf(this.data, who) : "automatic";
    $("line").textContent = row ? `${name} ${actor}: ${words}` : where;
    if (this.playing === null) $("live").textContent = `${name}, ${where}${row ? `: ${actor}: ${words}` : ""}`;
    if (row === this.last) this.play(false);
  }

  play(on) {
    clearInterval(this.playing);
    this.playing = null;
    if (on) {
      if (this.at === this.last) this.move(0);
      this.playing = setInterval(() => this.move(this.step(1)), BEAT / Number($("speed").value));
    }
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    $("play").classList.toggle("on", on);
  }

  /** Light, dark, or the system setting; remembered for the next page where the browser allows it. */
  paint(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.screen.paint(theme);
    $("theme").setAttribute("aria-label", `Colours: ${theme || "system setting"}`);
    try {
      localStorage.setItem("anyturn-theme", theme);
    } catch {} // a page opened from disk may not be allowed to store anything
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

let page; // the one that is shown

async function start() {
  if (!("DecompressionStream" in window)) throw new Error("this browser is too old to unpack it");
  page = new Page(await unpacked());
  page.layout.arrange();
  page.layout.choose(0);
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
