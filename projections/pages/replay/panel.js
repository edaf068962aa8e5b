// What happened at a position: the record in words, each change with its source, the clauses of the rulebook.

/** A text of the rulebook: backticks enclose code, asterisks emphasis. */
function ruleText(text) {
  return text.split("`").flatMap((part, n) => (n % 2 ? make("code", {}, part) : stressed(part)));
}

/** Asterisks inside an expression, as in 3*chests, multiply. */
function stressed(text) {
  return text.split(/(?<![\w*])\*([A-Za-z][\w ]*)\*(?![\w*])/).map((part, n) => (n % 2 ? make("em", {}, part) : part));
}

class Panel {
  constructor(place, data, rows, places, course, figures, remarks, marks) {
    Object.assign(this, { place, data, rows, places, course, figures, remarks, marks });
  }

  show(at) {
    const number = this.course.shown[at];
    const row = this.rows[number];
    const yet = at === number ? null : make("p", { class: "soft" }, "Before the automatic steps that follow.");
    const found = this.data.findings.filter((finding) => finding.row === number);
    const parts = [
      this.heading(row, at),
      make("p", { class: "event" }, number ? row.words : "The position before the first record."),
      ...found.map((finding) => this.finding(finding)),
      yet,
      this.changes(number, row),
      this.since(number, row),
      ...this.followers(number),
      ...this.remarks.at(at),
      choicesAt(this.data, number, this.marks),
      ...this.rules(row),
      this.remarks.writer(at),
    ];
    this.remarks.leave();
    this.marks.show("action", []);
    this.remarks.show(number);
    this.place.replaceChildren(...parts.filter(Boolean));
  }

  heading(row, number) {
    const who = number && row.kind ? [dot(this.data, row.who), actorOf(this.data, row.who)] : [number ? "automatic" : ""];
    const at = number === 0 ? "Start" : `#${this.places.names[number]}`;
    const line = row.line ? make("small", {}, ` line ${row.line}`) : null;
    return make("h2", {}, make("span", { class: "no" }, at), " ", ...who, line);
  }

  finding({ what, words, text, facts, line }) {
    const title = { fact: "open fact" }[what] ?? what;
    const quoted = text ? make("blockquote", {}, ...ruleText(text)) : null;
    const stated = (facts ?? []).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
    const source = line ? make("p", {}, "In the log: ", make("code", {}, line)) : null;
    return make("div", { class: `finding ${what}` }, make("strong", {}, title), " ", words,
      stated.length ? make("dl", {}, ...stated) : null, quoted, source); // prettier-ignore
  }

  /** What a player's figures have become since the same player's last decision, if others acted in between. */
  since(number, row) {
    if (row.who < 0 || !row.kind) return null;
    let last = this.course.before[number];
    let others = false;
    while (last > 0 && !(this.rows[last].who === row.who && this.rows[last].kind)) {
      others ||= this.rows[last].who !== row.who;
      last = this.course.before[last];
    }
    const before = this.course.before[number];
    if (!last || !others || last === before) return null;
    const { figures, own } = this.data;
    const changed = figures.slice(0, own).flatMap((name, figure) => {
      const change = this.figures(before, row.who, figure) - this.figures(last, row.who, figure);
      return change ? [`${name === "vp" ? "VP" : name} ${signed(change)}`] : [];
    });
    if (!changed.length) return null;
    const name = this.data.seats[row.who].name;
    return make("p", { class: "soft" }, `Before it, since ${name}'s last decision: ${changed.join(", ")}.`);
  }

  /** The records after this one that change nothing in the picture. */
  followers(number) {
    const found = [];
    for (let row = number + 1; this.course.quiet.has(row); row++) {
      const { who, words } = this.rows[row];
      const link = make("a", { href: `#${this.places.names[row]}` }, `#${this.places.names[row]}`);
      found.push(make("p", { class: "soft" }, "then ", link, ` ${actorOf(this.data, who)}: ${words}`));
    }
    return found;
  }

  /** What was entered, one line per seat and source; points stand out. */
  changes(number, row) {
    const groups = new Map();
    for (const [seat, figure, delta, source] of this.data.entries[number]) {
      const key = `${seat} ${source}`;
      if (!groups.has(key)) groups.set(key, { seat, source, parts: new Map() });
      const { parts } = groups.get(key);
      parts.set(figure, (parts.get(figure) ?? 0) + delta);
    }
    const lines = [...groups.values()].map((group) => this.change(group)).filter(Boolean);
    if (row.steps.length) lines.push(make("li", { class: "soft" }, `then automatically: ${row.steps.join(", ")}`));
    if (!lines.length) return this.isRefused(number) || !number ? null : make("p", { class: "soft" }, "No figure changed.");
    return make("ul", { class: "changes" }, ...lines);
  }

  isRefused(number) {
    return this.data.findings.some(({ row, what }) => row === number && what === "violation");
  }

  change({ seat, source, parts }) {
    const changed = [...parts].filter(([, sum]) => sum);
    if (!changed.length) return null;
    const shown = changed.flatMap(([figure, sum], n) => {
      const isPoints = this.data.figures[figure] === "vp";
      const text = `${isPoints ? "VP" : this.data.figures[figure]} ${signed(sum)}`;
      return [n ? ", " : "", isPoints ? make("b", { class: sum < 0 ? "loss" : "gain" }, text) : text];
    });
    const from = make("span", { class: "source" }, this.data.sources[source]);
    return make("li", {}, dot(this.data, seat), make("span", { class: "name" }, this.data.seats[seat].name), " ",
      make("span", {}, ...shown), " ", from); // prettier-ignore
  }

  /** The clauses that apply to this kind of record. */
  rules(row) {
    const ids = this.data.kinds[row.kind] ?? [];
    const texts = (id) => make("div", {}, ...this.data.clauses[id].map((text) => make("blockquote", {}, ...ruleText(text))));
    return ids.map((id, n) => folded(make("summary", {}, `Rule ${id}`), () => texts(id), n < 1));
  }
}

/** The list of all findings, each with a link to its position. */
function drawFindings(list, data, places) {
  for (const { row, what, words } of data.findings) {
    const link = make("a", { href: `#${places.names[row]}` }, row ? `#${places.names[row]}` : "start");
    list.append(make("li", { class: what }, make("strong", {}, { fact: "open fact" }[what] ?? what), " ", link, " ", words));
  }
}
