//! Text and bytes on their way between Rust and C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::NonNull;

use crate::{Error, ErrorKind};

/// An object of the library, which is released with this.
pub(crate) struct Object<T> {
    raw: NonNull<T>,
    release: unsafe extern "C" fn(*mut T),
}

// SAFETY: The functions may be called from any thread, and several threads may use one object at the same time as long as
// none of them changes or releases it (agal.h). Methods that change it take `&mut self`.
unsafe impl<T> Send for Object<T> {}
unsafe impl<T> Sync for Object<T> {}

impl<T> Object<T> {
    /// Panics if there is no object, because there is not enough memory.
    ///
    /// # Safety
    /// Nothing else uses or releases the object, and `release` is the function that releases it.
    pub(crate) unsafe fn take(raw: *mut T, release: unsafe extern "C" fn(*mut T)) -> Object<T> {
        Object { raw: NonNull::new(raw).expect("out of memory"), release }
    }

    pub(crate) fn as_ptr(&self) -> *mut T {
        self.raw.as_ptr()
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // SAFETY: The object is alive, and nothing uses it later.
        unsafe { (self.release)(self.raw.as_ptr()) }
    }
}

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
