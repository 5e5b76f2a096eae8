use std::borrow::Cow;
use std::ffi::CString;
use std::str::Lines;

use crate::diagnostic::Diagnostics;
use crate::ffi::c_name;
use crate::json::{self, Value};
use crate::results::result;
use crate::{Outcome, Stage};

result! {
    /// The programs in a file: the result of [`extract`](crate::extract).
    Extraction
}

impl Extraction {
    /// The programs in the file.
    pub fn programs(&self) -> Programs<'_> {
        Programs::new(&self.outcome)
    }
}

/// A program in a file: docs/extract.md.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program<'a> {
    /// The bytecode of the program.
    pub bytecode: &'a [u8],
    /// The hash, which identifies the program: equal programs in different files have the same hash.
    pub hash: String,
    /// The stage of the program.
    pub stage: Stage,
    /// The AGAL version of the program.
    pub version: u32,
    /// The number of tokens.
    pub tokens: u32,
    /// The form in the file: `"bytecode"` or `"assembly"`.
    pub form: String,
    /// The certainty that the file contains this program: `"captured"`, `"exact"`, `"variant"` or `"filled"`.
    pub certainty: String,
    /// The places where the program was found.
    pub origins: Vec<Origin>,
    /// The programs that probably form a pair with this one.
    pub pairs: Vec<Partner>,
    /// The hash of the first program in the family: programs with the same text that differ only in sampler options.
    pub family: Option<String>,
    /// The sampler options that differ in the family, for example `"fs0 <2d, nearest|linear, mipnone, clamp|repeat>"`.
    pub parameters: Option<String>,
    /// All data about the program as JSON, including the draws of a captured pair (docs/batch.md).
    pub json: &'a str,
}

/// A place where a program was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The name of the file, or of the file in an archive.
    pub container: String,
    /// The number of the tag in a SWF file; 0 elsewhere.
    pub tag: u32,
    /// The position in the unpacked container.
    pub offset: u64,
    /// The name of a class, an archive entry or something similar; it may be `""`.
    pub name: String,
    /// The line in a log or in source code.
    pub line: Option<u64>,
    /// The certainty of this origin, like [`Program::certainty`].
    pub certainty: String,
    /// The conditions of a variant, or a hole and the text that filled it.
    pub detail: Option<String>,
}

/// A program that probably forms a pair with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Partner {
    /// The hash of the other program.
    pub hash: String,
    /// The reason why the programs form a pair.
    pub evidence: String,
}

impl Origin {
    fn of(value: &Value) -> Origin {
        Origin {
            container: json::text(value, "container"),
            tag: number(value, "tag"),
            offset: value.get("offset").and_then(Value::as_u64).unwrap_or(0),
            name: json::text(value, "name"),
            line: value.get("line").and_then(Value::as_u64),
            certainty: json::optional_text(value, "certainty").unwrap_or_else(|| "exact".to_string()),
            detail: json::optional_text(value, "detail"),
        }
    }
}

fn number(value: &Value, key: &str) -> u32 {
    value.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
}

impl<'a> Program<'a> {
    fn of(json: &'a str, bytecode: &'a [u8]) -> Program<'a> {
        let value = json::parse(json);
        let partner = |pair: &Value| Partner { hash: json::text(pair, "with"), evidence: json::text(pair, "evidence") };
        Program {
            bytecode,
            hash: json::text(&value, "hash"),
            stage: Stage::named(&json::text(&value, "stage")).unwrap_or(Stage::Fragment),
            version: number(&value, "version"),
            tokens: number(&value, "tokens"),
            form: json::text(&value, "form"),
            certainty: json::text(&value, "certainty"),
            origins: json::elements(&value, "origins").iter().map(Origin::of).collect(),
            pairs: json::elements(&value, "pairs").iter().map(partner).collect(),
            family: json::optional_text(&value, "family"),
            parameters: json::optional_text(&value, "parameters"),
            json,
        }
    }
}

impl AsRef<[u8]> for Program<'_> {
    fn as_ref(&self) -> &[u8] {
        self.bytecode
    }
}

/// The programs in a file.
#[derive(Clone, Debug)]
pub struct Programs<'a> {
    outcome: &'a Outcome,
    lines: Lines<'a>,
    next: usize,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(outcome: &'a Outcome) -> Programs<'a> {
        Programs { outcome, lines: outcome.text(c_name("programs\0")).lines(), next: 0 }
    }
}

impl<'a> Iterator for Programs<'a> {
    type Item = Program<'a>;

    fn next(&mut self) -> Option<Program<'a>> {
        let line = self.lines.next()?;
        let part = CString::new(format!("program-{}", self.next)).ok()?;
        self.next += 1;
        Some(Program::of(line, self.outcome.get(&part).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line in the form of docs/extract.md and docs/batch.md, shortened.
    const LINE: &str = r#"{"hash":"1d2c","stage":"vertex","version":2,"tokens":3,"form":"assembly","certainty":"variant",
        "origins":[{"container":"a.swf","tag":82,"offset":1616,"name":"Water","certainty":"variant","detail":"argument 1"},
                   {"container":"a.log","tag":0,"offset":5000000000,"name":"","line":7}],
        "pairs":[{"with":"3417","evidence":"uploaded together","captured":[{"log":"a.log","draws":[]}]}],
        "family":"1d2c","parameters":"fs0 <2d, nearest|linear>","new":null}"#;

    #[test]
    fn reads_all_that_is_known() {
        let program = Program::of(LINE, &[1, 2]);
        assert_eq!((program.bytecode, program.json), (&[1, 2][..], LINE));
        assert_eq!((program.hash.as_str(), program.stage), ("1d2c", Stage::Vertex));
        assert_eq!((program.version, program.tokens), (2, 3));
        assert_eq!((program.form.as_str(), program.certainty.as_str()), ("assembly", "variant"));
        assert_eq!(program.origins.len(), 2);
        let (first, second) = (&program.origins[0], &program.origins[1]);
        assert_eq!((first.container.as_str(), first.tag, first.offset), ("a.swf", 82, 1616));
        assert_eq!((first.name.as_str(), first.line), ("Water", None));
        assert_eq!((first.certainty.as_str(), first.detail.as_deref()), ("variant", Some("argument 1")));
        assert_eq!((second.offset, second.line), (5_000_000_000, Some(7)));
        assert_eq!((second.certainty.as_str(), second.detail.as_deref()), ("exact", None));
        let family = (program.family.as_deref(), program.parameters.as_deref());
        assert_eq!(family, (Some("1d2c"), Some("fs0 <2d, nearest|linear>")));
        assert_eq!(program.pairs, [Partner { hash: "3417".to_string(), evidence: "uploaded together".to_string() }]);
    }

    #[test]
    fn reads_what_a_later_library_may_leave_out() {
        let program = Program::of("{}", &[]);
        assert_eq!((program.hash.as_str(), program.origins.len(), program.pairs.len()), ("", 0, 0));
        assert_eq!((program.family, program.parameters), (None, None));
    }
}
