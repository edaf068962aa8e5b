// Outlines over things in the picture: the places of an action or a remark, and the thing that the keyboard has reached.

const ROUND = 3; // units between a thing and its outline

class Marks {
  constructor(screen, data) {
    Object.assign(this, { screen, data, sets: new Map() });
    this.layers = data.drawn ? screen.parts.map((part, n) => this.layer(part, data.parts[n])) : [];
  }

  layer(part, { width, height }) {
    const layer = shape("svg", { class: "pointer", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", width: "100%", height: "100%" });
    part.append(layer);
    return layer;
  }

  /** The keys of a set of marks, as numbered in the data. */
  keys(number) {
    return this.data.marks[number ?? 0].map((key) => this.data.things.keys[key]);
  }

  /** Outline these things for a reason, instead of those outlined for it before. */
  show(reason, keys) {
    if (!keys.length && !this.sets.has(reason)) return;
    if (keys.length) this.sets.set(reason, keys);
    else this.sets.delete(reason);
    this.draw();
  }

  draw() {
    const wanted = new Set([...this.sets.values()].flat());
    const here = new Set(this.sets.get("here") ?? []);
    this.layers.forEach((layer, n) => {
      if (!wanted.size && !layer.firstChild) return;
      const spots = [...this.screen.parts[n].querySelectorAll("[data-spot]")].filter((spot) => wanted.has(spot.dataset.spot));
      layer.replaceChildren(...spots.map((spot) => this.outline(spot, n, here.has(spot.dataset.spot))));
    });
  }

  outline(spot, n, isHere) {
    const all = this.screen.parts[n].firstElementChild.getBoundingClientRect();
    const box = spot.getBoundingClientRect();
    const unit = this.data.parts[n].width / all.width || 0;
    return shape("rect", {
      class: isHere ? "here" : "place",
      x: (box.left - all.left) * unit - ROUND,
      y: (box.top - all.top) * unit - ROUND,
      width: box.width * unit + 2 * ROUND,
      height: box.height * unit + 2 * ROUND,
      rx: 5,
    });
  }

  /** The elements of things that are shown. */
  shown(keys) {
    const found = [...this.screen.root.querySelectorAll("[data-spot]")];
    return found.filter((spot) => keys.includes(spot.dataset.spot) && spot.checkVisibility());
  }
}
