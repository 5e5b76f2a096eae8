// This process: its arguments, its environment, and its use of resources.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agalc::os {

/// Before anything is read or written: the standard streams are binary, and a file that exceeds a limit is an error
/// like any other.
void prepare_process();

/// The words after the name of the program, as UTF-8.
std::vector<std::string> arguments_of_main(int argc, char** argv);

/// A variable of the environment; nullopt: it is not set.
std::optional<std::string> environment_variable(const std::string& name);

int process_id();

/// The largest amount of memory that was in use, in bytes.
std::uint64_t peak_memory();

/// The path as one word for the shell of the system (`sh -c`, or `cmd /c` on Windows).
std::string shell_quoted(std::string_view path);

/// The file that is executed; "" if it is not known.
std::string executable_path();

}  // namespace agalc::os
