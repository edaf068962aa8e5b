// The log, grouped by round and turn; each row links to its position.

/** The name of each position, as it follows `#` in the address and, except for steps, `--to`. */
function placesOf(data, rows) {
  const last = rows.length - 1;
  const ends = new Map();
  rows.forEach(({ record }, row) => ends.set(record, row));
  const addresses = new Map(Object.entries(data.places).map(([address, row]) => [row, address]));
  const names = rows.map(({ record }, row) => {
    if (row === 0) return "start";
    if (ends.get(record) === row) return String(record);
    if (addresses.has(row)) return addresses.get(row);
    const first = rows.findIndex((each) => each.record === record);
    return `${record}.${row - first}`; // before an automatic step that follows the record
  });
  const numbers = new Map(names.map((name, row) => [name, row]));
  const records = [...ends.keys()].sort((one, other) => one - other);

  /** The row at an address; undefined if the game has no such position. */
  function find(address) {
    const text = decodeURIComponent(address).trim().replace(/^#/, "");
    if (text === "" || text === "start") return 0;
    if (text === "end") return last;
    if (numbers.has(text)) return numbers.get(text);
    if (Object.hasOwn(data.places, text)) return data.places[text];
    if (!/^-?\d+$/.test(text)) return undefined;
    const record = text[0] === "-" ? records.at(-1) + Number(text) : Number(text);
    if (record < 0 || record > records.at(-1)) return undefined;
    return ends.get(records.filter((each) => each <= record).at(-1));
  }
  return { names, find };
}

/** The name of whoever acted. */
function actorOf(data, who) {
  return who >= 0 ? data.seats[who].name : who === -1 ? "chance" : "intervention";
}

class Log {
  constructor(list, data, rows, places, course, marks) {
    Object.assign(this, { list, data, rows, places, course, marks, links: [], current: null });
    this.gains = data.entries.map((entries) => this.gainsOf(entries));
    this.findings = new Map(data.findings.map((finding) => [finding.row, finding.what]));
    const gone = [...data.taken_back];
    rows.forEach((row, n) => {
      while (gone.length && gone[0][0] < row.record) this.addGone(gone.shift());
      if (course.shown[n] === n) this.add(row, n);
    });
    gone.forEach((each) => this.addGone(each));
  }

  /** The points scored in a row, seat by seat. */
  gainsOf(entries) {
    const vp = this.data.figures.indexOf("vp");
    const sums = new Map();
    for (const [seat, figure, delta] of entries) {
      if (figure === vp) sums.set(seat, (sums.get(seat) ?? 0) + delta);
    }
    return [...sums].filter(([, sum]) => sum);
  }

  add(row, n) {
    if (n === 0 || row.round !== this.round) this.openRound(row);
    if (row.turn !== this.turn && (row.kind || n === 0)) this.openTurn(row);
    const link = make("a", { href: `#${this.places.names[n]}`, tabindex: -1, class: this.classOf(row, n) });
    const gains = this.gains[n].map(([seat, sum]) =>
      make("span", { class: sum > 0 ? "gain" : "gain loss" }, dot(this.data, seat), `${signed(sum)} VP`),
    );
    link.append(
      make("span", { class: "no" }, row.kind ? String(row.record) : ""),
      row.who >= 0 && row.kind ? dot(this.data, row.who) : make("span", { class: "dot none" }),
      make("span", { class: "words" }, n ? row.words : "start of the game", ...gains),
    );
    if (this.findings.has(n)) link.lastChild.append(make("span", { class: `flag ${this.findings.get(n)}` }, this.findings.get(n)));
    this.lines.append(make("li", {}, link));
    this.links[n] = link;
    const keys = this.marks.keys(this.data.concerns[n]);
    if (!keys.length) return;
    link.addEventListener("pointerenter", () => this.marks.show("action", keys));
    link.addEventListener("pointerleave", () => this.marks.show("action", []));
  }

  classOf(row, n) {
    return this.course.quiet.has(n) ? "quiet" : row.kind ? null : "step";
  }

  addGone([record, who, words]) {
    const text = make("span", { class: "words" }, make("s", {}, words), " ", make("small", {}, "not in force"));
    const line = make("span", { class: "gone" }, make("span", { class: "no" }, String(record)), dot(this.data, who), text);
    this.lines.append(make("li", {}, line));
  }

  openRound(row) {
    this.round = row.round;
    this.turn = null;
    const { round } = this.data;
    const title = `${row.round ? "" : "Before "}${round} ${row.round || 1}`;
    this.section = make("section", {}, make("h3", {}, title));
    this.lines = make("ol");
    this.section.append(this.lines);
    this.list.append(this.section);
  }

  openTurn(row) {
    this.turn = row.turn;
    if (!row.round || !row.turn) return;
    this.lines = make("ol");
    const title = `Turn ${row.turn}`;
    const link = make("a", { href: `#t${row.turn}`, tabindex: -1, title: "go to the end of this turn" }, title);
    this.section.append(make("h4", {}, Object.hasOwn(this.data.places, `t${row.turn}`) ? link : title), this.lines);
  }

  /** Mark a row and scroll it into view without scrolling the page. */
  show(row) {
    this.current?.removeAttribute("aria-current");
    this.current?.setAttribute("tabindex", "-1");
    this.current = this.links[this.course.shown[row]];
    this.current.setAttribute("aria-current", "step");
    this.current.setAttribute("tabindex", "0");
    const inner = this.current.getBoundingClientRect();
    const outer = this.list.getBoundingClientRect();
    if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 24) {
      this.list.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  }
}
