// The arguments that name programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"

namespace agalc {

/// Adds the argument IN of a command that reads one file. Without it, the file is stdin, if that is a pipe or a file.
void add_input(CLI::App& app, std::string& path, const std::string& help);

/// The same for any number of files, folders and patterns.
void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& help);

enum class FoundFiles : std::uint8_t {
  Programs,  // in folders, those that are bytecode, or whose name ends in .agal
  All,
};

/// Replaces each folder by the files below it, and each pattern (`*`, `?`, `[…]`, `**`) that is not the name of a file
/// by those that it matches. A folder or a pattern without files is an error.
agal::Diagnostics expand_inputs(std::vector<std::string>& paths, FoundFiles wanted);

}  // namespace agalc
