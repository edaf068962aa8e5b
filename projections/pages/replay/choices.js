// What could have been done at a position: the legal actions of whoever is to act, by kind; what was done is marked.

const FEW = 7; // up to this many actions are all shown at once
const MOST = 20000; // no more than these are counted

function counted(number, noun) {
  if (number >= MOST) return `${MOST} ${noun}s or more`;
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

/** The legal actions at a row, as elements; the row that breaks a clause shows those of the position before it. */
function choicesAt(data, row) {
  const broke = row >= data.legal.rows.length;
  const [numbers, taken] = data.legal.rows[Math.min(row, data.legal.rows.length - 1)];
  if (!numbers.length) return null;
  const total = numbers.reduce((sum, number) => sum + data.legal.groups[number][2], 0);
  const groups = numbers.map((number) => choiceGroup(data, number, taken, total <= FEW || broke));
  const chance = numbers.every((number) => data.legal.groups[number][0] < 0);
  const title = chance ? "What chance can bring" : broke ? "What was legal" : "What can be done now";
  const heading = make("h3", {}, title, " ", make("small", {}, counted(total, chance ? "outcome" : "action")));
  return make("section", { class: "choices", "aria-label": title }, heading, ...groups);
}

function choiceGroup(data, number, taken, open) {
  const [seat, kind, count, actions] = data.legal.groups[number];
  const isHere = taken?.[0] === number;
  const items = actions.map((words, place) => {
    const mark = isHere && taken[1] === place ? make("strong", {}, " \u2713 done next") : null;
    return make("li", { class: mark ? "taken" : null }, data.legal.words[words], mark);
  });
  const who = [dot(data, seat), seat < 0 ? "chance: " : "", data.legal.words[kind]];
  const summary = make("summary", {}, ...who, " ", make("small", {}, counted(count, seat < 0 ? "outcome" : "action")), isHere ? " \u2713" : "");
  const inside = items.length ? make("ul", {}, ...items) : make("p", { class: "soft" }, "Too many to list here.");
  return make("details", { open: open && items.length ? "" : null }, summary, inside);
}
