use std::borrow::Cow;
use std::os::raw::{c_char, c_void};

use agal_sys as sys;

use crate::ffi::{c_string, text_of};
#[cfg(feature = "extract")]
use crate::Extraction;
#[cfg(feature = "prove")]
use crate::Proof;
use crate::{Assembly, Compilation, Disassembly, Error, ErrorKind, Inputs, Options, Outcome, Pair, Run};

/// Returns the name and version of the library: `"agalc 0.1.0"`.
pub fn version() -> Cow<'static, str> {
    // SAFETY: The text is valid as long as the process runs.
    unsafe { text_of(sys::agal_version()) }
}

/// Returns the version of the C interface. If it is not [`agal_sys::AGAL_ABI_VERSION`], the crate is linked with the
/// wrong library.
pub fn abi_version() -> u32 {
    // SAFETY: The function does not have preconditions.
    unsafe { sys::agal_abi_version() }
}

type OnProgram = unsafe extern "C" fn(*const c_void, usize, *const sys::agal_options) -> *mut sys::agal_result;

/// Calls a function that takes one program.
fn on_program(function: OnProgram, program: &[u8], options: &Options) -> Result<Outcome, Error> {
    // SAFETY: The pointers and sizes describe slices, the options are alive, and nothing else uses the result.
    unsafe { Outcome::take(function(program.as_ptr().cast(), program.len(), options.as_ptr())) }
}

type OnWord = unsafe extern "C" fn(*const c_char) -> *mut sys::agal_result;

/// Calls a function that takes a word, and returns a part of its result.
fn on_word(function: OnWord, word: &str, part: &str) -> Result<String, Error> {
    let word = c_string(word)?;
    // SAFETY: The word ends with a zero byte, and nothing else uses the result.
    let outcome = unsafe { Outcome::take(function(word.as_ptr())) }?;
    Ok(String::from_utf8_lossy(outcome.part(part).unwrap_or_default()).into_owned())
}

/// Assembles text into bytecode.
///
/// ```
/// let program = agal::assemble("mov oc, v0", &agal::Options::new())?;
/// assert_eq!(program.bytecode()[0], 0xa0);
/// # Ok::<(), agal::Error>(())
/// ```
pub fn assemble(text: impl AsRef<[u8]>, options: &Options) -> Result<Assembly, Error> {
    let text = text.as_ref();
    // SAFETY: The pointer and the size describe a slice, the options are alive, and nothing else uses the result.
    unsafe {
        let characters = text.as_ptr().cast::<c_char>();
        Outcome::take(sys::agal_assemble(characters, text.len(), options.as_ptr())).map(Assembly::new)
    }
}

/// Disassembles a program into canonical assembly.
///
/// ```
/// let text = agal::disassemble("mov  oc,v0.xyzw // a copy", &agal::Options::new().with("header", false)?)?;
/// assert_eq!(text.text(), "mov oc, v0\n");
/// # Ok::<(), agal::Error>(())
/// ```
pub fn disassemble(program: impl AsRef<[u8]>, options: &Options) -> Result<Disassembly, Error> {
    on_program(sys::agal_disassemble, program.as_ref(), options).map(Disassembly::new)
}

/// Checks the player's rules, and the lints that the option `lint` names.
///
/// ```
/// let error = agal::validate("mov oc, ft3", &agal::Options::new()).unwrap_err();
/// assert!(error.diagnostics().any(|diagnostic| diagnostic.message.contains("ft3")));
/// ```
pub fn validate(program: impl AsRef<[u8]>, options: &Options) -> Result<Outcome, Error> {
    on_program(sys::agal_validate, program.as_ref(), options)
}

/// Compiles a program to the language that the option `target` names; the default is SPIR-V.
///
/// ```
/// let shader = agal::compile("mov oc, v0", &agal::Options::new())?;
/// assert_eq!(shader.stage(), agal::Stage::Fragment);
/// assert_eq!(shader.code().words().unwrap()[0], 0x0723_0203);
/// # Ok::<(), agal::Error>(())
/// ```
pub fn compile(program: impl AsRef<[u8]>, options: &Options) -> Result<Compilation, Error> {
    on_program(sys::agal_compile, program.as_ref(), options).map(Compilation::new)
}

/// Compiles a pair. Checks that the programs fit together, and drops varyings that the fragment program does not read.
///
/// ```
/// let options = agal::Options::new().with("target", "essl300")?;
/// let pair = agal::link("mov op, va0\nmov v0, va1\nmov v1, va1", "mov oc, v0", &options)?;
/// let vertex = pair.vertex().and_then(|code| code.text()).unwrap();
/// assert!(vertex.contains("v0") && !vertex.contains("v1"));
/// # Ok::<(), agal::Error>(())
/// ```
pub fn link(vertex: impl AsRef<[u8]>, fragment: impl AsRef<[u8]>, options: &Options) -> Result<Pair, Error> {
    let (first, second) = (vertex.as_ref(), fragment.as_ref());
    let (first_bytes, second_bytes) = (first.as_ptr().cast(), second.as_ptr().cast());
    // SAFETY: The pointers and sizes describe slices, the options are alive, and nothing else uses the result.
    unsafe {
        let result = sys::agal_link(first_bytes, first.len(), second_bytes, second.len(), options.as_ptr());
        Outcome::take(result).map(Pair::new)
    }
}

/// Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels, on the reference interpreter
/// (docs/interpreter.md).
///
/// ```
/// use agal::{interpret, Inputs, Options};
///
/// let mut inputs = Inputs::new();
/// inputs.set_constants(&[[1.0, 0.5, 0.25, 1.0]])?;
/// for pixel in 0..4 {
///     inputs.set_varying(pixel, 0, [pixel as f32, 1.0, 2.0, 3.0])?;
/// }
/// let run = interpret("mul oc, v0, fc0", &inputs, &Options::new())?;
/// assert_eq!(run.invocations()[3].get("oc"), Some(&[3.0, 0.5, 0.5, 3.0][..]));
/// # Ok::<(), agal::Error>(())
/// ```
pub fn interpret(program: impl AsRef<[u8]>, inputs: &Inputs, options: &Options) -> Result<Run, Error> {
    let program = program.as_ref();
    let bytes = program.as_ptr().cast();
    // SAFETY: The pointer and the size describe a slice, inputs and options are alive, and nothing else uses the
    // result.
    // result.
    unsafe { Outcome::take(sys::agal_interpret(bytes, program.len(), inputs.as_ptr(), options.as_ptr())).map(Run::new) }
}

/// Extracts the programs in a SWF, SWC, ZIP, the log of a tapped game or any other file. `name` is the file's name in
/// messages.
///
/// A damaged file is an error. Its [`outcome`](Error::outcome) has the programs that could be read.
///
/// ```
/// use agal::{assemble, extract, Options};
///
/// let mut file = vec![0; 100];
/// file.extend(assemble("mov oc, v0", &Options::new())?.bytecode());
/// for program in extract(&file, "dump.bin", &Options::new())?.programs() {
///     assert_eq!((program.stage.name(), program.origins[0].offset), ("fragment", 100));
/// }
/// # Ok::<(), agal::Error>(())
/// ```
#[cfg(feature = "extract")]
pub fn extract(file: impl AsRef<[u8]>, name: &str, options: &Options) -> Result<Extraction, Error> {
    let (file, name) = (file.as_ref(), c_string(name)?);
    let bytes = file.as_ptr().cast();
    // SAFETY: The pointer and the size describe a slice, the name ends with a zero byte, the options are alive, and
    // nothing else uses the result.
    unsafe {
        let result = sys::agal_extract(bytes, file.len(), name.as_ptr(), options.as_ptr());
        Outcome::take(result).map(Extraction::new)
    }
}

/// Determines if `other` computes the same results as the program for all inputs (docs/proof.md). `other` is another
/// program or SPIR-V. `None` means the SPIR-V that [`compile`] produces from the program.
///
/// ```
/// use agal::{prove, Options, ProofClass, Verdict};
///
/// let proof = prove("mul oc, v0, fc0", None, &Options::new())?;
/// assert_eq!((proof.verdict(), proof.class()), (Verdict::Equal, ProofClass::Exact));
/// let twice = Options::new().with("assume", "fc0.x=2,fc0.y=2,fc0.z=3,fc0.w=2")?;
/// let proof = prove("add oc, v0, v0", Some(b"mul oc, v0, fc0"), &twice)?;
/// assert_eq!(proof.difference().unwrap().output, "oc.z");
/// # Ok::<(), agal::Error>(())
/// ```
#[cfg(feature = "prove")]
pub fn prove(program: impl AsRef<[u8]>, other: Option<&[u8]>, options: &Options) -> Result<Proof, Error> {
    let program = program.as_ref();
    let (bytes, size) = other.map_or((std::ptr::null(), 0), |other| (other.as_ptr(), other.len()));
    // SAFETY: The pointers and sizes describe slices, the options are alive, and nothing else uses the result.
    unsafe {
        let result = sys::agal_prove(program.as_ptr().cast(), program.len(), bytes.cast(), size, options.as_ptr());
        Outcome::take(result).map(Proof::new)
    }
}

/// Explains a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target, or a
/// profile.
///
/// ```
/// assert!(agal::explain("AGAL3652")?.contains("constant"));
/// assert!(agal::explain("frobnicate").is_err());
/// # Ok::<(), agal::Error>(())
/// ```
pub fn explain(word: &str) -> Result<String, Error> {
    on_word(sys::agal_explain, word, "text")
}

/// Lists a table of the library as a list of objects: `"options"`, `"targets"`, `"opcodes"`, `"registers"`,
/// `"sampler-options"`, `"macro-words"` or `"diagnostics"`.
///
/// ```
/// let targets = agal::list("targets")?;
/// assert!(targets.as_array().unwrap().iter().any(|target| target["name"] == "wgsl"));
/// # Ok::<(), agal::Error>(())
/// ```
pub fn list(table: &str) -> Result<serde_json::Value, Error> {
    let json = on_word(sys::agal_list, table, "json")?;
    serde_json::from_str(&json).map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))
}
