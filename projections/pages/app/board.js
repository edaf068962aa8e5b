// The drawing of a position. A place about which something can be done can be tapped.

import { make } from "./elements.js";

const ROUND = 2; // units between a spot and its outline
const STYLE = `
  :host { display: block; overflow: auto; }
  .parts { display: grid; gap: 10px; grid-template-columns: minmax(0, 1fr); }
  .parts svg { display: block; width: 100%; height: auto; }
  .parts svg.definitions { position: absolute; width: 0; height: 0; }
  :host(.large) .parts { width: 720px; }
  .parts > div { position: relative; }
  .parts svg.places { position: absolute; inset: 0; height: 100%; pointer-events: none; }
  .places rect { fill: none; stroke: var(--mark); stroke-width: 2px; stroke-dasharray: 6 3; vector-effect: non-scaling-stroke; }
  [data-spot].can { cursor: pointer; }
  @media (min-width: 760px) {
    .parts { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
    .parts [data-columns="2"], .parts [data-columns="3"] { grid-column: span 2; }
    :host(.large) .parts { width: 1400px; }
  }
`;

/** A layer over a part with an outline around each of these spots. */
function outlines(svg, spots) {
  const shape = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const all = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const unit = width / all.width || 0;
  const layer = shape("svg", { class: "places", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const box of spots.map((spot) => spot.getBoundingClientRect())) {
    layer.append(shape("rect", {
      x: (box.left - all.left) * unit - ROUND,
      y: (box.top - all.top) * unit - ROUND,
      width: box.width * unit + 2 * ROUND,
      height: box.height * unit + 2 * ROUND,
      rx: 5,
    }));
  }
  return layer;
}

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

  /** Outline the places about which something can be done; `places` are keys. */
  mark(places) {
    const can = new Set(places);
    for (const part of this.root.querySelectorAll(".parts > div")) {
      const spots = [...part.querySelectorAll("[data-spot]")];
      for (const spot of spots) spot.classList.toggle("can", can.has(spot.dataset.spot));
      part.querySelector(".places")?.remove();
      const marked = spots.filter((spot) => spot.classList.contains("can"));
      if (marked.length) part.append(outlines(part.querySelector("svg"), marked));
    }
  }

  /** The smallest place around a point between its letters. */
  around(x, y) {
    const boxes = [...this.root.querySelectorAll("[data-spot].can")].map((spot) => [spot, spot.getBoundingClientRect()]);
    const there = boxes.filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const sizes = there.map(([, box]) => box.width * box.height);
    return there[sizes.indexOf(Math.min(...sizes))]?.[0];
  }
}
