use std::fmt;

use agal_sys as sys;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::Outcome;

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The program, the file or a word is rejected; the diagnostics give the reason.
    Rejected,
    /// The caller made a mistake, such as an unknown option.
    BadArgument,
    /// There is not enough memory.
    OutOfMemory,
    /// A bug in agalc; please report it.
    Internal,
}

impl ErrorKind {
    /// Returns `None` for a status that is not an error.
    pub(crate) fn of(status: sys::agal_status) -> Option<ErrorKind> {
        match status {
            sys::AGAL_OK => None,
            sys::AGAL_REJECTED => Some(ErrorKind::Rejected),
            sys::AGAL_BAD_ARGUMENT => Some(ErrorKind::BadArgument),
            sys::AGAL_OUT_OF_MEMORY => Some(ErrorKind::OutOfMemory),
            _ => Some(ErrorKind::Internal),
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            ErrorKind::Rejected => "rejected",
            ErrorKind::BadArgument => "bad argument",
            ErrorKind::OutOfMemory => "out of memory",
            ErrorKind::Internal => "internal error",
        }
    }
}

/// The reason why an operation does not have a result. Its text is the messages, each with the line and a caret:
///
/// ```
/// use agal::{compile, ErrorKind, Options};
///
/// let error = compile("mov fc0, v0\nmov oc, v0", &Options::new()).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Rejected);
/// assert_eq!(error.diagnostics().next().unwrap().code, "AGAL3652");
/// assert!(error.to_string().starts_with("1:5: error[AGAL3652]: fc0 is a constant and cannot be written\n"));
/// ```
pub struct Error {
    kind: ErrorKind,
    message: String,
    outcome: Option<Outcome>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), outcome: None }
    }

    pub(crate) fn of(kind: ErrorKind, outcome: Outcome) -> Error {
        let mut message = outcome.messages().trim_end().to_string();
        if message.is_empty() {
            message = kind.meaning().to_string();
        }
        Error { kind, message, outcome: Some(outcome) }
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// All diagnostics, including warnings and notes. The list is empty if the caller made a mistake.
    pub fn diagnostics(&self) -> Diagnostics<'_> {
        self.outcome.as_ref().map(Outcome::diagnostics).unwrap_or_default()
    }

    /// The result of the failed operation, if there is one. It may have parts: the steps of a compilation up to the
    /// failed step, or the programs in the readable part of a damaged file.
    ///
    /// ```
    /// # #[cfg(feature = "extract")]
    /// match agal::extract(b"not a game", "game.swf", &agal::Options::new()) {
    ///     Ok(found) => println!("{} programs", found.programs().count()),
    ///     Err(error) => {
    ///         let saved = error.outcome().map_or(0, |outcome| outcome.programs().count());
    ///         println!("{error}; {saved} programs could be read");
    ///     }
    /// }
    /// ```
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostics: Vec<Diagnostic> = self.diagnostics().collect();
        let mut debug = f.debug_struct("Error");
        debug.field("kind", &self.kind).field("message", &self.message);
        debug.field("diagnostics", &diagnostics).finish()
    }
}

impl std::error::Error for Error {}
