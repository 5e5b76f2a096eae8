// Reads the log of a tapped game (docs/capture.md) line by line. The limits are the limits of src/games/tap_log/lines.cpp and
// src/games/tap_log/log.hpp: tests/games/play/readers.json has cases for both readers.
import { createHash } from 'node:crypto';

const line = /agalc-tap 1 ([0-9a-f]{1,16}) (\d{1,10}) (\d{1,10})\/(\d{1,10}) (\d{1,10}) ([0-9a-f]{1,8}) /g;
const textOfRecords = /^[!-~]*$/;
const maxNumber = 2 ** 32 - 1;
const maxPartText = 400;
const maxParts = 4096;
const maxRuns = 4096;
const maxIncomplete = 64; // records
const maxCharacters = 32 * 1024 * 1024; // the length of all lines

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

/** Returns the part of a record in a match of `line`; undefined if it is damaged. @param {RegExpExecArray} match */
function partOf(match) {
  const [whole, run, ...fields] = match;
  const [record, part, parts, length] = fields.map(Number);
  const from = match.index + whole.length;
  const text = match.input.slice(from, from + Math.min(length, maxPartText));
  const isPart = record > 0 && record <= maxNumber && part > 0 && part <= parts && parts <= maxParts;
  if (!isPart || length === 0 || text.length !== length || !textOfRecords.test(text) || adler32(text) !== match[6]) return undefined;
  return { run, record, part, parts, text, line: whole + text };
}

export class Log {
  /** The lines of the tap, without the text that players write around them. */
  lines = [];
  /** The different pairs in the order of their first upload, in hexadecimal digits. */
  pairs = [];
  /** The number of complete records. */
  records = 0;
  uploads = 0;
  draws = 0;
  started = false;
  /** True if the game created a program. */
  created = false;
  /** The methods of which the tap saw only the effect. @type {Set<string>} */
  unseen = new Set();
  /** True if the log had too many characters. Later lines are dropped. */
  overflowed = false;
  #characters = 0;
  #runs = new Map(); // the numbers of complete records, by run
  #incomplete = new Map(); // {parts, texts}, by run and number; the oldest first

  /** @param {string} message of the player: any text, which may contain lines of the tap */
  add(message) {
    line.lastIndex = 0;
    for (let match; (match = line.exec(message)); ) {
      const part = partOf(match);
      if (part) this.#part(part);
      line.lastIndex = match.index + (part ? part.line.length : 1);
    }
  }

  #part(found) {
    this.#characters += found.line.length;
    this.overflowed ||= this.#characters > maxCharacters;
    if (this.overflowed) return;
    this.lines.push(found.line);
    const { run, record, part, parts, text } = found;
    if (!this.#runs.has(run) && this.#runs.size === maxRuns) return;
    const complete = this.#runs.get(run) ?? new Set();
    this.#runs.set(run, complete);
    if (complete.has(record)) return;
    const key = `${run} ${record}`;
    if (!this.#incomplete.has(key) && parts > 1) this.#begin(key, parts);
    const row = this.#incomplete.get(key);
    if (parts > 1 && row.parts !== parts) return; // a part of another record
    if (parts > 1 && !row.texts.has(part)) row.texts.set(part, text);
    if (parts > 1 && row.texts.size < parts) return;
    complete.add(record);
    this.#incomplete.delete(key);
    this.#record(parts === 1 ? text : Array.from({ length: parts }, (_, i) => row.texts.get(i + 1)).join(''));
  }

  #begin(key, parts) {
    if (this.#incomplete.size === maxIncomplete) this.#incomplete.delete(this.#incomplete.keys().next().value);
    this.#incomplete.set(key, { parts, texts: new Map() });
  }

  /** Names each run by what it logged, instead of by a random number. A game that logs the same again has the same log. */
  nameRuns() {
    const split = this.lines.map((text) => /^(agalc-tap 1 )(\S+)(.*)$/s.exec(text)?.slice(1) ?? ['', '', text]);
    const hashes = new Map();
    for (const [, run, rest] of split) {
      if (!hashes.has(run)) hashes.set(run, createHash('sha256').update(`${hashes.size}\n`));
      hashes.get(run).update(`${rest}\n`);
    }
    const names = new Map([...hashes].map(([run, hash]) => [run, hash.digest('hex').slice(0, 8)]));
    this.lines = split.map(([mark, run, rest]) => mark + names.get(run) + rest);
  }

  /** The number of different programs in the pairs. */
  get programs() {
    return new Set(this.pairs.flatMap(({ vertex, fragment }) => [`v ${vertex}`, `f ${fragment}`])).size;
  }

  #record(text) {
    ++this.records;
    const [kind, ...rest] = text.split(';');
    const fields = Object.fromEntries(rest.map((field) => field.split(/=(.*)/s).slice(0, 2)));
    if (kind === 'start') this.started = true;
    if (kind === 'draw') ++this.draws;
    if (kind === 'program') this.created = true;
    if (kind === 'unseen') this.unseen.add(fields.method ?? '');
    if (kind !== 'upload') return;
    ++this.uploads;
    if (fields.vertex === undefined) return;
    const pair = { vertex: toHex(fields.vertex), fragment: toHex(fields.fragment) };
    // Pairs are compared by content, because each run numbers its pairs.
    if (!this.pairs.some((other) => other.vertex === pair.vertex && other.fragment === pair.fragment))
      this.pairs.push(pair);
  }
}
