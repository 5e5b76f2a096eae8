use std::fmt;

use agal_sys as sys;

use crate::ffi::{c_string, text_of, Object};
use crate::{Error, ErrorKind};

/// The options of all operations. An option that is not set has its default value.
///
/// An option has the name of the long option of the command `agalc`. A flag takes `true` or `false`. If the command can
/// only turn a flag off (`--no-clamp`), the option is named without the `no-` (`clamp`).
/// [`list`](crate::list)`("options")` lists the options. In addition, `name`, `vertex-name` and `fragment-name` are the
/// names of programs in messages, and `steps` adds [`Outcome::steps`](crate::Outcome::steps).
///
/// Create options once and use them for many programs: setting them may take longer than compiling a short program.
///
/// ```
/// use agal::Options;
///
/// let mut options = Options::new().with("target", "essl300")?.with("clip-z", "negative-one-to-one")?;
/// options.set("reflect", false)?.set("max-tokens", 1024)?;
///
/// let error = options.set("target", "wsgl").map(|_| ()).unwrap_err();
/// assert!(error.to_string().contains("did you mean 'wgsl'?"));
/// # Ok::<(), agal::Error>(())
/// ```
pub struct Options {
    raw: Object<sys::agal_options>,
}

impl Options {
    /// Creates options with default values. Panics if there is not enough memory.
    pub fn new() -> Options {
        // SAFETY: The object is new.
        Options { raw: unsafe { Object::take(sys::agal_options_create(), sys::agal_options_release) } }
    }

    /// Sets an option. On failure, nothing has changed. Commas separate several values; line feeds separate the values
    /// of `fill`.
    pub fn set(&mut self, name: &str, value: impl fmt::Display) -> Result<&mut Options, Error> {
        let (name, value) = (c_string(name)?, c_string(&value.to_string())?);
        // SAFETY: The object is alive, and both texts end with a zero byte.
        let status = unsafe { sys::agal_options_set(self.raw.as_ptr(), name.as_ptr(), value.as_ptr()) };
        match ErrorKind::of(status) {
            None => Ok(self),
            // SAFETY: The object is alive, and nothing changes it before the text is copied.
            Some(kind) => {
                Err(Error::new(kind, unsafe { text_of(sys::agal_options_message(self.raw.as_ptr())) }.into_owned()))
            }
        }
    }

    /// Returns the options with one option changed.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Result<Options, Error> {
        self.set(name, value)?;
        Ok(self)
    }

    pub(crate) fn as_ptr(&self) -> *const sys::agal_options {
        self.raw.as_ptr()
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Clone for Options {
    fn clone(&self) -> Options {
        // SAFETY: The object is alive, and its copy is new.
        Options { raw: unsafe { Object::take(sys::agal_options_copy(self.as_ptr()), sys::agal_options_release) } }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").finish_non_exhaustive()
    }
}
