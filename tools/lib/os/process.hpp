// Gives access to this process: its arguments, its environment, and its use of resources.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agalc::os {

/// Must be called before anything is read or written. Makes the standard streams binary. Writing a file beyond the
/// limit of the process becomes an ordinary error.
void prepare_process();

/// Returns the arguments after the name of the program, as UTF-8.
std::vector<std::string> arguments_of_main(int argc, char** argv);

/// Returns an environment variable; nullopt: it is not set.
std::optional<std::string> environment_variable(const std::string& name);

int process_id();

/// Returns the maximum memory that was in use, in bytes.
std::uint64_t peak_memory();

/// Quotes the path as one word for the shell of the system (`sh -c`, or `cmd /c` on Windows).
std::string shell_quoted(std::string_view path);

/// Returns the path of the running executable; "" if it is unknown.
std::string executable_path();

}  // namespace agalc::os
