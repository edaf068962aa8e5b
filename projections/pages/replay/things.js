// What one points at in the picture: its words, since which record it looks like that, its clause.

class Things {
  constructor(card, screen, data, rows, places) {
    Object.assign(this, { card, screen, data, rows, places, at: 0, kept: false });
    this.numbers = new Map(data.things.keys.map((key, number) => [key, number]));
    this.history = data.things.keys.map(() => []);
    data.things.changes.forEach((changes, row) => changes.forEach(([key, text]) => this.history[key].push([row, text])));
    const { root } = screen;
    root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.point(event, false));
    root.addEventListener("pointerleave", () => this.kept || this.close());
    root.addEventListener("click", (event) => this.point(event, true));
    document.addEventListener("click", (event) => {
      if (!event.composedPath().includes(root) && !this.card.contains(event.target)) this.close();
    });
  }

  show(row) {
    this.at = row;
    if (!this.kept) this.close();
  }

  /** Show the card of what lies under the pointer; a click keeps it open. */
  point(event, keep) {
    if (this.kept && !keep) return;
    const spot = event.target.closest?.("[data-spot]") ?? this.around(event.clientX, event.clientY);
    const known = spot && this.known(spot.dataset.spot);
    if (!known) {
      this.close();
      return;
    }
    this.kept = keep;
    this.fill(known);
    this.place(event.clientX, event.clientY);
  }

  /** The smallest thing around a point between its letters, or within its empty place. */
  around(x, y) {
    const { root } = this.screen;
    const near = [...root.querySelectorAll("[data-spot]")].map((spot) => [spot, spot.getBoundingClientRect()]);
    const there = near.filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const sizes = there.map(([, box]) => box.width * box.height);
    return there[sizes.indexOf(Math.min(...sizes))]?.[0];
  }

  /** What is known of a spot at this position: its words, and the row since which it looks like that. */
  known(key) {
    const number = this.numbers.get(key);
    if (number === undefined) return null;
    const [row, text] = this.history[number].findLast(([row]) => row <= this.at) ?? [0, -1];
    const words = this.data.things.texts[text];
    return words ? { words, row, clause: this.data.things.clauses[number] } : null;
  }

  fill({ words, row, clause }) {
    const name = row ? `#${this.places.names[row]}` : "the start";
    const since = make("p", { class: "soft" }, "like this since ", row ? make("a", { href: name }, name) : name);
    const text = this.data.clauses[clause];
    const rule = text
      ? make("details", {}, make("summary", {}, `Rule ${clause}`), ...text.map((each) => make("blockquote", {}, ...ruleText(each))))
      : null;
    this.card.classList.toggle("kept", this.kept);
    this.card.replaceChildren(...[make("p", {}, words), since, rule].filter(Boolean));
    this.card.hidden = false;
    if (this.kept) document.getElementById("live").textContent = words;
  }

  /** Beside the pointer, within the window. */
  place(x, y) {
    const { width, height } = this.card.getBoundingClientRect();
    this.card.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
    this.card.style.top = `${y + 18 + height > innerHeight ? Math.max(8, y - height - 12) : y + 18}px`;
  }

  /** Close the card; returns whether it was open. */
  close() {
    const wasOpen = !this.card.hidden;
    this.card.hidden = true;
    this.kept = false;
    return wasOpen;
  }
}
