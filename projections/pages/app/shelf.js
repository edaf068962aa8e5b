// The logs that are open in the page: judged, looked at, begun. All views take them from here.

/**
 * A log: its number in the address, its name, its bytes, the side files that go with it, and what was found about it.
 * @typedef {{id: number, name: string, bytes: Uint8Array, beside: import("./messages.js").Sent[]}} Log
 */

const logs = new Map();

/** Add a log. @returns {Log} */
export function put(name, bytes, beside = []) {
  const log = { id: logs.size + 1, name, bytes, beside };
  logs.set(log.id, log);
  return log;
}

/** The log with a number. @returns {Log | undefined} */
export const get = (id) => logs.get(Number(id));

export const all = () => [...logs.values()];

/** What goes to Python with a question about a log. @returns {import("./messages.js").Sent[]} */
export const sent = (log) => [{ path: log.name, bytes: log.bytes }, ...log.beside];
