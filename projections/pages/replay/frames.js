"use strict";
// The pictures: unpacked once, then shown by changing only the elements that differ.

/** The data of the page, unpacked from the element `data`. */
async function unpacked() {
  const text = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** Every picture as its parts, each the numbers of its pieces, built from the splices between one and the next. */
function framesOf(splices) {
  let next = 0;
  let picture = [];
  return splices.map((changed) => {
    if (!changed.length) return picture;
    picture = [...picture];
    for (const [part, ...changes] of changed) {
      picture[part] = spliced(picture[part] ?? new Uint32Array(0), changes, () => next++);
    }
    return picture;
  });
}

/** A part with changes; `next` gives the number of the next piece that has not been seen before. */
function spliced(part, changes, next) {
  const runs = [];
  let at = 0;
  for (const [stay, gone, ...come] of changes) {
    runs.push(part.subarray(at, at + stay), come.map((piece) => (piece ? piece - 1 : next())));
    at += stay + gone;
  }
  runs.push(part.subarray(at));
  const now = new Uint32Array(runs.reduce((sum, run) => sum + run.length, 0));
  let end = 0;
  for (const run of runs) {
    now.set(run, end);
    end += run.length;
  }
  return now;
}

/** A drawing as a tree of {piece, close, kids} that holds the numbers of its pieces; a text is a node without kids. */
function treeOf(frame, pieces) {
  const root = { piece: -1, close: -1, kids: [] };
  const open = [root];
  for (const number of frame) {
    const text = pieces[number];
    if (text.startsWith("</")) {
      open.pop().close = number;
      continue;
    }
    const node = { piece: number, close: -1, kids: [] };
    open.at(-1).kids.push(node);
    if (text[0] === "<" && !text.endsWith("/>")) open.push(node);
  }
  return root.kids[0];
}

function isSame(one, other) {
  return (
    one.piece === other.piece &&
    one.close === other.close &&
    one.kids.length === other.kids.length &&
    one.kids.every((kid, n) => isSame(kid, other.kids[n]))
  );
}

const FRAME = `
:host { display: block }
.parts { position: relative }
.part { position: absolute; overflow: hidden; contain: strict; touch-action: pan-x pan-y; border-radius: 6px }
.part.large { overflow: auto; cursor: grab; overscroll-behavior: contain }
.part > svg { display: block; width: 100%; height: auto }
.part > .pointer { position: absolute; left: 0; top: 0; pointer-events: none }
.one .part { position: relative; margin-bottom: 12px }
.one .part[data-seat]:not(.chosen) { display: none }
.pointer rect { fill: none; stroke: #d0006f; stroke-width: 3.5px; filter: drop-shadow(0 0 1px #fff); vector-effect: non-scaling-stroke; stroke-dasharray: 6 4 }
.pointer rect.here { stroke-dasharray: none }
.definitions { position: absolute }
:host([data-plain]) [data-marks] { display: none }
pre { margin: 0; padding: 8px; overflow: auto; font: 14px/1.3 ui-monospace, monospace }
@media (prefers-color-scheme: dark) { .pointer rect { stroke: #ff77c8 } }
`;

/** Shows pictures, each part in its own element; their styles apply to nothing else. */
class Screen {
  constructor(host, data) {
    Object.assign(this, { pieces: data.pieces, drawn: data.drawn, shown: [], trees: [] });
    this.root = host.attachShadow({ mode: "open" });
    this.place = make("div", { class: "parts" });
    this.root.append(make("style", {}, FRAME), make("style", {}, data.style), this.place);
    if (data.definitions) {
      const shared = make("div", { class: "definitions" });
      shared.innerHTML = `<svg class="anyturn" width="0" height="0">${data.definitions}</svg>`;
      this.root.append(shared);
    }
    const seats = (seat) => (seat >= 0 ? seat : null);
    this.parts = data.parts.map(({ name, seat }) => make("div", { class: "part", "data-part": name, "data-seat": seats(seat) }));
    if (!data.drawn) this.parts = [make("pre", {})];
    this.place.append(...this.parts);
  }

  show(picture) {
    picture.forEach((frame, part) => {
      if (frame === this.shown[part]) return;
      if (this.drawn) this.showPart(this.parts[part], part, frame);
      else this.parts[part].textContent = [...frame].map((piece) => this.pieces[piece]).join("");
      this.shown[part] = frame;
    });
  }

  showPart(place, part, frame) {
    const tree = treeOf(frame, this.pieces);
    if (this.trees[part]) this.change(place.firstElementChild, this.trees[part], tree);
    else place.prepend(this.made(tree));
    this.trees[part] = tree;
  }

  /** The element that shows a node. */
  made(node) {
    const holder = document.createElement("div");
    const text = this.written(node);
    const isWhole = text.startsWith("<svg");
    holder.innerHTML = isWhole ? text : `<svg>${text}</svg>`;
    return isWhole ? holder.firstElementChild : holder.firstChild.firstChild;
  }

  written(node) {
    const inner = node.kids.map((kid) => this.written(kid)).join("");
    return this.pieces[node.piece] + inner + (node.close < 0 ? "" : this.pieces[node.close]);
  }

  /** Make the element of one node show another. */
  change(element, old, now) {
    if (isSame(old, now)) return;
    if (old.piece !== now.piece || old.close !== now.close) {
      element.replaceWith(this.made(now));
      return;
    }
    let head = 0;
    let tail = 0;
    const least = Math.min(old.kids.length, now.kids.length);
    while (head < least && isSame(old.kids[head], now.kids[head])) head++;
    while (tail < least - head && isSame(old.kids.at(-1 - tail), now.kids.at(-1 - tail))) tail++;
    const elements = [...element.childNodes];
    const after = elements[old.kids.length - tail] ?? null;
    const middle = Math.min(old.kids.length, now.kids.length) - tail;
    for (let n = head; n < middle; n++) this.change(elements[n], old.kids[n], now.kids[n]);
    for (let n = middle; n < old.kids.length - tail; n++) elements[n].remove();
    for (let n = middle; n < now.kids.length - tail; n++) element.insertBefore(this.made(now.kids[n]), after);
  }

  /** Make the drawing light or dark; with an empty `theme` it follows the system setting. */
  paint(theme) {
    for (const style of this.root.querySelectorAll("style")) {
      for (const rule of style.sheet.cssRules) {
        if (!(rule instanceof CSSMediaRule)) continue;
        const media = { dark: "screen", light: "not all" };
        rule.media.mediaText = media[theme] ?? "screen and (prefers-color-scheme: dark)";
      }
    }
  }
}
