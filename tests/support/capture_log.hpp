// Writes logs of tapped games for tests (docs/capture.md).
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agal::test {

inline std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    std::size_t digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const bool set = i / 8 < bytes.size() && (std::to_integer<unsigned>(bytes[i / 8]) >> (7 - i % 8) & 1) != 0;
      digit = 2 * digit + (set ? 1 : 0);
    }
    out += digits[digit];
  }
  return out;
}

inline std::string checksum(std::string_view text) {
  std::uint32_t a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return fmt::format("{:x}", b * 65536 + a);
}

/// Returns one line of a log, without the line end.
inline std::string tap_line(std::string_view run, unsigned record, std::string_view text, unsigned part = 1,
                            unsigned parts = 1) {
  return fmt::format("agalc-tap 1 {} {} {}/{} {} {} {}", run, record, part, parts, text.size(), checksum(text), text);
}

/// Returns the first upload of a pair.
inline std::string upload(unsigned number, unsigned pair, std::span<const std::byte> vertex,
                          std::span<const std::byte> fragment) {
  return fmt::format("upload;number={};pair={};vertex={};fragment={}", number, pair, base64(vertex), base64(fragment));
}

/// The lines of one run. Numbers its records and splits them into parts.
class CaptureLog {
 public:
  /// `game` contains the fields that name the tapped file, which older logs do not have.
  explicit CaptureLog(std::string run = "c0ffee", std::string_view game = "") : run_(std::move(run)) {
    add(fmt::format("start{};player=LNX%201;type=PlugIn", game));
  }

  CaptureLog& add(std::string_view record) {
    constexpr std::size_t max_part = 400;
    ++records_;
    const auto parts = static_cast<unsigned>((record.size() + max_part - 1) / max_part);
    for (unsigned part = 1; part <= parts; ++part)
      lines.push_back(tap_line(run_, records_, record.substr((part - 1) * max_part, max_part), part, parts));
    return *this;
  }

  /// Returns the text of the log. Each line has a prefix and a line end.
  std::string text(std::string_view prefix = "", std::string_view end = "\n") const {
    std::string out;
    for (const std::string& line : lines) out += fmt::format("{}{}{}", prefix, line, end);
    return out;
  }

  std::vector<std::string> lines;

 private:
  std::string run_;
  unsigned records_ = 0;
};

}  // namespace agal::test
