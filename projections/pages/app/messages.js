// What page and Python say to each other. Python has the same types in projections/browser; a test compares them.

/** A file for the page, which Python made. @typedef {{name: string, type: string, path: string}} MadeFile */
/** @typedef {{answer: any, files: MadeFile[], problem: string, defect: string}} Reply */

// judging

/** @typedef {{to: "judging", kind: "judge", name: string, notation?: string|null}} Judge */
/** @typedef {{name: string, faction: string|null, vp: number|null, rank: number|null}} Seated */
/** @typedef {{who: string, kind: string, number: number, actions: string[]}} Offer */
/**
 * @typedef {{seq: number, line: number, source: string, who: string, recorded: string, clause: string, text: string[],
 *   facts: [string, string][], legal: Offer[]}} Broken
 */
/**
 * @typedef {{verdict: Object, title: string, names: string[], seats: Seated[], reasons: string[], broken: Broken|null,
 *   writable: string[]}} Judged
 */
/** @typedef {{judged: Judged[]}} AllJudged */
/** @typedef {{to: "judging", kind: "beside", name: string}} Beside */
/** @typedef {{words: string, faults: string[], dates: Record<string, string>}} Described */

// looking

/** @typedef {{to: "looking", kind: "show_page", name: string, notation?: string|null, at?: string|null}} ShowPage */
/** @typedef {{broke: number}} Shown */
/**
 * @typedef {{to: "looking", kind: "write", name: string, into: string, notation?: string|null, public?: boolean,
 *   pseudonyms?: boolean}} Write
 */
/** @typedef {{to: "looking", kind: "tell", name: string, what: string, notation?: string|null}} Tell */
/** @typedef {{note: string}} Written */

// between the page and a worker

/** A file that goes with a question: its path in the working folder. @typedef {{path: string, bytes: Uint8Array}} Sent */
/** A file that came with an answer. @typedef {{name: string, type: string, bytes: Uint8Array}} Received */
export {};
