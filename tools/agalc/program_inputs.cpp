#include "program_inputs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "agal/bytecode.hpp"
#include "batch/input_files.hpp"
#include "cli/files.hpp"
#include "os/filesystem.hpp"
#include "os/terminal.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

bool is_program(const std::string& path) {
  if (path.ends_with(".agal")) return true;
  return agal::looks_like_bytecode(first_bytes(path, agal::header_bytes));
}

bool is_missing_pattern(const std::string& argument) {
  std::error_code ignored;
  return agal::batch::Glob::is_pattern(argument) && !fs::exists(argument, ignored);
}

}  // namespace

void add_input(CLI::App& app, std::string& path, const std::string& help) {
  app.add_option("IN", path, help);
  app.parse_complete_callback([&path] {
    if (!path.empty()) return;
    if (!os::stdin_has_data()) throw CLI::RequiredError("IN");
    path = "-";
  });
}

void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& help) {
  app.add_option("IN", paths, help);
  app.parse_complete_callback([&paths] {
    if (!paths.empty()) return;
    if (!os::stdin_has_data()) throw CLI::RequiredError("IN");
    paths.emplace_back("-");
  });
}

// The order of the files depends only on their names. The walk returns both programs of a pair together, so they are
// appended as two files.
agal::Diagnostics find_inputs(const std::string& argument, std::vector<agal::batch::InputFile>& files) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(argument, ignored);
  if (!is_folder && !is_missing_pattern(argument)) {
    files.push_back({argument, argument, false, argument});
    return {};
  }
  agal::batch::Inputs walk({{argument}, {}, {}});
  const std::size_t before = files.size();
  while (auto item = walk.next()) {
    files.push_back(std::move(item->file));
    if (item->partner) files.push_back(*std::move(item->partner));
  }
  agal::Diagnostics failed = walk.take_diagnostics();
  if (!is_folder && files.size() == before && !failed.has_errors())
    failed.add(make_diagnostic("nothing-matches", {}, {argument}));
  return failed;
}

std::optional<agal::Program> load_silently(const std::string& path, const InputOptions& options) {
  if (path == "-") return std::nullopt;
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  if (!bytes) return std::nullopt;
  agal::Result<agal::Program> program = agal::load_program(*bytes, display_name(path), options.assemble);
  if (!program || program.diagnostics().has_errors()) return std::nullopt;
  return *std::move(program);
}

agal::Diagnostics expand_inputs(std::vector<std::string>& paths) {
  agal::Diagnostics diagnostics;
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    std::vector<agal::batch::InputFile> files;
    agal::Diagnostics failed = find_inputs(path, files);
    const std::size_t before = out.size();
    for (agal::batch::InputFile& file : files)
      if (!file.found || is_program(file.path)) out.push_back(std::move(file.path));
    if (out.size() == before && !failed.has_errors()) failed.add(make_diagnostic("nothing-matches", {}, {path}));
    diagnostics.append(std::move(failed));
  }
  paths = std::move(out);
  return diagnostics;
}

}  // namespace agalc
