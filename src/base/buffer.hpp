// Vectors for what a translation needs on its way, and forgets.
#pragma once

#include <cstddef>
#include <vector>

namespace agal::base {

/// The bytes that a thread keeps for its next translation; what is given back beyond that goes to the heap.
inline constexpr std::size_t kept_bytes = std::size_t{4} << 20;

/// Memory of at least `bytes` bytes, aligned as operator new aligns: a block that this thread gave back before, where
/// it has one that fits, otherwise one from the heap. A block may be given back in any thread. Throws std::bad_alloc.
void* take_block(std::size_t bytes);
/// `bytes` is what was asked for.
void give_block(void* block, std::size_t bytes) noexcept;

/// An allocator over these blocks: a second program of the same size takes nothing from the heap. There is no state to
/// leak from one result into the next but the memory itself, which nobody reads before it is written.
template <class T>
struct Recycled {
  using value_type = T;
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  Recycled() = default;
  template <class Other>
  constexpr Recycled(const Recycled<Other>&) noexcept {}

  T* allocate(std::size_t count) { return static_cast<T*>(take_block(count * sizeof(T))); }
  void deallocate(T* block, std::size_t count) noexcept { give_block(block, count * sizeof(T)); }

  template <class Other>
  constexpr bool operator==(const Recycled<Other>&) const noexcept {
    return true;
  }
};

template <class T>
using Buffer = std::vector<T, Recycled<T>>;

}  // namespace agal::base
