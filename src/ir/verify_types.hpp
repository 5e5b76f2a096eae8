// The part of the verifier that checks one instruction and the types of its operands.
#pragma once

#include <string_view>

#include "ir/module.hpp"

namespace agal::ir {

/// An error in the types, lanes or interface numbers of an instruction whose operands are values of the module; "" if
/// there is none.
std::string_view type_error(const Module& module, const Inst& inst);

}  // namespace agal::ir
