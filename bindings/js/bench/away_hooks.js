// Lets Node load the two files of @awayjs/stage that convert AGAL: its modules name files without their extension, and
// the rest of AwayJS wants a browser. Of @awayjs/core they need its ByteArray, which is the real one, and a store of settings.

const core = `
export { ByteArray } from '@awayjs/core/dist/lib/utils/ByteArray.js';
export const ConfigManager = { instance: { addStore: (name, settings) => settings } };
`;
const coreUrl = `data:text/javascript,${encodeURIComponent(core)}`;
let packages = '';

export async function initialize(folder) {
  packages = folder;
}

export async function resolve(specifier, context, next) {
  const inAway = context.parentURL?.includes('/@awayjs/') ?? false;
  if (inAway && specifier === '@awayjs/core') return { url: coreUrl, format: 'module', shortCircuit: true };
  if (context.parentURL === coreUrl)
    return { url: new URL(`node_modules/${specifier}`, packages).href, format: 'module', shortCircuit: true };
  if (inAway && specifier.startsWith('.')) return next(`${specifier}.js`, context);
  return next(specifier, context);
}

export async function load(url, context, next) {
  return next(url, url.includes('/@awayjs/') ? { ...context, format: 'module' } : context);
}
