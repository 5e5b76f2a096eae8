// The counts of a module that counts what it executes (cmake/wasm_training.cmake). clang's library that writes them to a file
// is not packaged for WebAssembly, so train.js reads them from the memory.

extern "C" {

// Instrumented code refers to this variable, to link the library.
extern int __llvm_profile_runtime;
int __llvm_profile_runtime = 0;

// The bounds of the sections, which the linker defines.
extern const char __start___llvm_prf_data[], __stop___llvm_prf_data[];
extern const char __start___llvm_prf_names[], __stop___llvm_prf_names[];

// Returns the beginning (0) or the end (1) of the records of functions, or the beginning (2) or the end (3) of their names.
const char* agal_counts_at(int bound);
const char* agal_counts_at(int bound) {
  switch (bound) {
    case 0: return __start___llvm_prf_data;
    case 1: return __stop___llvm_prf_data;
    case 2: return __start___llvm_prf_names;
    case 3: return __stop___llvm_prf_names;
  }
  return nullptr;
}
}
