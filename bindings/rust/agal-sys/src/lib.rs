//! The functions of `agal/agal.h`, as they are: the C interface of agalc, the cross-compiler for AGAL. The crate `agal` is
//! the safe interface; use it instead.
//!
//! The header documents each function and the life of the objects. With the feature `bundled`, which is the default, the
//! crate compiles agalc. With `system` it links the library `libagal`, which it finds in the folder that the environment
//! variable `AGAL_LIB_DIR` names, or with `pkg-config`; `extract` and `prove` need that library.
#![allow(non_camel_case_types)]

#[cfg(all(feature = "bundled", target_arch = "wasm32", target_os = "unknown"))]
mod wasm;

use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_float, c_int, c_uint, c_void};

/// What [`agal_abi_version`] gives for the header from which these declarations were made.
pub const AGAL_ABI_VERSION: u32 = 1;

/// An enumeration in C. A later library may give values that are not listed here.
pub type agal_status = c_uint;
/// There may be warnings.
pub const AGAL_OK: agal_status = 0;
/// The program, the file or a word is not accepted: the diagnostics say why.
pub const AGAL_REJECTED: agal_status = 1;
/// The caller made a mistake: a null pointer, an unknown option.
pub const AGAL_BAD_ARGUMENT: agal_status = 2;
/// There is not enough memory.
pub const AGAL_OUT_OF_MEMORY: agal_status = 3;
/// A bug in agalc; please report it.
pub const AGAL_INTERNAL_ERROR: agal_status = 4;

/// In a structure: there is no such number, or it is not known.
pub const AGAL_NONE: u32 = u32::MAX;

macro_rules! enumeration {
    ($(#[$doc:meta])* $kind:ident { $($name:ident = $value:literal,)* }) => {
        $(#[$doc])*
        pub type $kind = c_uint;
        $(#[allow(missing_docs)] pub const $name: $kind = $value;)*
    };
}

enumeration! {
    /// How bad a diagnostic is.
    agal_severity { AGAL_SEVERITY_NOTE = 0, AGAL_SEVERITY_WARNING = 1, AGAL_SEVERITY_ERROR = 2, }
}
enumeration! {
    /// A shader stage.
    agal_stage { AGAL_STAGE_VERTEX = 0, AGAL_STAGE_FRAGMENT = 1, AGAL_STAGE_UNKNOWN = 2, }
}
enumeration! {
    /// The part of a token that a diagnostic is about.
    agal_operand {
        AGAL_OPERAND_NONE = 0,
        AGAL_OPERAND_OPCODE = 1,
        AGAL_OPERAND_DESTINATION = 2,
        AGAL_OPERAND_SOURCE_1 = 3,
        AGAL_OPERAND_SOURCE_2 = 4,
    }
}
enumeration! {
    /// How constants reach the shader.
    agal_constants_mode { AGAL_CONSTANTS_UBO = 0, AGAL_CONSTANTS_PLAIN = 1, AGAL_CONSTANTS_PUSH = 2, }
}
enumeration! {
    /// The kind of a texture.
    agal_texture_kind { AGAL_TEXTURE_2D = 0, AGAL_TEXTURE_CUBE = 1, AGAL_TEXTURE_3D = 2, }
}
enumeration! {
    /// The filter of a sampler.
    agal_filter {
        AGAL_FILTER_NEAREST = 0,
        AGAL_FILTER_LINEAR = 1,
        AGAL_FILTER_ANISOTROPIC_2X = 2,
        AGAL_FILTER_ANISOTROPIC_4X = 3,
        AGAL_FILTER_ANISOTROPIC_8X = 4,
        AGAL_FILTER_ANISOTROPIC_16X = 5,
    }
}
enumeration! {
    /// The filter between mip levels.
    agal_mip { AGAL_MIP_NONE = 0, AGAL_MIP_NEAREST = 1, AGAL_MIP_LINEAR = 2, }
}
enumeration! {
    /// How coordinates beyond the texture are read.
    agal_wrap {
        AGAL_WRAP_CLAMP = 0,
        AGAL_WRAP_REPEAT = 1,
        AGAL_WRAP_CLAMP_U_REPEAT_V = 2,
        AGAL_WRAP_REPEAT_U_CLAMP_V = 3,
    }
}
enumeration! {
    /// How the texture is stored.
    agal_read_mode {
        AGAL_READ_RGBA = 0,
        AGAL_READ_COMPRESSED = 1,
        AGAL_READ_COMPRESSED_ALPHA = 2,
        AGAL_READ_VIDEO = 3,
    }
}
enumeration! {
    /// Bits.
    agal_special { AGAL_SPECIAL_CENTROID = 1, AGAL_SPECIAL_SINGLE = 2, AGAL_SPECIAL_IGNORE_SAMPLER = 4, }
}
enumeration! {
    /// The number from which the instance id counts.
    agal_instance_id { AGAL_INSTANCE_NONE = 0, AGAL_INSTANCE_FROM_ZERO = 1, AGAL_INSTANCE_FROM_FIRST = 2, }
}

enumeration! {
    /// The answer of a proof.
    agal_verdict { AGAL_VERDICT_EQUAL = 0, AGAL_VERDICT_DIFFERENT = 1, AGAL_VERDICT_NOT_DECIDED = 2, }
}
enumeration! {
    /// How much an equality grants.
    agal_proof_class {
        AGAL_PROOF_EXACT = 0,
        AGAL_PROOF_UNDEFINED = 1,
        AGAL_PROOF_ROUNDING = 2,
        AGAL_PROOF_VALUE_CHANGING = 3,
    }
}
enumeration! {
    /// The kind of an input.
    agal_input_kind {
        AGAL_INPUT_CONSTANT = 0,
        AGAL_INPUT_ATTRIBUTE = 1,
        AGAL_INPUT_VARYING = 2,
        AGAL_INPUT_INSTANCE = 3,
    }
}

macro_rules! structure {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[allow(missing_docs)] pub $field: $kind,)*
        }
    };
}

structure! {
    /// A message about the input.
    agal_diagnostic {
        number: u32,
        severity: agal_severity,
        stage: agal_stage,
        token: u32,
        operand: agal_operand,
        line: u32,
        column: u32,
        byte_offset: u32,
        caret: u32,
        caret_length: u32,
        file: *const c_char,
        message: *const c_char,
        snippet: *const c_char,
        help: *const c_char,
    }
}
structure! {
    /// Where one resource is bound in each API.
    agal_slots {
        set: u32,
        binding: u32,
        msl: u32,
        hlsl: u32,
        hlsl_space: u32,
    }
}
structure! {
    /// Consecutive registers.
    agal_register_range {
        first: u32,
        count: u32,
    }
}
structure! {
    /// The array of constant registers.
    agal_constants {
        name: [c_char; 8],
        count: u32,
        indirect: u32,
        mode: agal_constants_mode,
        stride: u32,
        offset: u32,
        location: u32,
        slots: agal_slots,
        block: *const c_char,
        member: *const c_char,
        ranges: *const agal_register_range,
        range_count: usize,
    }
}
structure! {
    /// A vertex attribute that the shader reads.
    agal_attribute {
        name: [c_char; 8],
        location: u32,
        components: u32,
    }
}
structure! {
    /// A varying of the shader.
    agal_varying {
        name: [c_char; 8],
        location: u32,
        components: u32,
        centroid: u32,
    }
}
structure! {
    /// The state that tokens ask for.
    agal_sampler_state {
        filter: u32,
        mip: u32,
        wrap: u32,
        read_mode: u32,
        special: u32,
        anisotropy: u32,
        bias: c_float,
        token: u32,
    }
}
structure! {
    /// A sampler register that tokens name.
    agal_sampler {
        name: [c_char; 8],
        index: u32,
        active: u32,
        kind: agal_texture_kind,
        filtering: u32,
        slots: agal_slots,
        sampler_binding: u32,
        states: *const agal_sampler_state,
        state_count: usize,
    }
}
structure! {
    /// What to bind to one shader.
    agal_interface {
        stage: agal_stage,
        version: u32,
        entry_point: *const c_char,
        attributes: *const agal_attribute,
        attribute_count: usize,
        varyings: *const agal_varying,
        varying_count: usize,
        samplers: *const agal_sampler,
        sampler_count: usize,
        constants: agal_constants,
        position: u32,
        colors: u32,
        depth: u32,
        kills: u32,
        instance_id: agal_instance_id,
        negative_z: u32,
        flip_y: u32,
    }
}

structure! {
    /// A rule that an equality needs.
    agal_proof_rule {
        name: *const c_char,
        rule_class: agal_proof_class,
        count: u32,
    }
}
structure! {
    /// An input for which two programs differ.
    agal_proof_input {
        name: [c_char; 8],
        kind: agal_input_kind,
        number: u32,
        values: [c_float; 16],
    }
}
structure! {
    /// Inputs for which two programs differ.
    agal_difference {
        output: *const c_char,
        pixel: u32,
        expected: c_float,
        found: c_float,
        samples: u32,
        inputs: *const agal_proof_input,
        input_count: usize,
    }
}
structure! {
    /// What agal_prove found.
    agal_proof {
        verdict: agal_verdict,
        proof_class: agal_proof_class,
        rules: *const agal_proof_rule,
        rule_count: usize,
        terms: u32,
        reason: *const c_char,
        output: *const c_char,
        expected: *const c_char,
        found: *const c_char,
        difference: *const agal_difference,
    }
}

macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            _marker: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )*};
}

opaque! {
    /// Options by name.
    agal_options
    /// Registers and textures for the interpreter.
    agal_inputs
    /// A status, and parts with names.
    agal_result
}

#[rustfmt::skip] // One line for each function, as in the header.
extern "C" {
    pub fn agal_abi_version() -> u32;
    pub fn agal_version() -> *const c_char;
    pub fn agal_allocate(size: usize) -> *mut c_void;
    pub fn agal_free(memory: *mut c_void);

    pub fn agal_options_create() -> *mut agal_options;
    pub fn agal_options_copy(options: *const agal_options) -> *mut agal_options;
    pub fn agal_options_set(options: *mut agal_options, name: *const c_char, value: *const c_char) -> agal_status;
    pub fn agal_options_message(options: *const agal_options) -> *const c_char;
    pub fn agal_options_release(options: *mut agal_options);

    pub fn agal_assemble(text: *const c_char, size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_disassemble(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_validate(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_compile(program: *const c_void, size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_link(vertex: *const c_void, vertex_size: usize, fragment: *const c_void, fragment_size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_interpret(program: *const c_void, size: usize, inputs: *const agal_inputs, options: *const agal_options) -> *mut agal_result;
    #[cfg(feature = "extract")]
    pub fn agal_extract(file: *const c_void, size: usize, name: *const c_char, options: *const agal_options) -> *mut agal_result;
    #[cfg(feature = "prove")]
    pub fn agal_prove(program: *const c_void, size: usize, other: *const c_void, other_size: usize, options: *const agal_options) -> *mut agal_result;
    pub fn agal_explain(word: *const c_char) -> *mut agal_result;
    pub fn agal_list(table: *const c_char) -> *mut agal_result;

    pub fn agal_result_status(result: *const agal_result) -> agal_status;
    pub fn agal_result_errors(result: *const agal_result) -> usize;
    pub fn agal_result_warnings(result: *const agal_result) -> usize;
    pub fn agal_result_get(result: *const agal_result, part: *const c_char, size: *mut usize) -> *const c_char;
    pub fn agal_result_count(result: *const agal_result) -> usize;
    pub fn agal_result_name(result: *const agal_result, index: usize) -> *const c_char;
    pub fn agal_result_at(result: *const agal_result, index: usize, size: *mut usize) -> *const c_char;
    pub fn agal_result_release(result: *mut agal_result);

    pub fn agal_result_diagnostics(result: *const agal_result, count: *mut usize) -> *const agal_diagnostic;
    pub fn agal_result_player_error(result: *const agal_result) -> u32;
    pub fn agal_result_interface(result: *const agal_result, stage: agal_stage) -> *const agal_interface;
    #[cfg(feature = "prove")]
    pub fn agal_result_proof(result: *const agal_result, stage: agal_stage) -> *const agal_proof;

    pub fn agal_inputs_create() -> *mut agal_inputs;
    pub fn agal_inputs_set_constants(inputs: *mut agal_inputs, values: *const c_float, registers: usize) -> agal_status;
    pub fn agal_inputs_set_attribute(inputs: *mut agal_inputs, number: u32, value: *const c_float) -> agal_status;
    pub fn agal_inputs_set_varying(inputs: *mut agal_inputs, pixel: u32, number: u32, value: *const c_float) -> agal_status;
    pub fn agal_inputs_set_instance(inputs: *mut agal_inputs, instance: u32) -> agal_status;
    pub fn agal_inputs_set_texture(inputs: *mut agal_inputs, sampler: u32, kind: *const c_char, width: u32, height: u32, depth: u32, texels: *const c_float, levels: c_int) -> agal_status;
    pub fn agal_inputs_release(inputs: *mut agal_inputs);
}
