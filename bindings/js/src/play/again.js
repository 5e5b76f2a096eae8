// When a game is played a second time: in the runtime of AIR, or with a picture of another size.

/** Classes and properties that only AIR has, as errors of ActionScript name them. */
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

/** A texture that is drawn to is often as large as the picture, and is there only if the picture has no such size. */
const drawsToTextures = (log) => log.lines.some((line) => /;target=setRenderToTexture/.test(line));
const wasRefused = ({ errors }) => errors.some((text) => /#3669\b/.test(text));

/**
 * How a game is to be played again; undefined: once is enough.
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
 * What both times give together.
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
