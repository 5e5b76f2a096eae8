//! The memory of C and C++ for `wasm32-unknown-unknown`, from the allocator of Rust. The allocator of wasi-libc takes
//! all memory on its first call, including Rust's memory.

use std::alloc::{alloc, dealloc, Layout};
use std::os::raw::c_void;
use std::ptr;

/// The header before each block contains the block's size.
const HEADER: usize = 16;

fn layout_of(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEADER)?, HEADER).ok()
}

#[no_mangle]
unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    let layout = match layout_of(size) {
        Some(layout) => layout,
        None => return ptr::null_mut(),
    };
    // SAFETY: The layout's size is not zero, and the block has space for a header.
    unsafe {
        let block = alloc(layout);
        if block.is_null() {
            return ptr::null_mut();
        }
        block.cast::<usize>().write(size);
        block.add(HEADER).cast()
    }
}

#[no_mangle]
unsafe extern "C" fn free(memory: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: `memory` is a block of `malloc`, which the caller does not use any longer.
    unsafe {
        let block = memory.cast::<u8>().sub(HEADER);
        if let Some(layout) = layout_of(block.cast::<usize>().read()) {
            dealloc(block, layout);
        }
    }
}

#[no_mangle]
unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let bytes = match count.checked_mul(size) {
        Some(bytes) => bytes,
        None => return ptr::null_mut(),
    };
    // SAFETY: The block has `size` bytes.
    unsafe {
        let memory = malloc(bytes);
        if !memory.is_null() {
            ptr::write_bytes(memory.cast::<u8>(), 0, bytes);
        }
        memory
    }
}

#[no_mangle]
unsafe extern "C" fn realloc(memory: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: `memory` is null or a block of `malloc`. Both blocks have the bytes that are copied.
    unsafe {
        let moved = malloc(size);
        if memory.is_null() || moved.is_null() {
            return moved;
        }
        let before = memory.cast::<u8>().sub(HEADER).cast::<usize>().read();
        ptr::copy_nonoverlapping(memory.cast::<u8>(), moved.cast::<u8>(), before.min(size));
        free(memory);
        moved
    }
}

/// Fails for alignments above the alignment of `malloc`, which agalc does not request.
#[no_mangle]
unsafe extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    if alignment > HEADER {
        return ptr::null_mut();
    }
    // SAFETY: The same as for `malloc`.
    unsafe { malloc(size) }
}
