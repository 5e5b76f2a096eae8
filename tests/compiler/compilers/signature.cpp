#include "compilers/signature.hpp"

#include <fmt/format.h>

namespace agal::compilers {
namespace {

const SignatureElement* find_output(const Signature& vertex, const SignatureElement& input) {
  for (const SignatureElement& output : vertex.outputs)
    if (output.semantic == input.semantic) return &output;
  return nullptr;
}

}  // namespace

std::vector<std::string> misplaced(const Signature& vertex, const Signature& fragment) {
  std::vector<std::string> lines;
  for (const SignatureElement& input : fragment.inputs) {
    const SignatureElement* const output = find_output(vertex, input);
    if (output != nullptr && (output->hardware_register != input.hardware_register || output->mask != input.mask))
      lines.push_back(fmt::format("{} is register {}, mask {}, but register {}, mask {}, of the vertex shader",
                                  input.semantic, input.hardware_register, input.mask, output->hardware_register,
                                  output->mask));
  }
  return lines;
}

std::vector<std::string> unconnected(const Signature& vertex, const Signature& fragment) {
  std::vector<std::string> lines;
  for (const SignatureElement& input : fragment.inputs)
    if (!input.system_value && find_output(vertex, input) == nullptr)
      lines.push_back(input.semantic + " is not an output of the vertex shader");
  return lines;
}

std::vector<Module> modules_of(const std::vector<ModulePair>& pairs) {
  std::vector<Module> modules;
  for (const ModulePair& pair : pairs) {
    modules.push_back(pair.vertex);
    modules.push_back(pair.fragment);
  }
  return modules;
}

std::vector<std::string> pairs_that_do_not_fit(const std::vector<ModulePair>& pairs,
                                               const std::vector<Signature>& signatures) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Signature &vertex = signatures.at(2 * i), &fragment = signatures.at(2 * i + 1);
    std::vector<std::string> wrong = misplaced(vertex, fragment);
    if (wrong.empty() && pairs[i].complete) wrong = unconnected(vertex, fragment);
    if (!wrong.empty()) lines.push_back(fmt::format("{}: {}", pairs[i].vertex.name, fmt::join(wrong, "; ")));
  }
  return lines;
}

}  // namespace agal::compilers
