// The entry point for browsers and bundlers.
import { Translator } from './translator.js';
import { fetchModule, makeLoad } from './load.js';

export const load = makeLoad(Translator, new URL('../dist/agalc-translate.wasm', import.meta.url), fetchModule);
