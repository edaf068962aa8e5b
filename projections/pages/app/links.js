// A game in the address of the page: compressed behind the #, so that a link shows it without any server.

/** The most characters of a game in a link; browsers take more, but few programs that pass links on do. */
export const MOST = 32_000;
/** A log that takes more characters travels in its shortest form. */
export const SHORT = 4000;
const MOST_UNPACKED = 4 * 2 ** 20;

const piped = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** The bytes as characters that may stand in an address. @returns {Promise<string>} */
export async function packed(bytes) {
  const small = new Uint8Array(await new Response(piped(bytes, new CompressionStream("deflate-raw"))).arrayBuffer());
  let text = "";
  for (let at = 0; at < small.length; at += 0x8000) text += String.fromCharCode(...small.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes again. Throws Error for an address that was cut or changed, and for more than a log can be. */
export async function unpacked(text) {
  try {
    const small = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    const reader = piped(small, new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(parts).arrayBuffer();
      size += value.length;
      if (size > MOST_UNPACKED) throw new RangeError();
      parts.push(value);
    }
  } catch {
    throw new Error("This link holds no game that can be read: it was cut off or changed on its way. Ask for the file instead.");
  }
}
