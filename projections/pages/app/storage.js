// The games that this browser keeps: line by line, each on the disk before it is shown. A reload, a closed tab or an
// empty battery loses nothing that was shown as recorded.

const NAME = "anyturn";

/**
 * What is known of a kept game: its name, what game it is, how far it is, when it last changed, the branch it is.
 * @typedef {{id: number, name: string, title: string, status: string, records: number, changed: number,
 *   branch: {game: string, seq: number, name: string} | null}} Kept
 */

/** Another tab has gone on with a game that is open here. */
export class WentOn extends Error {}

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("lines");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Do something in one transaction: all of it is on the disk when the promise is fulfilled, or none of it is. */
async function transaction(mode, work) {
  const base = await database();
  const running = base.transaction(["games", "lines"], mode, { durability: "strict" });
  let result;
  const done = new Promise((resolve, reject) => {
    running.oncomplete = () => resolve(result);
    running.onabort = () => reject(running.error ?? new Error("nothing was stored"));
  });
  work(running.objectStore("games"), running.objectStore("lines"), (found) => (result = found));
  return done;
}

const ofGame = (id) => IDBKeyRange.bound([id], [id, []]);

/** Keep a new game. @param {string[]} lines @returns {Promise<number>} its number */
export function begin(lines, about) {
  navigator.storage?.persist?.(); // so that the browser does not clear it when room is short
  return transaction("readwrite", (games, kept, found) => {
    games.add({ ...about, records: lines.length - 1, changed: Date.now() }).onsuccess = ({ target }) => {
      found(target.result);
      lines.forEach((line, number) => kept.add(line, [target.result, number]));
    };
  });
}

/** Append lines to a game that has `from` lines so far, and note what changed about it. */
export async function append(id, from, lines, about) {
  try {
    await transaction("readwrite", (games, kept) => {
      lines.forEach((line, number) => kept.add(line, [id, from + number]));
      games.get(id).onsuccess = ({ target }) =>
        games.put({ ...target.result, ...about, records: from + lines.length - 1, changed: Date.now() });
    });
  } catch (error) {
    if (error?.name === "ConstraintError") throw new WentOn("another tab has gone on with this game");
    throw error;
  }
}

/** The lines of a game, in order. @returns {Promise<string[]>} */
export const lines = (id) =>
  transaction("readonly", (games, kept, found) => {
    kept.getAll(ofGame(id)).onsuccess = ({ target }) => found(target.result);
  });

/** @returns {Promise<Kept | undefined>} */
export const game = (id) =>
  transaction("readonly", (games, kept, found) => {
    games.get(id).onsuccess = ({ target }) => found(target.result);
  });

/** All games, the one that changed last first. @returns {Promise<Kept[]>} */
export async function all() {
  const found = await transaction("readonly", (games, kept, found) => {
    games.getAll().onsuccess = ({ target }) => found(target.result);
  });
  return found.sort((one, other) => other.changed - one.changed);
}

export const remove = (id) =>
  transaction("readwrite", (games, kept) => {
    games.delete(id);
    kept.delete(ofGame(id));
  });

/** The log of kept lines as bytes. */
export const bytesOf = (lines) => new TextEncoder().encode(`${lines.join("\n")}\n`);
