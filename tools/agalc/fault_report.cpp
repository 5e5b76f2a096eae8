#include "fault_report.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "agal/bytecode.hpp"
#include "cli/files.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

// Returns the command line with these inputs, each word quoted for the shell.
std::string command_with(const CommandLine& line, const std::vector<std::string>& inputs) {
  std::string out = "agalc " + line.command;
  const auto add = [&](const std::vector<std::string>& words) {
    for (const std::string& word : words) out += " " + shell_word(word);
  };
  add(line.options);
  const bool is_option_like =
      std::ranges::any_of(inputs, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (is_option_like) out += " --";
  add(inputs);
  return out;
}

// Returns true if the text of a program gives the same program again, under the name of the saved file.
bool is_whole(const agal::Program& program, const std::string& path, const agal::AssembleOptions& assemble) {
  if (program.text.empty()) return false;
  const agal::Result<agal::Program> again = agal::load_program(std::as_bytes(std::span(program.text)), path, assemble);
  return again && again->stage == program.stage && again->version == program.version &&
         again->infers_version == program.infers_version && again->instructions == program.instructions;
}

// Saves a program in the form in which it was read: as text, which may leave the version open, or as bytecode.
// Returns the path; nullopt if the file cannot be written.
std::optional<std::string> save(const agal::Program& program, const std::string& folder,
                                const agal::AssembleOptions& assemble) {
  // The end of the name may give the stage.
  const std::string name = program.name == stdin_name ? "stdin.agal" : os::fs::path(program.name).filename().string();
  std::string path = folder + "/" + name;
  const agal::Diagnostics failed = is_whole(program, path, assemble)
                                       ? write_output(path, program.text)
                                       : write_output(path, agal::write_bytecode(program));
  return failed.has_errors() ? std::nullopt : std::optional(std::move(path));
}

}  // namespace

void report_fault(const Console& console, const std::vector<const agal::Program*>& programs,
                  const agal::AssembleOptions& assemble) {
  if (!console.for_people()) return;
  std::error_code failed;
  std::string folder = (os::fs::temp_directory_path(failed) / "agalc-fault-XXXXXX").generic_string();
  if (failed || os::make_unique_folder(folder) != 0) return report_fault(console);
  std::vector<std::string> saved;
  for (const agal::Program* const program : programs) {
    const std::optional<std::string> path = save(*program, folder, assemble);
    if (!path) return report_fault(console);
    saved.push_back(*path);
  }
  print_error("note: the input was saved; reproduce the bug with: " + command_with(console.line, saved) + "\n");
}

void report_fault(const Console& console) {
  if (!console.for_people()) return;
  print_error("note: reproduce the bug with: " + command_with(console.line, console.line.inputs) + "\n");
}

}  // namespace agalc
