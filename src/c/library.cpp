// The functions of agal.h for the library's version and for memory that hosts allocate.
#include <cstdlib>

#include "agal/agal.h"
#include "agal/compile.hpp"

extern "C" {

std::uint32_t agal_abi_version(void) { return AGAL_ABI_VERSION; }

// The version is a string literal, which ends with a zero byte.
const char* agal_version(void) { return agal::version_string().data(); }

void* agal_allocate(std::size_t size) { return std::malloc(size == 0 ? 1 : size); }

void agal_free(void* memory) { std::free(memory); }

}  // extern "C"
