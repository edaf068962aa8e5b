// Where the parts of a picture lie: side by side in as many columns as fit; in one column the mats one at a time.

const COLUMN = 352; // units of a drawing, as in sheet.py
const GAP = 14;
const LEAST = 300; // pixels of a column
const SWIPE = 50; // pixels that a finger moves sideways

function across(columns) {
  return columns * COLUMN + (columns - 1) * GAP;
}

/** The place of each part in so many columns [x, y, scale], and the height of all; the same as `arranged` in sheet.py. */
function arranged(parts, columns) {
  const ends = new Array(columns).fill(0);
  const places = parts.map((part) => {
    const span = Math.min(part.columns, columns);
    const tops = Array.from({ length: columns - span + 1 }, (_, at) => Math.max(...ends.slice(at, at + span)));
    const top = Math.min(...tops);
    const column = tops.indexOf(top);
    const scale = across(span) / part.width;
    ends.fill(top + part.height * scale + GAP, column, column + span);
    return [column * (COLUMN + GAP), top, scale];
  });
  return [places, Math.max(...ends) - GAP];
}

/** Lays out the parts for the width of the stage; `players` stands above the picture, or in one column above the mat. */
class Layout {
  constructor(stage, screen, data, players, chosen) {
    Object.assign(this, { stage, screen, data, players, chosen, columns: 0, fewer: 0, seat: 0, pinned: false });
    if (!data.drawn) return;
    this.slot = make("slot", { name: "players" });
    this.most = data.parts.reduce((sum, part) => sum + part.columns, 0);
    this.zooms = screen.parts.map((part, n) => new Zoom(part, () => this.scale(n)));
    const mats = screen.parts.filter((part) => part.dataset.seat);
    mats.forEach((mat) => swiped(mat, (way) => this.neighbour(way)));
    new ResizeObserver(() => this.arrange()).observe(stage);
  }

  /** Put everything in its place; called again when the width changes. */
  arrange(width = this.stage.clientWidth) {
    if (!this.data.drawn || !width) return;
    const fit = Math.max(1, Math.min(this.most, Math.floor((width + GAP) / (LEAST + GAP))));
    this.fewer = Math.min(this.fewer, fit - 1);
    const columns = fit - this.fewer;
    if (columns !== this.columns) this.order(columns === 1);
    this.columns = columns;
    const pixels = width / across(columns);
    const [places, height] = arranged(this.data.parts, columns);
    this.screen.place.style.height = columns === 1 ? "" : `${height * pixels}px`;
    this.pixels = places.map(([, , scale]) => scale * pixels);
    this.screen.parts.forEach((part, n) => {
      const [x, y] = places[n];
      const { width: wide, height: high } = this.data.parts[n];
      const at = columns === 1 ? { left: "", top: "" } : { left: `${x * pixels}px`, top: `${y * pixels}px` };
      Object.assign(part.style, at, { width: `${wide * this.pixels[n]}px`, height: `${high * this.pixels[n]}px` });
      this.zooms[n].to(1);
    });
  }

  /** How many units of a part's drawing are a pixel: its texts are never smaller than 11 pixels. */
  scale(n) {
    this.screen.parts[n].style.setProperty("--unit", (1 / (this.pixels[n] * this.zooms[n].factor)).toFixed(4));
  }

  /** In one column: the first part, the players, the mats, one of which is shown, and the rest. */
  order(single) {
    const { parts, place } = this.screen;
    place.classList.toggle("one", single);
    document.body.classList.toggle("single", single);
    const mats = parts.slice(1).filter((part) => part.dataset.seat);
    const rest = parts.slice(1).filter((part) => !part.dataset.seat);
    if (single) place.replaceChildren(parts[0], this.slot, ...mats, ...rest);
    else place.replaceChildren(...parts);
    this.players.slot = "players";
    if (single) this.screen.root.host.append(this.players);
    else this.stage.before(this.players);
  }

  /** One column fewer, so that all is larger; after a single one as many as fit. */
  enlarge() {
    const fit = this.columns + this.fewer;
    this.fewer = (this.fewer + 1) % fit;
    this.arrange();
  }

  /** The mat of whoever has acted is shown, unless the reader has chosen one. */
  follow(seat) {
    if (!this.pinned && seat >= 0) this.choose(seat);
  }

  /** The reader chooses a player: the mat comes into sight. Chosen again, the mats follow the game. */
  pick(seat) {
    this.pinned = !(this.pinned && this.seat === seat);
    this.choose(seat);
    const mat = this.matOf(seat);
    if (!mat) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!inSight(mat)) mat.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
    mat.animate?.([{ outline: "3px solid #d0006f" }, { outline: "3px solid transparent" }], still ? 1 : 1600);
  }

  /** The parts that are shown, each with its drawing, in the order in which they lie. */
  shown() {
    const parts = this.screen.parts.map((place, n) => ({ place, svg: place.firstElementChild, part: this.data.parts[n] }));
    return this.data.drawn ? parts.filter(({ place }) => place.checkVisibility()) : [];
  }

  /** Bring things into sight: the mat they lie on, if mats are shown one at a time, and the place itself. */
  reveal(keys, marks) {
    if (!marks.shown(keys).length) {
      const mats = this.screen.parts.filter((part) => part.dataset.seat);
      const mat = mats.find((part) => [...part.querySelectorAll("[data-spot]")].some((spot) => keys.includes(spot.dataset.spot)));
      if (mat) this.choose(Number(mat.dataset.seat));
    }
    marks.draw();
    marks.shown(keys)[0]?.scrollIntoView({ block: "nearest" });
  }

  neighbour(way) {
    const { length } = this.data.seats;
    this.pinned = false;
    this.pick((this.seat + way + length) % length);
  }

  choose(seat) {
    this.seat = seat;
    for (const part of this.screen.parts) part.classList.toggle("chosen", part.dataset.seat === String(seat));
    this.chosen(seat, this.pinned);
  }

  matOf(seat) {
    return this.screen.parts.find((part) => part.dataset.seat === String(seat));
  }
}

function inSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= document.getElementById("control").getBoundingClientRect().top;
}

/** Call `then` with -1 or 1 when a finger goes to the right or left over an element that is not enlarged. */
function swiped(element, then) {
  let from = null;
  const start = ({ touches: [first, second] }) => (from = second ? null : [first.clientX, first.clientY]);
  element.addEventListener("touchstart", start, { passive: true });
  element.addEventListener("touchend", ({ changedTouches: [last] }) => {
    if (!from || element.classList.contains("large")) return;
    const [x, y] = [last.clientX - from[0], last.clientY - from[1]];
    from = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) then(x > 0 ? -1 : 1);
  });
}
