// Points over time, one line per seat, and the ribbon above the slider: whose turn it was and where rounds begin.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes, ...content) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** The place of the chart within a width: what is narrow has shorter names. */
function chartBox(width) {
  const narrow = width < 560;
  return { width, height: narrow ? 240 : 320, left: 38, right: narrow ? 112 : 160, top: 14, bottom: 26, longest: narrow ? 9 : 15 };
}

const WORTH =
  "What everybody would score if the game ended there, by the rules of final scoring. " +
  "No points are entered before that, so the tables show only what has been taken.";

class Chart {
  constructor(svg, data, rows, figures, go) {
    const vp = data.figures.indexOf("vp");
    const points = (row, seat) => (data.worth.length ? data.worth[row][seat] : figures(row, seat, vp));
    Object.assign(this, { svg, data, rows, points, last: rows.length - 1, row: 0 });
    const all = data.seats.flatMap((_, seat) => rows.map((_, row) => points(row, seat)));
    this.step = niceStep((Math.max(...all, 1) - Math.min(...all, 0)) / 5);
    this.low = Math.floor(Math.min(...all, 0) / this.step) * this.step;
    this.high = Math.ceil(Math.max(...all, 1) / this.step) * this.step;
    if (data.worth.length) svg.after(make("p", { class: "soft" }, WORTH));
    svg.addEventListener("click", (event) => go(this.rowAt(event.clientX)));
    this.draw();
    new ResizeObserver(() => this.draw()).observe(svg.parentElement);
  }

  /** Draw it as wide as its place, so that its texts have their own size. */
  draw() {
    const width = Math.max(280, Math.round(this.svg.parentElement.clientWidth) - 2);
    if (this.box?.width === width) return;
    this.box = chartBox(width);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.box.height}`);
    this.svg.replaceChildren();
    this.drawGrid(this.step);
    this.data.seats.forEach((_, seat) => this.drawLine(seat));
    this.drawNames();
    this.cursor = shape("line", { class: "cursor", y1: this.box.top, y2: this.box.height - this.box.bottom });
    this.svg.append(this.cursor);
    this.show(this.row);
  }

  x(row) {
    return this.box.left + ((this.box.width - this.box.left - this.box.right) * row) / Math.max(1, this.last);
  }

  y(value) {
    const part = (value - this.low) / (this.high - this.low);
    return this.box.height - this.box.bottom - part * (this.box.height - this.box.top - this.box.bottom);
  }

  rowAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * this.box.width;
    const part = (x - this.box.left) / (this.box.width - this.box.left - this.box.right);
    return Math.max(0, Math.min(this.last, Math.round(part * this.last)));
  }

  drawGrid(step) {
    for (let value = this.low; value <= this.high; value += step) {
      const y = this.y(value);
      this.svg.append(
        shape("line", { class: value ? "grid" : "axis", x1: this.box.left, x2: this.box.width - this.box.right, y1: y, y2: y }),
        shape("text", { x: this.box.left - 6, y: y + 4, "text-anchor": "end" }, number(value)),
      );
    }
    let free = 0;
    for (const [row, round] of roundStarts(this.rows)) {
      const x = this.x(row);
      this.svg.append(shape("line", { class: "grid", x1: x, x2: x, y1: this.box.top, y2: this.box.height - this.box.bottom }));
      if (x < free) continue;
      this.svg.append(shape("text", { x: x + 2, y: this.box.height - 8 }, `${this.data.round[0]}${round}`));
      free = x + 26;
    }
  }

  drawLine(seat) {
    let path = `M${this.x(0)} ${this.y(this.points(0, seat)).toFixed(1)}`;
    for (let row = 1; row <= this.last; row++) {
      if (this.points(row, seat) === this.points(row - 1, seat)) continue;
      path += `H${this.x(row).toFixed(1)}V${this.y(this.points(row, seat)).toFixed(1)}`;
    }
    path += `H${this.x(this.last)}`;
    const line = shape("path", { class: "line", d: path });
    line.style.stroke = this.data.seats[seat].paint[0];
    this.svg.append(shape("path", { class: "casing", d: path }), line);
  }

  /** The names at the ends of the lines, kept apart. */
  drawNames() {
    const ends = this.data.seats.map((seat, n) => ({ seat, n, y: this.y(this.points(this.last, n)) }));
    ends.sort((one, other) => one.y - other.y);
    ends.forEach((end, n) => {
      if (n) end.y = Math.max(end.y, ends[n - 1].y + 16);
    });
    const over = ends.length ? ends.at(-1).y - (this.box.height - this.box.bottom) : 0;
    for (let n = ends.length - 1, most = this.box.height - this.box.bottom; over > 0 && n >= 0; n--, most -= 16) {
      ends[n].y = Math.min(ends[n].y, most);
    }
    for (const { seat, n, y } of ends) {
      const x = this.box.width - this.box.right + 8;
      const spot = shape("circle", { cx: x + 5, cy: y, r: 5, class: "spot" });
      spot.style.fill = seat.paint[0];
      const name = seat.name.length > this.box.longest ? `${seat.name.slice(0, this.box.longest - 1)}\u2026` : seat.name;
      const points = number(this.points(this.last, n));
      this.svg.append(spot, shape("text", { x: x + 15, y: y + 4 }, `${name} ${points}`));
    }
  }

  show(row) {
    this.row = row;
    this.cursor.setAttribute("x1", this.x(row));
    this.cursor.setAttribute("x2", this.x(row));
  }
}

function niceStep(about) {
  const size = 10 ** Math.floor(Math.log10(Math.max(about, 1)));
  return size * ([1, 2, 5, 10].find((factor) => size * factor >= about) ?? 10);
}

/** [row, round] where each round begins. */
function roundStarts(rows) {
  const found = [];
  rows.forEach(({ round }, row) => {
    if (round > 0 && round > (found.at(-1)?.[1] ?? 0)) found.push([row, round]);
  });
  return found;
}

/** The ribbon: the colour of whoever was acting, a number where each round begins, a mark for each finding. */
function drawRibbon(ribbon, data, rows) {
  const last = Math.max(1, rows.length - 1);
  let from = 0;
  for (let row = 1; row <= rows.length; row++) {
    if (row < rows.length && rows[row].who === rows[from].who) continue;
    if (rows[from].who >= 0) {
      const stretch = make("i", { class: "stretch", title: actorOf(data, rows[from].who) });
      stretch.style.left = `${(100 * from) / last}%`;
      stretch.style.width = `${(100 * (Math.min(row, last) - from)) / last}%`; // the last record ends with the slider
      stretch.style.backgroundColor = data.seats[rows[from].who].paint[0];
      ribbon.append(stretch);
    }
    from = row;
  }
  let free = 0;
  for (const [row, round] of roundStarts(rows)) {
    const tick = make("i", { class: "tick" }, row / last >= free ? String(round) : "");
    if (row / last >= free) free = row / last + 0.03;
    tick.style.left = `${(100 * row) / last}%`;
    ribbon.append(tick);
  }
  for (const { row, what } of data.findings) {
    const mark = make("i", { class: `mark ${what}` });
    mark.style.left = `${(100 * row) / last}%`;
    ribbon.append(mark);
  }
}
