// What happened at a place: the record in words, what it changed and from which source, the clauses of the rulebook.

/** A text of the rulebook: what stands in backticks is code, what stands in asterisks is stressed. */
function ruleText(text) {
  return text.split("`").flatMap((part, n) => (n % 2 ? make("code", {}, part) : stressed(part)));
}

/** Asterisks between letters, as in 3*chests, multiply. */
function stressed(text) {
  return text.split(/(?<![\w*])\*([A-Za-z][\w ]*)\*(?![\w*])/).map((part, n) => (n % 2 ? make("em", {}, part) : part));
}

class Panel {
  constructor(place, told, rows, places, course) {
    Object.assign(this, { place, told, rows, places, course });
  }

  show(at) {
    const number = this.course.told[at];
    const row = this.rows[number];
    const yet = at === number ? null : make("p", { class: "soft" }, "Before what follows by rule.");
    const found = this.told.findings.filter((finding) => finding.row === number);
    const parts = [
      this.heading(row, at),
      make("p", { class: "event" }, number ? row.words : "The position before the first record."),
      ...found.map((finding) => this.finding(finding)),
      yet,
      this.changes(number, row),
      ...this.rules(row),
    ];
    this.place.replaceChildren(...parts.filter(Boolean));
  }

  heading(row, number) {
    const who = number && row.kind ? [dot(this.told, row.who), actorOf(this.told, row.who)] : [number ? "by rule" : ""];
    const at = number === 0 ? "Start" : `#${this.places.names[number]}`;
    const line = row.line ? make("small", {}, ` line ${row.line}`) : null;
    return make("h2", {}, make("span", { class: "no" }, at), " ", ...who, line);
  }

  finding({ what, words, text }) {
    const title = { fact: "open fact" }[what] ?? what;
    const quoted = text ? make("blockquote", {}, ...ruleText(text)) : null;
    return make("div", { class: `finding ${what}` }, make("strong", {}, title), " ", words, quoted);
  }

  /** What was entered, a line for each seat and source; the sources of points stand out. */
  changes(number, row) {
    const groups = new Map();
    for (const [seat, figure, delta, source] of this.told.entries[number]) {
      const key = `${seat} ${source}`;
      if (!groups.has(key)) groups.set(key, { seat, source, parts: new Map() });
      const { parts } = groups.get(key);
      parts.set(figure, (parts.get(figure) ?? 0) + delta);
    }
    const lines = [...groups.values()].map((group) => this.change(group)).filter(Boolean);
    if (row.steps.length) lines.push(make("li", { class: "soft" }, `then by rule: ${row.steps.join(", ")}`));
    if (!lines.length) return make("p", { class: "soft" }, number ? "No figure changed." : "");
    return make("ul", { class: "changes" }, ...lines);
  }

  change({ seat, source, parts }) {
    const changed = [...parts].filter(([, sum]) => sum);
    if (!changed.length) return null;
    const told = changed.flatMap(([figure, sum], n) => {
      const isPoints = this.told.figures[figure] === "vp";
      const text = `${isPoints ? "VP" : this.told.figures[figure]} ${signed(sum)}`;
      return [n ? ", " : "", isPoints ? make("b", { class: sum < 0 ? "loss" : "gain" }, text) : text];
    });
    const from = make("span", { class: "source" }, this.told.sources[source]);
    return make("li", {}, dot(this.told, seat), make("span", { class: "name" }, this.told.seats[seat].name), " ",
      make("span", {}, ...told), " ", from); // prettier-ignore
  }

  /** The clauses of the record's kind. */
  rules(row) {
    const ids = this.told.kinds[row.kind] ?? [];
    return ids.map((id, n) =>
      make("details", n < 1 ? { open: "" } : {}, make("summary", {}, `Rule ${id}`),
        ...this.told.clauses[id].map((text) => make("blockquote", {}, ...ruleText(text)))), // prettier-ignore
    );
  }
}

/** The list of all findings, each a link to its place. */
function drawFindings(list, told, places) {
  for (const { row, what, words } of told.findings) {
    const link = make("a", { href: `#${places.names[row]}` }, row ? `#${places.names[row]}` : "start");
    list.append(make("li", { class: what }, make("strong", {}, { fact: "open fact" }[what] ?? what), " ", link, " ", words));
  }
}
