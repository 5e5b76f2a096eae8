// Reads the structures of agal.h from the memory of a module.
import {
  AGAL_NONE,
  AGAL_OPERAND_NONE,
  AGAL_STAGE_UNKNOWN,
  agal_attribute as attribute,
  agal_color as color,
  agal_constant_part as part,
  agal_constants as constants,
  agal_constants_mode as modes,
  agal_diagnostic as diagnostic,
  agal_interface as root,
  agal_operand as operands,
  agal_register_range as range,
  agal_sampler as sampler,
  agal_sampler_state as state,
  agal_severity as severities,
  agal_slots as slots,
  agal_stage as stages,
  agal_texture_kind as kinds,
  agal_varying as varying,
} from './declarations.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../index.js').Diagnostic} Diagnostic */
/** @typedef {import('../index.js').Interface} Interface */
/** @typedef {import('../index.js').Slots} Slots */

const firstInstances = /** @type {const} */ ([undefined, 'zero', 'firstInstance']); // indexed by agal_instance_id

/** @param {number} number */
const known = (number) => (number === AGAL_NONE ? undefined : number);

/**
 * Reads a list of structures.
 * @template T
 * @param {number} first address @param {number} count @param {number} size in words @param {(at: number) => T} read
 * @returns {T[]}
 */
function list(first, count, size, read) {
  const out = [];
  for (let at = first >>> 2; count > 0; at += size, --count) out.push(read(at));
  return out;
}

/**
 * Reads the interface of a stage's shader. Indices are in words of the memory.
 * @param {Instance} instance @param {number} result @param {0 | 1} stage
 * @returns {Interface | undefined}
 */
export function readInterface(instance, result, stage) {
  const address = instance.exports.agal_result_interface(result, stage) >>> 0;
  if (address === 0) return undefined;
  instance.view();
  const { words, floats } = instance;

  /** @param {number} at @returns {Slots} */
  const slotsAt = (at) => ({
    set: known(words[at + slots.set]),
    binding: words[at + slots.binding],
    msl: words[at + slots.msl],
    hlsl: words[at + slots.hlsl],
    hlslSpace: words[at + slots.hlsl_space],
  });

  const stateAt = (/** @type {number} */ at) => ({
    filter: words[at + state.filter],
    mip: words[at + state.mip],
    wrap: words[at + state.wrap],
    readMode: words[at + state.read_mode],
    special: words[at + state.special],
    anisotropy: words[at + state.anisotropy],
    bias: floats[at + state.bias],
    token: words[at + state.token],
  });

  const nameAt = (/** @type {number} */ at) => instance.shortText(at << 2);

  /**
   * Reads the name that the text declares. It has the address of the register's name if both are equal.
   * @param {number} at index of the pointer @param {number} nameIndex index of the register's name @param {string} name
   */
  const declaredAt = (at, nameIndex, name) => {
    const address = words[at];
    return address === nameIndex << 2 ? name : instance.shortText(address);
  };

  // The literals do not spread an object, because this takes longer than everything else.
  const samplerAt = (/** @type {number} */ at) => {
    const name = nameAt(at + sampler.name);
    return {
      name,
      declared: declaredAt(at + sampler.declared, at + sampler.name, name),
      declaredSampler: instance.shortText(words[at + sampler.declared_sampler]),
      index: words[at + sampler.index],
      kind: kinds[words[at + sampler.kind]],
      filtering: words[at + sampler.filtering] !== 0,
      slots: words[at + sampler.active] === 0 ? undefined : slotsAt(at + sampler.slots),
      samplerBinding: known(words[at + sampler.sampler_binding]),
      states: list(words[at + sampler.states], words[at + sampler.state_count], state.size, stateAt),
    };
  };

  const attributeAt = (/** @type {number} */ at) => {
    const name = nameAt(at + attribute.name);
    return {
      name,
      declared: declaredAt(at + attribute.declared, at + attribute.name, name),
      location: words[at + attribute.location],
      components: words[at + attribute.components],
    };
  };

  const varyingAt = (/** @type {number} */ at) => {
    const name = nameAt(at + varying.name);
    return {
      name,
      declared: declaredAt(at + varying.declared, at + varying.name, name),
      location: words[at + varying.location],
      components: words[at + varying.components],
      centroid: words[at + varying.centroid] !== 0,
    };
  };

  const rangeAt = (/** @type {number} */ at) => ({ first: words[at + range.first], count: words[at + range.count] });

  const partAt = (/** @type {number} */ at) => ({
    declared: instance.shortText(words[at + part.declared]),
    first: words[at + part.first],
    count: words[at + part.count],
  });

  const colorAt = (/** @type {number} */ at) => ({
    declared: instance.shortText(words[at + color.declared]),
    location: words[at + color.location],
  });

  const constantsAt = (/** @type {number} */ at) => {
    const mode = modes[words[at + constants.mode]];
    const name = nameAt(at + constants.name);
    return {
      name,
      declared: declaredAt(at + constants.declared, at + constants.name, name),
      count: words[at + constants.count],
      indirect: words[at + constants.indirect] !== 0,
      mode,
      stride: words[at + constants.stride],
      offset: words[at + constants.offset],
      location: known(words[at + constants.location]),
      slots: mode === 'ubo' ? slotsAt(at + constants.slots) : undefined,
      block: instance.shortText(words[at + constants.block]),
      member: instance.shortText(words[at + constants.member]),
      ranges: list(words[at + constants.ranges], words[at + constants.range_count], range.size, rangeAt),
      parts: list(words[at + constants.parts], words[at + constants.part_count], part.size, partAt),
    };
  };

  const at = address >>> 2;
  const colors = words[at + root.colors];
  return {
    stage: stages[stage],
    version: words[at + root.version],
    entryPoint: instance.shortText(words[at + root.entry_point]),
    attributes: list(words[at + root.attributes], words[at + root.attribute_count], attribute.size, attributeAt),
    varyings: list(words[at + root.varyings], words[at + root.varying_count], varying.size, varyingAt),
    samplers: list(words[at + root.samplers], words[at + root.sampler_count], sampler.size, samplerAt),
    constants: words[at + root.constants + constants.count] === 0 ? undefined : constantsAt(at + root.constants),
    position: words[at + root.position] !== 0,
    colors: [0, 1, 2, 3].filter((location) => ((colors >>> location) & 1) !== 0),
    depth: words[at + root.depth] !== 0,
    kills: words[at + root.kills] !== 0,
    instanceId: firstInstances[words[at + root.instance_id]],
    negativeZ: words[at + root.negative_z] !== 0,
    flipY: words[at + root.flip_y] !== 0,
    colorOutputs: list(words[at + root.color_outputs], words[at + root.color_output_count], color.size, colorAt),
    positionScale: instance.shortText(words[at + root.position_scale]),
  };
}

/** @param {Instance} instance @param {number} result @returns {Diagnostic[]} */
export function readDiagnostics(instance, result) {
  const first = instance.exports.agal_result_diagnostics(result, instance.sizeAt) >>> 0;
  instance.view();
  const { words } = instance;
  return list(first, words[instance.sizeAt >>> 2], diagnostic.size, (at) => {
    const snippet = instance.cString(words[at + diagnostic.snippet]);
    const caretLength = words[at + diagnostic.caret_length];
    const stage = words[at + diagnostic.stage];
    const operand = words[at + diagnostic.operand];
    /** @type {Record<string, any>} */
    const facts = {
      file: instance.cString(words[at + diagnostic.file]),
      line: words[at + diagnostic.line],
      column: words[at + diagnostic.column],
      byteOffset: known(words[at + diagnostic.byte_offset]) ?? '',
      token: words[at + diagnostic.token],
      operand: operand === AGAL_OPERAND_NONE ? '' : operands[operand],
      stage: stage === AGAL_STAGE_UNKNOWN ? '' : stages[stage],
      snippet,
      caret: caretLength === 0 ? '' : [words[at + diagnostic.caret], caretLength],
      help: instance.cString(words[at + diagnostic.help]),
    };
    /** @type {any} */
    const out = {
      code: `AGAL${words[at + diagnostic.number]}`,
      severity: severities[words[at + diagnostic.severity]],
      message: instance.cString(words[at + diagnostic.message]),
    };
    for (const key in facts) if (facts[key] !== '' && (key === 'byteOffset' || facts[key] !== 0)) out[key] = facts[key];
    return out;
  });
}
