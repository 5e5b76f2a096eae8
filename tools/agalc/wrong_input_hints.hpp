// Suggestions for a file that was given to the wrong command, or without a command.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "agal/diagnostic.hpp"

namespace agalc {

/// Returns a sentence with the commands that fit a file or folder; "" if it does not exist and its name does not help.
/// `options` are the words that follow it on the command line.
std::string proposal_for(const std::string& path, std::span<const std::string> options = {});

/// Returns the error for a container, a SPIR-V module or another known format in place of a program. Returns no
/// diagnostics for other bytes.
agal::Diagnostics other_file_given(std::span<const std::byte> bytes, const std::string& path);

}  // namespace agalc
