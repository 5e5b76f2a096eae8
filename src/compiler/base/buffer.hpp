// Vectors for temporary data of a translation.
#pragma once

#include <cstddef>
#include <vector>

namespace agal::base {

/// The maximum number of bytes that a thread keeps for its next translation. Other freed memory goes to the heap.
inline constexpr std::size_t max_kept_bytes = std::size_t{4} << 20;

/// Returns true if this build keeps freed blocks. Builds with AddressSanitizer do not keep them, so that use-after-free
/// stays visible.
bool keeps_freed_blocks();

/// Returns memory of at least `bytes` bytes with the alignment of operator new: a block that this thread has freed if
/// one fits, otherwise memory from the heap. A block may be freed in any thread. Throws std::bad_alloc.
void* allocate_block(std::size_t bytes);
/// Frees a block; `bytes` is the size that was requested.
void free_block(void* block, std::size_t bytes) noexcept;

/// An allocator that uses `allocate_block`: the translation of a second program of the same size allocates nothing from
/// the heap. The contents of a block do not affect later results, because memory is always written before it is read.
template <class T>
struct Recycled {
  using value_type = T;
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  Recycled() = default;
  template <class Other>
  constexpr Recycled(const Recycled<Other>&) noexcept {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_block(count * sizeof(T))); }
  void deallocate(T* block, std::size_t count) noexcept { free_block(block, count * sizeof(T)); }

  template <class Other>
  constexpr bool operator==(const Recycled<Other>&) const noexcept {
    return true;
  }
};

template <class T>
using Buffer = std::vector<T, Recycled<T>>;

}  // namespace agal::base
