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

// recording

/** @typedef {{to: "recording", kind: "games"}} ListGames */
/** @typedef {{name: string, form: string, values: any[], default: any, meaning: string}} Option */
/** @typedef {{id: string, name: string, options: Option[], catalogue: string, hides: boolean}} Begun */
/** @typedef {{games: Begun[]}} Beginnings */
/** @typedef {{to: "recording", kind: "begin", game: string, players: string[], options: Object, catalogue?: string, played_at?: string}} Begin */
/** @typedef {{to: "recording", kind: "leave", name: string, at: string, called?: string}} Leave */
/** @typedef {{to: "recording", kind: "open", name: string, at_table: boolean}} Open */
/** @typedef {{to: "recording", kind: "tap", key: number, version: number}} Tap */
/** @typedef {{to: "recording", kind: "touch", spot: string}} Touch */
/** @typedef {{to: "recording", kind: "enter", text: string}} Enter */
/** @typedef {{to: "recording", kind: "find", text: string, complete?: boolean}} Find */
/** @typedef {{to: "recording", kind: "back"}} Back */
/** @typedef {{to: "recording", kind: "reveal"}} Reveal */
/** @typedef {{to: "recording", kind: "draw", seed: string}} Draw */
/** @typedef {{to: "recording", kind: "picture"}} Picture */
/** @typedef {{to: "recording", kind: "records"}} Records */
/** @typedef {{name: string, about: string, points: string, acts: boolean}} Seat */
/** @typedef {{key: number, label: string, kind: string, ways: number}} Tappable */
/**
 * @typedef {{version: number, game: string, title: string, lines: string[], records: number, seats: Seat[], status: string,
 *   prompt: string, message: string, refused: boolean, over: boolean, covered: boolean, hides: boolean, chance: boolean, hint: string,
 *   offers: Tappable[], asked: string, more: number, trail: string[], page: string[], page_is: string, again: number,
 *   places: string[], text: string, unmatched: boolean, branch: Object|null}} Table
 */
/** @typedef {{lines: string[], title: string}} Started */
/** @typedef {{lines: string[]}} Lines */

// between the page and a worker

/** A file that goes with a question: its path in the working folder. @typedef {{path: string, bytes: Uint8Array}} Sent */
/** A file that came with an answer. @typedef {{name: string, type: string, bytes: Uint8Array}} Received */
export {};
