#include "compilers/msl.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <utility>

#include "exec/backend.hpp"
#ifdef AGAL_MSL_SHIM
#include "exec/msl/process.hpp"
#include "exec/msl/translation.hpp"
#include "support/temporary_folder.hpp"
#endif

namespace agal::compilers {

std::string missing_cpp_for_msl() { return exec::open_msl().missing; }

#ifdef AGAL_MSL_SHIM

namespace {

std::string messages_for(std::span<const Module> modules) {
  constexpr std::size_t max_message_bytes = 4000;
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "unit.cpp";
  std::vector<exec::msl::EntryPoint> entries;
  std::vector<exec::msl::UnitProgram> programs;
  entries.reserve(modules.size());
  for (const Module& module : modules) {
    entries.push_back(exec::msl::find_entry_point(module.bytes, module.stage));
    if (!entries.back().fault.empty()) return module.name + ": " + entries.back().fault;
    programs.push_back({module.name, module.bytes, &entries.back()});
  }
  std::ofstream(file) << exec::msl::make_unit(programs);
  exec::msl::Command compiler({AGAL_MSL_CXX, "-std=c++20", "-w", "-fsyntax-only", "-fno-exceptions", "-fno-rtti", "-I",
                               AGAL_MSL_SHIM, file.string()},
                              folder.path() / "log");
  if (compiler.wait() == exec::msl::Command::Status::Succeeded) return {};
  return compiler.output().substr(0, max_message_bytes);
}

}  // namespace

std::vector<std::string> refused_as_cpp(const std::vector<Module>& modules) {
  constexpr std::size_t at_once = 600;
  std::vector<std::string> out;
  for (std::size_t first = 0; first < modules.size(); first += at_once) {
    const std::size_t count = std::min(at_once, modules.size() - first);
    if (std::string messages = messages_for(std::span(modules).subspan(first, count)); !messages.empty())
      out.push_back(std::move(messages));
  }
  return out;
}

#else

std::vector<std::string> refused_as_cpp(const std::vector<Module>&) { return {missing_cpp_for_msl()}; }

#endif

}  // namespace agal::compilers
