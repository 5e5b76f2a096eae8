// Emits SPIR-V for assembly text and parses it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "khronos/spirv_tools.hpp"
#include "opt/passes.hpp"
#include "spirv/emit.hpp"
#include "support/lowering.hpp"

namespace agal::spirv {

struct Instruction {
  std::uint32_t op = 0;
  std::vector<std::uint32_t> operands;  // every word except the first
};

inline std::vector<Instruction> instructions_of(const std::vector<std::uint32_t>& words) {
  std::vector<Instruction> out;
  for (std::size_t at = 5; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || at + count > words.size()) break;
    out.push_back({words[at] & 0xffff,
                   {words.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                    words.begin() + static_cast<std::ptrdiff_t>(at + count)}});
    at += count;
  }
  return out;
}

/// Returns the literal string that begins at this operand.
inline std::string string_at(const Instruction& inst, std::size_t operand) {
  std::string out;
  for (std::size_t i = operand; i < inst.operands.size(); ++i)
    for (std::uint32_t b = 0; b < 4; ++b) {
      const auto c = static_cast<char>(inst.operands[i] >> (8 * b) & 0xff);
      if (c == '\0') return out;
      out += c;
    }
  return out;
}

/// Returns the SPIR-V of a module.
inline std::vector<std::uint32_t> emit(const ir::Module& module, const Options& options) {
  return emit(module, ir::interface_of(module), options);
}

/// The SPIR-V of a module after all passes. The constructor checks that the SPIR-V is valid.
class Emitted {
 public:
  explicit Emitted(ir::Module module, const Options& options = {}, const opt::PipelineOptions& passes = {}) {
    EXPECT_TRUE(opt::run_pipeline(module, passes).empty());
    words = emit(module, options);
    list = instructions_of(words);
    const auto error = khronos::validate(words, options.environment);
    EXPECT_FALSE(error) << *error << "\n" << khronos::disassemble(words);
  }
  explicit Emitted(std::string_view text, const Options& options = {}, const opt::PipelineOptions& passes = {})
      : Emitted(test::lowered(text), options, passes) {}

  std::vector<Instruction> all(std::uint32_t op) const {
    std::vector<Instruction> out;
    std::copy_if(list.begin(), list.end(), std::back_inserter(out), [&](const Instruction& i) { return i.op == op; });
    return out;
  }
  std::size_t count(std::uint32_t op) const { return all(op).size(); }

  /// Returns the first id with this name, or 0.
  std::uint32_t named(std::string_view name) const {
    for (const Instruction& inst : list)
      if (inst.op == spv::OpName && string_at(inst, 1) == name) return inst.operands[0];
    return 0;
  }

  /// Returns the operands of a decoration, or {~0u} if the id does not have the decoration.
  std::vector<std::uint32_t> decoration(std::uint32_t id, std::uint32_t decoration) const {
    for (const Instruction& inst : list)
      if (inst.op == spv::OpDecorate && inst.operands[0] == id && inst.operands[1] == decoration)
        return {inst.operands.begin() + 2, inst.operands.end()};
    return {~0u};
  }
  bool decorated(std::uint32_t id, std::uint32_t which) const {
    return decoration(id, which) != std::vector<std::uint32_t>{~0u};
  }

  std::vector<std::uint32_t> words;
  std::vector<Instruction> list;
};

}  // namespace agal::spirv
