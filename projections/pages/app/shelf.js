// The logs that are open in the page: judged, looked at, begun. All views take them from here.

/** @typedef {import("./messages.js").Sent} Sent */
/**
 * A log: its number in the address, its name, its content, the side files that go with it, and what was judged, if it was.
 * Contents are read when they are needed, so that a thousand files take no memory.
 * @typedef {{id: number, name: string, content: Blob, beside: {path: string, content: Blob}[],
 *   judged: import("./messages.js").Judged[]|null}} Log
 */

/** @type {Map<number, Log>} */
const logs = new Map();

/** Add a log. @returns {Log} */
export function put(name, content, beside = []) {
  const log = { id: logs.size + 1, name: harmless(name), content, beside, judged: null };
  logs.set(log.id, log);
  return log;
}

/** The log with a number. @returns {Log | undefined} */
export const get = (id) => logs.get(Number(id));

/** All logs, in the order in which they came. @returns {Log[]} */
export const all = () => [...logs.values()];

/** What goes to Python with a question about a log. @returns {Promise<Sent[]>} */
export function sent(log) {
  const files = [{ path: log.name, content: log.content }, ...log.beside];
  return Promise.all(files.map(async ({ path, content }) => ({ path, bytes: new Uint8Array(await content.arrayBuffer()) })));
}

/** A path that stays in the working folder, and means a file to every command. */
function harmless(name) {
  const parts = name.split("/").filter((part) => part && part !== "." && part !== "..");
  const path = parts.join("/") || "log";
  return path.startsWith("-") ? `./${path}` : path;
}
