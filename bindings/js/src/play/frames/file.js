// Writes a file of frames (docs/frame-files.md).
import { createHash } from 'node:crypto';
import { isDraw } from './calls.js';
import { zip } from './zip.js';

const hashDigits = 32;

/**
 * Returns the number with the fewest digits that rounds to the same 32-bit float; a string for infinities and NaN.
 * @param {number} value
 */
function shortest(value) {
  const wanted = Math.fround(value);
  if (!Number.isFinite(wanted)) return String(wanted); // JSON does not have these numbers
  for (let digits = 1; digits < 9; ++digits) {
    const rounded = Number(wanted.toPrecision(digits));
    if (Math.fround(rounded) === wanted) return rounded;
  }
  return Number(wanted.toPrecision(9));
}

/** Returns an argument as JSON, and puts its data into `blobs`. @param {any} value @param {Map<string, Buffer>} blobs */
function jsonOf(value, blobs) {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value?.numbers) return { numbers: value.numbers.map(shortest) };
  if (!value?.blob) return value;
  const hash = createHash('sha256').update(value.blob).digest('hex').slice(0, hashDigits);
  blobs.set(hash, value.blob);
  return { ...value, blob: hash };
}

/** @param {string} game `;name=value` in the notation of the log */
function fieldsOf(game) {
  const fields = Object.fromEntries(game.split(';').map((field) => field.split(/=(.*)/s).slice(0, 2)));
  return { game: fields.game ?? '', file: unescape(fields.file ?? '') };
}

/**
 * Returns the file with the frames of a recorder, and the numbers of its calls, draws and pictures.
 * @param {import('./recorder.js').Recorder} recorder
 * @param {{player: string, pictures: Map<number, Buffer>, log?: string}} options `pictures`: PNG files by frame ·
 *   `log`: the log of uploads (docs/capture.md)
 * @returns {{bytes: Buffer, calls: number, draws: number, pictures: number, unpictured: number[]}} `unpictured`: the frames
 *   with draws whose picture is missing
 */
export function fileOf(recorder, { player, pictures, log }) {
  const { first, last } = recorder.complete;
  const { game, version, type } = recorder.start;
  const calls = recorder.calls();
  const blobs = new Map();
  const head = { format: 'agalc-frames', version: 1, ...fieldsOf(game), player, playerVersion: version, playerType: type, frames: [first, last] };
  const lines = calls.map(({ frame, method, on, result, args }) => ({
    ...(frame > 0 ? { frame } : {}),
    call: method,
    on,
    ...(result === null ? {} : { result }),
    args: args.map((value) => jsonOf(value, blobs)),
  }));
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  // Ruffle clears the target at the first draw. In a frame without a draw, the picture is not the frame's.
  const draws = calls.filter((call) => call.frame > 0 && isDraw(call));
  const drawn = [...new Set(draws.map(({ frame }) => frame))];
  const shown = drawn.filter((frame) => pictures.has(frame));
  const entries = [
    ['calls.jsonl', Buffer.from(text)],
    ...[...blobs].map(([hash, bytes]) => [`blobs/${hash}`, bytes]),
    ...shown.map((frame) => [`frame-${frame}.png`, pictures.get(frame)]),
    ...(log === undefined ? [] : [['game.capture', Buffer.from(log)]]),
  ];
  const own = lines.filter(({ frame }) => frame !== undefined);
  const unpictured = drawn.filter((frame) => !pictures.has(frame));
  return { bytes: zip(entries), calls: own.length, draws: draws.length, pictures: shown.length, unpictured };
}
