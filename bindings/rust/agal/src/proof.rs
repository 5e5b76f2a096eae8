use std::borrow::Cow;

use agal_sys as sys;

use crate::diagnostic::Diagnostics;
use crate::ffi::{c_name, list_of, text_of};
use crate::results::result;
use crate::{Error, Inputs, Outcome};

/// The answer of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The results are equal for all inputs, up to the class of the proof.
    Equal,
    /// The results differ for the given inputs, or an output is missing.
    Different,
    /// Neither equality nor a difference was found.
    NotDecided,
}

/// The class of an equality: the differences that it permits. Each class includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofClass {
    /// No differences, except the payload and the sign of a NaN.
    Exact,
    /// Values that AGAL or the target leaves undefined.
    Undefined,
    /// The last bits of results, within the specifications of targets.
    Rounding,
    /// Changes that optimizers make although no specification allows them.
    ValueChanging,
}

impl ProofClass {
    fn of(number: sys::agal_proof_class) -> ProofClass {
        match number {
            sys::AGAL_PROOF_EXACT => ProofClass::Exact,
            sys::AGAL_PROOF_UNDEFINED => ProofClass::Undefined,
            sys::AGAL_PROOF_ROUNDING => ProofClass::Rounding,
            _ => ProofClass::ValueChanging,
        }
    }
}

/// A rule above [`ProofClass::Exact`] that an equality needs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleUse<'a> {
    /// The name in docs/data/proof-rules.md.
    pub name: Cow<'a, str>,
    /// The rule's class.
    pub class: ProofClass,
    /// The number of applications.
    pub count: u32,
}

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A constant register.
    Constant,
    /// An attribute of a vertex program.
    Attribute,
    /// A varying of a fragment program.
    Varying,
    /// The number of the instance, in x.
    Instance,
}

/// One input of a [`Difference`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DifferingInput<'a> {
    /// `"fc0"`.
    pub name: Cow<'a, str>,
    /// The kind of the register.
    pub kind: InputKind,
    /// The register's number.
    pub number: u32,
    /// x, y, z, w for each pixel of the quad. Only varyings differ between pixels.
    pub values: [[f32; 4]; 4],
}

impl<'a> DifferingInput<'a> {
    fn of(row: &'a sys::agal_proof_input) -> DifferingInput<'a> {
        let mut values = [[0.0; 4]; 4];
        for (i, value) in row.values.iter().enumerate() {
            values[i / 4][i % 4] = *value;
        }
        let kind = match row.kind {
            sys::AGAL_INPUT_ATTRIBUTE => InputKind::Attribute,
            sys::AGAL_INPUT_VARYING => InputKind::Varying,
            sys::AGAL_INPUT_INSTANCE => InputKind::Instance,
            _ => InputKind::Constant,
        };
        // SAFETY: The name ends with a zero byte, and belongs to the row.
        DifferingInput { name: unsafe { text_of(row.name.as_ptr()) }, kind, number: row.number, values }
    }
}

/// A difference between two shaders, and the inputs that cause it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference<'a> {
    /// The output that differs: `"oc.x"`, `"discard"`.
    pub output: Cow<'a, str>,
    /// The pixel of the quad that differs; 0 for a vertex program.
    pub pixel: u32,
    /// The value that the program computes; 1 or 0 for `"discard"`.
    pub expected: f32,
    /// The value that the other side computes.
    pub found: f32,
    /// True if textures are sampled. Their texels are then a function of the coordinates.
    pub samples: bool,
    /// The inputs that affect the outputs. All other inputs are arbitrary.
    pub inputs: Vec<DifferingInput<'a>>,
}

impl<'a> Difference<'a> {
    /// # Safety
    /// `raw` must belong to a result that is alive.
    unsafe fn of(raw: &'a sys::agal_difference) -> Difference<'a> {
        Difference {
            // SAFETY: Texts end with a zero byte, and live as long as the structure.
            output: unsafe { text_of(raw.output) },
            pixel: raw.pixel,
            expected: raw.expected,
            found: raw.found,
            samples: raw.samples != 0,
            // SAFETY: There are `input_count` rows, which live as long as the structure.
            inputs: unsafe { list_of(raw.inputs, raw.input_count) }.iter().map(DifferingInput::of).collect(),
        }
    }

    /// The inputs for [`interpret`](crate::interpret), which shows the difference unless textures are sampled.
    pub fn bound(&self) -> Result<Inputs, Error> {
        let mut bound = Inputs::new();
        let mut constants = Vec::new();
        for input in &self.inputs {
            match input.kind {
                InputKind::Constant => {
                    let number = input.number as usize;
                    constants.resize(constants.len().max(number + 1), [0.0; 4]);
                    constants[number] = input.values[0];
                }
                InputKind::Attribute => {
                    bound.set_attribute(input.number, input.values[0])?;
                }
                InputKind::Varying => {
                    for (pixel, value) in (0..).zip(input.values) {
                        bound.set_varying(pixel, input.number, value)?;
                    }
                }
                InputKind::Instance => {
                    bound.set_instance(input.values[0][0] as u32)?;
                }
            }
        }
        bound.set_constants(&constants)?;
        Ok(bound)
    }
}

result! {
    /// The proof that two shaders compute the same results for all inputs: the result of [`prove`](crate::prove).
    Proof
}

impl Proof {
    fn raw(&self) -> &sys::agal_proof {
        self.outcome.proof().expect("a result of this operation has a proof")
    }

    /// The answer of the proof.
    pub fn verdict(&self) -> Verdict {
        match self.raw().verdict {
            sys::AGAL_VERDICT_EQUAL => Verdict::Equal,
            sys::AGAL_VERDICT_DIFFERENT => Verdict::Different,
            _ => Verdict::NotDecided,
        }
    }

    /// The class of the equality.
    pub fn class(&self) -> ProofClass {
        ProofClass::of(self.raw().proof_class)
    }

    /// The rules above [`ProofClass::Exact`] that an equality needs.
    pub fn rules(&self) -> Vec<RuleUse<'_>> {
        let raw = self.raw();
        // SAFETY: There are `rule_count` rows, and their texts end with a zero byte. They belong to the result.
        let rows = unsafe { list_of(raw.rules, raw.rule_count) }.iter();
        let rule = |row: &sys::agal_proof_rule| RuleUse {
            // SAFETY: The text ends with a zero byte, and belongs to the result.
            name: unsafe { text_of(row.name) },
            class: ProofClass::of(row.rule_class),
            count: row.count,
        };
        rows.map(rule).collect()
    }

    /// The number of terms in the last attempt.
    pub fn terms(&self) -> u32 {
        self.raw().terms
    }

    /// The reason for the verdict, if it is not decided or an output is missing, or a remark on the difference;
    /// otherwise `""`.
    pub fn reason(&self) -> Cow<'_, str> {
        // SAFETY: The text ends with a zero byte, and belongs to the result.
        unsafe { text_of(self.raw().reason) }
    }

    /// The first output that is not proved; `""` if all outputs are.
    pub fn output(&self) -> Cow<'_, str> {
        // SAFETY: The text ends with a zero byte, and belongs to the result.
        unsafe { text_of(self.raw().output) }
    }

    /// The smallest differing terms as text: the term of the program, and the term of the other side.
    pub fn terms_that_differ(&self) -> (Cow<'_, str>, Cow<'_, str>) {
        // SAFETY: The texts end with a zero byte, and belong to the result.
        unsafe { (text_of(self.raw().expected), text_of(self.raw().found)) }
    }

    /// The inputs that cause a difference. `None` if the shaders do not differ, or if inputs cannot show it, for example
    /// because an output is missing.
    pub fn difference(&self) -> Option<Difference<'_>> {
        // SAFETY: A structure that is not null belongs to the result.
        unsafe { self.raw().difference.as_ref().map(|raw| Difference::of(raw)) }
    }

    /// The whole proof as text, in the format of `agalc prove`.
    pub fn text(&self) -> &str {
        self.outcome.text(c_name("text\0"))
    }
}
