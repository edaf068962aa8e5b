// A Python in a worker: it starts the program and passes messages on. All of it comes from the site itself.

import { loadPyodide } from "./python/pyodide.mjs";
import { CACHE } from "./site.js";

const HERE = new URL("python/", import.meta.url).href;
const MEMORY = `${HERE}memory`; // where the memory of a started Python is kept
const TYPES = { "pyodide.asm.wasm": "application/wasm", "library.zip": "application/zip", "packages.zip": "application/zip", "program.zip": "application/zip" };
const MOST_MEMORY = 768 * 2 ** 20;
const PART_OF_LIBRARY = "base64, compression.zstd, dataclasses, decimal, difflib, gzip, hashlib, html, importlib.resources, inspect, json, pkgutil, random, shutil, tempfile, textwrap, tomllib, traceback, typing, uuid, zipfile";

const fetched = self.fetch.bind(self);
let arrived = 0;

/** Files lie packed in the site, whatever its host does; here they are unpacked as they arrive. */
self.fetch = async (address, options) => {
  const place = String(address.url ?? address);
  const type = TYPES[place.split("/").pop()];
  if (!type) return fetched(address, options);
  const response = await fetched(`${place}.packed`, options);
  if (!response.ok) throw new Error(`${place}: ${response.status} ${response.statusText}`);
  const counted = new TransformStream({
    transform(chunk, out) {
      arrived += chunk.length;
      postMessage({ arrived });
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

/** Python, as it was when it was first started in this browser, or started afresh. */
async function python() {
  const options = { indexURL: HERE, stdLibURL: `${HERE}library.zip` };
  const cache = await self.caches?.open(CACHE).catch(() => null); // there is none on an insecure address
  const kept = await cache?.match(MEMORY);
  if (kept) {
    try {
      return await loadPyodide({ ...options, _loadSnapshot: kept.arrayBuffer() });
    } catch {
      await cache.delete(MEMORY);
    }
  }
  const begun = await loadPyodide({ ...options, _makeSnapshot: Boolean(cache) });
  if (cache) {
    begun.runPython(`import ${PART_OF_LIBRARY}`);
    const memory = begun.makeMemorySnapshot();
    ready.then(() => cache.put(MEMORY, new Response(memory))).catch(() => {}); // no room: it starts as it did now
  }
  return begun;
}

async function start() {
  const [program, packages] = [bytesOf("program.zip"), bytesOf("packages.zip")];
  const begun = await python();
  postMessage({ stage: "program" });
  begun.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  begun.FS.writeFile("/program.zip", await program);
  const answer = begun.runPython(`
import sys
sys.path[:0] = ["/program.zip", "/packages"]
from projections.browser.answering import answer
answer
`);
  return { begun, answer };
}

const ready = start();
ready.then(
  ({ begun }) => {
    postMessage({ stage: "ready" });
    setTimeout(() => begun.runPython("import projections.browser.answers.judging, projections.screen.verdict_words")); // before it is asked
  },
  (error) => postMessage({ failed: String(error.message ?? error) }),
);
let asked = 0;

/** Lay the files of a question into a folder of their own, let Python answer, and take the files that it made. */
function answered({ begun: { FS }, answer }, question, files, keep) {
  const folder = keep ? "/logs/kept" : `/logs/${asked++}`;
  FS.mkdirTree(folder);
  for (const { path, bytes } of files) {
    const place = `${folder}/${path}`;
    FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    FS.writeFile(place, bytes);
  }
  FS.chdir(folder);
  const reply = JSON.parse(answer(JSON.stringify(question)));
  const received = reply.files.map(({ name, type, path }) => {
    const bytes = FS.readFile(path);
    FS.unlink(path);
    return { name, type, bytes };
  });
  FS.chdir("/");
  if (!keep) remove(FS, folder);
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
    const { reply, received } = answered(await ready, question, files, keep);
    postMessage({ id, reply, received }, received.map(({ bytes }) => bytes.buffer));
  } catch (error) {
    postMessage({ id, died: String(error.message ?? error).trim().split("\n").pop() });
  }
};
