use std::borrow::Cow;
use std::slice;

use crate::diagnostic::Diagnostics;
use crate::ffi::c_name;
use crate::{Interface, Outcome, Stage};

/// Declares a type that wraps an [`Outcome`] and gives names to its parts.
macro_rules! result {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            outcome: Outcome,
        }

        impl $name {
            pub(crate) fn new(outcome: Outcome) -> $name {
                $name { outcome }
            }

            /// The [`Outcome`], which all results have: the named parts, and the number of warnings.
            pub fn outcome(&self) -> &Outcome {
                &self.outcome
            }

            /// The diagnostics: warnings and notes.
            pub fn diagnostics(&self) -> Diagnostics<'_> {
                self.outcome.diagnostics()
            }

            /// The diagnostics as text, each with the line and a caret; `""` if there are none.
            pub fn messages(&self) -> Cow<'_, str> {
                self.outcome.messages()
            }
        }
    };
}
pub(crate) use result;

result! {
    /// Bytecode: the result of [`assemble`](crate::assemble).
    Assembly
}

impl Assembly {
    /// The bytecode.
    pub fn bytecode(&self) -> &[u8] {
        self.outcome.get(c_name("bytecode\0")).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Assembly {
    fn as_ref(&self) -> &[u8] {
        self.bytecode()
    }
}

result! {
    /// Canonical assembly: the result of [`disassemble`](crate::disassemble).
    Disassembly
}

impl Disassembly {
    /// The assembly text.
    pub fn text(&self) -> &str {
        self.outcome.text(c_name("assembly\0"))
    }
}

/// A shader in the output language: text, or the words of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    bytes: &'a [u8],
}

impl<'a> Code<'a> {
    const SPIRV_MAGIC: u32 = 0x0723_0203;
    /// The first byte of a container. Text never begins with this byte.
    const CONTAINER_MAGIC: u8 = 0xb0;
    const CONTAINER_HEADER_SIZE: usize = 3;

    fn find(outcome: &'a Outcome, name: &'static str) -> Option<Code<'a>> {
        outcome.get(c_name(name)).map(|bytes| Code { bytes })
    }

    /// The bytes of UTF-8 text, of SPIR-V words in the byte order of the machine, or of a container.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The text, or the text in a container. `None` if the shader is SPIR-V.
    pub fn text(&self) -> Option<&'a str> {
        match self.words() {
            Some(_) => None,
            None => {
                let header = self.container().map_or(0, |_| Code::CONTAINER_HEADER_SIZE);
                std::str::from_utf8(self.bytes.get(header..)?).ok()
            }
        }
    }

    /// The container of the text if the option `emit` is `b0`. OpenFL and Lightspark accept it as a program.
    pub fn container(&self) -> Option<&'a [u8]> {
        Some(self.bytes).filter(|bytes| bytes.first() == Some(&Code::CONTAINER_MAGIC))
    }

    /// The words of SPIR-V. `None` if the shader is text.
    pub fn words(&self) -> Option<&'a [u32]> {
        let words = self.bytes.as_ptr().cast::<u32>();
        // The library guarantees the alignment.
        let aligned = words as usize % std::mem::align_of::<u32>() == 0 && self.bytes.len() % 4 == 0;
        if !aligned || self.bytes.get(..4)? != Code::SPIRV_MAGIC.to_ne_bytes() {
            return None;
        }
        // SAFETY: There are as many bytes, they are aligned, and every value is a valid word.
        Some(unsafe { slice::from_raw_parts(words, self.bytes.len() / 4) })
    }
}

result! {
    /// A shader: the result of [`compile`](crate::compile).
    Compilation
}

impl Compilation {
    /// The stage of the program.
    pub fn stage(&self) -> Stage {
        match self.outcome.get(c_name("vertex\0")) {
            Some(_) => Stage::Vertex,
            None => Stage::Fragment,
        }
    }

    /// The compiled shader.
    pub fn code(&self) -> Code<'_> {
        let found = Code::find(&self.outcome, "vertex\0").or_else(|| Code::find(&self.outcome, "fragment\0"));
        found.unwrap_or(Code { bytes: &[] })
    }

    /// The resources to bind. `None` if the option `reflect` is off. With the option `bindings-only`, the reflection is
    /// left out.
    ///
    /// ```
    /// use agal::{compile, Options};
    ///
    /// let options = Options::new().with("target", "wgsl")?.with("bindings-only", true)?;
    /// let shader = compile("tex ft0, v0, fs0 <2d, linear, repeat>\nmul oc, ft0, fc2", &options)?;
    /// let interface = shader.interface().unwrap();
    /// let sampler = interface.samplers().next().unwrap();
    /// assert_eq!((sampler.name, sampler.states[0].wrap), ("fs0", agal_sys::AGAL_WRAP_REPEAT));
    /// assert_eq!(interface.constants().unwrap().count, 3);
    /// # Ok::<(), agal::Error>(())
    /// ```
    pub fn interface(&self) -> Option<Interface<'_>> {
        self.outcome.interface(self.stage())
    }

    /// The interface and more, as JSON (docs/reflection.md). `None` if the option `reflect` is off or `bindings-only`
    /// is on.
    pub fn reflection(&self) -> Option<&str> {
        reflection(&self.outcome)
    }
}

result! {
    /// The shaders of a pair: the result of [`link`](crate::link).
    Pair
}

impl Pair {
    /// The vertex shader. `None` if the option `single-module` is on, because one module then contains both shaders.
    pub fn vertex(&self) -> Option<Code<'_>> {
        Code::find(&self.outcome, "vertex\0")
    }

    /// The fragment shader. `None` if the option `single-module` is on, because one module then contains both shaders.
    pub fn fragment(&self) -> Option<Code<'_>> {
        Code::find(&self.outcome, "fragment\0")
    }

    /// The module with both shaders, if the option `single-module` is on.
    pub fn both(&self) -> Option<Code<'_>> {
        Code::find(&self.outcome, "both\0")
    }

    /// The resources to bind to the shader of a stage. `None` if the option `reflect` is off.
    pub fn interface(&self, stage: Stage) -> Option<Interface<'_>> {
        self.outcome.interface(stage)
    }

    /// The interfaces of both shaders and more, as JSON (docs/reflection.md). `None` if the option `reflect` is off or
    /// `bindings-only` is on.
    pub fn reflection(&self) -> Option<&str> {
        reflection(&self.outcome)
    }
}

fn reflection(outcome: &Outcome) -> Option<&str> {
    Some(outcome.text(c_name("reflection\0"))).filter(|text| !text.is_empty())
}
