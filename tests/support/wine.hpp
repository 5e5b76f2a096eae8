// wine, which runs our programs for Windows, in the folder that ./tools/dev/direct3d makes. The environment variable
// AGAL_DIRECT3D is another such folder.
#pragma once

#include <filesystem>
#include <string>

namespace agal::test {

/// build/direct3d.
std::filesystem::path direct3d_folder();

/// Microsoft's d3dcompiler_47.dll.
std::filesystem::path d3dcompiler();

/// The reason why a program for Windows that uses d3dcompiler_47.dll cannot be run, "" if it can. `program` is its
/// path, "" if the build does not have it.
std::string missing_wine(const std::string& program);

/// The command of a shell that runs the program, to which arguments can be added.
std::string wine_command(const std::filesystem::path& program);

/// The path as programs for Windows see it: "Z:\tmp\a".
std::string windows_path(const std::filesystem::path& path);

}  // namespace agal::test
