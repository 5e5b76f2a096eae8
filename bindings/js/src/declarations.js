// Written by tools/lab/c_interface.py from include/agal/agal.h. Do not edit.

/** The value of agal_abi_version for this header. */
export const AGAL_ABI_VERSION = 1;
/** Stands for a number that does not exist or is unknown. */
export const AGAL_NONE = 4294967295;

/** The status of an operation. */
export const agal_status = /** @type {const} */ (['ok', 'rejected', 'bad argument', 'out of memory', 'internal error']);
/** Success, possibly with warnings. */
export const AGAL_OK = 0;
/** The program, file, word or table is rejected; the part "messages" gives the reason. */
export const AGAL_REJECTED = 1;
/** A null pointer, an unknown option, or a value that is not allowed. */
export const AGAL_BAD_ARGUMENT = 2;
/** Memory ran out. */
export const AGAL_OUT_OF_MEMORY = 3;
/** A bug in agalc; please report it. */
export const AGAL_INTERNAL_ERROR = 4;

/** The severity of a diagnostic. Only an error means that the program or the file is rejected. */
export const agal_severity = /** @type {const} */ (['note', 'warning', 'error']);
export const AGAL_SEVERITY_NOTE = 0;
export const AGAL_SEVERITY_WARNING = 1;
export const AGAL_SEVERITY_ERROR = 2;

/** A shader stage. */
export const agal_stage = /** @type {const} */ (['vertex', 'fragment', 'unknown']);
export const AGAL_STAGE_VERTEX = 0;
export const AGAL_STAGE_FRAGMENT = 1;
export const AGAL_STAGE_UNKNOWN = 2;

/** The part of a token that a diagnostic is about. */
export const agal_operand = /** @type {const} */ (['none', 'opcode', 'destination', 'source 1', 'source 2']);
export const AGAL_OPERAND_NONE = 0;
export const AGAL_OPERAND_OPCODE = 1;
export const AGAL_OPERAND_DESTINATION = 2;
export const AGAL_OPERAND_SOURCE_1 = 3;
export const AGAL_OPERAND_SOURCE_2 = 4;

/** The mechanism that passes constants to the shader. */
export const agal_constants_mode = /** @type {const} */ (['ubo', 'plain', 'push']);
export const AGAL_CONSTANTS_UBO = 0;
export const AGAL_CONSTANTS_PLAIN = 1;
export const AGAL_CONSTANTS_PUSH = 2;

/** The first value of the instance id. */
export const agal_instance_id = /** @type {const} */ (['none', 'from zero', 'from first']);
/** The instance id is not read. */
export const AGAL_INSTANCE_NONE = 0;
export const AGAL_INSTANCE_FROM_ZERO = 1;
/** The draw call's parameter `first instance`. */
export const AGAL_INSTANCE_FROM_FIRST = 2;

/** The kind of a texture. This enumeration and the next ones have the numbers of the bytecode. */
export const agal_texture_kind = /** @type {const} */ (['2d', 'cube', '3d']);
export const AGAL_TEXTURE_2D = 0;
export const AGAL_TEXTURE_CUBE = 1;
export const AGAL_TEXTURE_3D = 2;

/** The filter for texels of one level. */
export const agal_filter = /** @type {const} */ (['nearest', 'linear', 'anisotropic 2x', 'anisotropic 4x', 'anisotropic 8x', 'anisotropic 16x']);
export const AGAL_FILTER_NEAREST = 0;
export const AGAL_FILTER_LINEAR = 1;
export const AGAL_FILTER_ANISOTROPIC_2X = 2;
export const AGAL_FILTER_ANISOTROPIC_4X = 3;
export const AGAL_FILTER_ANISOTROPIC_8X = 4;
export const AGAL_FILTER_ANISOTROPIC_16X = 5;

/** The filter between levels of detail. */
export const agal_mip = /** @type {const} */ (['none', 'nearest', 'linear']);
export const AGAL_MIP_NONE = 0;
export const AGAL_MIP_NEAREST = 1;
export const AGAL_MIP_LINEAR = 2;

/** The wrap mode: the texels that coordinates beyond the edges of a texture select. */
export const agal_wrap = /** @type {const} */ (['clamp', 'repeat', 'clamp u repeat v', 'repeat u clamp v']);
export const AGAL_WRAP_CLAMP = 0;
export const AGAL_WRAP_REPEAT = 1;
export const AGAL_WRAP_CLAMP_U_REPEAT_V = 2;
export const AGAL_WRAP_REPEAT_U_CLAMP_V = 3;

/** The read mode: the storage format of the texture. */
export const agal_read_mode = /** @type {const} */ (['rgba', 'compressed', 'compressed alpha', 'video']);
export const AGAL_READ_RGBA = 0;
export const AGAL_READ_COMPRESSED = 1;
export const AGAL_READ_COMPRESSED_ALPHA = 2;
export const AGAL_READ_VIDEO = 3;

/** Bits of the special flags of a token. */
export const AGAL_SPECIAL_CENTROID = 1;
export const AGAL_SPECIAL_SINGLE = 2;
export const AGAL_SPECIAL_IGNORE_SAMPLER = 4;

/** The binding model: the way in which a language numbers resources. Later versions may add models. */
export const agal_binding_model = /** @type {const} */ (['spirv', 'msl', 'hlsl']);
/** SPIR-V, GLSL and WGSL: descriptor set or bind group, and binding. */
export const AGAL_BINDING_SPIRV = 0;
/** Metal: index of the buffer, texture or sampler. */
export const AGAL_BINDING_MSL = 1;
/** Direct3D: register space, and number of the register. */
export const AGAL_BINDING_HLSL = 2;

/** The answer of a proof. */
export const agal_verdict = /** @type {const} */ (['equal', 'different', 'not decided']);
/** Equal for all inputs, up to the class of the proof. */
export const AGAL_VERDICT_EQUAL = 0;
/** Different, usually with inputs that show it. */
export const AGAL_VERDICT_DIFFERENT = 1;
/** Neither equality nor a difference was found. */
export const AGAL_VERDICT_NOT_DECIDED = 2;

/**
 * The class of an equality: the differences that it permits. Each class also permits the differences of the previous
 * classes: docs/proof.md.
 */
export const agal_proof_class = /** @type {const} */ (['exact', 'undefined', 'rounding', 'value changing']);
/** No differences, except the payload and the sign of a NaN. */
export const AGAL_PROOF_EXACT = 0;
/** Values that both AGAL and the target leave undefined. */
export const AGAL_PROOF_UNDEFINED = 1;
/** Rounding of intermediate values. */
export const AGAL_PROOF_ROUNDING = 2;
/** Changes that no specification allows. */
export const AGAL_PROOF_VALUE_CHANGING = 3;

/** The kind of an input. */
export const agal_input_kind = /** @type {const} */ (['constant', 'attribute', 'varying', 'instance']);
export const AGAL_INPUT_CONSTANT = 0;
export const AGAL_INPUT_ATTRIBUTE = 1;
export const AGAL_INPUT_VARYING = 2;
/** The instance id; `values` begins with it. */
export const AGAL_INPUT_INSTANCE = 3;

// The places of the fields of structures, and their sizes, in words of 32 bits.
export const agal_diagnostic = {
  number: 0,
  severity: 1,
  stage: 2,
  token: 3,
  operand: 4,
  line: 5,
  column: 6,
  byte_offset: 7,
  caret: 8,
  caret_length: 9,
  file: 10,
  message: 11,
  snippet: 12,
  help: 13,
  size: 14,
};
export const agal_slots = {
  set: 0,
  binding: 1,
  msl: 2,
  hlsl: 3,
  hlsl_space: 4,
  size: 5,
};
export const agal_binding = {
  model: 0,
  set: 1,
  number: 2,
  size: 3,
};
export const agal_register_range = {
  first: 0,
  count: 1,
  size: 2,
};
export const agal_constant_part = {
  declared: 0,
  first: 1,
  count: 2,
  size: 3,
};
export const agal_constants = {
  name: 0,
  count: 2,
  indirect: 3,
  mode: 4,
  stride: 5,
  offset: 6,
  location: 7,
  slots: 8,
  block: 13,
  member: 14,
  ranges: 15,
  range_count: 16,
  declared: 17,
  parts: 18,
  part_count: 19,
  bindings: 20,
  binding_count: 21,
  size: 22,
};
export const agal_attribute = {
  name: 0,
  location: 2,
  components: 3,
  declared: 4,
  size: 5,
};
export const agal_varying = {
  name: 0,
  location: 2,
  components: 3,
  centroid: 4,
  declared: 5,
  size: 6,
};
export const agal_sampler_state = {
  filter: 0,
  mip: 1,
  wrap: 2,
  read_mode: 3,
  special: 4,
  anisotropy: 5,
  bias: 6,
  token: 7,
  size: 8,
};
export const agal_sampler = {
  name: 0,
  index: 2,
  active: 3,
  kind: 4,
  filtering: 5,
  slots: 6,
  sampler_set: 11,
  sampler_binding: 12,
  states: 13,
  state_count: 14,
  declared: 15,
  declared_sampler: 16,
  bindings: 17,
  binding_count: 18,
  sampler_bindings: 19,
  sampler_binding_count: 20,
  size: 21,
};
export const agal_color = {
  declared: 0,
  location: 1,
  size: 2,
};
export const agal_interface = {
  stage: 0,
  version: 1,
  entry_point: 2,
  attributes: 3,
  attribute_count: 4,
  varyings: 5,
  varying_count: 6,
  samplers: 7,
  sampler_count: 8,
  constants: 9,
  position: 31,
  colors: 32,
  depth: 33,
  kills: 34,
  instance_id: 35,
  negative_z: 36,
  flip_y: 37,
  color_outputs: 38,
  color_output_count: 39,
  position_scale: 40,
  size: 41,
};
export const agal_compiled = {
  stage: 0,
  text_begin: 1,
  text_size: 2,
  result: 3,
  size: 4,
};
export const agal_compilation = {
  status: 0,
  programs: 1,
  program_count: 2,
  text: 3,
  text_size: 4,
  size: 5,
};
export const agal_proof_rule = {
  name: 0,
  rule_class: 1,
  count: 2,
  size: 3,
};
export const agal_proof_input = {
  name: 0,
  kind: 2,
  number: 3,
  values: 4,
  size: 20,
};
export const agal_difference = {
  output: 0,
  pixel: 1,
  expected: 2,
  found: 3,
  samples: 4,
  inputs: 5,
  input_count: 6,
  size: 7,
};
export const agal_proof = {
  verdict: 0,
  proof_class: 1,
  rules: 2,
  rule_count: 3,
  terms: 4,
  reason: 5,
  output: 6,
  expected: 7,
  found: 8,
  difference: 9,
  size: 10,
};

/**
 * The functions of the library. Objects, pointers and sizes are numbers.
 * @typedef {object} Functions
 * @property {() => number} agal_abi_version
 * @property {() => number} agal_version
 * @property {(size: number) => number} agal_allocate
 * @property {(memory: number) => void} agal_free
 * @property {() => number} agal_options_create
 * @property {(options: number) => number} agal_options_copy
 * @property {(options: number, name: number, value: number) => number} agal_options_set
 * @property {(options: number) => number} agal_options_message
 * @property {(options: number) => void} agal_options_release
 * @property {(text: number, size: number, options: number) => number} agal_assemble
 * @property {(program: number, size: number, options: number) => number} agal_disassemble
 * @property {(program: number, size: number, options: number) => number} agal_validate
 * @property {(program: number, size: number, options: number) => number} agal_compile
 * @property {(vertex: number, vertex_size: number, fragment: number, fragment_size: number, options: number) => number} agal_link
 * @property {(program: number, size: number, inputs: number, options: number) => number} agal_interpret
 * @property {(file: number, size: number, name: number, options: number) => number} agal_extract
 * @property {(program: number, size: number, other: number, other_size: number, options: number) => number} agal_prove
 * @property {(word: number) => number} agal_explain
 * @property {(table: number) => number} agal_list
 * @property {(result: number) => number} agal_result_status
 * @property {(result: number) => number} agal_result_errors
 * @property {(result: number) => number} agal_result_warnings
 * @property {(result: number, part: number, size: number) => number} agal_result_get
 * @property {(result: number) => number} agal_result_count
 * @property {(result: number, index: number) => number} agal_result_name
 * @property {(result: number, index: number, size: number) => number} agal_result_at
 * @property {(result: number) => void} agal_result_release
 * @property {(result: number, count: number) => number} agal_result_diagnostics
 * @property {(result: number) => number} agal_result_player_error
 * @property {(result: number, stage: number) => number} agal_result_interface
 * @property {(programs: number, sizes: number, count: number, options: number) => number} agal_compile_all
 * @property {(compilation: number) => void} agal_compilation_release
 * @property {(result: number, stage: number) => number} agal_result_proof
 * @property {() => number} agal_inputs_create
 * @property {(inputs: number, values: number, registers: number) => number} agal_inputs_set_constants
 * @property {(inputs: number, number: number, value: number) => number} agal_inputs_set_attribute
 * @property {(inputs: number, pixel: number, number: number, value: number) => number} agal_inputs_set_varying
 * @property {(inputs: number, instance: number) => number} agal_inputs_set_instance
 * @property {(inputs: number, sampler: number, kind: number, width: number, height: number, depth: number, texels: number, levels: number) => number} agal_inputs_set_texture
 * @property {(inputs: number) => void} agal_inputs_release
 */

/** @typedef {Functions & {readonly memory: WebAssembly.Memory, readonly _initialize?: () => void}} Exports */
