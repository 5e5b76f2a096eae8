// Writes the IR as SPIR-V words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agal/program.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "target/output.hpp"

namespace agal::spirv {

/// The options of the output, and of debug information.
struct Options : target::Output {
  bool value_names = false;        // true to name values after registers (OpName), also for text made from the SPIR-V
  const Program* lines = nullptr;  // adds OpSource, and an OpLine for every token, if this program has a name
};

/// The maximum bound of ids in a SPIR-V module (one of its universal limits).
inline constexpr std::uint32_t max_bound = 0x3f'ffff;

/// Returns the highest id of a module that `emit` wrote, plus 1.
inline std::uint32_t bound_of(std::span<const std::uint32_t> words) { return words[3]; }

/// Writes a module. `interface` must be `ir::interface_of` the module. `emit` cannot fail for a module that
/// `ir::verify` accepts.
std::vector<std::uint32_t> emit(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options);

}  // namespace agal::spirv
