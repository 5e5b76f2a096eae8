//! Translates AGAL, the shader bytecode of Stage3D (Flash, AIR), to SPIR-V, GLSL, GLSL ES, WGSL, MSL and HLSL. It also
//! checks, assembles, disassembles and executes programs. The feature `prove` adds proofs that two programs compute the
//! same results. The feature `extract` finds programs in SWF and other files.
//!
//! ```
//! use agal::{compile, Options};
//!
//! let options = Options::new().with("target", "wgsl")?.with("name", "tint.frag")?;
//! match compile("mul oc, v0, fc0", &options) {
//!     Ok(shader) => println!("{}", shader.code().text().unwrap_or_default()),
//!     Err(error) => eprintln!("{error}"),
//! }
//! # Ok::<(), agal::Error>(())
//! ```
//!
//! A **program** is bytes: bytecode (its first byte is 0xa0) or assembly text.
//!
//! **Options** are named like the options of the command `agalc` ([`Options`]). `list("options")` lists them.
//!
//! **Results** own what the library computed. Their methods return references to it; nothing is copied. All results
//! have an [`Outcome`]: diagnostics, messages, and named [`Parts`].
//!
//! An **[`Error`]** has the diagnostics of a rejected program.
//!
//! All types are [`Send`] and [`Sync`]. The crate depends on `agal-sys`, which compiles agalc or links `libagal`, and
//! on `serde_json`: [`list`] returns its `Value`.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod diagnostic;
mod error;
#[cfg(feature = "extract")]
mod extraction;
mod ffi;
mod inputs;
mod interface;
mod json;
mod operations;
mod options;
mod outcome;
#[cfg(feature = "prove")]
mod proof;
mod results;
mod run;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, Stage};
pub use error::{Error, ErrorKind};
#[cfg(feature = "extract")]
pub use extraction::{Extraction, Origin, Partner, Program, Programs};
pub use inputs::{Inputs, Texture};
pub use interface::{
    Attribute, Binding, Color, ConstantPart, Constants, Interface, RegisterRange, Sampler, SamplerState, Slots, Varying,
};
pub use operations::*;
pub use options::Options;
pub use outcome::{Outcome, Parts, Step, Steps};
#[cfg(feature = "prove")]
pub use proof::{Difference, DifferingInput, InputKind, Proof, ProofClass, RuleUse, Verdict};
pub use results::{Assembly, Code, Compilation, Disassembly, Pair};
pub use run::{Invocation, Run};
pub use serde_json;

/// The code samples in the README of this crate.
#[cfg(all(doctest, feature = "extract", feature = "prove"))]
#[doc = include_str!("../../README.md")]
pub struct Readme;
