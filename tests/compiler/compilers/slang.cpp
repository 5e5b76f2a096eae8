#include "compilers/slang.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "compilers/over_files.hpp"
#include "support/wine.hpp"

namespace agal::compilers {
namespace {

std::filesystem::path library() { return test::direct3d_folder() / "libslang-compiler.so"; }

}  // namespace

std::string missing_slang() {
  return std::filesystem::exists(library()) ? "" : "Slang is not installed: run ./tools/lab/direct3d";
}

std::vector<Answer> compile_with_slang(const std::vector<Module>& modules) {
  const std::string command = fmt::format("'{}' '{}'", AGAL_SLANG_DRIVER, library().string());
  return read_answers(run_over(modules, ".hlsl", command), modules.size());
}

}  // namespace agal::compilers
