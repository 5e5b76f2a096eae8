// Loads programs for the C interface.
#include "c/load.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assembly/parsing.hpp"
#include "base/bytes.hpp"
#include "container/formats.hpp"
#include "diag/rules.hpp"

namespace agal::c {
namespace {

using diag::Rule;

// Returns true if a text that is not a program is probably a path: its first word has a slash that does not begin a
// comment, or the text ends with the extension of a file.
bool is_path(std::string_view text) {
  constexpr auto extensions =
      std::to_array<std::string_view>({".agal", ".bin", ".swc", ".swf", ".txt", ".vert", ".frag", ".zip"});
  constexpr std::size_t max_size = 4096;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > max_size || text.find_first_of(std::string_view("\0\n\r", 3)) != text.npos) return false;
  const std::string_view word = text.substr(0, text.find_first_of(" \t,"));
  const std::size_t slash = word.find_first_of("/\\");
  const bool comment =
      slash != word.npos && word.substr(slash).starts_with("//") && !word.substr(0, slash).ends_with(':');
  if (slash != word.npos && !comment) return true;
  return text.find("//") == text.npos && std::ranges::any_of(extensions, [&](std::string_view extension) {
           return text.size() > extension.size() && text.ends_with(extension);
         });
}

Diagnostic named_by(Rule rule, const std::string& name, std::initializer_list<std::string_view> arguments = {}) {
  return diag::make(rule, diag::in_file(name), arguments);
}

// Returns the program. If it was rejected and the bytes are recognized as something else, returns a message that
// explains this instead.
Result<Program> explained(Result<Program> program, std::span<const std::byte> bytes, const std::string& name) {
  if (program) return program;
  Diagnostics found;
  const container::Format& format = container::identify(bytes);
  switch (format.kind) {
    case container::FormatKind::Swf:
    case container::FormatKind::Zip:
    case container::FormatKind::Tar:
    case container::FormatKind::Packed: found.add(named_by(Rule::ContainerGiven, name, {format.name})); return found;
    case container::FormatKind::Foreign:
    case container::FormatKind::ForeignArchive: {
      Diagnostic foreign = named_by(Rule::ForeignFormat, name, {format.name});
      foreign.help = format.cure;
      found.add(std::move(foreign));
      return found;
    }
    case container::FormatKind::Other: break;
  }
  found = explain_path(bytes, name);
  if (found.empty()) return program;
  return found;
}

}  // namespace

Diagnostics explain_path(std::span<const std::byte> bytes, const std::string& name) {
  Diagnostics found;
  if (is_path(base::as_text(bytes))) found.add(named_by(Rule::PathGiven, name));
  return found;
}

Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions& options) {
  return explained(load_program(bytes, name, options), bytes, name);
}

Result<Program> load_text(std::string_view text, const std::string& name, const AssembleOptions& options) {
  return explained(assembly::assemble_as_commented(text, name, options), std::as_bytes(std::span(text)), name);
}

}  // namespace agal::c
