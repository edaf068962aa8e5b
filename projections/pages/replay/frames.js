"use strict";
// The pictures: unpacked once, then shown by changing only the elements that differ.

/** The data of the page, unpacked from the element `data`. */
async function unpacked() {
  const text = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** Every picture as the numbers of its pieces, built from the splices between one picture and the next. */
function framesOf(splices) {
  let next = 0;
  let frame = new Uint32Array(0);
  return splices.map((changes) => {
    if (!changes.length) return frame;
    const parts = [];
    let at = 0;
    for (const [stay, gone, ...come] of changes) {
      parts.push(frame.subarray(at, at + stay), come.map((piece) => (piece ? piece - 1 : next++)));
      at += stay + gone;
    }
    parts.push(frame.subarray(at));
    const now = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      now.set(part, end);
      end += part.length;
    }
    return (frame = now);
  });
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

/** Shows drawings in its own element; their styles apply to nothing else. */
class Screen {
  constructor(host, pieces, drawn) {
    this.pieces = pieces;
    this.drawn = drawn;
    this.shown = null;
    this.root = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent =
      ":host{display:block}svg{display:block;width:100%;height:auto}" +
      ":host([data-plain]) [data-marks]{display:none}pre{margin:0;font:14px/1.3 ui-monospace,monospace}";
    this.root.append(style);
  }

  show(frame) {
    if (!this.drawn) {
      this.showText(frame);
      return;
    }
    const tree = treeOf(frame, this.pieces);
    if (this.shown === null) this.root.append(this.made(tree));
    else this.change(this.root.lastElementChild, this.shown, tree);
    this.shown = tree;
  }

  showText(frame) {
    if (this.shown === null) this.root.append(document.createElement("pre"));
    this.shown = frame;
    this.root.lastElementChild.textContent = [...frame].map((piece) => this.pieces[piece]).join("");
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
