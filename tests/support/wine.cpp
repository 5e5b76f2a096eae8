#include "support/wine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace agal::test {
namespace {

namespace fs = std::filesystem;

// Debian's package wine64 does not add wine to $PATH.
const std::string& wine() {
  static const std::string found = [] {
    for (const char* const name : {"wine", "wine64", "/usr/lib/wine/wine64"})
      if (std::system(fmt::format("command -v {} >/dev/null 2>&1", name).c_str()) == 0) return std::string(name);
    return std::string();
  }();
  return found;
}

fs::path prefix() { return direct3d_folder() / "wine"; }

}  // namespace

fs::path direct3d_folder() {
  if (const char* const folder = std::getenv("AGAL_DIRECT3D"); folder != nullptr) return folder;
  return AGAL_SOURCE_DIR "/build/direct3d";
}

fs::path d3dcompiler() { return direct3d_folder() / "d3dcompiler_47.dll"; }

std::string missing_wine(const std::string& program) {
  if (!fs::exists(d3dcompiler()) || !fs::exists(prefix() / "complete"))
    return "FXC is not installed: run ./tools/lab/direct3d";
  if (wine().empty()) return "$PATH does not have wine";
  if (program.empty()) return "built without MinGW-w64";
  return "";
}

std::string wine_command(const fs::path& program) {
  // d3dcompiler_47 is Microsoft's, not wine's. wine would ask to install mscoree and mshtml, which these programs do
  // not need.
  return fmt::format(
      "env WINEPREFIX='{}' WINEDEBUG=-all WINEDLLOVERRIDES='d3dcompiler_47=n;mscoree=;mshtml=' WINEARCH=win64 {} '{}'",
      prefix().string(), wine(), program.string());
}

std::string windows_path(const fs::path& path) {
  std::string text = "Z:" + fs::absolute(path).string();
  std::replace(text.begin(), text.end(), '/', '\\');
  return text;
}

}  // namespace agal::test
