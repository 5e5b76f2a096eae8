// The programs in a file, and where they were before it was unpacked.
import { Outcome, parseLines } from './results.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {Awaited<ReturnType<typeof import('./unpack.js').unpack>>} Unpacked */

const binaryData = 87;

export class ExtractResult extends Outcome {
  /** @type {any[]} */
  programs = [];
  #unpacked;
  #ruleOf;

  /** @param {Unpacked} unpacked @param {(code: string) => any} ruleOf a row of the table of diagnostics */
  constructor(unpacked, ruleOf) {
    super();
    this.#unpacked = unpacked;
    this.#ruleOf = ruleOf;
  }

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    const moved = this.diagnostics.map((each) => this.#moved(each));
    this.say(moved, this.messages);
    for (const damage of this.#unpacked.damage.reverse()) this.#report(damage);
    this.programs = parseLines(instance.partText(result, instance.parts.programs));
    this.programs.forEach((program, i) => {
      program.bytecode = instance.partBytesAt(result, i + 1); // the first part is the list
      for (const origin of program.origins) this.#move(origin);
    });
    return this;
  }

  /** @param {{ container: string, tag: number, offset: number }} origin */
  #move(origin) {
    const place = this.#unpacked.layouts.get(origin.container)?.find(origin.offset);
    if (place === undefined) return;
    origin.offset = place.offset;
    if (place.entry === undefined) return;
    origin.container = place.entry;
    if (origin.tag === binaryData) origin.tag = 0;
  }

  /** A diagnostic that names the place in the file. @param {import('../index.js').Diagnostic} diagnostic */
  #moved(diagnostic) {
    const { file = '', byteOffset } = diagnostic;
    const place = byteOffset === undefined ? undefined : this.#unpacked.layouts.get(file)?.find(byteOffset);
    if (place === undefined || byteOffset === undefined) return diagnostic;
    const moved = { ...diagnostic, file: place.entry ?? file, byteOffset: place.offset };
    this.say(this.diagnostics, this.messages.replace(located(file, byteOffset), located(moved.file, moved.byteOffset)));
    return moved;
  }

  /** Puts damage in front, as a diagnostic. @param {import('./unpack.js').Damage} damage */
  #report({ code, file, byteOffset, text }) {
    const rule = this.#ruleOf(code);
    const message = rule.message.replace('{0}', () => text);
    /** @type {any} */
    const diagnostic = { code, severity: rule.severity, message, file };
    if (byteOffset !== undefined) diagnostic.byteOffset = byteOffset;
    if (file === '') delete diagnostic.file;
    const place = byteOffset === undefined ? `${file}:` : located(file, byteOffset);
    this.say([diagnostic, ...this.diagnostics], `${place} ${rule.severity}[${code}]: ${message}\n${this.messages}`);
    if (rule.severity === 'error') this.ok = false;
  }
}

/** How messages begin. @param {string} file @param {number} offset */
const located = (file, offset) => `${file}:0x${offset.toString(16)}:`;
