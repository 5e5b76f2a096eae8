// Adds and expands arguments that name programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/input_files.hpp"
#include "cli/console.hpp"
#include "options.hpp"

namespace agalc {

/// Adds the argument IN of a command that reads one file. Without it, the file is stdin, if that is a pipe or a file.
void add_input(CLI::App& app, std::string& path, const std::string& help);

/// Adds the argument IN of a command that reads any number of files, folders and patterns. Without it, the file is
/// stdin, if that is a pipe or a file.
void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& help);

/// Appends the file of an argument, or the files below a folder, or the files that a pattern (`*`, `?`, `[…]`, `**`)
/// matches. The name of an existing file is not a pattern. A pattern without files is an error.
agal::Diagnostics find_inputs(const std::string& argument, std::vector<agal::batch::InputFile>& files);

/// Replaces each folder and each pattern by the programs in it: bytecode, and files with names that end in .agal. If
/// there are none, this is an error.
agal::Diagnostics expand_inputs(std::vector<std::string>& paths);

/// Loads a program without messages, to know its products before anything is written. nullopt: it has errors, or it is
/// stdin, which can be read only once.
std::optional<agal::Program> load_silently(const std::string& path, const InputOptions& options);

}  // namespace agalc
