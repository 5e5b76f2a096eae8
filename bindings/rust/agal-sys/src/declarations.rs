// Written by tools/lab/c_interface.py from include/agal/agal.h. Do not edit.

use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_float, c_int, c_uint, c_void};

/// The value of agal_abi_version for this header.
pub const AGAL_ABI_VERSION: u32 = 1;
/// Stands for a number that does not exist or is unknown.
pub const AGAL_NONE: u32 = 4294967295;

/// The status of an operation.
///
/// A later library may give values that are not listed here.
pub type agal_status = c_uint;
/// Success, possibly with warnings.
pub const AGAL_OK: agal_status = 0;
/// The program, file, word or table is rejected; the part "messages" gives the reason.
pub const AGAL_REJECTED: agal_status = 1;
/// A null pointer, an unknown option, or a value that is not allowed.
pub const AGAL_BAD_ARGUMENT: agal_status = 2;
/// Memory ran out.
pub const AGAL_OUT_OF_MEMORY: agal_status = 3;
/// A bug in agalc; please report it.
pub const AGAL_INTERNAL_ERROR: agal_status = 4;

/// The severity of a diagnostic. Only an error means that the program or the file is rejected.
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

/// The mechanism that passes constants to the shader.
///
/// A later library may give values that are not listed here.
pub type agal_constants_mode = c_uint;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_UBO: agal_constants_mode = 0;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_PLAIN: agal_constants_mode = 1;
/// A value of [`agal_constants_mode`].
pub const AGAL_CONSTANTS_PUSH: agal_constants_mode = 2;

/// The first value of the instance id.
///
/// A later library may give values that are not listed here.
pub type agal_instance_id = c_uint;
/// The instance id is not read.
pub const AGAL_INSTANCE_NONE: agal_instance_id = 0;
/// A value of [`agal_instance_id`].
pub const AGAL_INSTANCE_FROM_ZERO: agal_instance_id = 1;
/// The draw call's parameter `first instance`.
pub const AGAL_INSTANCE_FROM_FIRST: agal_instance_id = 2;

/// The kind of a texture. This enumeration and the next ones have the numbers of the bytecode.
///
/// A later library may give values that are not listed here.
pub type agal_texture_kind = c_uint;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_2D: agal_texture_kind = 0;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_CUBE: agal_texture_kind = 1;
/// A value of [`agal_texture_kind`].
pub const AGAL_TEXTURE_3D: agal_texture_kind = 2;

/// The filter for texels of one level.
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

/// The filter between levels of detail.
///
/// A later library may give values that are not listed here.
pub type agal_mip = c_uint;
/// A value of [`agal_mip`].
pub const AGAL_MIP_NONE: agal_mip = 0;
/// A value of [`agal_mip`].
pub const AGAL_MIP_NEAREST: agal_mip = 1;
/// A value of [`agal_mip`].
pub const AGAL_MIP_LINEAR: agal_mip = 2;

/// The wrap mode: the texels that coordinates beyond the edges of a texture select.
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

/// The read mode: the storage format of the texture.
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

/// Bits of the special flags of a token.
///
/// A later library may give values that are not listed here.
pub type agal_special = c_uint;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_CENTROID: agal_special = 1;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_SINGLE: agal_special = 2;
/// A value of [`agal_special`].
pub const AGAL_SPECIAL_IGNORE_SAMPLER: agal_special = 4;

/// The binding model: the way in which a language numbers resources. Later versions may add models.
///
/// A later library may give values that are not listed here.
pub type agal_binding_model = c_uint;
/// SPIR-V, GLSL and WGSL: descriptor set or bind group, and binding.
pub const AGAL_BINDING_SPIRV: agal_binding_model = 0;
/// Metal: index of the buffer, texture or sampler.
pub const AGAL_BINDING_MSL: agal_binding_model = 1;
/// Direct3D: register space, and number of the register.
pub const AGAL_BINDING_HLSL: agal_binding_model = 2;

/// The answer of a proof.
///
/// A later library may give values that are not listed here.
pub type agal_verdict = c_uint;
/// Equal for all inputs, up to the class of the proof.
pub const AGAL_VERDICT_EQUAL: agal_verdict = 0;
/// Different, usually with inputs that show it.
pub const AGAL_VERDICT_DIFFERENT: agal_verdict = 1;
/// Neither equality nor a difference was found.
pub const AGAL_VERDICT_NOT_DECIDED: agal_verdict = 2;

/// The class of an equality: the differences that it permits. Each class also permits the differences of the previous
/// classes: docs/proof.md.
///
/// A later library may give values that are not listed here.
pub type agal_proof_class = c_uint;
/// No differences, except the payload and the sign of a NaN.
pub const AGAL_PROOF_EXACT: agal_proof_class = 0;
/// Values that both AGAL and the target leave undefined.
pub const AGAL_PROOF_UNDEFINED: agal_proof_class = 1;
/// Rounding of intermediate values.
pub const AGAL_PROOF_ROUNDING: agal_proof_class = 2;
/// Changes that no specification allows.
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
/// The instance id; `values` begins with it.
pub const AGAL_INPUT_INSTANCE: agal_input_kind = 3;

/// A message about the input: docs/diagnostics.md. In its texts, U+FFFD replaces zero bytes and bytes that are not
/// UTF-8.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_diagnostic {
    /// 3652 for AGAL3652; 3600 to 3899 are the player's errors.
    pub number: u32,
    /// Severity, which options may change.
    pub severity: agal_severity,
    /// Stage of the program, if known.
    pub stage: agal_stage,
    /// Number of the token, from 1; 0 if the message is not about a single token.
    pub token: u32,
    /// Part of the token.
    pub operand: agal_operand,
    /// Line of assembly text, from 1; 0: unknown.
    pub line: u32,
    /// First byte in the line, from 1; 0: unknown.
    pub column: u32,
    /// Offset in bytecode; AGAL_NONE: unknown.
    pub byte_offset: u32,
    /// Offset in the snippet, in bytes, of the part that the message is about.
    pub caret: u32,
    /// Size of that part in bytes; 0: none.
    pub caret_length: u32,
    /// Name of the program or file; "": unknown.
    pub file: *const c_char,
    /// A sentence without a period.
    pub message: *const c_char,
    /// Line of text, or the token in canonical assembly for bytecode; "": none.
    pub snippet: *const c_char,
    /// Advice; "": none.
    pub help: *const c_char,
}

/// The binding of one resource in each API: docs/abi.md.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_slots {
    /// Descriptor set (Vulkan) or bind group (WGSL); AGAL_NONE if the language does not have sets.
    pub set: u32,
    /// Binding in SPIR-V, GLSL and WGSL.
    pub binding: u32,
    /// Index of the buffer or of the texture in Metal.
    pub msl: u32,
    /// Number of the register in HLSL.
    pub hlsl: u32,
    /// Register space in HLSL.
    pub hlsl_space: u32,
}

/// The place of a resource in one binding model.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_binding {
    /// Binding model.
    pub model: agal_binding_model,
    /// Descriptor set, bind group or register space; AGAL_NONE if the language does not have sets.
    pub set: u32,
    /// Binding, index, or number of the register.
    pub number: u32,
}

/// Consecutive registers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct agal_register_range {
    /// First register.
    pub first: u32,
    /// Number of registers.
    pub count: u32,
}

/// Constants that the text declares as one variable or member, because the option `rename` names some of them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_constant_part {
    /// Name of the variable, or of the member of the block.
    pub declared: *const c_char,
    /// First register.
    pub first: u32,
    /// Number of registers; one register is not an array.
    pub count: u32,
}

/// The array of constant registers: docs/abi.md. A register is four floats.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_constants {
    /// "vc" or "fc".
    pub name: [c_char; 8],
    /// Number of registers in the array, which must all be supplied.
    pub count: u32,
    /// 1: relative addresses may read registers outside `ranges`.
    pub indirect: u32,
    /// Mechanism that passes the constants.
    pub mode: agal_constants_mode,
    /// Distance between two registers, in bytes.
    pub stride: u32,
    /// Offset of the array in its block, in bytes.
    pub offset: u32,
    /// Location of a plain array; AGAL_NONE if the constants are not a plain array, or the language does not have
    /// locations.
    pub location: u32,
    /// Binding of the uniform block; `binding` is AGAL_NONE if the constants are not a uniform block.
    pub slots: agal_slots,
    /// Name of the block; "" for a plain array.
    pub block: *const c_char,
    /// Name of the array in the block; "" for a plain array.
    pub member: *const c_char,
    /// Registers that the compiled program reads by number, ascending.
    pub ranges: *const agal_register_range,
    /// Number of ranges.
    pub range_count: usize,
    /// Name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
    /// there are parts.
    pub declared: *const c_char,
    /// Separate parts, by first register; NULL if the constants are one array.
    pub parts: *const agal_constant_part,
    /// Number of parts.
    pub part_count: usize,
    /// Binding of the uniform block, one for each model; NULL if the constants are not a uniform block.
    pub bindings: *const agal_binding,
    /// Number of bindings.
    pub binding_count: usize,
}

/// A vertex attribute that the compiled program reads.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_attribute {
    /// "va0".
    pub name: [c_char; 8],
    /// Number of the register.
    pub location: u32,
    /// Components that are read, as bits: x 1, y 2, z 4, w 8.
    pub components: u32,
    /// Name of the variable in the text.
    pub declared: *const c_char,
}

/// A varying of the compiled program. If varyings share locations (option `max-varyings`), each location has one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_varying {
    /// "v0".
    pub name: [c_char; 8],
    /// Number of the register or location.
    pub location: u32,
    /// Components that the tokens of a vertex program write or a fragment program reads, as bits: x 1, y 2, z 4, w 8.
    pub components: u32,
    /// 1: it is interpolated at the centroid.
    pub centroid: u32,
    /// Name of the variable in the text.
    pub declared: *const c_char,
}

/// A sampler state that tokens request. A program that was not validated strictly may have numbers without a name.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct agal_sampler_state {
    /// Filter for texels of one level: agal_filter.
    pub filter: u32,
    /// Filter between levels: agal_mip.
    pub mip: u32,
    /// Wrap mode: agal_wrap.
    pub wrap: u32,
    /// Format of the texture: agal_read_mode.
    pub read_mode: u32,
    /// Special flags: bits of agal_special.
    pub special: u32,
    /// 1 to 16; 1 is isotropic.
    pub anisotropy: u32,
    /// Bias of the level of detail, or in a vertex program the level; the shader's code already contains it.
    pub bias: c_float,
    /// First token that requests the state, from 1.
    pub token: u32,
}

/// A sampler register that tokens name, and the texture that is bound to it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_sampler {
    /// "fs0".
    pub name: [c_char; 8],
    /// Number of the register.
    pub index: u32,
    /// 1: the compiled program has the sampler, because its result is used.
    pub active: u32,
    /// Kind of the texture, if active.
    pub kind: agal_texture_kind,
    /// 1: the texture must be filterable.
    pub filtering: u32,
    /// Binding of the texture; `binding` is AGAL_NONE if the sampler is not active.
    pub slots: agal_slots,
    /// Descriptor set or bind group of the separate sampler; AGAL_NONE if there is no such sampler, or the target does
    /// not have sets.
    pub sampler_set: u32,
    /// Binding of the separate sampler; AGAL_NONE if it is combined with the texture, or not active.
    pub sampler_binding: u32,
    /// Requested states, at least one, by first use; players reject a program with two.
    pub states: *const agal_sampler_state,
    /// Number of states.
    pub state_count: usize,
    /// Name of the texture in the text.
    pub declared: *const c_char,
    /// Name of the sampler in the text; "" if the text does not declare the sampler separately from the texture.
    pub declared_sampler: *const c_char,
    /// Binding of the texture, one for each model; NULL if the sampler is not active.
    pub bindings: *const agal_binding,
    /// Number of bindings.
    pub binding_count: usize,
    /// Binding of the sampler, one for each model in which the sampler has a binding of its own; NULL if the sampler is
    /// not active.
    pub sampler_bindings: *const agal_binding,
    /// Number of sampler bindings.
    pub sampler_binding_count: usize,
}

/// A color that the compiled program writes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_color {
    /// Name of the variable in the text.
    pub declared: *const c_char,
    /// 0 to 3.
    pub location: u32,
}

/// The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. `name` is the
/// name of a register, and `declared` the name in the text, which the option `rename`, hosts and writers may change.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_interface {
    /// Stage of the shader.
    pub stage: agal_stage,
    /// AGAL version in the bytecode header.
    pub version: u32,
    /// Name of the function in the text or the SPIR-V.
    pub entry_point: *const c_char,
    /// Attributes of a vertex program; NULL if it is a fragment program.
    pub attributes: *const agal_attribute,
    /// Number of attributes.
    pub attribute_count: usize,
    /// Varyings that a vertex program stores or a fragment program reads.
    pub varyings: *const agal_varying,
    /// Number of varyings.
    pub varying_count: usize,
    /// Samplers, including samplers that need not be bound.
    pub samplers: *const agal_sampler,
    /// Number of samplers.
    pub sampler_count: usize,
    /// The constant registers; `count` is 0 if the shader does not read any.
    pub constants: agal_constants,
    /// 1: the shader writes the position.
    pub position: u32,
    /// Locations of the colors that the shader writes, as bits: location 0 is 1, location 3 is 8.
    pub colors: u32,
    /// 1: the shader writes the depth.
    pub depth: u32,
    /// 1: the shader may discard fragments.
    pub kills: u32,
    /// Value of the instance id for the first instance; 0 if the shader does not read the id.
    pub instance_id: agal_instance_id,
    /// 1: z of a vertex program is from -w to w instead of from 0 to w.
    pub negative_z: u32,
    /// 1: a vertex program negates y.
    pub flip_y: u32,
    /// Colors that the shader writes, ascending.
    pub color_outputs: *const agal_color,
    /// Number of color outputs.
    pub color_output_count: usize,
    /// Name of a uniform vec4 that a vertex program multiplies the position by; "" if there is none.
    pub position_scale: *const c_char,
}

/// A program that agal_compile_all compiled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_compiled {
    /// Stage of the text; AGAL_STAGE_UNKNOWN if the program has a result.
    pub stage: agal_stage,
    /// Offset of its text in the text of all programs, in bytes.
    pub text_begin: usize,
    /// Size of its text in bytes.
    pub text_size: usize,
    /// Result of agal_compile; NULL if it would have nothing but the text.
    pub result: *mut agal_result,
}

/// The programs that agal_compile_all compiled, in the order of the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_compilation {
    /// AGAL_OK, even if programs are rejected; AGAL_BAD_ARGUMENT; AGAL_OUT_OF_MEMORY.
    pub status: agal_status,
    /// One for each program; NULL if there are none.
    pub programs: *const agal_compiled,
    /// Number of programs; 0 if the status is not AGAL_OK.
    pub program_count: usize,
    /// The texts of all programs that do not have a result, one after another.
    pub text: *const c_char,
    /// Size of `text` in bytes.
    pub text_size: usize,
}

/// A rule of a class above AGAL_PROOF_EXACT that an equality needs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_proof_rule {
    /// Name in docs/data/proof-rules.md.
    pub name: *const c_char,
    /// Class of the rule.
    pub rule_class: agal_proof_class,
    /// Number of applications.
    pub count: u32,
}

/// One input of a difference.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct agal_proof_input {
    /// "fc0".
    pub name: [c_char; 8],
    /// Kind of the input.
    pub kind: agal_input_kind,
    /// Number of the register.
    pub number: u32,
    /// x, y, z, w for each pixel of the quad; only varyings differ between pixels.
    pub values: [c_float; 16],
}

/// A difference, and the inputs that cause it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_difference {
    /// Output that differs: "oc.x", "discard".
    pub output: *const c_char,
    /// Pixel of the quad that differs; 0 for a vertex program.
    pub pixel: u32,
    /// Program's value; 1 or 0 for "discard".
    pub expected: c_float,
    /// Value of `other` in agal_prove.
    pub found: c_float,
    /// 1: the outputs depend on textures; the part "proof" has these textures.
    pub samples: u32,
    /// Inputs that the outputs depend on.
    pub inputs: *const agal_proof_input,
    /// Number of inputs.
    pub input_count: usize,
}

/// The result of agal_prove. A term is the expression that computes one component of an output from the inputs, or a
/// part of this expression.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct agal_proof {
    /// Answer of the proof.
    pub verdict: agal_verdict,
    /// Class of an equality.
    pub proof_class: agal_proof_class,
    /// Rules that an equality needs.
    pub rules: *const agal_proof_rule,
    /// Number of rules.
    pub rule_count: usize,
    /// Number of terms in the last attempt.
    pub terms: u32,
    /// Reason if not decided, missing output, or remark on the difference; "": none.
    pub reason: *const c_char,
    /// First output that is not proved; "" if all outputs are proved.
    pub output: *const c_char,
    /// Smallest differing term of the program, as text; "" if the terms are equal.
    pub expected: *const c_char,
    /// Corresponding term of `other`.
    pub found: *const c_char,
    /// Inputs that show a difference; NULL if none are known.
    pub difference: *const agal_difference,
}

/// Options of the functions, set by name and value.
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
    /// Returns the interface's version. It changes only if programs compiled with an older header must be recompiled.
    pub fn agal_abi_version() -> u32;
    /// Returns the name and version of the library: "agalc 0.1.0". Valid as long as the process runs.
    pub fn agal_version() -> *const c_char;
    /// Allocates `size` bytes. Hosts of WebAssembly, for example, can write into the library's memory only through such
    /// an allocation. Returns NULL if memory runs out.
    pub fn agal_allocate(size: usize) -> *mut c_void;
    /// Frees memory from agal_allocate. Accepts NULL.
    pub fn agal_free(memory: *mut c_void);
    /// Creates options with default values. Returns NULL if memory runs out.
    pub fn agal_options_create() -> *mut agal_options;
    /// Copies options into a new object. Returns NULL if memory runs out or `options` is NULL.
    pub fn agal_options_copy(options: *const agal_options) -> *mut agal_options;
    /// Sets an option by name, for example "clip-z" to "zero-to-one". agal_list("options") lists the options of the
    /// library. The C interface has these further options: "name" is the program's name in messages; "vertex-name" and
    /// "fragment-name" are the names for a pair; "other-name" is the name of `other` in agal_prove; "steps" adds the
    /// part "steps" to results of agal_compile; "bytecode" makes text an error, so that programs must be bytecode as
    /// for a player. Both arguments end with a zero byte. On AGAL_BAD_ARGUMENT, no option has changed, and
    /// agal_options_message describes the error.
    pub fn agal_options_set(options: *mut agal_options, name: *const c_char, value: *const c_char) -> agal_status;
    /// Returns the error message of the last call of agal_options_set for these options; "" if it succeeded. Valid
    /// until the next call that changes the options.
    pub fn agal_options_message(options: *const agal_options) -> *const c_char;
    /// Releases options. Accepts NULL.
    pub fn agal_options_release(options: *mut agal_options);
    /// Assembles text. Part: "bytecode".
    pub fn agal_assemble(text: *const c_char, size: usize, options: *const agal_options) -> *mut agal_result;
    /// Disassembles a program into canonical assembly. Part: "assembly".
    pub fn agal_disassemble(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// Checks the player's rules, and the lints that the option "lint" names. The result does not have further parts.
    pub fn agal_validate(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// Compiles a program to the language that the option "target" names. The part "vertex" or "fragment", depending on
    /// the stage, is the text, or SPIR-V words in the byte order of the machine. The part "reflection" is JSON
    /// (docs/reflection.md). It does not exist if the option "reflect" is off or "bindings-only" is on. The part
    /// "steps" exists if the option "steps" is on and the program could be read. It has a JSON line for each step that
    /// changed the program, with "step", "summary" and "text".
    pub fn agal_compile(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    /// Compiles a pair. Checks that the programs fit together, and drops the varyings that the fragment program does
    /// not read. Parts: "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of the pair.
    pub fn agal_link(vertex: *const c_void, vertex_size: usize, fragment: *const c_void, fragment_size: usize, options: *const agal_options) -> *mut agal_result;
    /// Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. If `inputs` is NULL, nothing is
    /// bound. Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), and "trace" if the option
    /// "trace" is on.
    pub fn agal_interpret(program: *const c_void, size: usize, inputs: *const agal_inputs, options: *const agal_options) -> *mut agal_result;
    /// Extracts the programs from a SWF, a SWC, a ZIP, the log of a tapped game, or any other file. `name` is the
    /// file's name. The part "programs" has a JSON line for each program, with its certainty and origins
    /// (docs/extract.md). The parts "program-N" (N from 0, in the same order) are the bytecode of the programs. A
    /// damaged file is AGAL_REJECTED, but the result contains the programs that could be read.
    #[cfg(feature = "extract")]
    pub fn agal_extract(file: *const c_void, size: usize, name: *const c_char, options: *const agal_options) -> *mut agal_result;
    /// Determines if `other` computes the same results as the program for all inputs: docs/proof.md. `other` is SPIR-V
    /// words in the byte order of the machine, or another program. NULL with the size 0 means the SPIR-V that
    /// agal_compile produces from the program with these options. The option "other-name" sets the name of `other` in
    /// messages. The status is AGAL_OK for every answer; agal_result_proof returns the answer. Parts: "proof" (a line
    /// of JSON, in the format of `agalc prove --format=json`) and "text".
    #[cfg(feature = "prove")]
    pub fn agal_prove(program: *const c_void, size: usize, other: *const c_void, other_size: usize, options: *const agal_options) -> *mut agal_result;
    /// Explains a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target, a
    /// profile, an error of Stage3D ("3692"), or a term ("token"). An unknown word is AGAL_REJECTED. Part: "text".
    pub fn agal_explain(word: *const c_char) -> *mut agal_result;
    /// Lists a table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options", "macro-
    /// words" (of AGALMacroAssembler) or "diagnostics". An unknown table is AGAL_REJECTED. Part: "json".
    pub fn agal_list(table: *const c_char) -> *mut agal_result;
    /// Returns the status of the operation; AGAL_BAD_ARGUMENT if `result` is NULL.
    pub fn agal_result_status(result: *const agal_result) -> agal_status;
    /// Returns the number of errors: of diagnostics with this severity, or 1 if the operation failed without
    /// diagnostics.
    pub fn agal_result_errors(result: *const agal_result) -> usize;
    /// Returns the number of diagnostics that are warnings.
    pub fn agal_result_warnings(result: *const agal_result) -> usize;
    /// Returns a part by name, and stores its size in bytes in `size` unless `size` is NULL. A zero byte, which is not
    /// counted, follows the part. The part is aligned for SPIR-V words, and valid until the result is released. Returns
    /// NULL if the part does not exist. The texts of diagnostics are made on the first call, so NULL may also mean that
    /// memory ran out.
    pub fn agal_result_get(result: *const agal_result, part: *const c_char, size: *mut usize) -> *const c_char;
    /// Returns the number of parts.
    pub fn agal_result_count(result: *const agal_result) -> usize;
    /// Returns the name of a part by its index, from 0; NULL if the index is too large. Valid until the release of the
    /// result.
    pub fn agal_result_name(result: *const agal_result, index: usize) -> *const c_char;
    /// Returns a part by its index, from 0, like agal_result_get.
    pub fn agal_result_at(result: *const agal_result, index: usize, size: *mut usize) -> *const c_char;
    /// Releases a result with all its parts and structures. Accepts NULL.
    pub fn agal_result_release(result: *mut agal_result);
    /// Returns the diagnostics in order, and stores their number in `count` unless `count` is NULL. Returns NULL if
    /// there are none. The structures are made on the first call, so NULL may also mean that memory ran out.
    pub fn agal_result_diagnostics(result: *const agal_result, count: *mut usize) -> *const agal_diagnostic;
    /// Returns the number of the first error that is an error in players too; 0 if there is none. Players reject such a
    /// program. With the option "adobe-order", it is exactly the error that a player reports.
    pub fn agal_result_player_error(result: *const agal_result) -> u32;
    /// Returns the interface of a stage's shader; NULL if the result does not have such a shader or the option
    /// "reflect" is off. With "bindings-only", the result does not have the part "reflection", which takes longer than
    /// a translation.
    pub fn agal_result_interface(result: *const agal_result, stage: agal_stage) -> *const agal_interface;
    /// Compiles programs with the same options, faster than agal_compile for each program. `programs` contains all of
    /// them, one after another, and `sizes` their `count` sizes in bytes. A program has a result if it has diagnostics,
    /// or if the options ask for more than a text: for SPIR-V, an interface, a reflection, or steps. Is never NULL.
    pub fn agal_compile_all(programs: *const c_void, sizes: *const usize, count: usize, options: *const agal_options) -> *mut agal_compilation;
    /// Releases programs, their texts and their results. Accepts NULL.
    pub fn agal_compilation_release(compilation: *mut agal_compilation);
    /// Returns the proof about the program of a stage; NULL if the result does not have one.
    #[cfg(feature = "prove")]
    pub fn agal_result_proof(result: *const agal_result, stage: agal_stage) -> *const agal_proof;
    /// Creates inputs with nothing set. Returns NULL if memory runs out.
    pub fn agal_inputs_create() -> *mut agal_inputs;
    /// Sets all constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers.
    pub fn agal_inputs_set_constants(inputs: *mut agal_inputs, values: *const c_float, registers: usize) -> agal_status;
    /// Sets an attribute of a vertex program. `number` is the register's number, at most 1,023.
    pub fn agal_inputs_set_attribute(inputs: *mut agal_inputs, number: u32, value: *const c_float) -> agal_status;
    /// Sets a varying of one pixel of a quad: 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the
    /// lower right. `number` is the register's number, at most 1,023.
    pub fn agal_inputs_set_varying(inputs: *mut agal_inputs, pixel: u32, number: u32, value: *const c_float) -> agal_status;
    /// Sets the number of the instance, which a vertex program may read.
    pub fn agal_inputs_set_instance(inputs: *mut agal_inputs, instance: u32) -> agal_status;
    /// Sets the texture in a sampler register. `kind` is "2d", "cube" or "3d", and `depth` is 1, 6 or the number of
    /// slices, respectively. A texel is 4 floats. `texels`, at most 2^24, holds the faces (+x, -x, +y, -y, +z, -z) or
    /// slices one after another, each by rows from the top. If `levels` is not 0, all smaller levels are computed: a
    /// texel is the average of the corresponding texels of the next larger level.
    pub fn agal_inputs_set_texture(inputs: *mut agal_inputs, sampler: u32, kind: *const c_char, width: u32, height: u32, depth: u32, texels: *const c_float, levels: c_int) -> agal_status;
    /// Releases inputs. Accepts NULL.
    pub fn agal_inputs_release(inputs: *mut agal_inputs);
}
