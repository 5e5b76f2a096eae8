#include "support/allocation_fault.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "support/operator_new.hpp"

// The sanitizers replace malloc themselves.
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AGAL_REPLACE_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AGAL_REPLACE_MALLOC 0
#endif
#endif
#ifndef AGAL_REPLACE_MALLOC
#define AGAL_REPLACE_MALLOC 1
#endif

namespace {

using agal::test::Allocator;

constexpr std::uint64_t never = ~std::uint64_t{0};
// The numbers of the failing allocations: `first` to `last`.
constinit std::atomic<std::uint64_t> counted{0}, first{never}, last{never};
constinit std::atomic<Allocator> counts{Allocator::New};
constinit std::atomic<std::int64_t> live{0};

bool fails() noexcept {
  if (first == never) return false;
  const std::uint64_t number = counted.fetch_add(1);
  return number >= first && number <= last;
}

}  // namespace

#if AGAL_REPLACE_MALLOC
extern "C" {
void* __libc_malloc(std::size_t size) noexcept;
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;

void* malloc(std::size_t size) noexcept {
  if (counts != Allocator::Malloc || !fails()) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  if (counts != Allocator::Malloc || !fails()) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}
}
#endif

namespace {

void* block(std::size_t size) noexcept {
#if AGAL_REPLACE_MALLOC
  return __libc_malloc(size);
#else
  return std::malloc(size);
#endif
}

void* noted(void* memory) noexcept {
  if (memory != nullptr) ++live;
  return memory;
}

}  // namespace

namespace agal::test {

bool malloc_can_fail() { return AGAL_REPLACE_MALLOC != 0; }

AllocationFault::AllocationFault(std::uint64_t number, Shortage shortage, Allocator allocator) : number_(number) {
  counted = 0;
  counts = allocator;
  last = shortage == Shortage::Lasting ? never : number;
  first = number;
}

AllocationFault::~AllocationFault() {
  first = never;
  counts = Allocator::New;
}

std::uint64_t AllocationFault::allocations() const { return counted; }

std::int64_t live_blocks() { return live; }

void* allocate(std::size_t size) noexcept { return noted(fails() ? nullptr : block(size == 0 ? 1 : size)); }

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  return noted(fails() ? nullptr : aligned_block(size, alignment));
}

void release(void* memory) noexcept {
  if (memory != nullptr) --live;
  std::free(memory);
}

}  // namespace agal::test
