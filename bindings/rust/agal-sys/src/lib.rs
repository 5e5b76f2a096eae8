//! The C interface of agalc, the cross-compiler for AGAL: the functions of `agal/agal.h` without changes. Use the crate
//! `agal` instead, which is the safe interface.
//!
//! The header documents the lifetime of the objects. With the feature `bundled`, which is the default, the crate
//! compiles agalc. With `system` it links the library `libagal`. It finds the library in the folder that the
//! environment variable `AGAL_LIB_DIR` names, or with `pkg-config`. `extract` and `prove` need that library.
#![allow(non_camel_case_types)]

#[rustfmt::skip] // Each function is on one line, as in the header.
mod declarations;
#[cfg(all(feature = "bundled", target_arch = "wasm32", target_os = "unknown"))]
mod wasm;

pub use declarations::*;
