/* The functions that the compiler calls for setjmp and longjmp. A longjmp is an exception of WebAssembly. The names,
 * the parameters and the first two members of `thrown` are those that LLVM expects. */
#include "setjmp.h"

/* The tag of a longjmp, which distinguishes it from C++ exceptions. The compiler's number for this tag is 1. */
__asm__(
    ".globl __c_longjmp\n"
    ".tagtype __c_longjmp i32\n"
    "__c_longjmp:\n");

void __wasm_setjmp(jmp_buf buffer, unsigned label, void* call) {
  buffer->call = call;
  buffer->label = label;
}

/* Returns the label of the setjmp, or 0 if another call made it, so that the exception continues. */
unsigned __wasm_setjmp_test(jmp_buf buffer, void* call) { return buffer->call == call ? buffer->label : 0; }

_Noreturn void __wasm_longjmp(jmp_buf buffer, int value) {
  buffer->thrown.buffer = buffer;
  buffer->thrown.value = value == 0 ? 1 : value;
  __builtin_wasm_throw(1, &buffer->thrown);
}
