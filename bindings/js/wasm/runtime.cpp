// The functions that the libraries of C and C++ call in a module, and would import from WASI. With these functions, a
// module does not import anything.
#include <__verbose_abort>
#include <cstddef>
#include <ctime>

// The C++ library calls this function to print a message and give up. A module traps.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

extern "C" {

[[noreturn]] void __abort_message(const char*, ...) { __builtin_trap(); }

// fmt calls this function for hexadecimal floating-point numbers, which agalc does not write.
int snprintf(char*, std::size_t, const char*, ...) { __builtin_trap(); }

// The clock for the times of compilation steps. It does not advance: hosts measure with their clocks.
int clock_gettime(clockid_t, timespec* time) {
  *time = {};
  return 0;
}

// The functions of streams, to which nothing writes.
int __stdio_close(void*) { return -1; }
long long __stdio_seek(void*, long long, int) { return -1; }
std::size_t __stdio_write(void*, const unsigned char*, std::size_t) { __builtin_trap(); }

}  // extern "C"
