// Functions for modules of wasm32-wasi that import them. The modules of this package import nothing. Modules that are
// built from the same sources with the unchanged C library get clocks that do not advance, no environment and no files.

const success = 0;
const badFile = 8;

/**
 * The error of a module that ends its process. The library does not have a process, so the error is treated like a
 * trap.
 */
export class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** @type {Record<string, (...args: any[]) => number>} */
const known = {
  proc_exit(code) {
    throw new Exit(code);
  },
  fd_write: () => badFile,
};

/** @param {WebAssembly.Module} module */
export function wasiImports(module) {
  /** @type {Record<string, Record<string, WebAssembly.ImportValue>>} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = known[name] ?? (() => success);
  return imports;
}
