// The entry point for browsers and bundlers.
import { Agal } from './agal.js';
import { fetchModule, makeLoad } from './load.js';

export const load = makeLoad(Agal, new URL('../dist/agalc.wasm', import.meta.url), fetchModule);
