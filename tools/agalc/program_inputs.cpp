#include "program_inputs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "agal/bytecode.hpp"
#include "batch/input_files.hpp"
#include "console/files.hpp"
#include "os/filesystem.hpp"
#include "os/terminal.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

bool is_program(const std::string& path) {
  if (path.ends_with(".agal")) return true;
  return agal::looks_like_bytecode(first_bytes(path, agal::header_bytes));
}

// Appends the files of a folder or a pattern. Their order depends only on their names. The walk returns both programs
// of a pair together, so they are appended as two files.
agal::Diagnostics append_found(const std::string& argument, FoundFiles wanted, std::vector<std::string>& out) {
  agal::batch::Inputs walk({{argument}, {}, {}});
  const std::size_t before = out.size();
  const auto add = [&](const agal::batch::InputFile& file) {
    if (wanted == FoundFiles::All || !file.found || is_program(file.path)) out.push_back(file.path);
  };
  while (const auto item = walk.next()) {
    add(item->file);
    if (item->partner) add(*item->partner);
  }
  agal::Diagnostics failed = walk.take_diagnostics();
  if (out.size() == before && !failed.has_errors()) failed.add(make_diagnostic("nothing-matches", {}, {argument}));
  return failed;
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

agal::Diagnostics expand_inputs(std::vector<std::string>& paths, FoundFiles wanted) {
  agal::Diagnostics diagnostics;
  std::vector<std::string> out;
  for (std::string& path : paths) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored) || is_missing_pattern(path))
      diagnostics.append(append_found(path, wanted, out));
    else
      out.push_back(std::move(path));
  }
  paths = std::move(out);
  return diagnostics;
}

}  // namespace agalc
