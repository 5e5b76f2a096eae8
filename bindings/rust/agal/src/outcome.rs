use std::borrow::Cow;
use std::ffi::CStr;
use std::fmt;
use std::slice;
use std::str::Lines;

use agal_sys as sys;

use crate::diagnostic::Diagnostics;
#[cfg(feature = "extract")]
use crate::extraction::Programs;
use crate::ffi::{c_name, list_of, Object};
use crate::json;
use crate::{Error, ErrorKind, Interface, Stage};

/// The result of every operation: diagnostics, and parts, which are bytes with a name. An outcome owns them, and its
/// methods return references.
///
/// Results of one operation, such as [`Compilation`](crate::Compilation), have a method for each part, and return
/// their outcome with `outcome()`. docs/c-api.md lists the parts.
pub struct Outcome {
    raw: Object<sys::agal_result>,
}

impl Outcome {
    /// Takes the result of an operation. Fails if the status is not success.
    ///
    /// # Safety
    /// `raw` must be a result that nothing else uses or releases.
    pub(crate) unsafe fn take(raw: *mut sys::agal_result) -> Result<Outcome, Error> {
        // SAFETY: The caller guarantees it. A result is never null.
        let outcome = Outcome { raw: unsafe { Object::take(raw, sys::agal_result_release) } };
        // SAFETY: The object is alive.
        match ErrorKind::of(unsafe { sys::agal_result_status(outcome.raw.as_ptr()) }) {
            None => Ok(outcome),
            Some(kind) => Err(Error::of(kind, outcome)),
        }
    }

    /// The number of errors among the diagnostics.
    pub fn errors(&self) -> usize {
        // SAFETY: The object is alive.
        unsafe { sys::agal_result_errors(self.raw.as_ptr()) }
    }

    /// The number of warnings among the diagnostics.
    pub fn warnings(&self) -> usize {
        // SAFETY: The object is alive.
        unsafe { sys::agal_result_warnings(self.raw.as_ptr()) }
    }

    /// The diagnostics: errors, warnings and notes.
    ///
    /// ```
    /// use agal::{validate, Options, Severity};
    ///
    /// let options = Options::new().with("lint", "all")?;
    /// let outcome = validate("mov ft0, v0\nmov ft1, v0\nmov oc, ft0", &options)?;
    /// for diagnostic in outcome.diagnostics() {
    ///     assert_eq!(diagnostic.severity, Severity::Warning);
    ///     assert_eq!(diagnostic.line, Some(2));
    /// }
    /// assert_eq!(outcome.diagnostics().count(), 1);
    /// # Ok::<(), agal::Error>(())
    /// ```
    pub fn diagnostics(&self) -> Diagnostics<'_> {
        Diagnostics::new(self)
    }

    /// The number of the first error that players have too, such as 3652; `None` if there is none. A player rejects the
    /// program, but may stop at another error. With the option `adobe-order`, it stops at exactly this error.
    ///
    /// ```
    /// let error = agal::validate("mov fc0, v0\nmov oc, v0", &agal::Options::new()).unwrap_err();
    /// assert_eq!(error.outcome().and_then(agal::Outcome::player_error), Some(3652));
    /// ```
    pub fn player_error(&self) -> Option<u32> {
        // SAFETY: The object is alive.
        Some(unsafe { sys::agal_result_player_error(self.raw.as_ptr()) }).filter(|number| *number != 0)
    }

    /// The interface of the shader of a stage. `None` if the result does not have such a shader or the option `reflect`
    /// is off.
    pub fn interface(&self, stage: Stage) -> Option<Interface<'_>> {
        let number = match stage {
            Stage::Vertex => sys::AGAL_STAGE_VERTEX,
            Stage::Fragment => sys::AGAL_STAGE_FRAGMENT,
        };
        // SAFETY: The object is alive, and owns the interface.
        unsafe { sys::agal_result_interface(self.raw.as_ptr(), number).as_ref().map(Interface::new) }
    }

    /// The proof, whatever the stage of the program is.
    #[cfg(feature = "prove")]
    pub(crate) fn proof(&self) -> Option<&sys::agal_proof> {
        // SAFETY: The object is alive, and owns the proof.
        let find = |stage| unsafe { sys::agal_result_proof(self.raw.as_ptr(), stage).as_ref() };
        find(sys::AGAL_STAGE_VERTEX).or_else(|| find(sys::AGAL_STAGE_FRAGMENT))
    }

    pub(crate) fn diagnostic_rows(&self) -> &[sys::agal_diagnostic] {
        let mut count = 0;
        // SAFETY: The object is alive, and has `count` rows.
        unsafe { list_of(sys::agal_result_diagnostics(self.raw.as_ptr(), &mut count), count) }
    }

    /// The diagnostics as text, each with the line and a caret; `""` if there are none.
    pub fn messages(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.get(c_name("messages\0")).unwrap_or_default())
    }

    /// The program after each step of its compilation, if the option `steps` was set.
    ///
    /// ```
    /// use agal::{compile, Options};
    ///
    /// let options = Options::new().with("target", "wgsl")?.with("steps", true)?;
    /// let shader = compile("mov oc, v0", &options)?;
    /// let names: Vec<_> = shader.outcome().steps().map(|step| step.name).collect();
    /// assert_eq!(names.last().map(String::as_str), Some("wgsl"));
    /// # Ok::<(), agal::Error>(())
    /// ```
    pub fn steps(&self) -> Steps<'_> {
        Steps { lines: self.text(c_name("steps\0")).lines() }
    }

    /// The programs that [`extract`](crate::extract) found, including the readable programs of a damaged file.
    #[cfg(feature = "extract")]
    pub fn programs(&self) -> Programs<'_> {
        Programs::new(self)
    }

    /// A part by name. `None` if the part does not exist.
    pub fn part(&self, name: &str) -> Option<&[u8]> {
        self.parts().find(|(each, _)| *each == name).map(|(_, content)| content)
    }

    /// All parts with their names.
    pub fn parts(&self) -> Parts<'_> {
        // SAFETY: The object is alive.
        Parts { outcome: self, next: 0, count: unsafe { sys::agal_result_count(self.raw.as_ptr()) } }
    }

    /// The content of a part.
    pub(crate) fn get(&self, name: &CStr) -> Option<&[u8]> {
        let mut size = 0;
        // SAFETY: The object is alive, and the name ends with a zero byte.
        let content = unsafe { sys::agal_result_get(self.raw.as_ptr(), name.as_ptr(), &mut size) };
        // SAFETY: A part has `size` bytes, and is valid until the object is released.
        (!content.is_null()).then(|| unsafe { slice::from_raw_parts(content.cast(), size) })
    }

    /// Returns a part as text; `""` if the part does not exist or is not text.
    pub(crate) fn text(&self, name: &CStr) -> &str {
        self.get(name).and_then(|content| std::str::from_utf8(content).ok()).unwrap_or_default()
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.parts().map(|(name, _)| name).collect();
        f.debug_struct("Outcome").field("parts", &names).field("messages", &self.messages()).finish()
    }
}

/// The parts of an [`Outcome`]: names and contents.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    outcome: &'a Outcome,
    next: usize,
    count: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a str, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.count {
            return None;
        }
        let raw = self.outcome.raw.as_ptr();
        let mut size = 0;
        // SAFETY: The object is alive, and has a part with this number. Its name and its content, which has `size` bytes,
        // are valid until the object is released.
        let (name, content) = unsafe {
            let content = sys::agal_result_at(raw, self.next, &mut size);
            (CStr::from_ptr(sys::agal_result_name(raw, self.next)), slice::from_raw_parts(content.cast(), size))
        };
        self.next += 1;
        Some((name.to_str().unwrap_or_default(), content))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count - self.next, Some(self.count - self.next))
    }
}

impl ExactSizeIterator for Parts<'_> {}

/// A program after a step of its compilation that changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The name of the step.
    pub name: String,
    /// One sentence about the step.
    pub summary: String,
    /// The program.
    pub text: String,
}

/// The steps of a compilation.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    lines: Lines<'a>,
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = json::parse(self.lines.next()?);
        Some(Step {
            name: json::text(&step, "step"),
            summary: json::text(&step, "summary"),
            text: json::text(&step, "text"),
        })
    }
}
