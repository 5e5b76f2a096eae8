#include "support/allocation_count.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>

#include "support/operator_new.hpp"

namespace {

thread_local std::uint64_t count = 0;
thread_local std::int64_t live = 0, peak = 0, start = 0;  // bytes; negative if other threads allocated the freed memory

void* noted(void* memory) noexcept {
  ++count;
  live += static_cast<std::int64_t>(::malloc_usable_size(memory));
  peak = std::max(peak, live);
  return memory;
}

}  // namespace

namespace agal::test {

std::uint64_t allocation_count() { return count; }
void reset_peak_bytes() { start = peak = live; }
std::uint64_t peak_bytes() { return static_cast<std::uint64_t>(peak - start); }

void* allocate(std::size_t size) noexcept { return noted(std::malloc(size == 0 ? 1 : size)); }

void* allocate(std::size_t size, std::align_val_t alignment) noexcept { return noted(aligned_block(size, alignment)); }

void release(void* memory) noexcept {
  live -= static_cast<std::int64_t>(::malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace agal::test
