// Written by tools/lab/c_interface.py from include/agal/agal.h. Do not edit.

// Constants and values of enumerations.
export const AGAL_ABI_VERSION = 1;
export const AGAL_NONE = 4294967295;
export const AGAL_OK = 0;
export const AGAL_REJECTED = 1;
export const AGAL_BAD_ARGUMENT = 2;
export const AGAL_OUT_OF_MEMORY = 3;
export const AGAL_INTERNAL_ERROR = 4;
export const AGAL_SEVERITY_NOTE = 0;
export const AGAL_SEVERITY_WARNING = 1;
export const AGAL_SEVERITY_ERROR = 2;
export const AGAL_STAGE_VERTEX = 0;
export const AGAL_STAGE_FRAGMENT = 1;
export const AGAL_STAGE_UNKNOWN = 2;
export const AGAL_OPERAND_NONE = 0;
export const AGAL_OPERAND_OPCODE = 1;
export const AGAL_OPERAND_DESTINATION = 2;
export const AGAL_OPERAND_SOURCE_1 = 3;
export const AGAL_OPERAND_SOURCE_2 = 4;
export const AGAL_CONSTANTS_UBO = 0;
export const AGAL_CONSTANTS_PLAIN = 1;
export const AGAL_CONSTANTS_PUSH = 2;
export const AGAL_TEXTURE_2D = 0;
export const AGAL_TEXTURE_CUBE = 1;
export const AGAL_TEXTURE_3D = 2;
export const AGAL_FILTER_NEAREST = 0;
export const AGAL_FILTER_LINEAR = 1;
export const AGAL_FILTER_ANISOTROPIC_2X = 2;
export const AGAL_FILTER_ANISOTROPIC_4X = 3;
export const AGAL_FILTER_ANISOTROPIC_8X = 4;
export const AGAL_FILTER_ANISOTROPIC_16X = 5;
export const AGAL_MIP_NONE = 0;
export const AGAL_MIP_NEAREST = 1;
export const AGAL_MIP_LINEAR = 2;
export const AGAL_WRAP_CLAMP = 0;
export const AGAL_WRAP_REPEAT = 1;
export const AGAL_WRAP_CLAMP_U_REPEAT_V = 2;
export const AGAL_WRAP_REPEAT_U_CLAMP_V = 3;
export const AGAL_READ_RGBA = 0;
export const AGAL_READ_COMPRESSED = 1;
export const AGAL_READ_COMPRESSED_ALPHA = 2;
export const AGAL_READ_VIDEO = 3;
export const AGAL_SPECIAL_CENTROID = 1;
export const AGAL_SPECIAL_SINGLE = 2;
export const AGAL_SPECIAL_IGNORE_SAMPLER = 4;
export const AGAL_INSTANCE_NONE = 0;
export const AGAL_INSTANCE_FROM_ZERO = 1;
export const AGAL_INSTANCE_FROM_FIRST = 2;
export const AGAL_VERDICT_EQUAL = 0;
export const AGAL_VERDICT_DIFFERENT = 1;
export const AGAL_VERDICT_NOT_DECIDED = 2;
export const AGAL_PROOF_EXACT = 0;
export const AGAL_PROOF_UNDEFINED = 1;
export const AGAL_PROOF_ROUNDING = 2;
export const AGAL_PROOF_VALUE_CHANGING = 3;
export const AGAL_INPUT_CONSTANT = 0;
export const AGAL_INPUT_ATTRIBUTE = 1;
export const AGAL_INPUT_VARYING = 2;
export const AGAL_INPUT_INSTANCE = 3;

// The words of enumerations, by number.
export const agal_status = ['ok', 'rejected', 'bad argument', 'out of memory', 'internal error'];
export const agal_severity = ['note', 'warning', 'error'];
export const agal_stage = ['vertex', 'fragment', 'unknown'];
export const agal_operand = ['none', 'opcode', 'destination', 'source 1', 'source 2'];
export const agal_constants_mode = ['ubo', 'plain', 'push'];
export const agal_texture_kind = ['2d', 'cube', '3d'];
export const agal_filter = ['nearest', 'linear', 'anisotropic 2x', 'anisotropic 4x', 'anisotropic 8x', 'anisotropic 16x'];
export const agal_mip = ['none', 'nearest', 'linear'];
export const agal_wrap = ['clamp', 'repeat', 'clamp u repeat v', 'repeat u clamp v'];
export const agal_read_mode = ['rgba', 'compressed', 'compressed alpha', 'video'];
export const agal_instance_id = ['none', 'from zero', 'from first'];
export const agal_verdict = ['equal', 'different', 'not decided'];
export const agal_proof_class = ['exact', 'undefined', 'rounding', 'value changing'];
export const agal_input_kind = ['constant', 'attribute', 'varying', 'instance'];

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
  size: 20,
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
  sampler_binding: 11,
  states: 12,
  state_count: 13,
  declared: 14,
  declared_sampler: 15,
  size: 16,
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
  position: 29,
  colors: 30,
  depth: 31,
  kills: 32,
  instance_id: 33,
  negative_z: 34,
  flip_y: 35,
  color_outputs: 36,
  color_output_count: 37,
  position_scale: 38,
  size: 39,
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
