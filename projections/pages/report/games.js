// The list of games, filtered by search: a row is shown if it contains every word.
"use strict";
(async () => {
  const at = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(at("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { first, rows } = await new Response(stream).json();
  const plain = (column) => (Array.isArray(column) ? column.map(([, words]) => words).join(", ") : column);
  const texts = rows.map((row) => row.slice(1).map(plain).join(" ").toLowerCase());
  let found = rows.map((_, number) => number);
  let shown = 0;
  let order = () => 0;

  function linked(address, words) {
    if (!address) return words;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = words;
    return link;
  }

  /** The seats of a game: each with its address and its words, and 1 if it won. */
  function seats(all) {
    return all.flatMap(([address, words, won], seat) => {
      const inside = linked(address, words);
      if (!won) return seat ? [", ", inside] : [inside];
      const strong = document.createElement("strong");
      strong.append(inside, " *");
      return seat ? [", ", strong] : [strong];
    });
  }

  function line([address, ...columns]) {
    const row = document.createElement("tr");
    columns.forEach((words, column) => {
      const cell = document.createElement(column ? "td" : "th");
      if (!column) cell.scope = "row";
      if (Array.isArray(words)) cell.append(...seats(words));
      else cell.append(column ? words : linked(address, words));
      if (words === "–") cell.className = "none";
      row.append(cell);
    });
    return row;
  }

  function more() {
    const next = found.slice(shown, shown + first);
    at("rows").append(...next.map((number) => line(rows[number])));
    shown += next.length;
    at("more").hidden = shown >= found.length;
    const games = `${found.length.toLocaleString("en")} ${found.length === 1 ? "game" : "games"}`;
    at("found").textContent = shown < found.length ? `${games}, ${shown.toLocaleString("en")} shown` : games;
  }

  function search() {
    const words = at("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    found = rows.flatMap((_, number) => (words.every((word) => texts[number].includes(word)) ? [number] : []));
    found.sort(order);
    shown = 0;
    at("rows").replaceChildren();
    more();
  }

  sortable(document.querySelector(".games"), (column, down, compare) => {
    const text = (number) => plain(rows[number][column + 1]);
    order = (one, other) => {
      const [a, b] = [text(one), text(other)];
      if ((a === "–") !== (b === "–")) return a === "–" ? 1 : -1;
      return (down ? -1 : 1) * compare(a, b) || one - other;
    };
    search();
  });
  document.querySelector(".search").hidden = false;
  at("search").addEventListener("input", search);
  at("more").addEventListener("click", more);
  search();
  document.body.classList.add("ready");
})();
