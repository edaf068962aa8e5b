// Tables are sorted by a click on the head of a column, or by Enter on it; again turns the order around.
"use strict";
{
  const number = (words) => {
    const plain = words.replace(/[,%*+\s]/g, "").replace("−", "-");
    return plain !== "" && !isNaN(plain) ? Number(plain) : null;
  };

  /** Compare two texts: numbers by value, others by letters. */
  const compare = (one, other) => {
    const [a, b] = [number(one), number(other)];
    return a !== null && b !== null ? a - b : one.localeCompare(other, "en", { numeric: true });
  };

  /** Make the heads of a table buttons; `sort(column, down, compare)` puts its rows in order. */
  globalThis.sortable = (table, sort) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const down = before ? before === "ascending" : head.classList.contains("number");
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(column, down, compare);
      });
    });
  };

  const sorted = (body) => (column, down, by) => {
    const text = (row) => row.cells[column].textContent.trim();
    const rows = [...body.rows].map((row) => [text(row), row]);
    const [empty, known] = [rows.filter(([words]) => words === "–"), rows.filter(([words]) => words !== "–")];
    known.sort(([one], [other]) => (down ? -by(one, other) : by(one, other)));
    body.replaceChildren(...[...known, ...empty].map(([, row]) => row));
  };

  for (const table of document.querySelectorAll("main table:not(.games)"))
    if (table.tHead && table.tBodies[0].rows.length > 1) sortable(table, sorted(table.tBodies[0]));
}
