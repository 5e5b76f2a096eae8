// Tests that the structures of agal.h contain the same data as the JSON.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import * as declarations from '../src/declarations.js';
import { readDiagnostics } from '../src/diagnostics.js';
import { Instance } from '../src/instance.js';
import { agalTest, fragmentText, root, vertexText, wasmUrl } from './support.js';

const components = (mask) => [...'xyzw'].filter((_, i) => (mask >> i) & 1).join('');
const textOf = (names, number) => names[number] ?? number;
const words = {
  filter: ['nearest', 'linear', 'anisotropic2x', 'anisotropic4x', 'anisotropic8x', 'anisotropic16x'],
  mip: ['mipnone', 'mipnearest', 'miplinear'],
  wrap: ['clamp', 'repeat', 'clamp_u_repeat_v', 'repeat_u_clamp_v'],
  format: ['rgba', 'compressed', 'compressedalpha', 'video'],
  special: ['centroid', 'single', 'ignoresampler'],
};

/** Returns an interface in the form of the JSON, without data that the JSON does not have. */
function asJson(found) {
  const slots = ({ set, binding, msl, hlsl, hlslSpace: space } = {}) => ({ set, binding, msl, hlsl, space });
  const { constants } = found;
  const names = ({ name, declared, ...each }) => ({ name: declared, ...each });
  return {
    stage: found.stage,
    version: found.version,
    entryPoint: found.entryPoint,
    attributes: found.attributes.map((each) => ({ ...names(each), components: components(each.components) })),
    varyings: found.varyings.map((each) => ({ ...names(each), components: components(each.components) })),
    constants: constants && {
      ...names(constants),
      parts: constants.parts.map(({ declared: name, ...each }) => ({ name, ...each })),
      slots: constants.slots && slots(constants.slots),
    },
    samplers: found.samplers.map(({ kind, slots: at, states, ...each }) => ({
      ...names(each),
      type: at && `sampler${kind === 'cube' ? 'Cube' : kind.toUpperCase()}`,
      slots: at && slots(at),
      filtering: at && each.filtering,
      states: states.map(({ filter, mip, wrap, readMode, special, ...state }) => ({
        filter: textOf(words.filter, filter),
        mip: textOf(words.mip, mip),
        wrap: textOf(words.wrap, wrap),
        format: textOf(words.format, readMode),
        special: words.special.filter((_, i) => (special >> i) & 1),
        ...state,
      })),
    })),
    outputs: [found.position, found.colors, found.depth, found.kills],
    colorOutputs: found.colorOutputs.map(({ declared: name, location }) => ({ name, location })),
    positionScale: found.positionScale,
    instanceId: found.instanceId,
    clipSpace: [found.negativeZ, found.flipY],
  };
}

/** Returns the rows of the binding models. The numbers in HLSL are registers, such as 's3'. */
const bindings = (set, binding, msl, hlsl, space) => [
  ...(binding === undefined ? [] : [{ model: 'spirv', set, number: binding }]),
  { model: 'msl', set: undefined, number: msl },
  { model: 'hlsl', set: space, number: Number(hlsl.slice(1)) },
];

/** Returns the interface in the JSON, in the form that `asJson` returns. */
function fromJson({ agal }) {
  const { uniforms } = agal;
  const { layout } = uniforms;
  return {
    stage: agal.stage,
    version: agal.version,
    entryPoint: agal.entryPoint,
    attributes: agal.attributes ?? [],
    varyings: agal.varyings,
    constants: layout && {
      name: uniforms.name,
      parts: uniforms.parts ?? [],
      count: layout.count,
      indirect: uniforms.after.indirect,
      mode: layout.mode,
      stride: layout.stride,
      offset: layout.offset ?? 0,
      location: layout.location,
      slots: layout.hlsl && {
        set: layout.set,
        binding: layout.binding,
        msl: layout.msl.buffer,
        hlsl: Number(layout.hlsl.constants.slice(1)),
        space: layout.hlsl.space,
      },
      bindings: layout.hlsl
        ? bindings(layout.set, layout.binding, layout.msl.buffer, layout.hlsl.constants, layout.hlsl.space)
        : [],
      block: layout.block ?? '',
      member: layout.member ?? '',
      ranges: uniforms.after.ranges,
    },
    samplers: agal.samplers.map(({ name, index, active, type, set, binding, msl, hlsl, ...each }) => ({
      name,
      index,
      filtering: each.filtering,
      samplerSet: each.samplerSet,
      samplerBinding: each.samplerBinding,
      bindings: active ? bindings(set, binding, msl.texture, hlsl.texture, hlsl.space) : [],
      samplerBindings: active
        ? bindings(each.samplerSet, each.samplerBinding, msl.sampler, hlsl.sampler, hlsl.samplerSpace ?? hlsl.space)
        : [],
      declaredSampler: each.samplerName ?? '',
      type,
      slots: active
        ? { set, binding, msl: msl.texture, hlsl: Number(hlsl.texture.slice(1)), space: hlsl.space }
        : undefined,
      states: each.states.map(({ filter, mip, wrap, format, special, anisotropy, bias, tokens }) => ({
        filter,
        mip,
        wrap,
        format,
        special,
        anisotropy,
        bias,
        token: tokens[0],
      })),
    })),
    outputs: [
      agal.outputs.position,
      agal.outputs.colors.map(({ location }) => location),
      agal.outputs.depth,
      agal.outputs.kills,
    ],
    colorOutputs: agal.outputs.colors,
    positionScale: agal.clipSpace?.scale ?? '',
    instanceId: agal.instanceId?.countsFrom,
    clipSpace: [agal.clipSpace?.z === 'negativeOneToOne', agal.clipSpace?.flipY ?? false],
  };
}

/** Returns the programs of the corpus, or two programs without the corpus. */
function programs() {
  const folder = join(root, 'corpus');
  if (!existsSync(folder)) return [fragmentText, vertexText];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.agal'));
  return files.map((name) => readFileSync(join(folder, name))).map((file) => (file[0] === 0xa0 ? file : String(file)));
}

agalTest('an interface says what the reflection says', (agal) => {
  let count = 0;
  for (const options of [{ target: 'wgsl' }, { target: 'essl300', constants: 'plain' }, { constants: 'push' }])
    for (const program of programs()) {
      const { ok, reflection, interface: found } = agal.compile(program, options);
      if (!ok) continue;
      ++count;
      assert.deepEqual(asJson(found), fromJson(reflection));
    }
  assert.ok(count > 300, `${count} programs`);
});

agalTest('an interface has the names of the text, for each host and language', (agal) => {
  const rename = 'va0=position,v0=vUv,vc0..3=mvp,fc2=tint,fs0=map,fs3_sampler=skyState,oc=color';
  const texts = [
    'm44 op, va0, vc0\nadd v0, va1, vc6\nmov v1, va1',
    'tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs3 <cube,linear>\nadd ft0, ft0, ft1\nmul oc, ft0, fc2',
  ];
  const choices = (name) => agal.list('options').find((option) => option.name === name).choices;
  let count = 0;
  for (const host of choices('host'))
    for (const target of choices('target'))
      for (const options of [{ host, target }, { host, target, rename }])
        for (const text of texts) {
          const { ok, reflection, interface: found } = agal.compile(text, options);
          if (!ok) continue;
          ++count;
          assert.deepEqual(asJson(found), fromJson(reflection), `${host} ${target}`);
        }
  assert.ok(count > 200, `${count} shaders`);

  const [attribute, second] = agal.compile('mov op, va0\nmov v0, va1', { target: 'wgsl', rename }).interface.attributes;
  assert.deepEqual([attribute.name, attribute.declared, second.name, second.declared], ['va0', 'position', 'va1', 'va1']);
});

agalTest('an interface has each field of the structures', (agal) => {
  const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const vertex = agal.compile('mov op, va0\nmov v0, va1').interface;
  const fragment = agal.compile('tex ft0, v0, fs0 <2d>\nmul oc, ft0, fc0', { rename: 'fc0=tint' }).interface;
  const [sampler] = fragment.samplers;
  for (const [structure, found] of Object.entries({
    agal_interface: vertex,
    agal_attribute: vertex.attributes[0],
    agal_varying: vertex.varyings[0],
    agal_constants: fragment.constants,
    agal_constant_part: fragment.constants.parts[0],
    agal_color: fragment.colorOutputs[0],
    agal_register_range: fragment.constants.ranges[0],
    agal_slots: fragment.constants.slots,
    agal_binding: sampler.bindings[0],
    agal_sampler: sampler,
    agal_sampler_state: sampler.states[0],
  })) {
    // Objects of JavaScript lack the counts of lists, the size of the structure, and `active`: an inactive sampler
    // lacks slots.
    const names = Object.keys(declarations[structure]).filter((name) => !/_count$|^active$|^size$/.test(name));
    assert.deepEqual(Object.keys(found).sort(), names.map(camel).sort(), structure);
  }
});

agalTest('a rejected program has the number of the player', (agal) => {
  assert.equal(agal.compile('mov fc0, v0', { stage: 'fragment' }).playerError, 3652);
  assert.equal(agal.validate('mov oc, v0\nmov fc0, v0\nmov oc, ft9', { stage: 'fragment', adobeOrder: true }).playerError, 3652);
  assert.equal(agal.assemble('mov').playerError, undefined);
  assert.equal(agal.compile('mov oc, v0').playerError, undefined);
});

agalTest('there is an interface without JSON', (agal) => {
  const alone = agal.compile(fragmentText, { target: 'wgsl', bindingsOnly: true });
  assert.equal(alone.reflection, undefined);
  assert.deepEqual(alone.interface, agal.compile(fragmentText, { target: 'wgsl' }).interface);
  assert.equal(agal.compile(fragmentText, { target: 'wgsl', reflect: false }).interface, undefined);
  const pair = agal.link(vertexText, fragmentText, { target: 'wgsl', bindingsOnly: true, singleModule: true });
  assert.deepEqual([pair.interfaces.vertex.entryPoint, pair.interfaces.fragment.entryPoint], ['vertex_main', 'fragment_main']);
  assert.equal(agal.compile('mov fc0, v0').interface, undefined);
});

/** Returns bytecode and texts with errors of many kinds. */
function damaged(agal) {
  const texts = programs().filter((program) => typeof program === 'string');
  const cut = texts.map((text) => text.replace(/\bv0\b/, 'v9\0').replace(/,[^,]*$/, ', fc999.q\nmov \xe9'));
  const bytes = texts.map((text) => agal.assemble(text).bytecode).filter(Boolean);
  const changed = bytes.flatMap((each) => [9, 12, 17, 25].map((at) => each.map((byte, i) => (i === at ? 0x5a : byte))));
  return [...cut, ...changed, ...bytes.map((each) => each.subarray(0, -5))];
}

agalTest('diagnostics are those of the JSON', async (agal) => {
  const instance = new Instance(await WebAssembly.compile(readFileSync(wasmUrl('agalc.wasm'))));
  const codes = new Set();
  for (const program of damaged(agal)) {
    const at = instance.reserve(3 * program.length);
    const result = instance.exports.agal_compile(at, instance.put(program, at), 0);
    const found = readDiagnostics(instance, result);
    const json = instance.partText(result, instance.parts.diagnostics);
    assert.equal(found.map((each) => `${JSON.stringify(each)}\n`).join(''), json);
    for (const { code } of found) codes.add(code);
    instance.exports.agal_result_release(result);
  }
  assert.ok(codes.size > 10, [...codes].join());
});
