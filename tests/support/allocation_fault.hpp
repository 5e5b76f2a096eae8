// Makes heap allocations fail: replaces `operator new` of the whole executable, and `malloc` if that is possible.
//
// To use it, list `../support/allocation_fault.cpp` among the sources of the executable.
#pragma once

#include <cstdint>

namespace agal::test {

enum class Shortage : std::uint8_t {
  Once,     // only the chosen allocation fails
  Lasting,  // the chosen allocation and all later ones fail
};

enum class Allocator : std::uint8_t {
  New,     // `operator new` in any of its forms
  Malloc,  // also `malloc` and `calloc`, which C libraries call
};

/// Returns true if `malloc` can be made to fail: with glibc, and without a sanitizer, which has its own `malloc`.
bool malloc_can_fail();

/// Makes the allocation with this number fail, counted from 0 over all threads, while the object exists. At most one
/// object may exist at a time.
class AllocationFault {
 public:
  AllocationFault(std::uint64_t number, Shortage shortage, Allocator allocator = Allocator::New);
  ~AllocationFault();
  AllocationFault(const AllocationFault&) = delete;
  AllocationFault& operator=(const AllocationFault&) = delete;

  /// Returns the number of allocations since the object was created, including failed ones.
  std::uint64_t allocations() const;
  bool happened() const { return allocations() > number_; }

 private:
  std::uint64_t number_;
};

/// Returns the number of blocks that `operator new` has given to any thread and that have not been deleted.
std::int64_t live_blocks();

}  // namespace agal::test
