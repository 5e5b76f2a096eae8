#include "agal/text.hpp"

namespace agal {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  std::string out = grouped(number);
  out += ' ';
  if (number == 1 || many.empty()) out += one;
  if (number != 1) out += many.empty() ? std::string_view("s") : many;
  return out;
}

}  // namespace agal
