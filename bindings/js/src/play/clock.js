// The virtual time of a game that is played in Node. It advances only when it is read, when the player works, and
// between frames. A game therefore has the same time on a busy machine.

const readCost = 0.02; // milliseconds for a reading, so that a loop that waits for a time ends
const checkCost = 20; // milliseconds: the player checks the duration of a script every 64,000 jumps
const epoch = Date.UTC(2026, 0, 1);

/** Returns true if a script whose duration is checked reads the clock. Node names functions of WebAssembly. */
function isCheck() {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 8;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = /** @type {NodeJS.CallSite[]} */ (/** @type {unknown} */ (new Error().stack));
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  const at = sites.findIndex((site) => /Instant.*>::elapsed/.test(site.getFunctionName() ?? ''));
  return at >= 0 && /::avm2::function::exec/.test(sites[at + 1]?.getFunctionName() ?? '');
}

export class Clock {
  /** Milliseconds since the page was opened. */
  now = 0;
  #timers = new Map();
  #frames = new Map();
  #last = 0; // the ID of the last timer or frame request

  /** Returns the time. Reading advances it. */
  read() {
    this.now += isCheck() ? checkCost : readCost;
    return this.now;
  }

  /** Advances the time by the duration of work. @param {number} milliseconds */
  work(milliseconds) {
    this.now += milliseconds;
  }

  /** The time of day, in milliseconds. */
  date() {
    return Math.floor(epoch + this.read());
  }

  /** @param {Function} call @param {number} [delay] @param {boolean} [again] @param {unknown[]} [args] */
  addTimer(call, delay = 0, again = false, args = []) {
    const wait = Math.max(Number(delay) || 0, 1);
    this.#timers.set(++this.#last, { at: this.now + wait, every: again ? wait : 0, call, args });
    return this.#last;
  }

  /** @param {number} number */
  removeTimer(number) {
    this.#timers.delete(number);
  }

  /** @param {(at: number) => void} call */
  requestFrame(call) {
    this.#frames.set(++this.#last, call);
    return this.#last;
  }

  /** @param {number} number */
  cancelFrame(number) {
    this.#frames.delete(number);
  }

  /** Advances the time. Calls the timers that are due in the order of their times, then the frame requests. */
  advance(milliseconds) {
    const end = this.now + milliseconds;
    for (let due; (due = this.#due(end)); ) {
      const [number, timer] = due;
      this.now = Math.max(this.now, timer.at);
      if (timer.every > 0) timer.at = this.now + timer.every;
      else this.#timers.delete(number);
      timer.call(...timer.args);
    }
    this.now = Math.max(this.now, end);
    const calls = [...this.#frames.values()];
    this.#frames.clear();
    const at = this.now;
    for (const call of calls) call(at);
  }

  /** @param {number} end */
  #due(end) {
    let first;
    for (const entry of this.#timers) if (entry[1].at <= end && (!first || entry[1].at < first[1].at)) first = entry;
    return first;
  }
}
