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
constexpr bool keeps = false;
#elif defined(__has_feature)
constexpr bool keeps = !__has_feature(address_sanitizer);
#else
constexpr bool keeps = true;
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
  std::array<std::size_t, classes> bytes;  // in each list
  std::size_t kept;                        // in all
  bool closed;                             // the thread ends: keep nothing more

  void* take(std::size_t list) {
    kept -= smallest << list;
    bytes[list] -= smallest << list;
    return std::exchange(lists[list], lists[list]->next);
  }
  void keep(void* block, std::size_t list) {
    kept += smallest << list;
    bytes[list] += smallest << list;
    lists[list] = new (block) Free{lists[list]};
  }
  bool make_room(std::size_t list);
};
constinit thread_local Cache cache{};

// For one more block of this list: what a thread needs now pushes out what it needed most of before, or it would be
// without a block for good where others have filled the memory. False: it is full of its own.
bool Cache::make_room(std::size_t list) {
  while (kept + (smallest << list) > kept_bytes) {
    std::size_t fullest = list == 0 ? 1 : 0;
    for (std::size_t other = 0; other < classes; ++other)
      if (other != list && bytes[other] > bytes[fullest]) fullest = other;
    if (bytes[fullest] == 0) return false;
    ::operator delete(take(fullest));
  }
  return true;
}

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

bool keeps_blocks() { return keeps; }

void* take_block(std::size_t bytes) {
  if (bytes > kept_bytes) return block_from_heap(bytes);
  const std::size_t size = rounded(bytes);
  const std::size_t list = class_of(size);
  return cache.lists[list] != nullptr ? cache.take(list) : block_from_heap(size);
}

void give_block(void* block, std::size_t bytes) noexcept {
  if (keeps && !cache.closed && bytes <= kept_bytes) {
    const std::size_t list = class_of(rounded(bytes));
    if (cache.make_room(list)) return cache.keep(block, list);
  }
  ::operator delete(block);
}

}  // namespace agal::base
