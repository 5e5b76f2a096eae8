// Writes the frames of a game, and says how their recording ended.
import { writeWhole } from '../files.js';
import { counted, listed } from '../outcome.js';
import { fileOf } from './file.js';
import { unseenIn } from './unseen.js';

/** Returns the reason why there is no file. */
function missing({ recorder, problem, wanted }, seconds) {
  if (problem !== '') return problem;
  const many = `${counted(recorder.frame, 'frame')} presented in ${seconds.toFixed(0)} s`;
  return wanted.kind === 'range' ? `frame ${wanted.last} is not among the ${many} (--seconds)` : `${many}, none is complete (--seconds)`;
}

/** The frames without the picture that they need, and the reason for the first one. */
function withoutPictures({ unread }, frames, reason) {
  const why = unread.get(frames[0]) ?? (reason || 'the player did not send it');
  return `no picture of ${frames.length === 1 ? 'frame' : 'frames'} ${listed(frames)}: ${why}`;
}

/**
 * Writes the file, if the frames are complete. The line is "frames 100..102, 1309 calls, 301 draws, 389 KB".
 * @param {string} path @param {import('./receiver.js').Receiver} receiver
 * @param {{player: string, log?: string, seconds: number, line?: string, reason?: string}} played `line`: how the playing ended ·
 *   `reason`: why it ended early
 * @param {(path: string, content: string | Uint8Array) => void} [write]
 * @returns {{kind: 'recorded' | 'unpictured' | 'doubtful' | 'unrecorded', line: string}}
 */
export function writeFrames(path, receiver, { player, log, seconds, line = '', reason = '' }, write = writeWhole) {
  const { recorder, pictures, address } = receiver;
  const unrecorded = (why) => ({ kind: 'unrecorded', line: ['nothing recorded', why, line].filter((part) => part !== '').join('; ') });
  if (!recorder.complete || receiver.problem !== '') return unrecorded(missing(receiver, seconds));
  const unseen = unseenIn(recorder.calls());
  if (unseen.missing !== '') return unrecorded(unseen.missing);
  const file = fileOf(recorder, { player, pictures, log });
  write(path, file.bytes);
  const { first, last } = recorder.complete;
  const frames = first === last ? `frame ${first}` : `frames ${first}..${last}`;
  const parts = [[frames, counted(file.calls, 'call'), counted(file.draws, 'draw'), `${Math.ceil(file.bytes.length / 1024)} KB`].join(', ')];
  const isComplete = address === undefined || file.unpictured.length === 0;
  if (!isComplete) parts.push(withoutPictures(receiver, file.unpictured, reason));
  else if (file.pictures === 0) parts.push('no picture');
  for (const id of recorder.shortened) parts.push(`the texture ${id} depends on too many earlier frames`);
  if (unseen.empty !== '') parts.push(unseen.empty);
  return { kind: unseen.empty !== '' ? 'doubtful' : isComplete ? 'recorded' : 'unpictured', line: parts.join('; ') };
}
