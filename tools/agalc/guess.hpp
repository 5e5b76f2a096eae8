// Suggestions for a file that was given to the wrong command, or without a command.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "agal/diagnostic.hpp"

namespace agalc {

/// The commands that fit a file or folder, as a sentence; "" if it does not exist and its name does not help.
std::string proposal_for(const std::string& path);

/// The error for a container or a SPIR-V module if a program is expected; empty if the bytes are neither.
agal::Diagnostics other_file_given(std::span<const std::byte> bytes, const std::string& path);

}  // namespace agalc
