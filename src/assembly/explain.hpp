// The fields of a token, bit by bit, as comment lines.
#pragma once

#include <string>
#include <string_view>

#include "agal/program.hpp"

namespace agal::assembly {

/// Appends one comment line per field, each beginning with `indent`.
void explain_token(const Instruction& instruction, Stage stage, std::string_view indent, std::string& out);

}  // namespace agal::assembly
