// Defines the operators new and delete in the command itself. Otherwise, they would be functions of the C++ library,
// which call mimalloc. mimalloc-new-delete.h would end the command if memory is exhausted, because Debian builds
// mimalloc in C.
#include <mimalloc.h>

#include <cstddef>
#include <new>

void* operator new(std::size_t size) {
  for (;;) {
    if (void* const block = mi_malloc(size)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* block) noexcept { mi_free(block); }
void operator delete(void* block, std::size_t) noexcept { mi_free(block); }
