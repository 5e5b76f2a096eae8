// The text of --help.
#pragma once

#include <cstddef>
#include <string>

#include "command_tree.hpp"

namespace agalc {

/// The usage, arguments, options by group and examples of a command, for a terminal of this width.
std::string help_of(const DescribedCommand& command, std::size_t columns);

}  // namespace agalc
