// Elements of the page. What comes from a log is only ever text.

/** An element with attributes and children; strings become text, null and undefined nothing. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button that does something. */
export function button(words, act, attributes = {}) {
  return make("button", { type: "button", click: act, ...attributes }, words);
}

/** Save bytes as a file under a name. */
export function save(name, type, bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
