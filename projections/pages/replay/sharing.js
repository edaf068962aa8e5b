// What can be sent: the picture, or a part of it, as PNG, and a link to the position with one sentence.

const SHARPNESS = 2; // pixels of a saved picture per pixel of the drawing

/** Parts of the picture side by side as they are shown, as an SVG document: its text, its width and height. */
function drawingText(data, drawn, columns, theme) {
  const [places, height] = arranged(drawn.map(({ part }) => part), columns);
  const width = across(columns) + 2 * GAP;
  const parts = drawn.map(({ svg, part }, n) => {
    const [x, y, scale] = places[n];
    const copy = svg.cloneNode(true);
    const box = { x: x + GAP, y: y + GAP, width: part.width * scale, height: part.height * scale, style: `--unit:${1 / scale}` };
    for (const [name, value] of Object.entries(box)) copy.setAttribute(name, value);
    return new XMLSerializer().serializeToString(copy);
  });
  const media = { dark: "all", light: "not all" }[theme] ?? "(prefers-color-scheme:dark)";
  const style = data.style.replaceAll("(prefers-color-scheme:dark)", media);
  const size = `width="${width}" height="${height + 2 * GAP}"`;
  const text = `<svg xmlns="${SVG}" class="anyturn" ${size}><style>${style}</style>${data.definitions}<rect class="page" ${size}/>${parts.join("")}</svg>`;
  return { text, width, height: height + 2 * GAP };
}

/** Save a drawing as PNG under a name. */
async function savePicture({ text, width, height }, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SHARPNESS, height * SHARPNESS];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = make("a", { download: name, href: canvas.toDataURL("image/png") });
  link.click();
}

/** Copy a text; a page opened from disk may have to do it by selection. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.querySelector("dialog[open]").append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
