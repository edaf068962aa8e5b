// The drawing of a position. A place about which something can be done can be tapped.

import { make } from "./elements.js";

const STYLE = `
  :host { display: block; overflow: auto; }
  .parts { display: grid; gap: 10px; grid-template-columns: minmax(0, 1fr); }
  .parts svg { display: block; width: 100%; height: auto; }
  .parts svg.definitions { position: absolute; width: 0; height: 0; }
  :host(.large) .parts { width: 720px; }
  [data-spot].can { cursor: pointer; outline: 2px dashed #b3005f; outline-offset: 1px; border-radius: 5px; }
  @media (min-width: 760px) {
    .parts { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
    .parts [data-columns="2"], .parts [data-columns="3"] { grid-column: span 2; }
    :host(.large) .parts { width: 1400px; }
  }
`;

export class Board {
  /** @param {(spot: string) => void} touched what to do when a place is tapped */
  constructor(touched) {
    this.element = make("div", { class: "board", id: "board" });
    this.root = this.element.attachShadow({ mode: "open" });
    this.root.addEventListener("click", (event) => {
      const spot = event.target.closest?.("[data-spot].can") ?? this.around(event.clientX, event.clientY);
      if (spot) touched(spot.dataset.spot);
    });
  }

  /** Show the parts of a drawing. What is parsed so is never run, and its texts are escaped by Python. */
  show(markup) {
    const parts = new DOMParser().parseFromString(markup, "text/html").body.firstElementChild;
    this.root.replaceChildren(make("style", {}, STYLE), document.importNode(parts, true));
  }

  /** Mark the places about which something can be done; `places` are keys. */
  mark(places) {
    const can = new Set(places);
    for (const spot of this.root.querySelectorAll("[data-spot]")) spot.classList.toggle("can", can.has(spot.dataset.spot));
  }

  /** The smallest place around a point between its letters. */
  around(x, y) {
    const boxes = [...this.root.querySelectorAll("[data-spot].can")].map((spot) => [spot, spot.getBoundingClientRect()]);
    const there = boxes.filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const sizes = there.map(([, box]) => box.width * box.height);
    return there[sizes.indexOf(Math.min(...sizes))]?.[0];
  }
}
