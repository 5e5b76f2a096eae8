// agalc for the page of frames: the functions of the playground's worker that it needs, without a worker.
import { Agal } from '../../../bindings/js/src/agal.js';
import { about, analyze, explain } from '../playground/analysis.js';
import module from 'agalc.wasm';

const kinds = {about, analyze, explain};
let loaded;

async function load() {
  const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Agal(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
}

export async function ask(kind, argument = {}) {
  return kinds[kind](await (loaded ??= load()), argument);
}
