//! The functions of `agal/agal.h`, as they are: the C interface of agalc, the cross-compiler for AGAL. The crate `agal` is
//! the safe interface; use it instead.
//!
//! The header documents the life of the objects. With the feature `bundled`, which is the default, the crate compiles agalc.
//! With `system` it links the library `libagal`, which it finds in the folder that the environment variable `AGAL_LIB_DIR`
//! names, or with `pkg-config`; `extract` and `prove` need that library.
#![allow(non_camel_case_types)]

#[rustfmt::skip] // One line for each function, as in the header.
mod declarations;
#[cfg(all(feature = "bundled", target_arch = "wasm32", target_os = "unknown"))]
mod wasm;

pub use declarations::*;
