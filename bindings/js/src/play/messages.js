// Messages that the player writes to its console, except the log of the tap.

const maxMessages = 20000;
const maxErrors = 100;
/** The maximum number of characters of a message; the rest is dropped. */
const maxMessage = 16384;

export class Messages {
  all = [];
  errors = []; // ActionScript errors
  renderer = '';

  /** Returns true if the message was kept, in `all` or in `errors`. @param {string} message */
  add(message) {
    const text = shortened(message);
    const isKept = this.all.length < maxMessages;
    if (isKept) this.all.push(text);
    this.renderer = /Used renderer: ([\w-]+)/.exec(text)?.[1] ?? this.renderer;
    const error = /^%cERROR%c core\/src\/avm2\S*%c ([^\n]*)/.exec(text);
    if (!error || this.errors.length === maxErrors) return isKept;
    this.errors.push(error[1].replace(/ color: .*/, ''));
    return true;
  }
}

/** Returns the beginning of a message. A slice would keep the whole message in memory. @param {string} text */
export const shortened = (text) => (text.length <= maxMessage ? text : Buffer.from(text.slice(0, maxMessage)).toString());

/**
 * Returns the reason if a message of the console reports a failure of the player; '' otherwise.
 * @param {string} type @param {string} text
 */
export function failureIn(type, text) {
  if (type !== 'error') return '';
  const ours = /^agalc-capture: (.*)/.exec(text)?.[1];
  return ours ?? /^(?!%c).*(panicked at [^\n]*(?:\n[^\n]+)?)/.exec(text)?.[1]?.replace(/\s*\n\s*/, ' ') ?? '';
}

const maxSide = 4096;
const usualSize = { width: 800, height: 600 };

/**
 * Returns the size of the picture: the size of the game, unless another is wanted or the file leaves it to the page.
 * @param {{width: number, height: number}} game
 * @param {{width: number, height: number}} [wanted]
 * @returns {{width: number, height: number, assumed?: boolean}}
 */
export function sizeOf(game, wanted) {
  if (wanted) return wanted;
  if (!(game.width > 1 && game.height > 1)) return { ...usualSize, assumed: true };
  const side = (value) => Math.min(Math.round(value), maxSide);
  return { width: side(game.width), height: side(game.height) };
}
