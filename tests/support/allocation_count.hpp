// Counts heap allocations: replaces `operator new` of the whole executable.
//
// To use it, list `../support/allocation_count.cpp` among the sources of the executable.
#pragma once

#include <cstdint>

namespace agal::test {

/// Returns the number of calls of `operator new`, in any of its forms, by this thread.
std::uint64_t allocation_count();

/// Returns the peak of this thread's allocated bytes since `reset_peak_bytes`, minus the bytes that were allocated at
/// that call.
std::uint64_t peak_bytes();
void reset_peak_bytes();

}  // namespace agal::test
