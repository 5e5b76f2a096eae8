//! The functions of `agal/agal.h`, as they are: the C interface of agalc, the cross-compiler for AGAL. The crate `agal` is
//! the safe interface; use it instead.
//!
//! The header documents each function and the life of the objects. `build.rs` finds the library `libagal` in the folder
//! that the environment variable `AGAL_LIB_DIR` names, or with `pkg-config`, or where the linker looks.
#![allow(non_camel_case_types)]

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
    pub fn agal_extract(file: *const c_void, size: usize, name: *const c_char, options: *const agal_options) -> *mut agal_result;
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

    pub fn agal_inputs_create() -> *mut agal_inputs;
    pub fn agal_inputs_set_constants(inputs: *mut agal_inputs, values: *const c_float, registers: usize) -> agal_status;
    pub fn agal_inputs_set_attribute(inputs: *mut agal_inputs, number: u32, value: *const c_float) -> agal_status;
    pub fn agal_inputs_set_varying(inputs: *mut agal_inputs, pixel: u32, number: u32, value: *const c_float) -> agal_status;
    pub fn agal_inputs_set_instance(inputs: *mut agal_inputs, instance: u32) -> agal_status;
    pub fn agal_inputs_set_texture(inputs: *mut agal_inputs, sampler: u32, kind: *const c_char, width: u32, height: u32, depth: u32, texels: *const c_float, levels: c_int) -> agal_status;
    pub fn agal_inputs_release(inputs: *mut agal_inputs);
}
