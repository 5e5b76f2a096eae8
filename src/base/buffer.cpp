#include "base/buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

namespace agal::base {
namespace {

// Disabled under AddressSanitizer, so that use-after-free stays visible.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool keep_blocks = false;
#elif defined(__has_feature)
constexpr bool keep_blocks = !__has_feature(address_sanitizer);
#else
constexpr bool keep_blocks = true;
#endif

constexpr std::size_t min_block_bytes = 64;

// Sizes are rounded up to powers of two, so that a vector that grows slightly from one program to the next still finds
// its block.
constexpr std::size_t rounded(std::size_t bytes) { return std::bit_ceil(std::max(bytes, min_block_bytes)); }
constexpr std::size_t class_of(std::size_t size) {
  return static_cast<std::size_t>(std::countr_zero(size) - std::countr_zero(min_block_bytes));
}
constexpr std::size_t classes = class_of(max_kept_bytes) + 1;

// A free block holds the address of the next free block of its size.
struct FreeBlock {
  FreeBlock* next;
};

// Trivially destructible, so that it can be used until the very end of the thread.
struct Cache {
  std::array<FreeBlock*, classes> lists;
  std::array<std::size_t, classes> bytes;  // in each list
  std::size_t kept;                        // in all
  bool closed;                             // the thread is ending: keep no more blocks

  void* take(std::size_t list) {
    kept -= min_block_bytes << list;
    bytes[list] -= min_block_bytes << list;
    return std::exchange(lists[list], lists[list]->next);
  }
  void keep(void* block, std::size_t list) {
    kept += min_block_bytes << list;
    bytes[list] += min_block_bytes << list;
    lists[list] = new (block) FreeBlock{lists[list]};
  }
  bool make_room(std::size_t list);
};
constinit thread_local Cache cache{};

// Makes room for one more block of this list by freeing blocks of the list with the most bytes. Otherwise a thread
// whose needs change could never keep a block of the new size. False: the memory is full of blocks of this list.
bool Cache::make_room(std::size_t list) {
  while (kept + (min_block_bytes << list) > max_kept_bytes) {
    std::size_t largest = list == 0 ? 1 : 0;
    for (std::size_t other = 0; other < classes; ++other)
      if (other != list && bytes[other] > bytes[largest]) largest = other;
    if (bytes[largest] == 0) return false;
    ::operator delete(take(largest));
  }
  return true;
}

struct CacheCleaner {
  bool armed = false;
  ~CacheCleaner() {
    cache.closed = true;
    for (FreeBlock*& list : cache.lists)
      while (list != nullptr) ::operator delete(std::exchange(list, list->next));
  }
};

void* block_from_heap(std::size_t bytes) {
  thread_local CacheCleaner cleaner;
  cleaner.armed = true;
  return ::operator new(bytes);
}

}  // namespace

bool keeps_freed_blocks() { return keep_blocks; }

void* allocate_block(std::size_t bytes) {
  if (bytes > max_kept_bytes) return block_from_heap(bytes);
  const std::size_t size = rounded(bytes);
  const std::size_t list = class_of(size);
  return cache.lists[list] != nullptr ? cache.take(list) : block_from_heap(size);
}

void free_block(void* block, std::size_t bytes) noexcept {
  if (keep_blocks && !cache.closed && bytes <= max_kept_bytes) {
    const std::size_t list = class_of(rounded(bytes));
    if (cache.make_room(list)) return cache.keep(block, list);
  }
  ::operator delete(block);
}

}  // namespace agal::base
