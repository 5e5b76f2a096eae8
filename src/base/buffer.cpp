#include "base/buffer.hpp"

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
// its block. The number of the list of a size:
constexpr std::size_t list_of(std::size_t bytes) {
  const std::size_t last = bytes - (bytes == 0 ? 0 : 1);
  return static_cast<std::size_t>(std::bit_width(last | (min_block_bytes - 1)) - std::bit_width(min_block_bytes - 1));
}
constexpr std::size_t lists = list_of(max_kept_bytes) + 1;

// A free block holds the address of the next free block of its size.
struct FreeBlock {
  FreeBlock* next;
};

// Trivially destructible, so that it can be used until the very end of the thread.
struct Cache {
  std::array<FreeBlock*, lists> free;
  std::size_t kept;   // bytes in all lists
  std::size_t limit;  // of these; 0 when the thread is ending

  void* take(std::size_t list) {
    kept -= min_block_bytes << list;
    return std::exchange(free[list], free[list]->next);
  }
  bool make_room(std::size_t list);
};
constinit thread_local Cache cache{{}, 0, keep_blocks ? max_kept_bytes : 0};

// Makes room for one more block of this list by freeing others, the largest first: a thread whose needs change could
// never keep a block of the new size otherwise. False: there is no room.
bool Cache::make_room(std::size_t list) {
  const std::size_t size = min_block_bytes << list;
  for (std::size_t other = lists; other-- > 0 && kept + size > limit;)
    while (other != list && free[other] != nullptr && kept + size > limit) ::operator delete(take(other));
  return kept + size <= limit;
}

struct CacheCleaner {
  bool armed = false;
  ~CacheCleaner() {
    cache.limit = 0;
    for (FreeBlock*& list : cache.free)
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
  const std::size_t list = list_of(bytes);
  return cache.free[list] != nullptr ? cache.take(list) : block_from_heap(min_block_bytes << list);
}

void free_block(void* block, std::size_t bytes) noexcept {
  const std::size_t list = list_of(bytes);
  if (bytes > max_kept_bytes || (cache.kept + (min_block_bytes << list) > cache.limit && !cache.make_room(list)))
    return ::operator delete(block);
  cache.kept += min_block_bytes << list;
  cache.free[list] = new (block) FreeBlock{cache.free[list]};
}

}  // namespace agal::base
