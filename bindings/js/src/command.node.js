// Runs the command: a module that calls its host for files and streams (tools/lib/os/node.hpp in the source
// repository).
import { readFileSync } from 'node:fs';
import { hostFunctions } from './host.node.js';
import { Exit, wasiImports } from './wasi.js';

const internalError = 70;

/**
 * Returns the exit status.
 * @param {string[]} words
 * @param {URL} [url]
 */
export function runCommand(words, url = new URL('../dist/agalc-command.wasm', import.meta.url)) {
  const module = new WebAssembly.Module(readFileSync(url));
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const host = hostFunctions(words, () => /** @type {WebAssembly.Memory} */ (memory).buffer);
  const imports = wasiImports(module);
  for (const [from, functions] of Object.entries(host)) Object.assign((imports[from] ??= {}), functions);
  const { exports } = new WebAssembly.Instance(module, imports);
  memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  try {
    /** @type {() => void} */ (exports._start)();
  } catch (error) {
    if (error instanceof Exit) return error.status;
    const { message } = /** @type {Error} */ (error);
    console.error(`agalc: internal error: ${message}`);
    return internalError;
  }
  return 0;
}
