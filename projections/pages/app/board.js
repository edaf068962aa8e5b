// The drawing of a position. A place about which something can be done can be tapped.

import { make } from "./elements.js";

const STYLE = `
  :host { display: block; overflow: auto; }
  svg { display: block; width: 100%; height: auto; min-width: 100%; }
  :host(.large) svg { width: 1240px; }
  [data-spot].can { cursor: pointer; outline: 2px dashed #b3005f; outline-offset: -1px; }
`;

/** The end of the key of a spot: what comes after its family. */
const end = (spot) => spot.dataset.spot.slice(spot.dataset.spot.indexOf("/") + 1);

export class Board {
  /** @param {(spot: string) => void} touched what to do when a place is tapped */
  constructor(touched) {
    this.element = make("div", { class: "board", id: "board" });
    this.root = this.element.attachShadow({ mode: "open" });
    this.root.addEventListener("click", (event) => {
      const spot = event.target.closest?.("[data-spot].can") ?? this.around(event.clientX, event.clientY);
      if (spot) touched(end(spot));
    });
  }

  /** Show a drawing, with the places that can be tapped. */
  show(svg) {
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    this.root.replaceChildren(make("style", {}, STYLE), document.importNode(drawing, true));
  }

  /** Mark the places about which something can be done; `places` are ends of keys. */
  mark(places) {
    const can = new Set(places);
    for (const spot of this.root.querySelectorAll("[data-spot]")) spot.classList.toggle("can", can.has(end(spot)));
  }

  /** The smallest place around a point between its letters. */
  around(x, y) {
    const boxes = [...this.root.querySelectorAll("[data-spot].can")].map((spot) => [spot, spot.getBoundingClientRect()]);
    const there = boxes.filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const sizes = there.map(([, box]) => box.width * box.height);
    return there[sizes.indexOf(Math.min(...sizes))]?.[0];
  }
}
