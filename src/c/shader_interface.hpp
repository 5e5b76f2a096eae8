// The interface of a shader as structures of agal.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "agal/agal.h"
#include "agal/interface.hpp"
#include "base/buffer.hpp"

namespace agal::c {

/// Owns lists of structures of C, whose addresses do not change. Most interfaces fit into one block.
class RowBlocks {
 public:
  RowBlocks() = default;
  RowBlocks(const RowBlocks&) = delete;
  RowBlocks& operator=(const RowBlocks&) = delete;
  ~RowBlocks() {
    for (const Block& block : blocks_) base::free_block(block.memory, block.size);
  }

  /// Returns `count` structures of zeros.
  template <class Row>
  Row* allocate(std::size_t count) {
    static_assert(alignof(Row) <= alignment && std::is_trivially_destructible_v<Row>);
    void* const memory = take((count * sizeof(Row) + alignment - 1) / alignment * alignment);
    Row* const rows = static_cast<Row*>(memory);
    std::uninitialized_value_construct_n(rows, count);
    return rows;
  }

 private:
  static constexpr std::size_t alignment = alignof(void*);
  static constexpr std::size_t usual_size = 1024;
  struct Block {
    void* memory;
    std::size_t size;
  };

  void* take(std::size_t size) {
    if (size > room_) {
      const std::size_t bytes = std::max(size, usual_size);
      blocks_.reserve(blocks_.size() + 1);  // if this throws, there is no block to free
      blocks_.push_back({base::allocate_block(bytes), bytes});
      next_ = static_cast<std::byte*>(blocks_.back().memory);
      room_ = bytes;
    }
    room_ -= size;
    return std::exchange(next_, next_ + size);
  }

  base::Buffer<Block> blocks_;
  std::byte* next_ = nullptr;  // the unused bytes of the last block
  std::size_t room_ = 0;       // the number of unused bytes
};

/// Owns the structures of an interface, which point to each other and to the names in the interface.
class InterfaceRows {
 public:
  explicit InterfaceRows(Interface interface);
  InterfaceRows(const InterfaceRows&) = delete;
  InterfaceRows& operator=(const InterfaceRows&) = delete;

  const agal_interface& root() const { return root_; }

 private:
  Interface interface_;
  agal_interface root_{};
  RowBlocks blocks_;
};

}  // namespace agal::c
