// What agal.h says about the library itself, and the memory that hosts ask it for.
#include <cstdlib>

#include "agal/agal.h"
#include "agal/compile.hpp"

extern "C" {

std::uint32_t agal_abi_version(void) { return AGAL_ABI_VERSION; }

// It is a literal.
const char* agal_version(void) { return agal::version_string().data(); }

void* agal_allocate(std::size_t size) { return std::malloc(size == 0 ? 1 : size); }

void agal_free(void* memory) { std::free(memory); }

}  // extern "C"
