// Encodes bytes as text for a page.
#pragma once

#include <string>
#include <string_view>

#include "deflater.hpp"

namespace agal::report {

/// Encodes bytes as Base64, piece by piece.
class Base64 {
 public:
  explicit Base64(Sink sink) : sink_(std::move(sink)) {}
  void write(std::string_view bytes);
  void finish();

 private:
  Sink sink_;
  std::string rest_;  // up to two bytes that were not encoded yet
};

std::string base64_of(std::string_view bytes);

}  // namespace agal::report
