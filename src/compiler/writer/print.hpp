// Writes IR as text of a shader language, without SPIR-V in between. Each step reads the results of earlier steps:
//
//   statements.hpp   which values become statements; all others are written inside the expressions that use them
//   variables.hpp    which variable each statement and each phi is assigned to, and its name
//   body.hpp         walks the instructions: opens and closes the arms of ifs, and writes the statements
//   expressions.cpp  the expression of a statement, down to the variables, constants and inputs that it reads
//   glsl.cpp, …      the declarations of one language around the body (language_writer.hpp)
//
// dialect.hpp has the differences between languages inside a body, ops.def the spelling of each operation.
#pragma once

#include <string>
#include <string_view>

#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "target/output.hpp"

namespace agal::writer {

/// Returns a module as text in a language that has `Writer::Own`. `interface` must be `ir::interface_of` the module.
/// `print` cannot fail if `ir::verify` accepts the module and `target::check_target` accepts the program. The time is
/// linear in the number of instructions, except for the phis of an `if`. With a `source`, from which the module was
/// made, comments name its lines.
std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                  const Program* source = nullptr);

/// Joins the texts of a pair in WGSL into one module. The entry points must have different names. The other global
/// names of the two texts always differ.
std::string join(std::string_view vertex, std::string_view fragment);

}  // namespace agal::writer
