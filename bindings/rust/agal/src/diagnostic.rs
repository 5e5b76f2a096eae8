use std::fmt;
use std::ops::Range;
use std::os::raw::c_char;

use agal_sys as sys;

use crate::ffi::text_of;
use crate::Outcome;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Additional information.
    Note,
    /// The program is accepted.
    Warning,
    /// The program is rejected.
    Error,
}

impl Severity {
    /// The name: `"note"`, `"warning"` or `"error"`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    fn of(value: sys::agal_severity) -> Severity {
        match value {
            sys::AGAL_SEVERITY_NOTE => Severity::Note,
            sys::AGAL_SEVERITY_WARNING => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A shader stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Runs once for each vertex.
    Vertex,
    /// Runs once for each pixel.
    Fragment,
}

impl Stage {
    /// The name: `"vertex"` or `"fragment"`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
        }
    }

    pub(crate) fn of(value: sys::agal_stage) -> Option<Stage> {
        match value {
            sys::AGAL_STAGE_VERTEX => Some(Stage::Vertex),
            sys::AGAL_STAGE_FRAGMENT => Some(Stage::Fragment),
            _ => None,
        }
    }

    #[cfg(feature = "extract")]
    pub(crate) fn named(name: &str) -> Option<Stage> {
        match name {
            "vertex" => Some(Stage::Vertex),
            "fragment" => Some(Stage::Fragment),
            _ => None,
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A message about the input: docs/diagnostics.md.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The number with its prefix: `"AGAL3652"`.
    pub code: String,
    /// 3652 for `AGAL3652`; 3600 to 3899 are the player's errors.
    pub number: u32,
    /// The severity, which options may change.
    pub severity: Severity,
    /// A sentence without a period.
    pub message: String,
    /// The name of the program or file.
    pub file: Option<String>,
    /// The line of assembly text, from 1.
    pub line: Option<u32>,
    /// The byte in the line, from 1.
    pub column: Option<u32>,
    /// The offset in bytecode.
    pub byte_offset: Option<u32>,
    /// The number of the token, from 1.
    pub token: Option<u32>,
    /// The part of the token: `"opcode"`, `"destination"`, `"source 1"` or `"source 2"`.
    pub operand: Option<String>,
    /// The stage of the program.
    pub stage: Option<Stage>,
    /// The line of text, or the token in canonical assembly for bytecode.
    pub snippet: Option<String>,
    /// The relevant bytes of the snippet.
    pub caret: Option<Range<usize>>,
    /// Advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// # Safety
    /// `row` must belong to a result that is alive.
    unsafe fn of(row: &sys::agal_diagnostic) -> Diagnostic {
        // SAFETY: The texts of a row end with zero bytes, and live as long as its result.
        let owned = |text: *const c_char| unsafe { text_of(text) }.into_owned();
        let text = |text| Some(owned(text)).filter(|text| !text.is_empty());
        let caret = row.caret as usize..(row.caret + row.caret_length) as usize;
        Diagnostic {
            code: format!("AGAL{}", row.number),
            number: row.number,
            severity: Severity::of(row.severity),
            message: owned(row.message),
            file: text(row.file),
            line: Some(row.line).filter(|line| *line != 0),
            column: Some(row.column).filter(|column| *column != 0),
            byte_offset: Some(row.byte_offset).filter(|offset| *offset != sys::AGAL_NONE),
            token: Some(row.token).filter(|token| *token != 0),
            operand: operand_name(row.operand).map(str::to_string),
            stage: Stage::of(row.stage),
            snippet: text(row.snippet),
            caret: Some(caret).filter(|caret| !caret.is_empty()),
            help: text(row.help),
        }
    }
}

fn operand_name(value: sys::agal_operand) -> Option<&'static str> {
    match value {
        sys::AGAL_OPERAND_OPCODE => Some("opcode"),
        sys::AGAL_OPERAND_DESTINATION => Some("destination"),
        sys::AGAL_OPERAND_SOURCE_1 => Some("source 1"),
        sys::AGAL_OPERAND_SOURCE_2 => Some("source 2"),
        _ => None,
    }
}

/// Prints one line: `tint.frag:1:5: error[AGAL3652]: fc0 is a constant and cannot be written`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.file.iter().cloned().collect();
        match (self.line, self.byte_offset) {
            (Some(line), _) => parts.extend([Some(line), self.column].iter().flatten().map(u32::to_string)),
            (None, offset) => parts.extend(offset.map(|offset| format!("{:#x}", offset))),
        }
        if !parts.is_empty() {
            write!(f, "{}: ", parts.join(":"))?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// The diagnostics of an operation, in order.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics<'a> {
    outcome: Option<&'a Outcome>,
    next: usize,
}

impl<'a> Diagnostics<'a> {
    pub(crate) fn new(outcome: &'a Outcome) -> Diagnostics<'a> {
        Diagnostics { outcome: Some(outcome), next: 0 }
    }
}

impl Iterator for Diagnostics<'_> {
    type Item = Diagnostic;

    fn next(&mut self) -> Option<Diagnostic> {
        let row = self.outcome?.diagnostic_rows().get(self.next)?;
        self.next += 1;
        // SAFETY: The outcome is alive.
        Some(unsafe { Diagnostic::of(row) })
    }
}
