// Reads the diagnostics of a result from the memory of a module.
import {
  AGAL_OPERAND_NONE,
  AGAL_STAGE_UNKNOWN,
  agal_diagnostic as diagnostic,
  agal_operand as operands,
  agal_severity as severities,
  agal_stage as stages,
} from './declarations.js';
import { known, list } from './memory.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../index.js').Diagnostic} Diagnostic */

/** @param {Instance} instance @param {number} result @returns {Diagnostic[]} */
export function readDiagnostics(instance, result) {
  const first = instance.exports.agal_result_diagnostics(result, instance.sizeAt) >>> 0;
  instance.view();
  const { words } = instance;
  return list(instance, first, words[instance.sizeAt >>> 2], diagnostic.size, (_, at) => {
    const snippet = instance.cString(words[at + diagnostic.snippet]);
    const caretLength = words[at + diagnostic.caret_length];
    const stage = words[at + diagnostic.stage];
    const operand = words[at + diagnostic.operand];
    /** @type {Record<string, any>} */
    const facts = {
      file: instance.cString(words[at + diagnostic.file]),
      line: words[at + diagnostic.line],
      column: words[at + diagnostic.column],
      byteOffset: known(words[at + diagnostic.byte_offset]) ?? '',
      token: words[at + diagnostic.token],
      operand: operand === AGAL_OPERAND_NONE ? '' : operands[operand],
      stage: stage === AGAL_STAGE_UNKNOWN ? '' : stages[stage],
      snippet,
      caret: caretLength === 0 ? '' : [words[at + diagnostic.caret], caretLength],
      help: instance.cString(words[at + diagnostic.help]),
    };
    /** @type {any} */
    const out = {
      code: `AGAL${words[at + diagnostic.number]}`,
      severity: severities[words[at + diagnostic.severity]],
      message: instance.cString(words[at + diagnostic.message]),
    };
    for (const key in facts) if (facts[key] !== '' && (key === 'byteOffset' || facts[key] !== 0)) out[key] = facts[key];
    return out;
  });
}
