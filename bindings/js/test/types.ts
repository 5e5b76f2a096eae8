// Code that is compiled but never run: valid and invalid calls.
import { load, type Agal, type Diagnostic, type FoundProgram } from 'agalc';
import { load as loadTranslator } from 'agalc/translate';

const agal: Agal = await load();
await load({ wasm: new URL('https://example.com/agalc.wasm') });
await load({ wasm: fetch('agalc.wasm') });

const compiled = agal.compile(new Uint8Array(7), { target: 'wgsl', clipZ: 'zero-to-one', bind: ['fs0=1:5'] });
if (compiled.ok) {
  const stage: 'vertex' | 'fragment' = compiled.stage;
  if (compiled.code !== undefined) compiled.code.trim();
  else new Uint32Array(compiled.words);
  console.log(stage, compiled.reflection.agal);
} else {
  const diagnostics: readonly Diagnostic[] = compiled.diagnostics;
  const code: undefined = compiled.code;
  console.log(diagnostics, code);
}
// @ts-expect-error: there is no such option
agal.compile('mov oc, v0', { clippZ: 'zero-to-one' });
// @ts-expect-error: there is no such value
agal.compile('mov oc, v0', { clipZ: 'one' });
// @ts-expect-error: not a program
agal.compile(5);

const linked = agal.link('mov op, va0', 'mov oc, fc0', { target: 'essl300', vertexName: 'a' });
if (linked.ok) linked.vertex.code?.trim();
const joined = agal.link('mov op, va0', 'mov oc, fc0', { target: 'wgsl', singleModule: true });
if (joined.ok) joined.both.trim();
agal.validate('mov oc, v0', { lint: ['all', '-limits-near'], validate: 'warn' }).messages.trim();
const assembled = agal.assemble('mov oc, v0', { stage: 'fragment', agalVersion: 2 });
if (assembled.ok) agal.disassemble(assembled.bytecode, { offsets: true }).assembly?.trim();
agal.explain('mov').trim();
const run = agal.interpret(
  'mov oc, v0',
  {
    constants: { fc0: [1, 'inf'], fc1: [[1], [2]], fc8: new Float32Array(64) },
    varyings: { v0: [[1], [2], [3], [4]], v1: [1, 2] },
    textures: { fs0: { dimension: 'cube', size: [1, 1], levels: [new Uint8ClampedArray(24)], mipmaps: true } },
  },
  { trace: true },
);
if (run.ok) run.outputs[0].oc[0].toFixed();
const proved = agal.prove('mov oc, v0', new Uint32Array(5), { assume: ['fc0.z=1'], budget: 1000, otherName: 'tuned' });
if (proved.ok) agal.interpret('mov oc, v0', proved.proof.counterexample?.inputs);
console.log(proved.proof?.class?.trim(), proved.text?.trim());
const { programs } = await agal.extract(new Blob([]), 'a.swf', { maxUnpacked: 1e6, fill: ['<???>=<2d>', 'usual'] });
const first: FoundProgram | undefined = programs[0];
if (first?.certainty === 'captured') first.pairs[0]?.captured?.[0]?.draws[0]?.constants?.vertex[0]?.length.toFixed();
console.log(first?.origins[0]?.container, first?.origins[0]?.detail, agal.list('targets')[0]?.suffix, agal.list('options')[0]?.choices);

const translator = await loadTranslator({});
translator.compile(new Uint8Array(7), { target: 'essl100' });
// @ts-expect-error: only the whole module has it
translator.assemble('mov oc, v0');

// The types of `reflection` and `interface` follow from the options.
const wide: import('agalc').CompileOptions = { target: 'wgsl' };
const bound = agal.compile('mov oc, v0', { target: 'wgsl', bindingsOnly: true });
if (bound.ok) {
  bound.interface.samplers.length.toFixed();
  // @ts-expect-error: bindingsOnly omits it
  bound.reflection.agal;
}
const boundPair = agal.link('mov op, va0', 'mov oc, fc0', { target: 'wgsl', bindingsOnly: true });
// @ts-expect-error: bindingsOnly omits it
if (boundPair.ok) boundPair.interfaces.vertex.colors.length + boundPair.reflection.agal;
const boundModule = agal.link('mov op, va0', 'mov oc, fc0', { singleModule: true, bindingsOnly: true });
// @ts-expect-error: bindingsOnly omits it
if (boundModule.ok) boundModule.reflection.agal;
const bare = agal.compile('mov oc, v0', { reflect: false });
// @ts-expect-error: reflect: false omits it
if (bare.ok) bare.interface.samplers;
const unknown = agal.compile('mov oc, v0', wide);
// @ts-expect-error: the option is not known
if (unknown.ok) unknown.reflection.agal;
if (unknown.ok) unknown.reflection?.agal;
const whole = agal.compile('mov oc, v0', { target: 'wgsl', reflect: true });
if (whole.ok) whole.interface.samplers.length + whole.reflection.agal.samplers.length;
const translated = translator.compile(new Uint8Array(7), { bindingsOnly: true });
// @ts-expect-error: bindingsOnly omits it
if (translated.ok) translated.reflection.agal;
