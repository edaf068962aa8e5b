// The strip: what is awaited, who is to act, everybody's points and first figures. Beside several columns it stands
// above the picture, a box for each player; with one column below its first part, a row for each player.

class Strip {
  constructor(place, status, data, figures, course, pick) {
    Object.assign(this, { data, figures, course, status });
    place.style.setProperty("--seats", data.seats.length);
    place.style.setProperty("--half", data.seats.length > 3 ? Math.ceil(data.seats.length / 2) : data.seats.length);
    const first = data.first.filter(([, members]) => members.length);
    place.style.setProperty("--firsts", Math.max(1, first.length));
    const heads = first.map(([heading]) => make("small", {}, breakable(heading)));
    place.append(make("li", { class: "heads", "aria-hidden": "true" }, ...heads)); // for the rows of a narrow screen
    this.seats = data.seats.map((seat, n) => {
      const points = make("b", { class: "points" });
      const about = make("small", { class: "about" });
      const rank = make("small", { class: "rank" });
      const cells = first.map(([heading, members]) => {
        const value = make("b");
        const names = members.map((figure) => data.figures[figure]);
        const title = members.length > 1 ? { title: names.join(" / ") } : {}; // the order of what slashes separate
        return { members, value, element: make("span", title, value, " ", make("small", {}, breakable(heading))) };
      });
      const name = make("button", { type: "button", class: "who", "aria-pressed": "false", title: `Mat of ${seat.name} (${n + 1})` },
        dot(data, n), make("b", {}, seat.name)); // prettier-ignore
      name.disabled = !data.parts.some((part) => part.seat === n);
      const lead = make("span", { class: "lead" }, name, about, make("span", { class: "sum" }, points, " ", rank));
      const element = make("li", {}, lead, make("span", { class: "firsts" }, ...cells.map((cell) => cell.element)));
      element.addEventListener("click", () => name.disabled || pick(n));
      place.append(element);
      return { element, name, points, rank, about, cells };
    });
  }

  show(row) {
    const [awaited, acting, seats] = this.data.strip[row];
    const words = this.data.texts[awaited];
    const result = document.getElementById("result");
    this.status.textContent = words === result.textContent && result.checkVisibility() ? "The game is over" : words;
    this.seats.forEach(({ element, points, rank, about, cells }, seat) => {
      element.classList.toggle("acts", acting.includes(seat));
      points.textContent = this.data.texts[seats[seat][0]];
      rank.textContent = this.data.texts[seats[seat][1]];
      about.textContent = about.title = this.data.texts[seats[seat][2]];
      for (const { members, value } of cells) {
        const now = members.map((figure) => number(this.figures(row, seat, figure))).join("/");
        const before = members.map((figure) => number(this.figures(this.course.before[row], seat, figure))).join("/");
        if (value.textContent !== now) value.textContent = now;
        value.classList.toggle("changed", row > 0 && now !== before);
      }
    });
  }

  /** Show whose mat is shown where mats are shown one at a time, and whether the reader has chosen it. */
  choose(seat, pinned) {
    this.seats.forEach(({ element, name }, n) => {
      element.classList.toggle("shown", n === seat);
      name.setAttribute("aria-pressed", String(pinned && n === seat));
    });
  }
}

/** A text that may be broken after its slashes. */
function breakable(text) {
  return text.replaceAll("/", "/\u200b");
}
