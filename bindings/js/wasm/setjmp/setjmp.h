/* setjmp and longjmp, which Debian's C library for WebAssembly does not have. The compiler replaces calls of both by
 * the functions of setjmp.c (-mllvm -wasm-enable-sjlj). libpng reports errors in this way. */
#pragma once

typedef struct {
  void* call;     /* identifies the call of the function that calls setjmp */
  unsigned label; /* identifies the place in that function */
  struct {
    void* buffer;
    int value;
  } thrown; /* the content of the exception */
} jmp_buf[1];

int setjmp(jmp_buf buffer) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf buffer, int value);
