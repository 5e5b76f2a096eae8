// The half of the verifier that looks at one instruction and the types of its operands.
#pragma once

#include <string_view>

#include "ir/module.hpp"

namespace agal::ir {

/// What is wrong with the types, lanes or interface numbers of an instruction whose operands are values of the module;
/// "" if nothing is.
std::string_view type_error(const Module& module, const Inst& inst);

}  // namespace agal::ir
