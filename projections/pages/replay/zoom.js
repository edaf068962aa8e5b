// Two fingers enlarge a part of the picture in its place; one finger, or the mouse, then drags it.

const CLICK = 2.5; // how much a double click enlarges

class Zoom {
  constructor(part, changed) {
    Object.assign(this, { part, changed, factor: 1 });
    part.addEventListener("touchstart", (event) => this.begin(event), { passive: true });
    part.addEventListener("touchmove", (event) => this.move(event), { passive: false });
    part.addEventListener("dblclick", (event) => this.to(this.factor > 1 ? 1 : CLICK, event.clientX, event.clientY));
    part.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    part.addEventListener("pointermove", (event) => this.drag(event));
  }

  begin(event) {
    if (event.touches.length === 2) this.from = { wide: spread(event.touches), factor: this.factor };
  }

  move(event) {
    if (event.touches.length !== 2 || !this.from) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const x = (one.clientX + other.clientX) / 2;
    const y = (one.clientY + other.clientY) / 2;
    this.to((this.from.factor * spread(event.touches)) / this.from.wide, x, y);
  }

  /** Two fingers on a touchpad come as a wheel with Ctrl. */
  turn(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to(this.factor * Math.exp(-event.deltaY / 100), event.clientX, event.clientY);
  }

  drag(event) {
    if (event.pointerType !== "mouse" || !(event.buttons & 1) || this.factor === 1) return;
    this.part.scrollBy(-event.movementX, -event.movementY);
  }

  /** Enlarge to a factor, with the place under (x, y) staying where it is. */
  to(factor, x = 0, y = 0) {
    const box = this.part.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const now = Math.max(1, Math.min(6, factor));
    const by = now / this.factor;
    const scroll = [(this.part.scrollLeft + left) * by - left, (this.part.scrollTop + top) * by - top];
    this.factor = now;
    this.part.classList.toggle("large", now > 1);
    for (const drawing of this.part.children) drawing.style.width = now > 1 ? `${100 * now}%` : "";
    this.changed();
    [this.part.scrollLeft, this.part.scrollTop] = scroll;
  }
}

function spread([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
