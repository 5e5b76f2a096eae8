// IR → text, without SPIR-V in between.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "agal/target.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"

namespace agal::writer {

struct Options {
  Target target = Target::Essl300;  // a target whose family has `Writer::Own`
  ConstantsMode constants = ConstantsMode::Ubo;
  std::span<const Binding> bindings;  // deviations from docs/abi.md
  std::string_view entry_point = "main";
  std::uint32_t push_offset = 0;  // bytes before our range of the push constants
  Precision precision = Precision::High;
  Samplers samplers = Samplers::Combined;  // in MSL, HLSL and WGSL always separate
  std::uint32_t varyings = 0;              // HLSL: declares as many, at least those up to the highest
  bool register_spaces = false;            // HLSL: the set of a binding is its register space
};

/// The name of the entry point in the text: Metal does not allow `main`.
constexpr std::string_view entry_point_in(TargetFamily family, std::string_view name) {
  return family == TargetFamily::Msl && name == "main" ? "main0" : name;
}

/// The module, whose interface is `ir::interface_of` it, as text. Cannot fail on a module that `ir::verify` accepts
/// and whose program `target::check_target` accepts. Linear in the number of instructions, but for the phis of an `if`.
std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options);

/// The texts of a pair in WGSL, whose entry points have different names, as one module: no other global name occurs in
/// both.
std::string join(std::string_view vertex, std::string_view fragment);

}  // namespace agal::writer
