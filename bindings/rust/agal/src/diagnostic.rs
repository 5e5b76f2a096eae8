use std::fmt;
use std::ops::Range;
use std::str::Lines;

use crate::json::{self, Value};

/// How serious a diagnostic is.
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
    /// `"note"`, `"warning"` or `"error"`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    fn named(name: &str) -> Severity {
        match name {
            "note" => Severity::Note,
            "warning" => Severity::Warning,
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
    /// `"vertex"` or `"fragment"`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
        }
    }

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
    /// `"AGAL3652"`.
    pub code: String,
    /// How serious it is.
    pub severity: Severity,
    /// One sentence without a period at the end.
    pub message: String,
    /// The name of the program or file.
    pub file: Option<String>,
    /// The line of assembly text, from 1.
    pub line: Option<u32>,
    /// The byte in that line, from 1.
    pub column: Option<u32>,
    /// The location in bytecode.
    pub byte_offset: Option<u32>,
    /// The number of the token, from 1.
    pub token: Option<u32>,
    /// The part of the token: `"opcode"`, `"destination"`, `"source 1"` or `"source 2"`.
    pub operand: Option<String>,
    /// The stage of the program.
    pub stage: Option<Stage>,
    /// The line of text, or for bytecode the token in canonical assembly.
    pub snippet: Option<String>,
    /// The relevant bytes of the snippet.
    pub caret: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    fn of(value: &Value) -> Diagnostic {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_string);
        let number = |key: &str| value.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        Diagnostic {
            code: json::text(value, "code"),
            severity: Severity::named(&json::text(value, "severity")),
            message: json::text(value, "message"),
            file: text("file"),
            line: number("line"),
            column: number("column"),
            byte_offset: number("byteOffset"),
            token: number("token"),
            operand: text("operand"),
            stage: Stage::named(&json::text(value, "stage")),
            snippet: text("snippet"),
            caret: value.get("caret").and_then(range),
            help: text("help"),
        }
    }
}

/// The first byte and the length.
fn range(value: &Value) -> Option<Range<usize>> {
    match value.as_array()?.as_slice() {
        [first, length] => {
            let first = usize::try_from(first.as_u64()?).ok()?;
            Some(first..first.checked_add(usize::try_from(length.as_u64()?).ok()?)?)
        }
        _ => None,
    }
}

/// One line: `tint.frag:1:5: error[AGAL3652]: fc0 is a constant and cannot be written`.
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

/// The diagnostics of an operation, in their order.
#[derive(Clone, Debug)]
pub struct Diagnostics<'a> {
    lines: Lines<'a>,
}

impl<'a> Diagnostics<'a> {
    pub(crate) fn new(text: &'a str) -> Diagnostics<'a> {
        Diagnostics { lines: text.lines() }
    }
}

impl Default for Diagnostics<'_> {
    fn default() -> Self {
        Diagnostics::new("")
    }
}

impl Iterator for Diagnostics<'_> {
    type Item = Diagnostic;

    fn next(&mut self) -> Option<Diagnostic> {
        Some(Diagnostic::of(&json::parse(self.lines.next()?)))
    }
}
