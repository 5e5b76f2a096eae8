// How often the heap is asked for memory: replaces `operator new` of the whole executable.
//
// To use it, list `../support/allocation_count.cpp` among the sources of the executable.
#pragma once

#include <cstdint>

namespace agal::test {

/// How often this thread has called `operator new`, in any of its forms.
std::uint64_t allocation_count();

}  // namespace agal::test
