// Simulates the input of a human player: a list of steps, each with its time, from a JSON file (docs/capture.md).

const defaultHold = 0.1; // seconds; a game may read input only once a frame

class Bad extends Error {}

const isTime = (value) => typeof value === 'number' && value >= 0 && value <= 86400;
const isPoint = (value) => Array.isArray(value) && value.length === 2 && value.every((each) => Number.isFinite(each));

/** The steps of each action: [seconds after the action's time, the step]. */
const actions = {
  move: ({ move: [x, y] }) => [[0, (page) => page.mouse.move(x, y)]],
  click: ({ click: [x, y], hold }) => [
    [0, (page) => page.mouse.move(x, y)],
    [0, (page) => page.mouse.down()],
    [hold, (page) => page.mouse.up()],
  ],
  key: ({ key, hold }) => [
    [0, (page) => page.keyboard.down(key)],
    [hold, (page) => page.keyboard.up(key)],
  ],
  text: ({ text }) => [[0, (page) => page.keyboard.type(text)]],
};

const checks = {
  move: (value) => (isPoint(value) ? '' : 'is not a point [x, y]'),
  click: (value) => (isPoint(value) ? '' : 'is not a point [x, y]'),
  key: (value, keys) => (keys.includes(value) ? '' : 'is not the name of a key'),
  text: (value) => (typeof value === 'string' ? '' : 'is not a text'),
};

function readStep(step, keys) {
  if (step === null || typeof step !== 'object' || Array.isArray(step)) throw new Bad('it is not an object');
  const { at, hold = defaultHold, ...rest } = step;
  const names = Object.keys(rest);
  const unknown = names.find((name) => !(name in actions));
  if (unknown !== undefined)
    throw new Bad(`"${unknown}" is not known: it takes at, hold, ${Object.keys(actions).join(', ')}`);
  if (names.length !== 1) throw new Bad(`it has ${names.length} actions instead of one`);
  if (!isTime(at)) throw new Bad('"at" is not a number of seconds');
  if (!isTime(hold)) throw new Bad('"hold" is not a number of seconds');
  const [name] = names;
  const wrong = checks[name](rest[name], keys);
  if (wrong !== '') throw new Bad(`${JSON.stringify(rest[name])}, its "${name}", ${wrong}`);
  return actions[name]({ ...rest, hold }).map(([after, act]) => ({ at: at + after, act }));
}

const usualKeys = ['Enter', 'Space', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'z', 'x', 'Escape'];
const usualPause = 0.3; // seconds between two actions

/**
 * Returns a round of input for an unknown menu: clicks in the middle and on the thirds of the picture, and common keys.
 * @param {{width: number, height: number}} size
 * @returns {{at: number, act: (page: any) => any}[]} times are relative to the beginning of the round
 */
export function usualInput({ width, height }) {
  const thirds = [1 / 2, 1 / 6, 5 / 6];
  const points = thirds.flatMap((y) => thirds.map((x) => [Math.floor(width * x), Math.floor(height * y)]));
  const steps = points.flatMap((click, i) => [
    actions.click({ click, hold: defaultHold }),
    actions.key({ key: usualKeys[i], hold: defaultHold }),
  ]);
  const pause = usualPause + defaultHold;
  return steps.flatMap((step, i) => step.map(([after, act]) => ({ at: usualPause + i * pause + after, act })));
}

/** Provides input for an unknown menu in rounds: at least two, and more as long as a round brings new programs. */
export class Explorer {
  #steps;
  #length;
  #round = 0;
  #known = -1;
  /** The time at which the round ends. */
  end = 0;

  /** @param {{width: number, height: number}} size */
  constructor(size) {
    this.#steps = usualInput(size);
    this.#length = (this.#steps.at(-1)?.at ?? 0) + usualPause;
  }

  /**
   * Returns the steps of a round that begins at a time; undefined if there are no more rounds.
   * @param {number} seconds of the game @param {number} pairs that were uploaded until then
   */
  next(seconds, pairs) {
    ++this.#round;
    if (this.#round > 2 && pairs <= this.#known) return undefined;
    this.#known = pairs;
    this.end = seconds + this.#length;
    return this.#steps.map(({ at, act }) => ({ at: seconds + at, act }));
  }
}

/**
 * Returns the steps of a file, sorted by time. Throws an Error that describes invalid input.
 * @param {string} text JSON
 * @param {string[]} keys the names of keys
 * @returns {{at: number, act: (page: any) => Promise<void>}[]}
 */
export function readInput(text, keys) {
  let list;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${error.message}`);
  }
  if (!Array.isArray(list)) throw new Error('it is not a list of steps');
  const steps = list.flatMap((step, i) => {
    try {
      return readStep(step, keys);
    } catch (error) {
      throw error instanceof Bad ? new Error(`step ${i + 1}: ${error.message}`) : error;
    }
  });
  return steps.sort((a, b) => a.at - b.at); // the sort is stable: steps of the same time keep their order
}
