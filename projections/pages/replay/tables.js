// The figures and the points by source at every position of the game, all computed once.

/** An element with attributes and content; a string is always inserted as text, never as markup. */
function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content.filter((each) => each !== null && each !== undefined));
  return element;
}

const MINUS = "\u2212";

function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `${MINUS}${-number}` : "0";
}

function number(value) {
  return value < 0 ? `${MINUS}${-value}` : String(value);
}

/** The names of the fields of a row. */
function rowOf([record, line, who, words, kind, steps, round, turn, cycle, where]) {
  return { record, line, who, words, kind, steps, round, turn, cycle, where };
}

// For each row the one before it and the one shown for it: asides, which only addresses reach, are skipped.
// `quiet` are the rows of records that change nothing in the picture: a step shows them with the row before.
function courseOf(data) {
  const asides = new Set(data.asides);
  const course = { before: [], shown: [], quiet: new Set(data.quiet) };
  let last = 0;
  data.rows.forEach((_, row) => {
    course.before.push(last);
    if (!asides.has(row)) last = row;
  });
  let next = data.rows.length - 1;
  for (let row = next; row >= 0; row--) {
    if (!asides.has(row)) next = row;
    course.shown[row] = next;
  }
  return course;
}

/** All figures at every row: an Int32Array in which each row holds its values at seat * own + figure. */
function figuresOf(data) {
  const wide = data.seats.length * data.own;
  const all = new Int32Array(wide * data.values.length);
  data.values.forEach((changes, row) => {
    if (row) all.copyWithin(row * wide, (row - 1) * wide, row * wide);
    for (const [place, value] of changes) all[row * wide + place] = value;
  });
  return (row, seat, figure) => all[row * wide + seat * data.own + figure];
}

/** The table of figures, one column per seat; `show(row)` fills it. */
class FigureTable {
  constructor(table, data, figures, course) {
    Object.assign(this, { data, figures, course, cells: [] });
    this.caption = table.createCaption();
    const head = table.createTHead().insertRow();
    head.append(make("th", { scope: "col" }, "figure"));
    data.seats.forEach((seat, n) => head.append(make("th", { scope: "col" }, dot(data, n), seat.name)));
    const body = table.createTBody();
    for (let figure = 0; figure < data.own; figure++) {
      const line = body.insertRow();
      line.append(make("th", { scope: "row" }, data.figures[figure] === "vp" ? "VP" : data.figures[figure]));
      this.cells.push(data.seats.map(() => line.insertCell()));
    }
  }

  show(row, name) {
    this.caption.textContent = `Figures ${name}`;
    this.cells.forEach((cells, figure) =>
      cells.forEach((cell, seat) => {
        const value = this.figures(row, seat, figure);
        const change = row ? value - this.figures(this.course.before[row], seat, figure) : 0;
        const text = number(value) + (change ? ` (${signed(change)})` : "");
        if (cell.dataset.shown === text) return;
        cell.dataset.shown = text;
        cell.replaceChildren(make("b", {}, number(value)), change ? make("small", {}, ` ${signed(change)}`) : "");
        cell.classList.toggle("changed", change !== 0);
      }),
    );
  }
}

/** A dot in the colour of a seat. */
function dot(data, seat) {
  const spot = make("span", { class: "dot", "aria-hidden": "true" });
  if (seat >= 0) [spot.style.backgroundColor, spot.style.color] = data.seats[seat].paint;
  spot.textContent = seat >= 0 ? String(seat + 1) : "";
  return spot;
}

/** The points of every seat by source: the rows at which they were scored, with the sum so far. */
function pointsBySource(data, figures) {
  const vp = data.figures.indexOf("vp");
  const sums = new Map();
  const of = (source) => {
    if (!sums.has(source)) sums.set(source, data.seats.map(() => [[0, 0]]));
    return sums.get(source);
  };
  data.seats.forEach((_, seat) => {
    const start = vp < data.own && vp >= 0 ? figures(0, seat, vp) : 0;
    if (start) of("at the start")[seat][0][1] = start;
  });
  data.entries.forEach((entries, row) => {
    for (const [seat, figure, delta, source] of entries) {
      if (figure !== vp) continue;
      const steps = of(data.sources[source])[seat];
      const last = steps.at(-1);
      if (last[0] === row) last[1] += delta;
      else steps.push([row, last[1] + delta]);
    }
  });
  const most = (seats) => Math.max(...seats.map((steps) => Math.abs(steps.at(-1)[1])));
  const total = (seats) => seats.reduce((sum, steps) => sum + steps.at(-1)[1], 0);
  return [...sums].sort(([, one], [, other]) => total(other) - total(one) || most(other) - most(one));
}

/** The value of [row, value] steps at a row. */
function valueAt(steps, row) {
  let low = 0;
  let high = steps.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (steps[middle][0] <= row) low = middle;
    else high = middle;
  }
  return steps[low][0] <= row ? steps[low][1] : 0;
}

/** The table of points by source so far; the bars compare it with the final total. */
class SourceTable {
  constructor(table, data, figures) {
    this.sources = pointsBySource(data, figures);
    this.caption = table.createCaption();
    const head = table.createTHead().insertRow();
    head.append(make("th", { scope: "col" }, "source"));
    data.seats.forEach((seat, n) => head.append(make("th", { scope: "col" }, dot(data, n), seat.name)));
    const body = table.createTBody();
    const top = Math.max(1, ...this.sources.flatMap(([, seats]) => seats.map((s) => Math.abs(s.at(-1)[1]))));
    this.cells = this.sources.map(([source, seats]) => {
      const line = body.insertRow();
      line.append(make("th", { scope: "row" }, source));
      return seats.map((steps) => new SourceCell(line.insertCell(), steps, top));
    });
    const foot = table.createTFoot().insertRow();
    foot.append(make("th", { scope: "row" }, "sum"));
    this.sums = data.seats.map(() => foot.insertCell());
  }

  show(row, name) {
    this.caption.textContent = `Points by source ${name}`;
    const sums = this.sums.map(() => 0);
    for (const cells of this.cells) cells.forEach((cell, seat) => (sums[seat] += cell.show(row)));
    this.sums.forEach((cell, seat) => (cell.textContent = number(sums[seat])));
  }
}

class SourceCell {
  constructor(cell, steps, top) {
    Object.assign(this, { steps, top, shown: null });
    this.text = make("span");
    this.bar = make("i", { class: "bar", "aria-hidden": "true" }, make("i"));
    cell.append(this.text, this.bar);
    const end = steps.at(-1)[1];
    this.bar.hidden = steps.length === 1 && !end;
    this.bar.style.width = `${(100 * Math.abs(end)) / top}%`;
    this.bar.classList.toggle("loss", end < 0);
  }

  show(row) {
    const value = valueAt(this.steps, row);
    if (value !== this.shown) {
      this.shown = value;
      const end = this.steps.at(-1)[1];
      this.text.textContent = value || this.steps.length > 1 ? number(value) : "\u2013";
      this.bar.firstChild.style.width = `${end ? Math.min(100, (100 * Math.abs(value)) / Math.abs(end)) : 0}%`;
    }
    return value;
  }
}
