// The one place that talks with Python. It runs in workers: one that takes too long or dies is replaced, the page goes on.

/** @typedef {import("./messages.js").Sent} Sent */
/** @typedef {import("./messages.js").Received} Received */

const SECONDS = 60;
const MANY = 5; // questions that wait for each Python before another is started
const LONG = 2000; // milliseconds after which others need not wait for a question
/** What can be understood by people: a problem of a log, a time limit, a stop. */
export class Problem extends Error {}
export class Stopped extends Problem {}

/** A worker that comes from the page itself, so that the page's policy binds it: it can load from nowhere else either. */
function begun() {
  const script = new Blob([`import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/** One Python. Questions are answered one after the other. */
export class Python {
  /** @param {(state: {stage?: string, arrived?: number, failed?: string}) => void} report what loading has reached */
  constructor(report = () => {}) {
    this.worker = begun();
    this.waiting = new Map();
    this.asked = 0;
    this.ended = null;
    this.ready = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.ready.catch(() => {});
    this.worker.addEventListener("message", ({ data }) => this.take(data, report));
    this.worker.addEventListener("error", (event) => this.end(new Problem(event.message || "Python cannot be started here")));
  }

  take(data, report) {
    if (data.stage === "ready") this.resolve();
    if (data.failed) this.end(new Problem(`Python cannot be started here: ${data.failed}`));
    if (!data.id) return report(data);
    const { resolve, reject } = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.died) return this.end(new Problem(`too much for a page (${data.died})`), reject);
    const { answer, problem, defect } = data.reply;
    if (problem) return reject(new Problem(problem));
    if (defect) return reject(new Error(defect));
    return resolve({ answer, files: data.received });
  }

  /**
   * Ask Python. Throws Problem for what people can understand; anything else is a defect of the program.
   * @param {Object} question one of the questions in messages.js
   * @param {{files?: Sent[] | (() => Promise<Sent[]>), seconds?: number, signal?: AbortSignal, keep?: boolean}} more
   *   files that go with it (read when it is their turn), the limit of time, what stops it, whether the files stay for
   *   the next question with `keep`
   * @returns {Promise<{answer: any, files: Received[]}>}
   */
  async ask(question, { files = [], seconds = SECONDS, signal, keep = false } = {}) {
    await this.ready;
    const sent = typeof files === "function" ? await files() : files;
    if (signal?.aborted) throw new Stopped("stopped");
    const id = ++this.asked;
    const limit = setTimeout(() => this.end(new Problem(`not done after ${seconds} seconds, and stopped`)), 1000 * seconds);
    const stop = () => this.end(new Stopped("stopped"));
    signal?.addEventListener("abort", stop);
    try {
      return await new Promise((resolve, reject) => {
        if (this.ended) throw this.ended;
        this.waiting.set(id, { resolve, reject });
        this.worker.postMessage({ id, question, files: sent, keep });
      });
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** End this Python; everything that still waits fails for this reason. */
  end(reason, reject = () => {}) {
    this.ended ??= reason;
    this.worker.terminate();
    this.reject(reason);
    reject(reason);
    for (const waiting of this.waiting.values()) waiting.reject(reason);
    this.waiting.clear();
  }
}

/** A few Pythons that share a queue of questions: further ones are started while many questions wait, or one takes long. */
export class Bench {
  constructor(most = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1, (navigator.deviceMemory ?? 8) / 2))) {
    Object.assign(this, { most, idle: [], busy: new Map(), queue: [], report: () => {} });
  }

  /** Start the first Python before anything is asked. */
  warm(report) {
    this.report = report;
    this.idle.push(new Python(report));
    return this.idle[0].ready;
  }

  /** As `Python.ask`, by whichever Python is free. A question that is stopped before its turn costs nothing. */
  ask(question, more = {}) {
    return new Promise((resolve, reject) => {
      const job = { question, more, resolve, reject };
      this.queue.push(job);
      more.signal?.addEventListener("abort", () => this.drop(job));
      this.next();
    });
  }

  drop(job) {
    const at = this.queue.indexOf(job);
    if (at < 0) return;
    this.queue.splice(at, 1);
    job.reject(new Stopped("stopped"));
  }

  /** Give questions to the Pythons that are free. */
  next() {
    while (this.queue.length) {
      const python = this.idle.pop() ?? (this.needsMore() ? new Python() : null);
      if (!python) return;
      this.busy.set(python, performance.now());
      this.run(python, this.queue.shift());
    }
  }

  needsMore() {
    const longest = Math.max(0, ...[...this.busy.values()].map((since) => performance.now() - since));
    if (this.busy.size && this.busy.size < this.most && longest < LONG) setTimeout(() => this.next(), LONG);
    return !this.busy.size || (this.busy.size < this.most && (this.queue.length > MANY * this.busy.size || longest >= LONG));
  }

  async run(python, { question, more, resolve, reject }) {
    try {
      resolve(await python.ask(question, more));
    } catch (error) {
      reject(error);
    }
    this.busy.delete(python);
    if (!python.ended) this.idle.push(python);
    this.next();
  }
}

/** The Pythons of the page. For a view that keeps a game in memory, make a Python of its own. */
export const bench = new Bench();
