#include "compilers/signature.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::compilers {
namespace {

std::string mismatch(const std::vector<SignatureRow>& outputs, const SignatureRow& input) {
  const auto same = [&](const SignatureRow& row) {
    return row.semantic == input.semantic && row.number == input.number;
  };
  const auto output = std::find_if(outputs.begin(), outputs.end(), same);
  const std::string name = fmt::format("{}{}", input.semantic, input.number);
  if (output == outputs.end()) return name + " is not an output of the vertex program";
  if (output->location == input.location) return "";
  return fmt::format("{} is in register {} of the vertex program, and {} of the fragment program", name,
                     output->location, input.location);
}

}  // namespace

std::string mismatch(const Signature& vertex, const Signature& fragment) {
  for (const SignatureRow& input : fragment.inputs)
    if (std::string reason = mismatch(vertex.outputs, input); !reason.empty()) return reason;
  return "";
}

}  // namespace agal::compilers
