// Writes IR as text of a shader language, without SPIR-V in between.
#pragma once

#include <string>
#include <string_view>

#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "target/output.hpp"

namespace agal::writer {

/// Returns the module, whose interface is `ir::interface_of` it, as text in a language that has `Writer::Own`. Cannot
/// fail on a module that `ir::verify` accepts and whose program `target::check_target` accepts. Linear in the number of
/// instructions, except for the phis of an `if`.
std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output);

/// Joins the texts of a pair in WGSL into one module. The entry points must have different names; the texts do not
/// share other global names.
std::string join(std::string_view vertex, std::string_view fragment);

}  // namespace agal::writer
