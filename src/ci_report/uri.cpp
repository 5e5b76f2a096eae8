#include "ci_report/uri.hpp"

namespace agal::ci_report {
namespace {

// Letters, digits and what else may stand in a path unencoded. Not the colon, which in the first part of a relative
// reference would end a scheme.
bool stands_for_itself(char c) {
  constexpr std::string_view others = "-._~/!$&'()*+,;=@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         others.find(c) != std::string_view::npos;
}

}  // namespace

bool is_relative(std::string_view path) { return path.empty() || path[0] != '/'; }

std::string uri_of(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = is_relative(path) ? "" : "file://";
  for (const char c : path) {
    if (stands_for_itself(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 0xf];
  }
  return out;
}

}  // namespace agal::ci_report
