// Reads the log of a tapped game (docs/capture.md) line by line.

const mark = 'agalc-tap 1 ';
const line = /agalc-tap 1 ([0-9a-f]+) (\d+) (\d+)\/(\d+) (\d+) ([0-9a-f]+) /;

function adler32(text) {
  let a = 1;
  let b = 0;
  for (let i = 0; i < text.length; ++i) {
    a = (a + text.charCodeAt(i)) % 65521;
    b = (b + a) % 65521;
  }
  return (b * 65536 + a).toString(16);
}

const toHex = (base64) => Buffer.from(base64 ?? '', 'base64').toString('hex');

export class Log {
  /** The lines of the tap, without the text that players write around them. */
  lines = [];
  /** The different pairs in the order of their first upload, in hexadecimal digits. */
  pairs = [];
  uploads = 0;
  draws = 0;
  started = false;
  #parts = new Map(); // parts of incomplete records, by run and number

  /** @param {string} message of the player: any text, which may contain a line of the tap */
  add(message) {
    const at = message.indexOf(mark);
    const fields = at < 0 ? null : line.exec(message);
    if (!fields) return;
    const [whole, run, record, part, parts, length, check] = fields;
    const from = fields.index + whole.length;
    const text = message.slice(from, from + Number(length));
    if (text.length !== Number(length) || adler32(text) !== check) return;
    this.lines.push(whole + text);
    const key = `${run} ${record}`;
    const list = this.#parts.get(key) ?? [];
    list[Number(part) - 1] = text;
    this.#parts.set(key, list);
    if (list.filter((each) => each !== undefined).length < Number(parts)) return;
    this.#parts.delete(key);
    this.#record(list.join(''));
  }

  /** The number of different programs in the pairs. */
  get programs() {
    return new Set(this.pairs.flatMap(({ vertex, fragment }) => [`v ${vertex}`, `f ${fragment}`])).size;
  }

  #record(text) {
    const [kind, ...rest] = text.split(';');
    const fields = Object.fromEntries(rest.map((field) => field.split(/=(.*)/s).slice(0, 2)));
    if (kind === 'start') this.started = true;
    if (kind === 'draw') ++this.draws;
    if (kind !== 'upload') return;
    ++this.uploads;
    if (fields.vertex === undefined) return;
    const pair = { vertex: toHex(fields.vertex), fragment: toHex(fields.fragment) };
    // Pairs are compared by content, because each run numbers its pairs.
    if (!this.pairs.some((other) => other.vertex === pair.vertex && other.fragment === pair.fragment))
      this.pairs.push(pair);
  }
}
