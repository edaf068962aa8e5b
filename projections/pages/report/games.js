// The list of games, filtered by search: a row is shown if it contains every word.
"use strict";
(async () => {
  const at = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(at("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { first, rows } = await new Response(stream).json();
  const texts = rows.map((row) => row.slice(1).join(" ").toLowerCase());
  let found = rows.map((_, number) => number);
  let shown = 0;

  function line([address, ...columns]) {
    const row = document.createElement("tr");
    columns.forEach((words, column) => {
      const cell = document.createElement(column ? "td" : "th");
      if (!column) cell.scope = "row";
      if (!column && address) {
        const link = document.createElement("a");
        link.href = address;
        link.textContent = words;
        cell.append(link);
      } else cell.textContent = words;
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
    shown = 0;
    at("rows").replaceChildren();
    more();
  }

  document.querySelector(".search").hidden = false;
  at("search").addEventListener("input", search);
  at("more").addEventListener("click", more);
  search();
  document.body.classList.add("ready");
})();
