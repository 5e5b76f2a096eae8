// Encodes bytes as text for a page.
#pragma once

#include <string>
#include <string_view>

#include "deflater.hpp"

namespace agal::report {

/// Encodes bytes in base 85, piece by piece: four bytes, as a big-endian number, are five digits; one to three bytes at
/// the end are one digit more. The digits are the characters from '(' to '|', with '}' for '<'. The text is 6 % shorter
/// than Base64, and cannot end an element of a page.
class Base85 {
 public:
  explicit Base85(Sink sink) : sink_(std::move(sink)) {}
  void write(std::string_view bytes);
  void finish();

 private:
  Sink sink_;
  std::string rest_;  // up to three bytes that were not encoded yet
};

std::string base85_of(std::string_view bytes);

/// Encodes bytes as Base64, which addresses of data need.
std::string base64_of(std::string_view bytes);

}  // namespace agal::report
