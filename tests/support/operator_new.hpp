// Replaces `operator new` and `operator delete` of the whole executable, in all their forms, by two functions. The one
// source that includes this header defines the functions. The standard library's other forms call the two throwing
// forms for one object. The sanitizers' forms do not call them, so without replacing all forms, memory would be
// allocated and freed by different allocators.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace agal::test {

/// Returns memory for at least one byte, or null.
void* allocate(std::size_t size) noexcept;
void* allocate(std::size_t size, std::align_val_t alignment) noexcept;
/// Frees memory of both functions; null is ignored.
void release(void* memory) noexcept;

/// Calls std::aligned_alloc, which accepts only multiples of the alignment.
inline void* aligned_block(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}

inline void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace agal::test

void* operator new(std::size_t size) { return agal::test::or_throw(agal::test::allocate(size)); }
void* operator new[](std::size_t size) { return agal::test::or_throw(agal::test::allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return agal::test::allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return agal::test::allocate(size); }

void* operator new(std::size_t size, std::align_val_t to) {
  return agal::test::or_throw(agal::test::allocate(size, to));
}
void* operator new[](std::size_t size, std::align_val_t to) {
  return agal::test::or_throw(agal::test::allocate(size, to));
}
void* operator new(std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
  return agal::test::allocate(size, to);
}
void* operator new[](std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
  return agal::test::allocate(size, to);
}

void operator delete(void* memory) noexcept { agal::test::release(memory); }
void operator delete[](void* memory) noexcept { agal::test::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { agal::test::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { agal::test::release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { agal::test::release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { agal::test::release(memory); }

void operator delete(void* memory, std::align_val_t) noexcept { agal::test::release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { agal::test::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { agal::test::release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { agal::test::release(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { agal::test::release(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { agal::test::release(memory); }
