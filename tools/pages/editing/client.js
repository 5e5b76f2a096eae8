// agalc for the page of frames: the functions of the playground's worker that it needs, without a worker.
import { Agal } from '../../../bindings/js/src/agal.js';
import { about, analyze, explain } from '../playground/analysis.js';

const kinds = {about, analyze, explain};
let loaded;

async function load() {
  return new Agal(await WebAssembly.compile(await globalThis.inflated(document.getElementById('module')).arrayBuffer()));
}

export async function ask(kind, argument = {}) {
  return kinds[kind](await (loaded ??= load()), argument);
}
