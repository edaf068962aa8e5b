// What people drop, choose or paste: files and folders, sorted into logs, side files and others.

export const FACTS = ".facts.toml";
/** A list of checksums in a folder of logs. */
export const CHECKSUMS = "SHA256SUMS";
const PACKED = [".gz", ".zst"];
/** The endings of logs in a folder; a file that is chosen by itself may have any. A test compares them with Python's. */
export const ENDINGS = ["", ".jsonl", ".json", ".txt", ".log", ".tsv", ...PACKED];
const BESIDE = [".toml", ".csv"];
/** The most bytes of a file that is read at all. */
export const MOST = 64 * 2 ** 20;

/** A file with its path in the folder from which it came. @typedef {{path: string, file: File, chosen: boolean}} Found */

/** The files of a list that a person chose; those of a folder have their paths. @returns {Found[]} */
export function chosen(list) {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file, chosen: !file.webkitRelativePath }));
}

/** The files that were dropped, with those in dropped folders. @returns {Promise<Found[]>} */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean); // at once: it is empty later
  if (!entries.length) return chosen(transfer.files);
  return (await Promise.all(entries.map((entry) => inside(entry, true)))).flat();
}

async function inside(entry, isChosen) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file, chosen: isChosen }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    found.push(...some);
  }
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  return (await Promise.all(found.map((each) => inside(each, false)))).flat();
}

const ending = (path) => /(?:[^/])(\.[^./]*)$/.exec(path)?.[1].toLowerCase() ?? "";
const isHidden = (path) => path.split("/").some((part) => part.startsWith(".")) || path.endsWith(CHECKSUMS);

/** The name without its ending, and without that of its compression: what a log and its side file share. */
function stem(path) {
  const plain = PACKED.includes(ending(path)) ? path.slice(0, -ending(path).length) : path;
  return plain.slice(0, plain.length - ending(plain).length);
}

/**
 * Logs with the facts that lie beside them, files of facts or component values, and how many others were passed over.
 * @param {Found[]} found
 */
export function sorted(found) {
  const facts = new Map(found.filter(({ path }) => path.endsWith(FACTS)).map((each) => [each.path.slice(0, -FACTS.length), each]));
  const logs = [];
  const beside = [];
  let others = 0;
  for (const each of found) {
    if (each.path.endsWith(FACTS)) continue;
    if (BESIDE.includes(ending(each.path))) beside.push(each);
    else if (!each.chosen && (isHidden(each.path) || !ENDINGS.includes(ending(each.path)))) others++;
    else logs.push({ ...each, facts: facts.get(stem(each.path)) });
  }
  return { logs, beside, others };
}
