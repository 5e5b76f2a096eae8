//! A module that translates programs, for run.mjs.

use std::sync::Mutex;

static TEXT: Mutex<String> = Mutex::new(String::new());

/// Space for a program.
#[no_mangle]
pub extern "C" fn space(size: usize) -> *mut u8 {
    Box::leak(vec![0u8; size].into_boxed_slice()).as_mut_ptr()
}

/// Translates a program. Returns the size of the text that `text` then returns: WGSL, or messages.
///
/// # Safety
/// `bytes` points to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn translate(bytes: *const u8, size: usize) -> usize {
    let options = agal::Options::new().with("target", "wgsl").unwrap();
    // SAFETY: The caller says so.
    let program = unsafe { std::slice::from_raw_parts(bytes, size) };
    let mut text = TEXT.lock().unwrap();
    *text = match agal::compile(program, &options) {
        Ok(shader) => shader.code().text().unwrap().to_string(),
        Err(error) => error.to_string(),
    };
    text.len()
}

#[no_mangle]
pub extern "C" fn text() -> *const u8 {
    TEXT.lock().unwrap().as_ptr()
}
