// What page and Python say to each other. Python has the same types in projections/browser; a test compares them.

/** A file for the page, which Python made. @typedef {{name: string, type: string, path: string}} MadeFile */
/**
 * What Python replies.
 * @typedef {{answer: any, files: MadeFile[], problem: string, defect: string}} Reply
 */

// judging

/** @typedef {{to: "judging", kind: "judge", name: string, notation?: string|null}} Judge */
/** @typedef {{verdict: Object, game: string, reasons: string[]}} Judged */
/** @typedef {{judged: Judged[]}} AllJudged */

// between the page and a worker

/** A file that goes with a question: its path in the working folder. @typedef {{path: string, bytes: Uint8Array}} Sent */
/** A file that came with an answer. @typedef {{name: string, type: string, bytes: Uint8Array}} Received */
/** @typedef {{question: Object, files: Sent[], keep: boolean}} Asked */
export {};
