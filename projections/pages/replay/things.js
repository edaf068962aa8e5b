// What one points at in the picture: its words, since which record it looks like that, its clause, what can be done.
// By keyboard, Enter on the picture begins a walk from thing to thing with the arrows.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Things {
  constructor(card, stage, screen, data, places, marks) {
    Object.assign(this, { card, stage, screen, data, places, marks, at: 0, kept: false, here: null, picking: null });
    this.numbers = new Map(data.things.keys.map((key, number) => [key, number]));
    this.history = data.things.keys.map(() => []);
    data.things.changes.forEach((changes, row) => changes.forEach(([key, text]) => this.history[key].push([row, text])));
    const { root } = screen;
    root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.point(event, false));
    root.addEventListener("pointerleave", () => this.kept || this.here || this.close());
    root.addEventListener("click", (event) => this.point(event, true));
    stage.addEventListener("blur", () => setTimeout(() => this.card.contains(document.activeElement) || this.leave()));
    document.addEventListener("click", (event) => {
      if (!event.composedPath().includes(root) && !this.card.contains(event.target)) this.close();
    });
  }

  show(row) {
    this.at = row;
    if (this.here) this.walk(this.here);
    else if (!this.kept) this.close();
    this.marks.draw();
  }

  /** Show the card of what lies under the pointer; a click keeps it open. While places are picked, a click picks one. */
  point(event, keep) {
    if (this.kept && !keep) return;
    const spot = event.target.closest?.("[data-spot]") ?? this.around(event.clientX, event.clientY);
    const known = spot && this.known(spot.dataset.spot);
    if (known && keep && this.picking) {
      this.picking(known.key);
      return;
    }
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
    return words ? { key, words, row, clause: this.data.things.clauses[number] } : null;
  }

  fill({ key, words, row, clause }) {
    const name = row ? `#${this.places.names[row]}` : "the start";
    const since = make("p", { class: "soft" }, "like this since ", row ? make("a", { href: name }, name) : name);
    const text = this.data.clauses[clause];
    const rule = text
      ? make("details", {}, make("summary", {}, `Rule ${clause}`), ...text.map((each) => make("blockquote", {}, ...ruleText(each))))
      : null;
    this.card.classList.toggle("kept", this.kept);
    this.card.setAttribute("role", this.kept ? "dialog" : "tooltip");
    this.card.replaceChildren(...[make("p", {}, words), since, this.actions(key), rule].filter(Boolean));
    this.card.hidden = false;
    if (this.kept || this.here) document.getElementById("live").textContent = words;
  }

  /** What can be done now that concerns a thing. */
  actions(key) {
    const found = actionsOn(this.data, this.at, key);
    if (!found.length) return null;
    const number = counted(found.length, "action");
    if (!this.kept) return make("p", { class: "soft" }, `${number} now`);
    const list = make("ul", {}, ...found.map((words) => make("li", {}, words)));
    return make("details", { open: found.length <= FEW ? "" : null }, make("summary", {}, `Now: ${number}`), list);
  }

  /** Beside the pointer, within the window. */
  place(x, y) {
    const { width, height } = this.card.getBoundingClientRect();
    this.card.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
    this.card.style.top = `${Math.max(8, y + 18 + height > innerHeight ? y - height - 12 : y + 18)}px`;
  }

  /** Close the card; returns whether it was open. */
  close() {
    const wasOpen = !this.card.hidden;
    const hadFocus = this.card.contains(document.activeElement);
    this.card.hidden = true;
    this.kept = false;
    if (hadFocus) this.stage.focus();
    return wasOpen;
  }

  /** A key on the picture or on the card; returns whether it is used. */
  press(key) {
    if (key === "Escape" && this.here) {
      if (this.kept) this.close();
      else this.leave();
      return true;
    }
    if (this.card.contains(document.activeElement)) return false;
    if (key === "Enter" || key === " ") return this.enter(key);
    if (!this.here || !(key in WAYS)) return false;
    this.kept = false;
    this.walk(this.beside(...WAYS[key]) ?? this.here);
    return true;
  }

  /** Enter begins the walk; pressed again it keeps the card open, or picks the thing for a remark. */
  enter(key) {
    if (!this.here) {
      const first = this.all()[0];
      if (key !== "Enter" || !first) return false;
      this.walk(first.dataset.spot);
    } else if (this.picking) {
      this.picking(this.here);
    } else {
      this.kept = true;
      this.walk(this.here);
      this.card.focus();
    }
    return true;
  }

  /** Everything that is shown and has words. */
  all() {
    const spots = [...this.screen.root.querySelectorAll("[data-spot]")];
    return spots.filter((spot) => spot.checkVisibility() && this.known(spot.dataset.spot));
  }

  /** Go to a thing: it is outlined, its words are shown and read out. */
  walk(key) {
    const spot = this.all().find((each) => each.dataset.spot === key);
    if (!spot) {
      this.leave();
      return;
    }
    this.here = key;
    spot.scrollIntoView({ block: "nearest" });
    this.marks.show("here", [key]);
    this.fill(this.known(key));
    const box = spot.getBoundingClientRect();
    this.place(box.right - 10, box.bottom - 10);
  }

  /** The nearest thing in a direction. */
  beside(x, y) {
    const centre = (spot) => {
      const box = spot.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const spots = this.all();
    const from = centre(spots.find((spot) => spot.dataset.spot === this.here));
    let best = null;
    let least = Infinity;
    for (const spot of spots) {
      const to = centre(spot);
      const [right, down] = [to[0] - from[0], to[1] - from[1]];
      const along = right * x + down * y;
      const far = along + 3 * Math.abs(right * y + down * x);
      if (along > 2 && far < least) [best, least] = [spot.dataset.spot, far];
    }
    return best;
  }

  /** End the walk. */
  leave() {
    if (!this.here) return;
    this.here = null;
    this.marks.show("here", []);
    this.close();
  }
}
