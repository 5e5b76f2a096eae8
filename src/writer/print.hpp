// IR → text, without SPIR-V in between: GLSL, GLSL ES and WGSL.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "agal/target.hpp"
#include "ir/module.hpp"
#include "spirv/emit.hpp"

namespace agal::writer {

struct Options {
  Target target = Target::Essl300;  // a target whose family has `Writer::Own`
  ConstantsMode constants = ConstantsMode::Ubo;
  std::span<const Binding> bindings;  // deviations from docs/abi.md
  std::string_view entry_point = "main";
  std::uint32_t push_offset = 0;  // bytes before our range of the push constants
  Precision precision = Precision::High;
  Samplers samplers = Samplers::Combined;  // in WGSL always separate
};

/// The module, whose interface is `spirv::interface_of` it, as text. Cannot fail on a module that `ir::verify` accepts
/// and whose program `target::check_target` accepts. Linear in the number of instructions, but for the phis of an `if`.
std::string print(const ir::Module& module, const spirv::ModuleInterface& interface, const Options& options);

/// The texts of a pair in WGSL, whose entry points have different names, as one module: no other global name occurs in
/// both.
std::string join(std::string_view vertex, std::string_view fragment);

}  // namespace agal::writer
