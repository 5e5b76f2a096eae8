#include "base/buffer.hpp"

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace agal::base {
namespace {

// True if freed blocks are kept. AddressSanitizer builds do not keep them, so that use-after-free stays visible.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool keep_blocks = false;
#elif defined(__has_feature)
constexpr bool keep_blocks = !__has_feature(address_sanitizer);
#else
constexpr bool keep_blocks = true;
#endif

constexpr std::size_t min_block_bytes = 64;

// Returns the index of the list for blocks of a size. Sizes are rounded up to powers of two, so that a vector that is
// slightly larger in the next program still finds a block.
constexpr std::size_t list_of(std::size_t bytes) {
  const std::size_t last = bytes - (bytes == 0 ? 0 : 1);
  return static_cast<std::size_t>(std::bit_width(last | (min_block_bytes - 1)) - std::bit_width(min_block_bytes - 1));
}
constexpr std::size_t lists = list_of(max_kept_bytes) + 1;

// A free block holds the address of the next free block of its size.
struct FreeBlock {
  FreeBlock* next;
};

// The free blocks of one size.
struct FreeList {
  FreeBlock* first;
  std::size_t bytes;
};

// The blocks that a thread keeps. The type is trivially destructible, so that it can be used until the thread ends.
struct Cache {
  std::array<FreeList, lists> free;
  std::size_t kept;   // bytes in all lists
  std::size_t limit;  // the maximum of `kept`; 0 when the thread is ending

  void* take(std::size_t list) {
    kept -= min_block_bytes << list;
    free[list].bytes -= min_block_bytes << list;
    return std::exchange(free[list].first, free[list].first->next);
  }
  void keep(void* block, std::size_t list) {
    kept += min_block_bytes << list;
    free[list].bytes += min_block_bytes << list;
    free[list].first = new (block) FreeBlock{free[list].first};
  }
  bool make_room(std::size_t list);
};
constinit thread_local Cache cache{{}, 0, keep_blocks ? max_kept_bytes : 0};

// Marks functions for rare cases. Inside the functions that call them, they would make each call save registers. In
// WebAssembly, the smaller callers would be inlined everywhere.
#if defined(__GNUC__) && !defined(__wasm__)
#define AGAL_RARE [[gnu::noinline]]
#else
#define AGAL_RARE
#endif

// Frees blocks of other lists until there is room to keep one more block of this list. Otherwise a thread that begins
// to need another size could never keep a block of that size. Frees blocks of the list with the most bytes first, not
// the largest blocks: a translation that frees a large block and then a small one would lose the large one each time.
// Returns false if there is not enough room.
AGAL_RARE bool Cache::make_room(std::size_t list) {
  const std::size_t size = min_block_bytes << list;
  while (kept + size > limit) {
    std::size_t fullest = list == 0 ? 1 : 0;
    for (std::size_t other = 0; other < lists; ++other)
      if (other != list && free[other].bytes > free[fullest].bytes) fullest = other;
    if (free[fullest].bytes == 0) return false;
    ::operator delete(take(fullest));
  }
  return true;
}

struct CacheCleaner {
  bool armed = false;
  ~CacheCleaner() {
    cache.limit = 0;
    for (std::size_t list = 0; list < lists; ++list)
      while (cache.free[list].first != nullptr) ::operator delete(cache.take(list));
  }
};

AGAL_RARE void* block_from_heap(std::size_t bytes) {
  thread_local CacheCleaner cleaner;
  cleaner.armed = true;
  return ::operator new(bytes);
}

}  // namespace

bool keeps_freed_blocks() { return keep_blocks; }

void* allocate_block(std::size_t bytes) {
  if (bytes > max_kept_bytes) return block_from_heap(bytes);
  const std::size_t list = list_of(bytes);
  return cache.free[list].first != nullptr ? cache.take(list) : block_from_heap(min_block_bytes << list);
}

void free_block(void* block, std::size_t bytes) noexcept {
  const std::size_t list = list_of(bytes);
  if (bytes > max_kept_bytes || (cache.kept + (min_block_bytes << list) > cache.limit && !cache.make_room(list)))
    return ::operator delete(block);
  cache.keep(block, list);
}

}  // namespace agal::base
