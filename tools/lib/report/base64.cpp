#include "base64.hpp"

#include <cstdint>

namespace agal::report {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Appends three bytes, or fewer at the end, as four characters.
void append_group(std::string_view bytes, std::string& out) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
  for (std::size_t i = 0; i < 4; ++i) out += i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
}

}  // namespace

void Base64::write(std::string_view bytes) {
  rest_ += bytes;
  std::string out;
  std::size_t at = 0;
  out.reserve(rest_.size() / 3 * 4);
  for (; at + 3 <= rest_.size(); at += 3) append_group(std::string_view(rest_).substr(at, 3), out);
  rest_.erase(0, at);
  sink_(out);
}

void Base64::finish() {
  std::string out;
  if (!rest_.empty()) append_group(rest_, out);
  rest_.clear();
  sink_(out);
}

std::string base64_of(std::string_view bytes) {
  std::string out;
  Base64 base64([&](std::string_view text) { out += text; });
  base64.write(bytes);
  base64.finish();
  return out;
}

}  // namespace agal::report
