// Replaces the functions of this folder in a build without SPIRV-Tools and SPIRV-Cross.
#include "agal/spirv.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"

namespace agal {
namespace khronos {

bool available() { return false; }

std::optional<std::string> validate(std::span<const std::uint32_t>, Environment) { return std::nullopt; }

std::string disassemble(std::span<const std::uint32_t>) { return "; this build of agalc does not have SPIRV-Tools\n"; }

Result<std::string> cross_compile(std::span<const std::uint32_t>, std::uint32_t, const target::Output&) {
  return Diagnostics{};
}

std::string spirv_tools_version() { return "absent"; }
std::string spirv_cross_version() { return "absent"; }

}  // namespace khronos

std::string spirv_text(std::span<const std::uint32_t> words) { return khronos::disassemble(words); }

}  // namespace agal
