// Counts what is taken from the heap.
#pragma once

#include <cstddef>

namespace agal::test {

/// How often this thread has called operator new, in any of its forms.
std::size_t allocations();

}  // namespace agal::test
