// Writes the frames of a game, and says how their recording ended.
import { writeWhole } from '../files.js';
import { counted } from '../outcome.js';
import { fileOf } from './file.js';

/**
 * @param {string} path @param {import('./receiver.js').Receiver} receiver
 * @param {{player: string, log?: string}} options
 * @returns {ReturnType<typeof fileOf> | undefined} undefined, and no file, if the frames are not complete or a problem
 *   occurred
 */
export function writeFrames(path, receiver, { player, log }) {
  if (!receiver.recorder.complete || receiver.problem !== '') return undefined;
  const file = fileOf(receiver.recorder, { player, pictures: receiver.pictures, log });
  writeWhole(path, file.bytes);
  return file;
}

/** Returns the reason why there is no file. */
function missing({ recorder, problem, wanted }, seconds) {
  if (problem !== '') return problem;
  const many = `${counted(recorder.frame, 'frame')} presented in ${seconds.toFixed(0)} s`;
  return wanted.kind === 'range' ? `frame ${wanted.last} is not among the ${many} (--seconds)` : `${many}, none is complete (--seconds)`;
}

/**
 * "frames 100..102, 1309 calls, 301 draws, 389 KB"
 * @param {import('./receiver.js').Receiver} receiver @param {ReturnType<typeof fileOf> | undefined} file
 * @param {{seconds: number, line?: string}} played `line`: how the playing ended
 */
export function recordedLine(receiver, file, { seconds, line = '' }) {
  if (!file) return ['nothing recorded', missing(receiver, seconds), line].filter((part) => part !== '').join('; ');
  const { first, last } = receiver.recorder.complete;
  const frames = first === last ? `frame ${first}` : `frames ${first}..${last}`;
  const size = `${Math.ceil(file.bytes.length / 1024)} KB`;
  const parts = [[frames, counted(file.calls, 'call'), counted(file.draws, 'draw'), size].join(', ')];
  if (file.pictures === 0) parts.push('no picture');
  for (const id of receiver.recorder.shortened) parts.push(`the texture ${id} depends on too many earlier frames`);
  return parts.join('; ');
}
