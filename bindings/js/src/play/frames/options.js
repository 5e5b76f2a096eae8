// The frames that --frames names.

/** @typedef {{kind: 'range', first: number, last: number} | {kind: 'last'} | {kind: 'click'}} Wanted */

const maxFrames = 1000;

/** @param {string} text @returns {Wanted | undefined} undefined if the text is not valid */
export function wantedFrames(text) {
  if (text === 'last' || text === 'click') return { kind: text };
  const [, first, last] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? [];
  if (first === undefined || Number(first) < 1 || Number(last) < Number(first)) return undefined;
  return Number(last) - Number(first) < maxFrames ? { kind: 'range', first: Number(first), last: Number(last) } : undefined;
}
