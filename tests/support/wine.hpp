// Runs programs for Windows with wine, in the folder that ./tools/lab/direct3d makes. The environment variable
// AGAL_DIRECT3D may name another such folder.
#pragma once

#include <filesystem>
#include <string>

namespace agal::test {

/// Returns that folder, by default build/direct3d.
std::filesystem::path direct3d_folder();

/// Returns the path of Microsoft's d3dcompiler_47.dll.
std::filesystem::path d3dcompiler();

/// Returns the reason why a program for Windows that uses d3dcompiler_47.dll cannot be run, "" if it can. `program` is
/// the path of the program; "" if the build does not have it.
std::string missing_wine(const std::string& program);

/// Returns the shell command that runs the program. Arguments can be appended to it.
std::string wine_command(const std::filesystem::path& program);

/// Returns the path for programs for Windows: "Z:\tmp\a".
std::string windows_path(const std::filesystem::path& path);

}  // namespace agal::test
