// A game that is played on: who acts, what can be done, by taps or typed, the board, and the log. Record and Try share it.

import { Board } from "./board.js";
import { button, make, save } from "./elements.js";
import { Problem, Python } from "./python.js";
import { put } from "./shelf.js";
import * as storage from "./storage.js";

/** @typedef {import("./messages.js").Table} Answer */

/** The Python of the table that is open; there is one, as only one game is open at a time. */
let python = null;
let current = null;

export class Table {
  /**
   * @param {number} id the kept game
   * @param {boolean} atTable whether what a player hides is covered until it is asked for
   */
  constructor(id, atTable) {
    Object.assign(this, { id, atTable, lines: [], last: null, busy: Promise.resolve(), asked: 0, outdated: false, name: "", tool: {} });
    this.board = new Board((spot) => this.ask({ kind: "touch", spot }));
    this.build();
  }

  build() {
    this.heading = make("h1", { id: "heading" });
    this.seats = make("ul", { class: "seats", id: "seats", "aria-label": "Players" });
    this.status = make("p", { class: "status", id: "status" });
    this.message = make("p", { class: "message", id: "message", role: "status" });
    this.page = make("section", { class: "page", id: "page", hidden: true, "aria-label": "To read first" });
    this.trail = make("p", { class: "trail", id: "trail" });
    this.offers = make("div", { class: "offers", id: "offers", role: "group", "aria-label": "What can be done" });
    this.typed = make("input", {
      id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done",
      "aria-label": "Type what happens", placeholder: "or type what happens", input: () => this.search(false),
      keydown: (event) => event.key === "Tab" && !event.shiftKey && this.typed.value && this.complete(event),
    });
    const form = make("form", { class: "typing", submit: (event) => this.submit(event) }, this.typed, make("button", { id: "enter" }, "Enter"));
    this.tools = make("div", { class: "tools" }, ...this.buttons());
    this.log = make("details", { class: "records", id: "log", toggle: () => this.records() }, make("summary", {}, "Log"), make("ol", {}));
    const played = make("section", { class: "playing", "aria-label": "Playing" }, this.seats, this.status, this.message, this.page, this.trail, this.offers, form, this.tools, this.log);
    this.element = make("div", { class: "table" }, this.heading, played, this.board.element);
  }

  buttons() {
    const tool = (id, words, act) => (this.tool[id] = button(words, act, { id }));
    return [
      tool("stepback", "Back", () => this.ask({ kind: "back" })),
      tool("draw", "Draw by chance", () => this.ask({ kind: "draw", seed: crypto.randomUUID() })),
      tool("undo", "Undo", () => this.ask({ kind: "enter", text: "undo" })),
      tool("again", "Again", () => this.ask({ kind: "enter", text: "again" })),
      tool("remark", "Remark", () => this.note()),
      tool("large", "Enlarge", () => this.tool.large.setAttribute("aria-pressed", this.board.element.classList.toggle("large"))),
      tool("replay", "Replay", () => this.look()),
      tool("download", "Download", () => this.takeAway()),
      tool("share", "Share", () => this.hand()),
    ];
  }

  /** Open the game, from what is kept of it. */
  async open() {
    current = this;
    const [kept, lines] = await Promise.all([storage.game(this.id), storage.lines(this.id)]);
    if (!kept) throw new Problem("this game is not kept in this browser any more");
    this.name = kept.name;
    this.tool.share.hidden = !navigator.canShare?.({ files: [this.file(lines)] });
    if (!python || python.ended) python = new Python();
    const file = { path: "game.jsonl", bytes: storage.bytesOf(lines) };
    this.message.textContent = "Loading";
    const { answer } = await python.ask({ to: "recording", kind: "open", name: file.path, at_table: this.atTable }, { files: [file] });
    this.lines = lines;
    await this.take({ ...answer, lines: [] });
    await this.draws();
  }

  /** Ask Python about the open game, one question after the other; what it recorded is kept, then shown, then drawn. */
  ask(question) {
    this.asked++;
    const answered = this.busy.then(() => this.answered(question)).catch((error) => this.failed(error)).finally(() => this.asked--);
    this.busy = answered.then(() => this.draws());
    return answered;
  }

  async answered(question) {
    if (current !== this) return; // another game was opened meanwhile
    this.element.classList.add("waiting");
    try {
      const { answer } = await python.ask({ to: "recording", ...question });
      await this.take(answer);
    } finally {
      this.element.classList.remove("waiting");
    }
  }

  /** Whatever could not be recorded is not in the game: it is opened again from what is kept. */
  async failed(error) {
    const words = error instanceof Problem || error instanceof storage.WentOn ? error.message : `A defect of the program: ${error.message}`;
    await this.open().catch(() => {});
    this.tell(`${words}; nothing was recorded`, true);
  }

  /** @param {Answer} answer */
  async take(answer) {
    if (answer.lines.length) {
      const about = { title: answer.title, status: answer.status, branch: answer.branch };
      await storage.append(this.id, this.lines.length, answer.lines, about);
      this.lines.push(...answer.lines);
    }
    this.outdated ||= !this.last || answer.lines.length > 0 || this.last.covered !== answer.covered || this.last.status !== answer.status;
    this.last = answer;
    this.show(answer);
    this.board.mark(answer.places);
  }

  /** @param {Answer} answer */
  show(answer) {
    const branch = answer.branch ? `, from record ${answer.branch.seq}` : "";
    this.heading.textContent = `${answer.title}: ${this.name}${branch}`;
    this.seats.replaceChildren(...answer.seats.map(({ name, about, points, acts }) =>
      make("li", acts ? { "aria-current": "true" } : {}, make("b", {}, name), about ? ` ${about}` : "", make("span", {}, points))));
    this.status.textContent = answer.status;
    this.tell(answer.message, answer.refused);
    this.read(answer);
    this.trail.textContent = [...answer.trail, answer.asked ? `${answer.asked}?` : answer.chance ? `${answer.prompt}?` : ""].filter(Boolean).join(" · ");
    this.offer(answer);
    if (this.typed.value !== answer.text) this.typed.value = answer.text;
    this.tool.stepback.disabled = !answer.trail.length && !answer.page.length;
    this.tool.draw.hidden = !answer.chance;
    this.tool.undo.disabled = answer.records === 0;
    this.tool.again.hidden = answer.again === 0;
    this.tool.replay.hidden = answer.hides && !answer.over; // it shows everything
    this.element.dataset.version = answer.version;
    this.element.dataset.records = answer.records;
    this.element.classList.toggle("over", answer.over);
    if (this.log.open) this.records();
  }

  tell(words, refused) {
    this.message.textContent = words;
    this.message.classList.toggle("refused", refused);
  }

  read({ page, page_is: kind }) {
    this.page.hidden = page.length === 0;
    const answers = kind === "correction" ? ["yes", "no"].map((text) => button(text === "yes" ? "Yes, correct it" : "No", () => this.ask({ kind: "enter", text }))) : [];
    this.page.replaceChildren(make("pre", {}, page.join("\n")), ...answers);
  }

  offer({ offers, covered, more, version, hint, unmatched }) {
    if (covered) {
      this.offers.replaceChildren(button("Show what can be done (it shows hidden cards)", () => this.ask({ kind: "reveal" }), { class: "reveal" }));
      return;
    }
    const made = offers.map(({ key, label, kind, ways }) =>
      button(ways > 1 ? `${label} (${ways})` : label, () => this.ask({ kind: "tap", key, version }), { class: kind, "data-key": key }));
    const all = unmatched ? [make("p", { class: "soft" }, "No action has these words. What can be done:")] : [];
    const left = more ? [make("p", { class: "soft" }, `and ${more} more: type to find them`)] : [];
    const define = hint ? [make("p", { class: "soft" }, `Another one? Type NAME = ${hint}`)] : [];
    this.offers.replaceChildren(...all, ...made, ...left, ...define);
  }

  /** Draw the position again if it has changed, unless another question waits: its answer comes first. */
  async draws() {
    if (!this.outdated || this.asked || current !== this) return;
    this.outdated = false;
    try {
      const { files } = await python.ask({ to: "recording", kind: "picture" });
      this.board.element.hidden = !files.length;
      if (files.length) this.board.show(new TextDecoder().decode(files[0].bytes));
      this.board.mark(this.last.places);
    } catch {
      this.board.element.hidden = true; // the record is kept all the same
    }
  }

  search(complete) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask({ kind: "find", text: this.typed.value, complete }), complete ? 0 : 120);
  }

  complete(event) {
    event.preventDefault();
    this.search(true);
  }

  submit(event) {
    event.preventDefault();
    clearTimeout(this.pause);
    if (this.typed.value.trim()) this.ask({ kind: "enter", text: this.typed.value });
  }

  note() {
    this.typed.value = "note: ";
    this.typed.focus();
  }

  async records() {
    if (!this.log.open) return;
    const { answer } = await python.ask({ to: "recording", kind: "records" });
    const rows = answer.lines.map((line) => {
      const number = /^#(\d+)/.exec(line)?.[1];
      const change = number && !/\((taken back|corrected)/.test(line) && !line.includes("the log:");
      const act = () => this.ask({ kind: "enter", text: `correct ${number}` });
      return make("li", {}, line, change && !this.last.covered ? button("Correct", act, { "aria-label": `Correct record ${number}` }) : null);
    });
    this.log.querySelector("ol").replaceChildren(...rows.reverse());
  }

  file(lines = this.lines) {
    const name = (this.name || "game").replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "game";
    return new File([storage.bytesOf(lines)], `${name}.jsonl`, { type: "text/plain" });
  }

  /** Look at the game so far; a log that is looked at is a copy. */
  look() {
    location.hash = `#/look?log=${put(this.file().name, this.file()).id}&at=end`;
  }

  takeAway() {
    const file = this.file();
    save(file.name, "application/jsonl", storage.bytesOf(this.lines));
  }

  async hand() {
    try {
      await navigator.share({ files: [this.file()], title: this.name });
    } catch (error) {
      if (error.name !== "AbortError") this.tell(`sharing did not work: ${error.message}; Download does`, true);
    }
  }
}
