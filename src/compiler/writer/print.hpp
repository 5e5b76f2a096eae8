// Writes IR as text of a shader language, without SPIR-V in between.
#pragma once

#include <string>
#include <string_view>

#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "target/output.hpp"

namespace agal::writer {

/// Returns a module as text in a language that has `Writer::Own`. `interface` must be `ir::interface_of` the module.
/// `print` cannot fail if `ir::verify` accepts the module and `target::check_target` accepts the program. The time is
/// linear in the number of instructions, except for the phis of an `if`.
std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output);

/// Joins the texts of a pair in WGSL into one module. The entry points must have different names. The other global
/// names of the two texts always differ.
std::string join(std::string_view vertex, std::string_view fragment);

}  // namespace agal::writer
