// IR → SPIR-V words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agal/program.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "target/output.hpp"

namespace agal::spirv {

/// The output, and what the words say about the program for people.
struct Options : target::Output {
  bool value_names = false;        // OpName for values: text targets use the register names
  const Program* lines = nullptr;  // OpSource and an OpLine for every token of this program
};

/// The maximum bound of ids in a SPIR-V module (one of its universal limits).
inline constexpr std::uint32_t max_bound = 0x3f'ffff;

/// One more than the highest id of a module that `emit` wrote.
inline std::uint32_t bound_of(std::span<const std::uint32_t> words) { return words[3]; }

/// Writes the module, whose interface is `ir::interface_of` it. Cannot fail on a module that `ir::verify` accepts.
std::vector<std::uint32_t> emit(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options);

}  // namespace agal::spirv
