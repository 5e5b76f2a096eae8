#include "ci_report/sarif_parts.hpp"

namespace agal::ci_report {
namespace {

// Characters that need no encoding in a path. The colon is not one of them: in the first segment of a relative
// reference it would end a scheme.
bool is_unreserved(char c) {
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
    if (is_unreserved(c)) {
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
