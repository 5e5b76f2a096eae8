// Declares the part of Lightspark that the adapter uses.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lightspark {

class ByteArray {
 public:
  explicit ByteArray(std::vector<uint8_t> content) : content_(std::move(content)) {}
  uint8_t* getBufferNoCheck() const { return const_cast<uint8_t*>(content_.data()); }
  uint32_t getLength() const { return static_cast<uint32_t>(content_.size()); }

 private:
  std::vector<uint8_t> content_;
};

}  // namespace lightspark
