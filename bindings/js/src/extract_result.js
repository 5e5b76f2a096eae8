// The result of extract: the programs in a file.
import { Outcome, parseLines } from './results.js';

export class ExtractResult extends Outcome {
  /** @type {any[]} */
  programs = [];

  /** @param {import('./instance.js').Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    this.programs = parseLines(instance.partText(result, instance.parts.programs));
    this.programs.forEach((program, i) => {
      program.bytecode = instance.partBytesAt(result, i + 1); // the first part is the list
    });
    return this;
  }
}
