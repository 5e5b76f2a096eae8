// What a module for wasm32-wasi may ask of its host. The modules of this package import nothing; others that are built
// from the same sources, with the C library as it is, have clocks that stand still, no environment and no files.

const success = 0;
const badFile = 8;

/** A module that ends its process. The library has no process: there it is treated like a trap. */
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
