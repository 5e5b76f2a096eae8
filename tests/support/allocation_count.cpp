#include "support/allocation_count.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;
thread_local std::int64_t live = 0, peak = 0, start = 0;  // bytes; negative if other threads allocated what this frees

void* noted(void* memory) noexcept {
  ++count;
  live += static_cast<std::int64_t>(::malloc_usable_size(memory));
  peak = std::max(peak, live);
  return memory;
}

void* counted(std::size_t size) noexcept { return noted(std::malloc(size == 0 ? 1 : size)); }

void* counted(std::size_t size, std::align_val_t alignment) noexcept {
  const auto step = static_cast<std::size_t>(alignment);
  return noted(std::aligned_alloc(step, (size + step - 1) / step * step));
}

void release(void* memory) noexcept {
  live -= static_cast<std::int64_t>(::malloc_usable_size(memory));
  std::free(memory);
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::uint64_t agal::test::allocation_count() { return count; }
void agal::test::reset_peak_bytes() { start = peak = live; }
std::uint64_t agal::test::peak_bytes() { return static_cast<std::uint64_t>(peak - start); }

// The forms for arrays and the non-throwing forms call these.
void* operator new(std::size_t size) { return or_throw(counted(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_throw(counted(size, alignment)); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
