// Counts heap allocations: replaces `operator new` of the whole executable.
//
// To use it, list `../support/allocation_count.cpp` among the sources of the executable.
#pragma once

#include <cstdint>

namespace agal::test {

/// Returns the number of calls of `operator new`, in any of its forms, by this thread.
std::uint64_t allocation_count();

/// Returns the maximum number of bytes that this thread had allocated at a time since `reset_peak_bytes`, beyond the
/// bytes that it had then.
std::uint64_t peak_bytes();
void reset_peak_bytes();

}  // namespace agal::test
