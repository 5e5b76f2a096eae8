// Adds and expands arguments that name programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"

namespace agalc {

/// Adds the argument IN of a command that reads one file. Without it, the file is stdin, if that is a pipe or a file.
void add_input(CLI::App& app, std::string& path, const std::string& help);

/// Adds the argument IN of a command that reads any number of files, folders and patterns. Without it, the file is
/// stdin, if that is a pipe or a file.
void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& help);

enum class FoundFiles : std::uint8_t {
  Programs,  // programs: in folders, only bytecode and files with names that end in .agal
  All,
};

/// Replaces each folder by the files below it, and each pattern (`*`, `?`, `[…]`, `**`) by the files that it matches,
/// unless it is the name of a file. A folder or a pattern without files is an error.
agal::Diagnostics expand_inputs(std::vector<std::string>& paths, FoundFiles wanted);

}  // namespace agalc
