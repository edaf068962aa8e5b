// What can be sent: the picture as PNG, and a link to the position with one sentence.

const SHARPNESS = 2; // pixels of a saved picture per pixel of the drawing

/** The drawing that is shown, as the text of an SVG document in the chosen colours. */
function drawingText(root, theme) {
  const text = new XMLSerializer().serializeToString(root.querySelector("svg"));
  if (!theme) return text;
  return text.replaceAll("(prefers-color-scheme:dark)", theme === "dark" ? "all" : "not all");
}

/** Save the picture as PNG under a name. */
async function savePicture(root, theme, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingText(root, theme))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * SHARPNESS, image.height * SHARPNESS];
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
