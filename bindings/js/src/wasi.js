// What a module for wasm32-wasi may ask of its host. Ours use no files and no arguments; what little their C library
// wants is here.

const success = 0;
const notSupported = 52;

/** A module that ends its process. There is no process: it is treated like a trap. */
export class Exit extends Error {}

/**
 * The imports for an instance of `module`.
 * @param {WebAssembly.Module} module
 * @param {{ memory?: WebAssembly.Memory, printed: string }} host gets `memory` after the instance was made, and
 *   what the module prints, such as the reason why it gives up
 */
export function wasiImports(module, host) {
  const view = () => new DataView(/** @type {WebAssembly.Memory} */ (host.memory).buffer);
  const twoZeros = (/** @type {number} */ a, /** @type {number} */ b) => {
    view().setUint32(a, 0, true);
    view().setUint32(b, 0, true);
    return success;
  };
  /** @type {Record<string, Function>} */
  const known = {
    proc_exit(/** @type {number} */ code) {
      throw new Exit(`exit status ${code}`);
    },
    environ_sizes_get: twoZeros,
    environ_get: () => success,
    args_sizes_get: twoZeros,
    args_get: () => success,
    clock_time_get(/** @type {number} */ id, /** @type {bigint} */ precision, /** @type {number} */ out) {
      view().setBigUint64(out, BigInt(Date.now()) * 1000000n, true);
      return success;
    },
    random_get(/** @type {number} */ at, /** @type {number} */ size) {
      const out = new Uint8Array(view().buffer, at, size);
      for (let i = 0; i < size; ++i) out[i] = Math.random() * 256;
      return success;
    },
    fd_write(/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ out) {
      let size = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(list + 8 * i, true);
        const length = view().getUint32(list + 8 * i + 4, true);
        host.printed = (host.printed + new TextDecoder().decode(new Uint8Array(view().buffer, at, length))).slice(-1000);
        size += length;
      }
      view().setUint32(out, size, true);
      return success;
    },
  };
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = /** @type {any} */ (known[name] ?? (() => notSupported));
  return imports;
}
