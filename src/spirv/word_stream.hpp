// Words that are appended one instruction at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.hpp"

namespace agal::spirv {

/// Like a vector, but the space for an instruction is taken at once, and the words are then written without checks.
class WordStream {
 public:
  /// Space for `count` words, to be overwritten.
  std::uint32_t* append(std::size_t count) {
    if (storage_.size() - size_ < count) reserve(size_ + count);
    std::uint32_t* at = storage_.data() + size_;
    size_ += count;
    return at;
  }

  /// Space for this many words in total.
  void reserve(std::size_t words) {
    if (words > storage_.size()) storage_.resize(std::max({words, 2 * storage_.size(), std::size_t{64}}));
  }

  std::size_t size() const { return size_; }
  const std::uint32_t* data() const { return storage_.data(); }
  std::span<const std::uint32_t> words() const { return {storage_.data(), size_}; }

 private:
  base::Buffer<std::uint32_t> storage_;
  std::size_t size_ = 0;
};

}  // namespace agal::spirv
