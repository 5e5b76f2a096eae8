// The interface of a shader as structures of agal.h.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include "agal/agal.h"
#include "agal/interface.hpp"
#include "base/buffer.hpp"

namespace agal::c {

/// Owns lists of structures of C, whose addresses do not change.
class RowBlocks {
 public:
  /// Returns `count` structures of zeros.
  template <class Row>
  Row* allocate(std::size_t count) {
    static_assert(alignof(Row) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__ && std::is_trivially_destructible_v<Row>);
    Row* const rows = reinterpret_cast<Row*>(blocks_.emplace_back(count * sizeof(Row)).data());
    std::uninitialized_value_construct_n(rows, count);
    return rows;
  }

 private:
  base::Buffer<base::Buffer<std::byte>> blocks_;
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
