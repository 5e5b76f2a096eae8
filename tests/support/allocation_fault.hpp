// Makes heap allocations fail: replaces `operator new` of the whole executable, and `malloc` where that is possible.
//
// To use it, list `../support/allocation_fault.cpp` among the sources of the executable.
#pragma once

#include <cstdint>

namespace agal::test {

enum class Shortage : std::uint8_t {
  Once,     // one allocation fails
  Lasting,  // all from that one on fail
};

enum class Allocator : std::uint8_t {
  New,     // `operator new` in any of its forms
  Malloc,  // also `malloc` and `calloc`, which libraries in C call
};

/// Whether `malloc` can be made to fail: with glibc, and without a sanitizer, which has its own.
bool malloc_can_fail();

/// While it exists, the allocation with this number fails, counted from 0 over all threads. At most one at a time.
class AllocationFault {
 public:
  AllocationFault(std::uint64_t number, Shortage shortage, Allocator allocator = Allocator::New);
  ~AllocationFault();
  AllocationFault(const AllocationFault&) = delete;
  AllocationFault& operator=(const AllocationFault&) = delete;

  /// The allocations since it was created, including those that failed.
  std::uint64_t allocations() const;
  bool happened() const { return allocations() > number_; }

 private:
  std::uint64_t number_;
};

/// The blocks that `operator new` has given to any thread and that have not been deleted.
std::int64_t live_blocks();

}  // namespace agal::test
