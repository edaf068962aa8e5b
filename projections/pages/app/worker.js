// A Python in a worker: it starts the program and passes messages on. All of it comes from the site itself.

import { loadPyodide } from "./python/pyodide.mjs";

const HERE = new URL("python/", import.meta.url).href;
const TYPES = { "pyodide.asm.wasm": "application/wasm", "library.zip": "application/zip", "msgspec.zip": "application/zip", "program.zip": "application/zip" };
const MOST_MEMORY = 768 * 2 ** 20;

const fetched = self.fetch.bind(self);
const arriving = { bytes: 0 };

/** Files lie packed in the site, whatever its host does; here they are unpacked as they arrive. */
self.fetch = async (address, options) => {
  const place = String(address.url ?? address);
  const type = TYPES[place.split("/").pop()];
  if (!type) return fetched(address, options);
  const response = await fetched(`${place}.packed`, options);
  if (!response.ok) throw new Error(`${place}: ${response.status} ${response.statusText}`);
  const counted = new TransformStream({
    transform(chunk, out) {
      arriving.bytes += chunk.length;
      postMessage({ arrived: arriving.bytes });
      out.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": type } });
};

/** Memory is bounded: beyond that Python raises MemoryError, which is reported like any other problem. */
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("the memory of a page is used up");
  return grow.call(this, pages);
};

const bytesOf = async (name) => new Uint8Array(await (await fetch(`${HERE}${name}`)).arrayBuffer());

async function start() {
  const [program, msgspec] = [bytesOf("program.zip"), bytesOf("msgspec.zip")];
  const python = await loadPyodide({ indexURL: HERE, stdLibURL: `${HERE}library.zip`, fullStdLib: false });
  postMessage({ stage: "program" });
  python.unpackArchive(await msgspec, "zip", { extractDir: "/packages" });
  python.FS.writeFile("/program.zip", await program);
  python.FS.mkdirTree("/logs");
  const answer = python.runPython(`
import sys
sys.path[:0] = ["/program.zip", "/packages"]
from projections.browser.answering import answer
answer
`);
  postMessage({ stage: "ready" });
  return { python, answer };
}

const started = start();
started.catch((error) => postMessage({ failed: String(error.message ?? error) }));
let asked = 0;

/** Lay the files of a question into a folder of their own, let Python answer, and take the files that it made. */
function answered({ python, answer }, question, files, keep) {
  const folder = keep ? "/logs/kept" : `/logs/${asked++}`;
  python.FS.mkdirTree(folder);
  for (const { path, bytes } of files) {
    const place = `${folder}/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, bytes);
  }
  python.FS.chdir(folder);
  const reply = JSON.parse(answer(JSON.stringify(question)));
  const received = reply.files.map(({ name, type, path }) => {
    const bytes = python.FS.readFile(path);
    python.FS.unlink(path);
    return { name, type, bytes };
  });
  python.FS.chdir("/");
  if (!keep) remove(python.FS, folder);
  return { reply, received };
}

function remove(FS, folder) {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const place = `${folder}/${name}`;
    if (FS.isDir(FS.stat(place).mode)) remove(FS, place);
    else FS.unlink(place);
  }
  FS.rmdir(folder);
}

self.onmessage = async ({ data: { id, question, files, keep } }) => {
  try {
    const { reply, received } = answered(await started, question, files, keep);
    postMessage({ id, reply, received }, received.map(({ bytes }) => bytes.buffer));
  } catch (error) {
    postMessage({ id, died: String(error.message ?? error).trim().split("\n").pop() });
  }
};
