#include "encodings.hpp"

#include <array>
#include <cstdint>

namespace agal::report {
namespace {

constexpr std::string_view digits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char digit85(std::uint32_t value) { return value == '<' - '(' ? '}' : static_cast<char>('(' + value); }

// Appends four bytes, or fewer at the end, as one digit more.
void append_group85(std::string_view bytes, std::string& out) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
  std::array<char, 5> digits{};
  for (std::size_t i = digits.size(); i-- > 0; number /= 85) digits[i] = digit85(number % 85);
  out.append(digits.data(), bytes.size() + 1);
}

// Appends three bytes, or fewer at the end, as four characters.
void append_group64(std::string_view bytes, std::string& out) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
  for (std::size_t i = 0; i < 4; ++i) out += i <= bytes.size() ? digits64[bits >> (18 - 6 * i) & 63] : '=';
}

}  // namespace

void Base85::write(std::string_view bytes) {
  rest_ += bytes;
  std::string out;
  std::size_t at = 0;
  out.reserve(rest_.size() / 4 * 5);
  for (; at + 4 <= rest_.size(); at += 4) append_group85(std::string_view(rest_).substr(at, 4), out);
  rest_.erase(0, at);
  sink_(out);
}

void Base85::finish() {
  std::string out;
  if (!rest_.empty()) append_group85(rest_, out);
  rest_.clear();
  sink_(out);
}

std::string base85_of(std::string_view bytes) {
  std::string out;
  Base85 base85([&](std::string_view text) { out += text; });
  base85.write(bytes);
  base85.finish();
  return out;
}

std::string base64_of(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) append_group64(bytes.substr(at, 3), out);
  return out;
}

}  // namespace agal::report
