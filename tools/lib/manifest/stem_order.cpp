#include "manifest/stem_order.hpp"

#include <algorithm>

namespace agal::manifest {
namespace {

// The character between the key and the stem. It is lower than any character of a stem.
constexpr char separator = '\x01';

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Appends the number of digits and then the digits, so that numbers sort by value. The number of digits is written as a
// '9' for each nine digits and one digit for the rest.
void add_number(std::string& key, std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  key.append(digits.size() / 9, '9');
  key += static_cast<char>('0' + digits.size() % 9);
  key += digits;
}

}  // namespace

std::string order_key(std::string_view stem) {
  std::string key;
  for (std::size_t at = 0; at < stem.size();) {
    const std::size_t end = static_cast<std::size_t>(
        std::find_if_not(stem.begin() + static_cast<std::ptrdiff_t>(at), stem.end(), is_digit) - stem.begin());
    if (end > at)
      add_number(key, stem.substr(at, end - at));
    else
      key += stem[at];
    at = std::max(end, at + 1);
  }
  key += separator;
  key += stem;
  return key;
}

std::string_view stem_of(std::string_view order_key) { return order_key.substr(order_key.find(separator) + 1); }

}  // namespace agal::manifest
