// What could have been done at a position: the legal actions of whoever is to act, by kind; what was done is marked.

const FEW = 7; // up to this many actions are all shown at once
const MOST = 2000; // no more than these are counted

function counted(number, noun) {
  if (number >= MOST) return `${MOST} ${noun}s or more`;
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

/** The row whose legal actions are shown at a row: for one that breaks a clause the position before it. */
function choiceRow(data, row) {
  return data.legal.rows[Math.min(row, data.legal.rows.length - 1)];
}

/** The legal actions at a row, as elements; `marks` outlines the places of an action that is pointed at. */
function choicesAt(data, row, marks) {
  const broke = row >= data.legal.rows.length;
  const [legal, taken] = choiceRow(data, row);
  if (!legal.length) return null;
  const isActor = (number) => broke && data.legal.groups[number][0] === rowOf(data.rows[row]).who;
  const numbers = [...legal].sort((one, other) => isActor(other) - isActor(one));
  const total = numbers.reduce((sum, number) => sum + data.legal.groups[number][2], 0);
  const groups = numbers.map((number) => choiceGroup(data, number, taken, total <= FEW || broke, marks));
  const chance = numbers.every((number) => data.legal.groups[number][0] < 0);
  const title = chance ? "What chance can bring" : broke ? "What was legal" : "What can be done now";
  const heading = make("h3", {}, title, " ", make("small", {}, counted(total, chance ? "outcome" : "action")));
  return make("section", { class: "choices", "aria-label": title }, heading, ...groups);
}

function choiceGroup(data, number, taken, open, marks) {
  const [seat, kind, count, actions, places] = data.legal.groups[number];
  const isHere = taken?.[0] === number;
  const item = (words, place) => {
    const done = isHere && taken[1] === place ? make("strong", {}, " \u2713 done next") : null;
    const keys = marks.keys(places[place]);
    const shown = keys.length ? actionButton(data.legal.words[words], keys, marks) : make("span", {}, data.legal.words[words]);
    return make("li", { class: done ? "taken" : null }, shown, done);
  };
  const list = () => walked(make("ul", {}, ...actions.map(item)));
  const who = [dot(data, seat), seat < 0 ? "chance: " : "", data.legal.words[kind]];
  const total = make("small", {}, counted(count, seat < 0 ? "outcome" : "action"));
  const summary = make("summary", {}, ...who, " ", total, isHere ? " \u2713" : "");
  return folded(summary, actions.length ? list : () => make("p", { class: "soft" }, "Too many to list here."), open && actions.length);
}

/** Details whose content is made when they are first opened. */
function folded(summary, content, open) {
  const details = make("details", { open: open ? "" : null }, summary, open ? content() : null);
  if (!open) details.addEventListener("toggle", () => details.append(content()), { once: true });
  return details;
}

/** An action whose places are outlined while it is pointed at or has the focus; pressed, they come into sight. */
function actionButton(words, keys, marks) {
  const button = make("button", { type: "button", class: "action" }, words);
  const on = () => marks.show("action", keys);
  const off = () => marks.show("action", []);
  for (const [event, act] of [["pointerenter", on], ["focus", on], ["pointerleave", off], ["blur", off]]) button.addEventListener(event, act);
  button.addEventListener("click", () => {
    on();
    marks.reveal(keys);
  });
  return button;
}

/** A list of buttons is one stop for the Tab key; the arrows up and down go from one to the next. */
function walked(list) {
  const buttons = [...list.querySelectorAll("button")];
  buttons.forEach((button, n) => (button.tabIndex = n ? -1 : 0));
  list.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = way && buttons[buttons.indexOf(event.target) + way];
    if (!way || !buttons.includes(event.target)) return;
    event.preventDefault();
    next?.focus();
  });
  return list;
}

/** The words of the legal actions at a row that concern a thing. */
function actionsOn(data, row, key) {
  const number = data.things.keys.indexOf(key);
  return choiceRow(data, row)[0].flatMap((group) => {
    const [, , , actions, places] = data.legal.groups[group];
    return actions.filter((_, n) => data.marks[places[n] ?? 0].includes(number)).map((words) => data.legal.words[words]);
  });
}
