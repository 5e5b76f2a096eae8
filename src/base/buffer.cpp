#include "base/buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

namespace agal::base {
namespace {

// A sanitizer shall see who reads what was given back.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool keeps_blocks = false;
#elif defined(__has_feature)
constexpr bool keeps_blocks = !__has_feature(address_sanitizer);
#else
constexpr bool keeps_blocks = true;
#endif

constexpr std::size_t smallest = 64;

// Sizes are rounded up to powers of two, so that a vector that grows a little from one program to the next still finds
// its block.
constexpr std::size_t rounded(std::size_t bytes) { return std::bit_ceil(std::max(bytes, smallest)); }
constexpr std::size_t class_of(std::size_t size) {
  return static_cast<std::size_t>(std::countr_zero(size) - std::countr_zero(smallest));
}
constexpr std::size_t classes = class_of(kept_bytes) + 1;

// A block that nobody uses holds the address of the next one of its size.
struct Free {
  Free* next;
};

// Without a destructor, so that it may be asked to the very end of the thread.
struct Cache {
  std::array<Free*, classes> lists;
  std::size_t kept;
  bool closed;  // the thread ends: keep nothing more
};
constinit thread_local Cache cache{};

struct Sweeper {
  bool armed = false;
  ~Sweeper() {
    cache.closed = true;
    for (Free*& list : cache.lists)
      while (list != nullptr) ::operator delete(std::exchange(list, list->next));
  }
};

void* block_from_heap(std::size_t bytes) {
  thread_local Sweeper sweeper;
  sweeper.armed = true;
  return ::operator new(bytes);
}

}  // namespace

void* take_block(std::size_t bytes) {
  if (bytes > kept_bytes) return block_from_heap(bytes);
  const std::size_t size = rounded(bytes);
  Free*& list = cache.lists[class_of(size)];
  if (list == nullptr) return block_from_heap(size);
  cache.kept -= size;
  return std::exchange(list, list->next);
}

void give_block(void* block, std::size_t bytes) noexcept {
  const std::size_t size = bytes > kept_bytes ? bytes : rounded(bytes);
  if (!keeps_blocks || cache.closed || cache.kept + size > kept_bytes) {
    ::operator delete(block);
    return;
  }
  cache.kept += size;
  Free*& list = cache.lists[class_of(size)];
  list = new (block) Free{list};
}

}  // namespace agal::base
