#include "manifest/samplers.hpp"

#include <algorithm>

namespace agal::manifest {

std::vector<std::string> samplers_of(const Program& program) {
  std::vector<std::string> list;
  std::vector<std::uint64_t> seen;
  for (const Instruction& token : program.instructions) {
    if (!token.samples() || std::find(seen.begin(), seen.end(), token.src2.bits) != seen.end()) continue;
    seen.push_back(token.src2.bits);
    // The operands of a fetch are the destination, the coordinates, and the sampler with its options.
    const std::string text = format_token(token, program.stage).text;
    const std::size_t first = text.find(", "), second = first == text.npos ? first : text.find(", ", first + 2);
    if (second != text.npos) list.push_back(text.substr(second + 2));
  }
  return list;
}

}  // namespace agal::manifest
