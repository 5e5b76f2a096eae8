// How the playing of a game ended, in one line.

/** Of all games, in the order of the summary. */
export const kinds = {
  uploaded: 'uploaded programs',
  nothing: 'uploaded nothing',
  failed: 'could not be run to the end',
  untapped: 'could not be tapped',
};

const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** @param {Set<string>} names @param {number} max */
function listed(names, max = 3) {
  const sorted = [...names].sort();
  const more = sorted.length > max ? ` and ${sorted.length - max} more` : '';
  return sorted.slice(0, max).join(', ') + more;
}

/** "12 pairs, 15 programs, 340 uploads" @param {import('./log.js').Log} log */
export const figures = (log) =>
  [counted(log.pairs.length, 'pair'), counted(log.programs, 'program'), counted(log.uploads, 'upload')].join(', ');

/** Why a game that uploaded nothing was not really run; '' if it was. */
function notRun({ log, messages }, tapped) {
  if (messages.errors.length > 0) return `its code failed in the player: ${messages.errors[0]}`;
  if (tapped && !log.started) return 'the player did not run its code';
  if (!messages.renderer.startsWith('wgpu')) return 'the player does not have Stage3D here: Chromium needs WebGL 2';
  return '';
}

/** What the game asked for in vain, which may be the reason. */
function inVain({ absent, blocked }) {
  const files = absent.size > 0 ? `; not in its folder: ${listed(absent)}` : '';
  return files + (blocked.size > 0 ? `; there is no network, but it asked ${listed(blocked)}` : '');
}

/**
 * @param {Awaited<ReturnType<import('./play.js').play>>} outcome
 * @param {{messages: string[], tapped: boolean}} tap what agalc tap said, and whether the game tells what it uploads
 * @returns {{kind: keyof typeof kinds, line: string}}
 */
export function describe(outcome, { messages, tapped }) {
  const { log, kind, reason } = outcome;
  const some = log.uploads > 0;
  const after = outcome.seconds > 0 ? ` after ${outcome.seconds.toFixed(0)} s` : '';
  if (kind !== 'played') {
    const what = kind === 'limit' ? `stopped${after}: ${reason}` : `the player failed${after}: ${reason}`;
    return { kind: 'failed', line: what + (some ? `; until then ${figures(log)}` : '') };
  }
  if (some) {
    const failures = outcome.messages.errors.length;
    return { kind: 'uploaded', line: figures(log) + (failures > 0 ? `; ${counted(failures, 'error')} in its code` : '') };
  }
  const problem = notRun(outcome, tapped);
  if (problem !== '') return { kind: 'failed', line: problem + inVain(outcome) };
  const note = messages.length > 0 ? `: ${messages.at(-1)}` : '';
  return { kind: 'nothing', line: `nothing uploaded in ${outcome.seconds.toFixed(0)} s${note}${inVain(outcome)}` };
}

/** "10 games: 8 uploaded programs, 2 uploaded nothing" @param {string[]} found the kind of each game */
export function summary(found) {
  const parts = Object.entries(kinds).map(([kind, words]) => [found.filter((each) => each === kind).length, words]);
  const some = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${counted(found.length, 'game')}: ${some.join(', ')}`;
}
