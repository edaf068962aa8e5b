// Remarks: those that came with the page, and the reader's own, which stay in this browser until saved as a file.

class Remarks {
  constructor(data, rows, places, marks, changed) {
    Object.assign(this, { data, rows, places, marks, changed, key: `anyturn-remarks-${data.id}`, own: [] });
    try {
      this.own = JSON.parse(localStorage.getItem(this.key) ?? "[]").filter((each) => places.find(each.at) !== undefined);
    } catch {} // nothing is kept, or nothing may be
  }

  /** Every remark as {row, by, text, keys, own}, in the order of the game. */
  all() {
    const given = this.data.remarks.map(([row, by, text, marks]) => ({ row, by, text, keys: this.marks.keys(marks) }));
    const own = this.own.map((each) => {
      return { row: this.places.find(each.at), by: each.by ?? "", text: each.text, keys: each.marks ?? [], own: each };
    });
    return [...given, ...own].sort((one, other) => one.row - other.row);
  }

  /** Outline what the remarks at a row mark, and the place of an action that breaks a clause. */
  show(row) {
    const remarked = this.all().filter((each) => each.row === row).flatMap((each) => each.keys);
    const broke = row >= this.data.legal.rows.length ? this.marks.keys(this.data.concerns[row]) : [];
    this.marks.show("remark", [...remarked, ...broke]);
  }

  /** What was remarked at a row, as elements. */
  at(row) {
    return this.all().filter((each) => each.row === row).map((each) => this.shown(each));
  }

  /** The button to write a remark at a row. */
  writer(row) {
    const button = make("button", { type: "button", class: "write" }, "Write a remark");
    button.addEventListener("click", () => button.replaceWith(this.form(row)));
    return make("div", { class: "remarks" }, button);
  }

  shown({ by, text, own }) {
    const who = by ? make("b", {}, `${by}: `) : own ? make("b", {}, "You: ") : make("b", {}, "Note: ");
    const remove = own ? make("button", { type: "button" }, "Delete") : null;
    remove?.addEventListener("click", () => this.keep(this.own.filter((each) => each !== own)));
    return make("p", { class: "remark" }, who, text, " ", remove);
  }

  form(row) {
    const area = make("textarea", { rows: 3, "aria-label": "Remark" });
    const save = make("button", { type: "button" }, "Keep");
    const marks = new Set();
    const mark = make("button", { type: "button", "aria-pressed": "false" }, "Mark places");
    mark.addEventListener("click", () => this.pick(this.picking ? null : mark, marks));
    save.addEventListener("click", () => {
      const at = row ? `#${this.places.names[row]}`.replace(/^#(?=[a-z])/, "") : "start";
      const remark = { at, text: area.value.trim(), ...(marks.size ? { marks: [...marks] } : {}) };
      if (remark.text) this.keep([...this.own, remark]);
    });
    setTimeout(() => area.focus());
    return make("div", {}, area, save, " ", this.data.drawn ? mark : null);
  }

  /** While places are picked, a click in the picture marks a thing, or takes its mark away. */
  pick(button, marks) {
    this.picking?.setAttribute("aria-pressed", "false");
    this.picking = button;
    button?.setAttribute("aria-pressed", "true");
    this.things.picking = button && ((key) => {
      if (!marks.delete(key)) marks.add(key);
      button.textContent = `Mark places (${marks.size})`;
      this.marks.show("picked", [...marks]);
    });
  }

  /** Leave the form, as its row is left. */
  leave() {
    if (this.picking) this.pick(null);
    this.marks.show("picked", []);
  }

  keep(own) {
    this.own = own;
    this.leave();
    try {
      localStorage.setItem(this.key, JSON.stringify(own));
    } catch {} // a page opened from disk may not be allowed to store anything: then they last as long as the page
    this.changed();
  }

  /** The list of all remarks, with a button that saves the reader's own as a file. */
  list(place) {
    const lines = this.all().map((each) => {
      const name = each.row ? `#${this.places.names[each.row]}` : "start";
      return make("li", {}, make("a", { href: name === "start" ? "#start" : name }, name), " ", this.shown(each));
    });
    const save = make("button", { type: "button", disabled: this.own.length ? null : "" }, "Save my remarks as a file");
    save.addEventListener("click", () => {
      const text = JSON.stringify({ remarks: this.own }, null, 1);
      make("a", { download: "remarks.json", href: `data:application/json,${encodeURIComponent(text)}` }).click();
    });
    place.replaceChildren(...(lines.length ? [make("ul", {}, ...lines)] : [make("p", { class: "soft" }, "None yet.")]), save);
  }
}
