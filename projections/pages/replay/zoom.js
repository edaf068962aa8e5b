// Two fingers enlarge the picture within its frame; one finger then drags it, as any part of a page that scrolls.

class Zoom {
  constructor(stage, picture) {
    Object.assign(this, { stage, picture, factor: 1, touches: new Map() });
    stage.addEventListener("touchstart", (event) => this.begin(event), { passive: true });
    stage.addEventListener("touchmove", (event) => this.move(event), { passive: false });
    stage.addEventListener("dblclick", (event) => this.to(this.factor > 1 ? 1 : 2.5, event.clientX, event.clientY));
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

  /** Enlarge to a factor, with the place under (x, y) staying where it is. */
  to(factor, x, y) {
    const box = this.stage.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const now = Math.max(1, Math.min(6, factor));
    const by = now / this.factor;
    const scroll = [(this.stage.scrollLeft + left) * by - left, (this.stage.scrollTop + top) * by - top];
    this.factor = now;
    this.picture.style.width = now > 1 ? `${100 * now}%` : "";
    [this.stage.scrollLeft, this.stage.scrollTop] = scroll;
  }
}

function spread([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
