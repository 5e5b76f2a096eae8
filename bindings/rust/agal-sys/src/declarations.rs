// Written by tools/dev/c_interface.py from include/agal/agal.h. Do not edit.

use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_float, c_int, c_uint, c_void};

/// The value of agal_abi_version for this header.
pub const AGAL_ABI_VERSION: u32 = 1;
/// In a structure: there is no such number, or it is not known.
pub const AGAL_NONE: u32 = 4294967295;

/// How an operation ended.
///
/// A later library may give values that are not listed here.
pub type agal_status = c_uint;
/// There may be warnings.
pub const AGAL_OK: agal_status = 0;
/// The program, the file or a word is not accepted: the diagnostics say why.
pub const AGAL_REJECTED: agal_status = 1;
/// A null pointer, an unknown option.
pub const AGAL_BAD_ARGUMENT: agal_status = 2;
/// Memory ran out.
pub const AGAL_OUT_OF_MEMORY: agal_status = 3;
/// A bug in agalc: please report it.
pub const AGAL_INTERNAL_ERROR: agal_status = 4;

/// How bad a diagnostic is. Only an error means that the program or the file is rejected.
///
/// A later library may give values that are not listed here.
pub type agal_severity = c_uint;
/// A value of [`agal_severity`].
pub const AGAL_SEVERITY_NOTE: agal_severity = 0;
/// A value of [`agal_severity`].
pub const AGAL_SEVERITY_WARNING: agal_severity = 1;
/// A value of [`agal_severity`].
pub const AGAL_SEVERITY_ERROR: agal_severity = 2;

/// A shader stage.
///
/// A later library may give values that are not listed here.
pub type agal_stage = c_uint;
/// A value of [`agal_stage`].
pub const AGAL_STAGE_VERTEX: agal_stage = 0;
/// A value of [`agal_stage`].
pub const AGAL_STAGE_FRAGMENT: agal_stage = 1;
/// A value of [`agal_stage`].
pub const AGAL_STAGE_UNKNOWN: agal_stage = 2;

/// The part of a token that a diagnostic is about.
///
/// A later library may give values that are not listed here.
pub type agal_operand = c_uint;
/// A value of [`agal_operand`].
pub const AGAL_OPERAND_NONE: agal_operand = 0;
/// A value of [`agal_operand`].
pub const AGAL_OPERAND_OPCODE: agal_operand = 1;
/// A value of [`agal_operand`].
pub const AGAL_OPERAND_DESTINATION: agal_operand = 2;
/// A value of [`agal_operand`].
pub const AGAL_OPERAND_SOURCE_1: agal_operand = 3;
/// A value of [`agal_operand`].
pub const AGAL_OPERAND_SOURCE_2: agal_operand = 4;

/// How constants reach the shader.
///
/// A later library may give values that are not listed here.
pub type agal_constants_mode = c_uint;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_UBO: agal_constants_mode = 0;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_PLAIN: agal_constants_mode = 1;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_PUSH: agal_constants_mode = 2;

/// The kind of a texture. The numbers of this enumeration and the following ones are those of the bytecode.
///
/// A later library may give values that are not listed here.
pub type agal_texture_kind = c_uint;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_2D: agal_texture_kind = 0;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_CUBE: agal_texture_kind = 1;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_3D: agal_texture_kind = 2;

/// How texels of one level are filtered.
///
/// A later library may give values that are not listed here.
pub type agal_filter = c_uint;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_NEAREST: agal_filter = 0;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_LINEAR: agal_filter = 1;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_ANISOTROPIC_2X: agal_filter = 2;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_ANISOTROPIC_4X: agal_filter = 3;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_ANISOTROPIC_8X: agal_filter = 4;
/// A value of [`agal_filter`].
pub const AGAL_FILTER_ANISOTROPIC_16X: agal_filter = 5;

/// How levels are chosen.
///
/// A later library may give values that are not listed here.
pub type agal_mip = c_uint;
/// A value of [`agal_mip`].
pub const AGAL_MIP_NONE: agal_mip = 0;
/// A value of [`agal_mip`].
pub const AGAL_MIP_NEAREST: agal_mip = 1;
/// A value of [`agal_mip`].
pub const AGAL_MIP_LINEAR: agal_mip = 2;

/// What is read beyond the edges of a texture.
///
/// A later library may give values that are not listed here.
pub type agal_wrap = c_uint;
/// A value of [`agal_wrap`].
pub const AGAL_WRAP_CLAMP: agal_wrap = 0;
/// A value of [`agal_wrap`].
pub const AGAL_WRAP_REPEAT: agal_wrap = 1;
/// A value of [`agal_wrap`].
pub const AGAL_WRAP_CLAMP_U_REPEAT_V: agal_wrap = 2;
/// A value of [`agal_wrap`].
pub const AGAL_WRAP_REPEAT_U_CLAMP_V: agal_wrap = 3;

/// How the texture is stored.
///
/// A later library may give values that are not listed here.
pub type agal_read_mode = c_uint;
/// A value of [`agal_read_mode`].
pub const AGAL_READ_RGBA: agal_read_mode = 0;
/// A value of [`agal_read_mode`].
pub const AGAL_READ_COMPRESSED: agal_read_mode = 1;
/// A value of [`agal_read_mode`].
pub const AGAL_READ_COMPRESSED_ALPHA: agal_read_mode = 2;
/// A value of [`agal_read_mode`].
pub const AGAL_READ_VIDEO: agal_read_mode = 3;

/// Bits for what else a token asks for.
///
/// A later library may give values that are not listed here.
pub type agal_special = c_uint;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_CENTROID: agal_special = 1;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_SINGLE: agal_special = 2;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_IGNORE_SAMPLER: agal_special = 4;

/// The number from which the instance id counts.
///
/// A later library may give values that are not listed here.
pub type agal_instance_id = c_uint;
/// It is not read.
pub const AGAL_INSTANCE_NONE: agal_instance_id = 0;
/// A value of [`agal_instance_id`].
pub const AGAL_INSTANCE_FROM_ZERO: agal_instance_id = 1;
/// Of the draw call.
pub const AGAL_INSTANCE_FROM_FIRST: agal_instance_id = 2;

/// The answer of a proof.
///
/// A later library may give values that are not listed here.
pub type agal_verdict = c_uint;
/// For all inputs, up to the class of the proof.
pub const AGAL_VERDICT_EQUAL: agal_verdict = 0;
/// For inputs that are given, or an output is missing.
pub const AGAL_VERDICT_DIFFERENT: agal_verdict = 1;
/// Neither was found.
pub const AGAL_VERDICT_NOT_DECIDED: agal_verdict = 2;

/// How much an equality grants. Each class includes those before it: docs/proof.md.
///
/// A later library may give values that are not listed here.
pub type agal_proof_class = c_uint;
/// Every bit, but for the payload and the sign of a NaN.
pub const AGAL_PROOF_EXACT: agal_proof_class = 0;
/// What AGAL or the target leaves open.
pub const AGAL_PROOF_UNDEFINED: agal_proof_class = 1;
/// The rounding of steps.
pub const AGAL_PROOF_ROUNDING: agal_proof_class = 2;
/// What no specification allows.
pub const AGAL_PROOF_VALUE_CHANGING: agal_proof_class = 3;

/// The kind of an input.
///
/// A later library may give values that are not listed here.
pub type agal_input_kind = c_uint;
/// A value of [`agal_input_kind`].
pub const AGAL_INPUT_CONSTANT: agal_input_kind = 0;
/// A value of [`agal_input_kind`].
pub const AGAL_INPUT_ATTRIBUTE: agal_input_kind = 1;
/// A value of [`agal_input_kind`].
pub const AGAL_INPUT_VARYING: agal_input_kind = 2;
/// The number of the instance, as the first value.
pub const AGAL_INPUT_INSTANCE: agal_input_kind = 3;

/// A message about the input: docs/diagnostics.md. A byte of its texts that is zero or not UTF-8 is U+FFFD.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_diagnostic {
    /// 3652 of AGAL3652; 3600 to 3899 are the player's own.
    pub number: u32,
    /// How bad it is.
    pub severity: agal_severity,
    /// Stage of the program.
    pub stage: agal_stage,
    /// From 1; 0: it is not about one token.
    pub token: u32,
    /// Part of the token.
    pub operand: agal_operand,
    /// Line of assembly text, from 1; 0: unknown.
    pub line: u32,
    /// First byte in the line, from 1; 0: unknown.
    pub column: u32,
    /// Offset in bytecode; AGAL_NONE: unknown.
    pub byte_offset: u32,
    /// The first byte of the part of the snippet that it is about.
    pub caret: u32,
    /// The bytes of that part; 0: there is none.
    pub caret_length: u32,
    /// The name of the program or file; "": unknown.
    pub file: *const c_char,
    /// One sentence without a period at the end.
    pub message: *const c_char,
    /// The line of text, or for bytecode the token in canonical assembly; "": there is none.
    pub snippet: *const c_char,
    /// What to do about it; "": there is no advice.
    pub help: *const c_char,
}

/// Where one resource is bound in each API: docs/abi.md.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_slots {
    /// Descriptor set or bind group; AGAL_NONE in OpenGL.
    pub set: u32,
    /// Binding in SPIR-V, GLSL and WGSL.
    pub binding: u32,
    /// Index of the buffer; of the texture and of the sampler.
    pub msl: u32,
    /// Number of the register.
    pub hlsl: u32,
    /// Register space.
    pub hlsl_space: u32,
}

/// Consecutive registers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_register_range {
    /// 0 to 1023.
    pub first: u32,
    /// At least 1.
    pub count: u32,
}

/// The array of constant registers, each of which is four floats: docs/abi.md.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_constants {
    /// "vc" or "fc".
    pub name: [c_char; 8],
    /// Registers in the array, all of which must be supplied; 0: the shader has no array.
    pub count: u32,
    /// 1: relative addresses read it; then the ranges are not all that is read.
    pub indirect: u32,
    /// How they reach the shader.
    pub mode: agal_constants_mode,
    /// Bytes from one register to the next.
    pub stride: u32,
    /// Bytes before the array in its block.
    pub offset: u32,
    /// Location of a plain array; AGAL_NONE: the language has no locations, or it is another mode.
    pub location: u32,
    /// Where a uniform block is bound.
    pub slots: agal_slots,
    /// The name of the block; "" of a plain array.
    pub block: *const c_char,
    /// The name of the array in the block; "" of a plain array.
    pub member: *const c_char,
    /// The registers that the compiled program reads by number, ascending.
    pub ranges: *const agal_register_range,
    /// How many ranges.
    pub range_count: usize,
}

/// A vertex attribute that the shader reads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_attribute {
    /// "va0".
    pub name: [c_char; 8],
    /// The number of the register.
    pub location: u32,
    /// Components that are read: x = 1, y = 2, z = 4, w = 8.
    pub components: u32,
}

/// A varying of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_varying {
    /// "v0".
    pub name: [c_char; 8],
    /// The number of the register.
    pub location: u32,
    /// Components that a vertex program writes, or a fragment program reads; bits as in agal_attribute.
    pub components: u32,
    /// 1: it is interpolated at the centroid.
    pub centroid: u32,
}

/// The state that tokens ask for. A program that was not validated may have numbers that the enumerations do not.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct agal_sampler_state {
    /// agal_filter.
    pub filter: u32,
    /// agal_mip.
    pub mip: u32,
    /// agal_wrap.
    pub wrap: u32,
    /// agal_read_mode.
    pub read_mode: u32,
    /// The bits of agal_special.
    pub special: u32,
    /// 1 to 16.
    pub anisotropy: u32,
    /// Added to the level of detail; it is in the code of the shader, too.
    pub bias: c_float,
    /// First token that asks for it, from 1.
    pub token: u32,
}

/// A sampler register that tokens name.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_sampler {
    /// "fs0"; that of a separate sampler is followed by "_sampler".
    pub name: [c_char; 8],
    /// The number of the register.
    pub index: u32,
    /// 0: its result is unused, and the shader does not have it.
    pub active: u32,
    /// Kind of the texture, if it is active.
    pub kind: agal_texture_kind,
    /// 0: the texture need not be filterable.
    pub filtering: u32,
    /// Where the texture is bound, if it is active.
    pub slots: agal_slots,
    /// Binding of the sampler, in the set of the texture; AGAL_NONE: combined with it.
    pub sampler_binding: u32,
    /// At least one, by first use; players reject a program that asks for two.
    pub states: *const agal_sampler_state,
    /// How many states.
    pub state_count: usize,
}

/// What to bind to one shader: docs/reflection.md. Lists are in ascending order of registers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_interface {
    /// Stage of the shader.
    pub stage: agal_stage,
    /// Version of AGAL.
    pub version: u32,
    /// The function in the text, or in the SPIR-V.
    pub entry_point: *const c_char,
    /// Attributes of a vertex program.
    pub attributes: *const agal_attribute,
    /// How many attributes.
    pub attribute_count: usize,
    /// Varyings that a vertex program stores, or a fragment program reads.
    pub varyings: *const agal_varying,
    /// How many varyings.
    pub varying_count: usize,
    /// Also those that need not be bound.
    pub samplers: *const agal_sampler,
    /// How many samplers.
    pub sampler_count: usize,
    /// The constant registers.
    pub constants: agal_constants,
    /// 1: it writes the position.
    pub position: u32,
    /// Colors that it writes: the bit of location 0 is 1, that of location 3 is 8.
    pub colors: u32,
    /// 1: it writes the depth.
    pub depth: u32,
    /// 1: it may discard fragments.
    pub kills: u32,
    /// Of a vertex program.
    pub instance_id: agal_instance_id,
    /// Of a vertex program: 1: z is from -w to w; 0: from 0 to w.
    pub negative_z: u32,
    /// Of a vertex program: 1: y is negated.
    pub flip_y: u32,
}

/// A rule above AGAL_PROOF_EXACT that an equality needs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_proof_rule {
    /// Name in docs/proof.md.
    pub name: *const c_char,
    /// Class of the rule.
    pub rule_class: agal_proof_class,
    /// How often it was applied.
    pub count: u32,
}

/// An input for which two programs differ.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct agal_proof_input {
    /// "fc0".
    pub name: [c_char; 8],
    /// Kind of the input.
    pub kind: agal_input_kind,
    /// Number of the register.
    pub number: u32,
    /// x, y, z, w in each pixel of the quad; all four pixels have the same but for varyings.
    pub values: [c_float; 16],
}

/// Inputs for which the two differ.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_difference {
    /// Output that differs: "oc.x", "discard".
    pub output: *const c_char,
    /// Pixel of the quad in which it differs; 0 for a vertex program.
    pub pixel: u32,
    /// Value by the program; 1 and 0 for "discard".
    pub expected: c_float,
    /// Value by the other.
    pub found: c_float,
    /// 1: textures take part, whose texels are then a function of their coordinates.
    pub samples: u32,
    /// Inputs that the outputs depend on.
    pub inputs: *const agal_proof_input,
    /// How many inputs.
    pub input_count: usize,
}

/// What agal_prove found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_proof {
    /// The answer.
    pub verdict: agal_verdict,
    /// Class of an equality.
    pub proof_class: agal_proof_class,
    /// Rules that an equality needs.
    pub rules: *const agal_proof_rule,
    /// How many rules.
    pub rule_count: usize,
    /// Terms of the last attempt.
    pub terms: u32,
    /// Why it is not decided, or what is missing; "": see the others.
    pub reason: *const c_char,
    /// The first output that is not proved; "": all are.
    pub output: *const c_char,
    /// The smallest term of the program that differs, as text; "" of an equality.
    pub expected: *const c_char,
    /// The term of the other in its place.
    pub found: *const c_char,
    /// NULL: it is not different, or an output is missing.
    pub difference: *const agal_difference,
}

/// Options of the functions, by name and value.
#[repr(C)]
pub struct agal_options {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Inputs of the interpreter.
#[repr(C)]
pub struct agal_inputs {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The outcome of an operation: a status, messages, and parts.
#[repr(C)]
pub struct agal_result {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

extern "C" {
    /// Changes only if a program that was compiled with an older header has to be compiled again.
    pub fn agal_abi_version() -> u32;
    /// "agalc 0.1.0". Valid as long as the process runs.
    pub fn agal_version() -> *const c_char;
    /// Allocates `size` bytes, for hosts that cannot write into the memory of the library otherwise, such as hosts of
    /// WebAssembly. NULL: out of memory.
    pub fn agal_allocate(size: usize) -> *mut c_void;
    /// Frees the memory of agal_allocate. Accepts NULL.
    pub fn agal_free(memory: *mut c_void);
    /// All options with their defaults. NULL: out of memory.
    pub fn agal_options_create() -> *mut agal_options;
    /// The same options as an object of its own. NULL: out of memory, or `options` is not an object.
    pub fn agal_options_copy(options: *const agal_options) -> *mut agal_options;
    /// Sets an option by name, for example "clip-z" to "zero-to-one"; agal_list("options") gives all of them. In
    /// addition, "name" is what messages call the program; "vertex-name" and "fragment-name" are for the programs of a
    /// pair, and "other-name" is for what agal_prove compares; "steps" gives agal_compile a part of that name; with
    /// "bytecode" a program is bytecode alone, as it is for a player. Both texts end with a zero byte. On
    /// AGAL_BAD_ARGUMENT nothing has changed, and agal_options_message says what is wrong.
    pub fn agal_options_set(options: *mut agal_options, name: *const c_char, value: *const c_char) -> agal_status;
    /// The error message of the last call of agal_options_set for these options; "" if it succeeded. Valid until the
    /// next call that changes them.
    pub fn agal_options_message(options: *const agal_options) -> *const c_char;
    /// Accepts NULL.
    pub fn agal_options_release(options: *mut agal_options);
    /// Text to bytecode. Part: "bytecode".
    pub fn agal_assemble(text: *const c_char, size: usize, options: *const agal_options) -> *mut agal_result;
    /// A program as canonical assembly. Part: "assembly".
    pub fn agal_disassemble(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// Checks the player's rules, and the lints that the option "lint" names. It does not have further parts.
    pub fn agal_validate(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// A program in the language that the option "target" names. Parts: "vertex" or "fragment", by its stage: text, or
    /// the words of SPIR-V in the byte order of the machine; "reflection" unless the option "reflect" is off (JSON,
    /// docs/reflection.md); "steps" if that option is set: the program after each step that changed it, as JSON lines
    /// with "step", "summary" and "text", which exist even if the program is rejected.
    pub fn agal_compile(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// A pair: checks that the programs fit together, and drops the varyings that the fragment program does not read.
    /// Parts: "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of both.
    pub fn agal_link(vertex: *const c_void, vertex_size: usize, fragment: *const c_void, fragment_size: usize, options: *const agal_options) -> *mut agal_result;
    /// Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. `inputs` may be NULL: nothing is
    /// bound. Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), "trace" if the option
    /// "trace" is on.
    pub fn agal_interpret(program: *const c_void, size: usize, inputs: *const agal_inputs, options: *const agal_options) -> *mut agal_result;
    /// The programs in a SWF, SWC, ZIP, the log of a tapped game or any other file, called `name`. Parts: "programs"
    /// (JSON lines, one for each program, with its certainty and origins, docs/extract.md), and for each of them
    /// "program-N" (N from 0, in that order): its bytecode. A damaged file is AGAL_REJECTED, and gives the programs
    /// that could be read nevertheless.
    #[cfg(feature = "extract")]
    pub fn agal_extract(file: *const c_void, size: usize, name: *const c_char, options: *const agal_options) -> *mut agal_result;
    /// Whether `other` computes what the program computes, for all inputs: docs/proof.md. `other` is the words of
    /// SPIR-V in the byte order of the machine, or another program; NULL, with the size 0: the SPIR-V that agal_compile
    /// makes of the program with these options. The status is AGAL_OK whatever the answer is; agal_result_proof has it.
    /// The option "other-name" is what messages call it. Parts: "proof" (a line of JSON, as `agalc prove --format=json`
    /// writes it) and "text".
    #[cfg(feature = "prove")]
    pub fn agal_prove(program: *const c_void, size: usize, other: *const c_void, other_size: usize, options: *const agal_options) -> *mut agal_result;
    /// The explanation of a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a
    /// target, a profile. An unknown word is AGAL_REJECTED. Part: "text".
    pub fn agal_explain(word: *const c_char) -> *mut agal_result;
    /// A table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options" or
    /// "diagnostics". An unknown table is AGAL_REJECTED. Part: "json".
    pub fn agal_list(table: *const c_char) -> *mut agal_result;
    /// AGAL_BAD_ARGUMENT if it is NULL.
    pub fn agal_result_status(result: *const agal_result) -> agal_status;
    /// The number of errors among the diagnostics.
    pub fn agal_result_errors(result: *const agal_result) -> usize;
    /// The number of warnings among the diagnostics.
    pub fn agal_result_warnings(result: *const agal_result) -> usize;
    /// A part by name; NULL if there is no such part. Its size in bytes is stored in `size` unless that is NULL; a zero
    /// byte follows it, which is not counted. Aligned for SPIR-V. Valid until the result is released.
    pub fn agal_result_get(result: *const agal_result, part: *const c_char, size: *mut usize) -> *const c_char;
    /// How many parts there are.
    pub fn agal_result_count(result: *const agal_result) -> usize;
    /// The name of a part by its number, from 0. NULL: there is no such part. Valid until the result is released.
    pub fn agal_result_name(result: *const agal_result, index: usize) -> *const c_char;
    /// A part by its number, as agal_result_get.
    pub fn agal_result_at(result: *const agal_result, index: usize, size: *mut usize) -> *const c_char;
    /// Accepts NULL.
    pub fn agal_result_release(result: *mut agal_result);
    /// The diagnostics in their order; their number is stored in `count` unless that is NULL. NULL: there are none.
    pub fn agal_result_diagnostics(result: *const agal_result, count: *mut usize) -> *const agal_diagnostic;
    /// The number of the error with which players reject the program: of the first error among the diagnostics that is
    /// the player's own. 0: there is none. With the option "adobe-order" it is the error at which a player stops.
    pub fn agal_result_player_error(result: *const agal_result) -> u32;
    /// The interface of the shader of a stage. NULL: the result has no such shader, or the option "reflect" is off.
    /// With the option "bindings-only" nothing else is described: there is no part "reflection", which takes longer
    /// than a translation.
    pub fn agal_result_interface(result: *const agal_result, stage: agal_stage) -> *const agal_interface;
    /// The proof about the program of a stage. NULL: the result has none.
    #[cfg(feature = "prove")]
    pub fn agal_result_proof(result: *const agal_result, stage: agal_stage) -> *const agal_proof;
    /// NULL: out of memory.
    pub fn agal_inputs_create() -> *mut agal_inputs;
    /// All constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers.
    pub fn agal_inputs_set_constants(inputs: *mut agal_inputs, values: *const c_float, registers: usize) -> agal_status;
    /// An attribute of a vertex program. `number` is that of the register, at most 1,023.
    pub fn agal_inputs_set_attribute(inputs: *mut agal_inputs, number: u32, value: *const c_float) -> agal_status;
    /// A varying of one pixel of a quad: 0 is the upper left one, 1 upper right, 2 lower left, 3 lower right.
    pub fn agal_inputs_set_varying(inputs: *mut agal_inputs, pixel: u32, number: u32, value: *const c_float) -> agal_status;
    /// The number of the instance, which a vertex program may read.
    pub fn agal_inputs_set_instance(inputs: *mut agal_inputs, instance: u32) -> agal_status;
    /// The texture in a sampler register: `kind` is "2d", "cube" or "3d"; `depth` is 1, 6 or the number of slices.
    /// `texels` are 4 floats each, by row from the top, then by face (+x, -x, +y, -y, +z, -z) or slice. If `levels` is
    /// not 0, all smaller levels are computed, each texel as the average of those above it.
    pub fn agal_inputs_set_texture(inputs: *mut agal_inputs, sampler: u32, kind: *const c_char, width: u32, height: u32, depth: u32, texels: *const c_float, levels: c_int) -> agal_status;
    /// Accepts NULL.
    pub fn agal_inputs_release(inputs: *mut agal_inputs);
}
