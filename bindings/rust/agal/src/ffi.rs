//! Converts text and bytes between Rust and C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::NonNull;

use crate::{Error, ErrorKind};

/// An object of the library. Dropping it releases the object.
pub(crate) struct Object<T> {
    raw: NonNull<T>,
    release: unsafe extern "C" fn(*mut T),
}

// SAFETY: Any thread may call the functions, and several threads may use one object at the same time as long as none of
// them changes or releases it (agal.h). Methods that change it take `&mut self`.
unsafe impl<T> Send for Object<T> {}
unsafe impl<T> Sync for Object<T> {}

impl<T> Object<T> {
    /// Takes ownership. Panics if `raw` is null, because there is not enough memory.
    ///
    /// # Safety
    /// Nothing else may use or release the object. `release` must be the function that releases it.
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

/// Converts text to a C string. Text that contains a zero byte is an error.
pub(crate) fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::new(ErrorKind::BadArgument, format!("{:?} contains a zero byte", text)))
}

/// Converts a name to a C string. Panics if the name does not end with a zero byte.
pub(crate) fn c_name(name: &'static str) -> &'static CStr {
    CStr::from_bytes_with_nul(name.as_bytes()).expect("a name ends with a zero byte")
}

/// Returns a C string as text.
///
/// # Safety
/// The text must end with a zero byte, and must live as long as the result is used.
pub(crate) unsafe fn text_of<'a>(text: *const c_char) -> std::borrow::Cow<'a, str> {
    // SAFETY: The caller guarantees it.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// Returns a list of C as a slice. A null pointer is an empty list.
///
/// # Safety
/// The list must have `count` rows, which must live as long as the result is used.
pub(crate) unsafe fn list_of<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() {
        return &[];
    }
    // SAFETY: The caller guarantees it.
    unsafe { std::slice::from_raw_parts(first, count) }
}

// ---- members of an interface, which live as long as the borrowed result

/// Returns a number, if there is one.
pub(crate) fn known(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number != agal_sys::AGAL_NONE)
}

/// Returns a name. `None` if it is empty.
pub(crate) fn named<'a>(name: *const c_char) -> Option<&'a str> {
    Some(text(name)).filter(|name| !name.is_empty())
}

/// Returns a text, which ends with a zero byte.
pub(crate) fn text<'a>(text: *const c_char) -> &'a str {
    // SAFETY: The texts of an interface live as long as its result, which is borrowed.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
}

/// Returns a list as a slice.
pub(crate) fn list<'a, T>(first: *const T, count: usize) -> &'a [T] {
    // SAFETY: The lists of an interface live as long as its result, which is borrowed.
    unsafe { list_of(first, count) }
}

/// Returns the numbers of the bits that are 1.
pub(crate) fn locations(bits: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |location| bits >> location & 1 != 0)
}
