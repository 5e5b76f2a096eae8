// Loads a WebAssembly module, and makes an object with its functions.

/** @typedef {import('../index.js').WasmSource} WasmSource */

/**
 * @param {unknown} source
 * @param {(url: string | URL) => Promise<WebAssembly.Module>} fetchModule
 * @returns {Promise<WebAssembly.Module>}
 */
async function moduleOf(source, fetchModule) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string' || source instanceof URL) return fetchModule(source);
  if (typeof Response !== 'undefined' && source instanceof Response) return compileResponse(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return WebAssembly.compile(/** @type {BufferSource} */ (source));
  throw new TypeError('wasm: expected a URL, a Response, bytes or a WebAssembly.Module');
}

/** @param {Response} response */
export async function compileResponse(response) {
  if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Fetches a module in browsers. @param {string | URL} url */
export const fetchModule = async (url) => compileResponse(await fetch(url));

/**
 * Throws a TypeError for an argument of `load` whose module would be ignored, such as a URL.
 * @param {unknown} options
 */
function checkArgument(options) {
  if (options === undefined) return;
  if (Object.prototype.toString.call(options) !== '[object Object]')
    throw new TypeError('the argument of load is not an object: load({ wasm })');
  const unknown = Object.keys(/** @type {object} */ (options)).find((name) => name !== 'wasm');
  if (unknown !== undefined) throw new TypeError(`unknown option '${unknown}' of load; it has wasm`);
}

/**
 * Returns the function `load` of an entry point.
 * @template T
 * @param {new (module: WebAssembly.Module) => T} Api
 * @param {URL} url the URL of its module
 * @param {(url: string | URL) => Promise<WebAssembly.Module>} read
 * @returns {(options?: { wasm?: WasmSource | Promise<WasmSource> }) => Promise<T>}
 */
export function makeLoad(Api, url, read) {
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let compiled;
  /** @type {Promise<T> | undefined} */
  let shared;

  // If an attempt fails, for example without a network, the next call tries again.
  const ownModule = () =>
    (compiled ??= read(url).catch((error) => {
      compiled = undefined;
      throw error;
    }));

  return async (options) => {
    checkArgument(options);
    if (options === undefined)
      return (shared ??= ownModule()
        .then((module) => new Api(module))
        .catch((error) => {
          shared = undefined;
          throw error;
        }));
    const source = await options.wasm;
    return new Api(source === undefined ? await ownModule() : await moduleOf(source, read));
  };
}
