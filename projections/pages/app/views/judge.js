// Judge: drop, paste or choose logs, and see for each the verdict with its reasons.

import { make } from "../elements.js";
import { bench } from "../python.js";
import { put, sent } from "../shelf.js";

export const id = "judge";
export const title = "Judge";

let list = null;

export function show(place) {
  if (!list) {
    const input = make("input", { type: "file", multiple: true, change: () => take([...input.files]) });
    list = make("div", {}, make("label", {}, "Choose logs ", input), make("ul", { id: "verdicts" }));
  }
  place.replaceChildren(list);
}

async function take(files) {
  for (const file of files) judge(put(file.name, new Uint8Array(await file.arrayBuffer())));
}

async function judge(log) {
  const line = make("li", {}, log.name);
  list.querySelector("ul").append(line);
  try {
    const { answer } = await bench.ask({ to: "judging", kind: "judge", name: log.name }, { files: sent(log) });
    for (const { verdict, reasons } of answer.judged) line.append(` ${verdict.verdict} ${reasons.join("\n")}`);
  } catch (problem) {
    line.append(` ${problem.message}`);
  }
}
