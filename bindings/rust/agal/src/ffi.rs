//! Text and bytes on their way between Rust and C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;

use crate::{Error, ErrorKind};

/// Text with a zero byte at its end.
pub(crate) fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::new(ErrorKind::BadArgument, format!("{:?} contains a zero byte", text)))
}

/// A name that ends with a zero byte. Panics if it does not.
pub(crate) fn c_name(name: &'static str) -> &'static CStr {
    CStr::from_bytes_with_nul(name.as_bytes()).expect("a name ends with a zero byte")
}

/// # Safety
/// The text ends with a zero byte, and lives as long as the result is used.
pub(crate) unsafe fn text_of<'a>(text: *const c_char) -> std::borrow::Cow<'a, str> {
    // SAFETY: The caller says so.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// A list of C; a null pointer is an empty one.
///
/// # Safety
/// There are as many rows, which live as long as the result is used.
pub(crate) unsafe fn list_of<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() {
        return &[];
    }
    // SAFETY: The caller says so.
    unsafe { std::slice::from_raw_parts(first, count) }
}
