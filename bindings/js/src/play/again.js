// Decides if a game is played a second time: in the runtime of AIR, or with a picture of another size.

/** Matches the classes and properties in ActionScript errors that only AIR has. */
const airOnly = new RegExp(
  `\\b(${[
    'NativeApplication|nativeApplication|NativeWindow\\w*|nativeWindow|NativeProcess\\w*|NativeMenu\\w*',
    'StageOrientation\\w*|autoOrients|deviceOrientation|supportedOrientations|StageWebView|HTMLLoader',
    'File|FileStream|FileMode|EncryptedLocalStore|SQLConnection|DockIcon|SystemTrayIcon|InvokeEvent|GameInput\\w*',
    'flash\\.(?:desktop|filesystem|data|html)',
  ].join('|')})\\b`,
);
const otherSizes = [
  { width: 800, height: 600 },
  { width: 1024, height: 768 },
];

/**
 * Returns true if the game draws to textures. Such a texture often has the size of the picture, so a game may upload
 * other programs for another size.
 */
const drawsToTextures = (log) => log.lines.some((line) => /;target=setRenderToTexture/.test(line));
const wasRefused = ({ errors }) => errors.some((text) => /#3669\b/.test(text));

/**
 * Returns the way to play a game again; undefined if once is enough.
 * @param {Awaited<ReturnType<import('./node_play.js').playInNode>>} outcome of the first time
 * @param {{size?: object}} options
 * @returns {{why: 'air' | 'size', change: {runtime?: 'air', size?: {width: number, height: number}}} | undefined}
 */
export function secondWay({ kind, log, messages, size }, options) {
  if (log.uploads === 0 && messages.errors.some((text) => airOnly.test(text))) return { why: 'air', change: { runtime: 'air' } };
  if (options.size || !size || kind !== 'played') return undefined;
  if (!(size.assumed || wasRefused(messages) || drawsToTextures(log))) return undefined;
  const other = otherSizes.find(({ width, height }) => width !== size.width || height !== size.height);
  return { why: 'size', change: { size: other } };
}

/**
 * Merges the outcomes of both times.
 * @template {Awaited<ReturnType<import('./node_play.js').playInNode>>} Outcome
 * @param {Outcome} first @param {Outcome} second @param {NonNullable<ReturnType<typeof secondWay>>} way
 */
export function joined(first, second, { why, change }) {
  if (why === 'air') return { ...second, again: { why } };
  const before = first.log.pairs.length;
  const known = new Set(first.log.lines);
  const { log } = second;
  const keys = new Set(first.log.pairs.map(({ vertex, fragment }) => `${vertex} ${fragment}`));
  const more = log.pairs.filter(({ vertex, fragment }) => !keys.has(`${vertex} ${fragment}`)).length;
  if (more > 0) for (const line of log.lines) if (!known.has(line)) first.log.add(line);
  return { ...first, again: { why, size: change.size, more: first.log.pairs.length - before } };
}
