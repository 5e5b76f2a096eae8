// Describes in one line how the playing of a game ended.

/** The kinds of outcomes, in the order of the summary. */
export const kinds = {
  uploaded: 'uploaded programs',
  hidden: 'uploaded programs in ways that are not logged',
  nothing: 'uploaded nothing',
  failed: 'could not be run to the end',
  recorded: 'recorded their frames',
  unpictured: 'recorded frames without their pictures',
  doubtful: 'recorded frames with objects whose contents were not seen',
  unrecorded: 'did not present the frames',
  untapped: 'could not be tapped',
};

/** "1 frame", "3 frames" @param {number} count @param {string} word */
export const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** "a, b, c and 2 more" @param {(string | number)[]} names @param {number} max */
export function listed(names, max = 3) {
  const more = names.length > max ? ` and ${names.length - max} more` : '';
  return names.slice(0, max).join(', ') + more;
}

/** "12 pairs, 15 programs, 340 uploads" @param {import('./log.js').Log} log */
export const figures = (log) =>
  [counted(log.pairs.length, 'pair'), counted(log.programs, 'program'), counted(log.uploads, 'upload')].join(', ');

/** Returns the reason why a game that uploaded nothing did not really run; '' if it ran. */
function notRun({ log, messages }, tapped) {
  if (messages.errors.length > 0) return `its code failed in the player: ${messages.errors[0]}`;
  if (tapped && !log.started) return 'the player did not run its code';
  if (!messages.renderer.startsWith('wgpu')) return 'the player does not have Stage3D here: a browser needs WebGL 2';
  return '';
}

/**
 * Returns the requests of the game that failed. They are the likely reason if it did not upload, so they come
 * first.
 */
function inVain({ absent, blocked }) {
  const files = absent.size > 0 ? [`missing files: ${listed([...absent].sort())}`] : [];
  return blocked.size > 0 ? [...files, `there is no network, but it asked ${listed([...blocked].sort())}`] : files;
}

const named = ({ width, height }) => `${width}x${height}`;

/** Returns the possible influence of the picture's size or the runtime, if any. */
function aboutWay({ size, messages, again }) {
  if (again?.why === 'air') return ['played with the runtime of AIR, which it needs'];
  if (again?.why === 'size' && again.more > 0) return [`${counted(again.more, 'pair')} of them only at ${named(again.size)}`];
  if (again) return [];
  if (size?.assumed) return [`its file does not say how large it is: played at ${named(size)} (--size)`];
  const refused = messages.errors.some((text) => /#3669\b/.test(text));
  return refused ? [`the picture may be too small: ${named(size)} (--size)`] : [];
}

const inOtherWay = 'it may be called in a way that a tap does not see';

/** Returns the reason why programs are missing from the log although the game uploaded them; '' if none is known. */
function notLogged({ log }) {
  if (log.unseen.size > 0) return `it draws with programs, but no call of ${[...log.unseen].sort().join(', ')} was seen: ${inOtherWay}`;
  return log.created && log.uploads === 0 ? `it creates programs, but no call of upload was seen: ${inOtherWay}` : '';
}

/** Returns a possible problem of a game that ran and uploaded nothing. */
function howFar(outcome, tapped) {
  const { log } = outcome;
  const why = notLogged(outcome);
  if (why !== '') return [why];
  return tapped && log.started ? ['it ran without an error, and may wait for input (--input auto)'] : [];
}

/**
 * @param {Awaited<ReturnType<import('./node_play.js').playInNode>>} outcome
 * @param {{messages: string[], tapped: boolean}} tap the messages of agalc tap, and whether the game logs its uploads
 * @returns {{kind: keyof typeof kinds, line: string}}
 */
export function describe(outcome, { messages, tapped }) {
  const { log, kind, reason } = outcome;
  const some = log.uploads > 0;
  const after = outcome.seconds > 0 ? ` after ${outcome.seconds.toFixed(0)} s` : '';
  const joined = (...parts) => parts.flat().filter((part) => part !== '').join('; ');
  if (kind === 'failed') {
    const failure = `the player failed${after}: ${reason}`;
    return some ? { kind: 'uploaded', line: joined(figures(log), failure) } : { kind, line: joined(failure, inVain(outcome)) };
  }
  const slow = kind === 'slow' ? `slow, ended${after}: ${reason}` : '';
  if (some) {
    const failures = outcome.messages.errors.length;
    const errors = failures > 0 ? `${counted(failures, 'error')} in its code` : '';
    const hidden = notLogged(outcome);
    return { kind: hidden === '' ? 'uploaded' : 'hidden', line: joined(figures(log), hidden, slow, errors, aboutWay(outcome)) };
  }
  const nothing = `nothing uploaded in ${outcome.seconds.toFixed(0)} s`;
  const problem = slow || notRun(outcome, tapped);
  const reasons = joined(inVain(outcome), problem, aboutWay(outcome),
    problem === '' ? [...messages.slice(-1), ...howFar(outcome, tapped)] : '');
  return { kind: problem === '' ? 'nothing' : 'failed', line: reasons === '' ? nothing : `${nothing}: ${reasons}` };
}

/** "10 games: 8 uploaded programs, 2 uploaded nothing" @param {string[]} found the kind of each game */
export function summary(found) {
  const parts = Object.entries(kinds).map(([kind, words]) => [found.filter((each) => each === kind).length, words]);
  const some = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${counted(found.length, 'game')}: ${some.join(', ')}`;
}
