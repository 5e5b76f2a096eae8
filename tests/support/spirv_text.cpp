#include "support/spirv_text.hpp"

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

#include <stdexcept>
#include <string>

namespace agal::test {

std::vector<std::uint32_t> assemble_spirv(std::string_view text, std::uint32_t minor) {
  constexpr spv_target_env environments[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                             SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                             SPV_ENV_UNIVERSAL_1_6};
  spvtools::SpirvTools tools(environments[minor]);
  std::string message;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* what) {
    message = "line " + std::to_string(at.line + 1) + ": " + what;
  });
  std::vector<std::uint32_t> words;
  if (!tools.Assemble(text.data(), text.size(), &words)) throw std::runtime_error(message);
  return words;
}

std::vector<std::uint32_t> optimize_spirv(std::span<const std::uint32_t> words) {
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  optimizer.RegisterPerformancePasses();
  std::vector<std::uint32_t> result;
  if (!optimizer.Run(words.data(), words.size(), &result)) result.clear();
  return result;
}

}  // namespace agal::test
