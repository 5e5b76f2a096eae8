// The entry point for Node.
import { Agal } from './agal.js';
import { makeLoad } from './load.js';
import { readModule } from './read.node.js';

export const load = makeLoad(Agal, new URL('../dist/agalc.wasm', import.meta.url), readModule);
