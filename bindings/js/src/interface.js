// Written by tools/lab/interface.py from src/compiler/reflect/interface.def. Do not edit.
import {
  AGAL_NONE,
  agal_attribute as attribute,
  agal_binding as binding,
  agal_color as color,
  agal_constant_part as constantPart,
  agal_constants as constants,
  agal_interface as root,
  agal_register_range as registerRange,
  agal_sampler as sampler,
  agal_sampler_state as samplerState,
  agal_slots as slots,
  agal_varying as varying,
} from './declarations.js';
import { declaredAt, known, list, locations } from './memory.js';

/** @typedef {import('./instance.js').Instance} Instance */

const bindingModelWords = /** @type {const} */ (['spirv', 'msl', 'hlsl']);
const constantsModeWords = /** @type {const} */ (['ubo', 'plain', 'push']);
const instanceIdWords = /** @type {const} */ (['zero', 'firstInstance']);
const stageWords = /** @type {const} */ (['vertex', 'fragment']);
const textureKindWords = /** @type {const} */ (['2d', 'cube', '3d']);

/** @param {Instance} m @param {number} at @returns {import('../index.js').Slots} */
function slotsAt(m, at) {
  const { words } = m;
  return {
    set: known(words[at + slots.set]),
    binding: words[at + slots.binding],
    msl: words[at + slots.msl],
    hlsl: words[at + slots.hlsl],
    hlslSpace: words[at + slots.hlsl_space],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceBinding} */
function bindingAt(m, at) {
  const { words } = m;
  return {
    model: bindingModelWords[words[at + binding.model]],
    set: known(words[at + binding.set]),
    number: words[at + binding.number],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceRegisterRange} */
function registerRangeAt(m, at) {
  const { words } = m;
  return {
    first: words[at + registerRange.first],
    count: words[at + registerRange.count],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceConstantPart} */
function constantPartAt(m, at) {
  const { words } = m;
  return {
    declared: m.shortText(words[at + constantPart.declared]),
    first: words[at + constantPart.first],
    count: words[at + constantPart.count],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceConstants} */
function constantsAt(m, at) {
  const { words } = m;
  const name = m.shortText((at + constants.name) << 2);
  return {
    name,
    count: words[at + constants.count],
    indirect: words[at + constants.indirect] !== 0,
    mode: constantsModeWords[words[at + constants.mode]],
    stride: words[at + constants.stride],
    offset: words[at + constants.offset],
    location: known(words[at + constants.location]),
    slots: words[at + constants.slots + slots.binding] === AGAL_NONE ? undefined : slotsAt(m, at + constants.slots),
    block: m.shortText(words[at + constants.block]),
    member: m.shortText(words[at + constants.member]),
    ranges: list(m, words[at + constants.ranges], words[at + constants.range_count], registerRange.size, registerRangeAt),
    declared: declaredAt(m, words[at + constants.declared], at + constants.name, name),
    parts: list(m, words[at + constants.parts], words[at + constants.part_count], constantPart.size, constantPartAt),
    bindings: list(m, words[at + constants.bindings], words[at + constants.binding_count], binding.size, bindingAt),
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceAttribute} */
function attributeAt(m, at) {
  const { words } = m;
  const name = m.shortText((at + attribute.name) << 2);
  return {
    name,
    location: words[at + attribute.location],
    components: words[at + attribute.components],
    declared: declaredAt(m, words[at + attribute.declared], at + attribute.name, name),
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceVarying} */
function varyingAt(m, at) {
  const { words } = m;
  const name = m.shortText((at + varying.name) << 2);
  return {
    name,
    location: words[at + varying.location],
    components: words[at + varying.components],
    centroid: words[at + varying.centroid] !== 0,
    declared: declaredAt(m, words[at + varying.declared], at + varying.name, name),
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceSamplerState} */
function samplerStateAt(m, at) {
  const { words } = m;
  return {
    filter: words[at + samplerState.filter],
    mip: words[at + samplerState.mip],
    wrap: words[at + samplerState.wrap],
    readMode: words[at + samplerState.read_mode],
    special: words[at + samplerState.special],
    anisotropy: words[at + samplerState.anisotropy],
    bias: m.floats[at + samplerState.bias],
    token: words[at + samplerState.token],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceSampler} */
function samplerAt(m, at) {
  const { words } = m;
  const name = m.shortText((at + sampler.name) << 2);
  return {
    name,
    index: words[at + sampler.index],
    kind: textureKindWords[words[at + sampler.kind]],
    filtering: words[at + sampler.filtering] !== 0,
    slots: words[at + sampler.slots + slots.binding] === AGAL_NONE ? undefined : slotsAt(m, at + sampler.slots),
    samplerSet: known(words[at + sampler.sampler_set]),
    samplerBinding: known(words[at + sampler.sampler_binding]),
    states: list(m, words[at + sampler.states], words[at + sampler.state_count], samplerState.size, samplerStateAt),
    declared: declaredAt(m, words[at + sampler.declared], at + sampler.name, name),
    declaredSampler: m.shortText(words[at + sampler.declared_sampler]),
    bindings: list(m, words[at + sampler.bindings], words[at + sampler.binding_count], binding.size, bindingAt),
    samplerBindings: list(m, words[at + sampler.sampler_bindings], words[at + sampler.sampler_binding_count], binding.size, bindingAt),
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').InterfaceColor} */
function colorAt(m, at) {
  const { words } = m;
  return {
    declared: m.shortText(words[at + color.declared]),
    location: words[at + color.location],
  };
}

/** @param {Instance} m @param {number} at @returns {import('../index.js').Interface} */
function rootAt(m, at) {
  const { words } = m;
  return {
    stage: stageWords[words[at + root.stage]],
    version: words[at + root.version],
    entryPoint: m.shortText(words[at + root.entry_point]),
    attributes: list(m, words[at + root.attributes], words[at + root.attribute_count], attribute.size, attributeAt),
    varyings: list(m, words[at + root.varyings], words[at + root.varying_count], varying.size, varyingAt),
    samplers: list(m, words[at + root.samplers], words[at + root.sampler_count], sampler.size, samplerAt),
    constants: words[at + root.constants + constants.count] === 0 ? undefined : constantsAt(m, at + root.constants),
    position: words[at + root.position] !== 0,
    colors: locations(words[at + root.colors]),
    depth: words[at + root.depth] !== 0,
    kills: words[at + root.kills] !== 0,
    instanceId: instanceIdWords[words[at + root.instance_id] - 1],
    negativeZ: words[at + root.negative_z] !== 0,
    flipY: words[at + root.flip_y] !== 0,
    colorOutputs: list(m, words[at + root.color_outputs], words[at + root.color_output_count], color.size, colorAt),
    positionScale: m.shortText(words[at + root.position_scale]),
  };
}

/**
 * Reads the interface of a stage's shader. Indices are in words of the memory.
 * @param {Instance} instance @param {number} result @param {0 | 1} stage
 * @returns {import('../index.js').Interface | undefined}
 */
export function readInterface(instance, result, stage) {
  const address = instance.exports.agal_result_interface(result, stage) >>> 0;
  if (address === 0) return undefined;
  instance.view();
  return rootAt(instance, address >>> 2);
}
