// A set of addresses that takes no memory from the heap for each of them.
#pragma once

#include <cstddef>
#include <vector>

namespace agal::c {

/// A hash table with linear probing.
class AddressSet {
 public:
  bool contains(const void* address) const;
  /// `address` is not null, and not in the set. May throw std::bad_alloc; then nothing has changed.
  void add(const void* address);
  /// False: it was not in the set.
  bool remove(const void* address);

 private:
  std::size_t home(const void* address) const;
  std::size_t place(const void* address) const;
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  void grow();

  std::vector<const void*> slots_;  // a power of two of them; null: free
  std::size_t used_ = 0;            // at most half of them
};

}  // namespace agal::c
