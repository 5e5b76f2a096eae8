// The entry point for Node.
import { Translator } from './translator.js';
import { makeLoad } from './load.js';
import { readModule } from './read.node.js';

export const load = makeLoad(Translator, new URL('../dist/agalc-translate.wasm', import.meta.url), readModule);
