#include "compile/source_names.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "agal/operands.hpp"
#include "program/locate.hpp"
#include "target/naming.hpp"

namespace agal {
namespace {

using target::Naming;

// Returns true if a program reads constants by relative addresses, so that all its constants are one array.
bool has_array(const Program& program) {
  bool found = false;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) { found = found || access.kind == AccessKind::Relative; });
  return found;
}

// Returns the reason why registers cannot have a name next to the names of `options`; "" if they can.
std::string why_not(const Naming::Row& row, const OutputOptions& options, bool is_pair, bool has_array) {
  if (!is_pair && row.registers.type == RegisterType::Varying)
    return "the other program of a pair must have the same name, so it needs --link";
  if (has_array && row.registers.type == RegisterType::Constant)
    return "a relative address reads the array of all constants";
  std::string reason = target::why_not_alone(row, options);
  const Naming naming(options.renames);
  for (std::size_t i = 0; i < naming.rows().size() && reason.empty(); ++i)
    reason = target::why_not_with(row, naming.rows()[i], options.renames[i].registers);
  return reason;
}

}  // namespace

Diagnostics add_source_names(OutputOptions& options, const Program& program, const Program* other) {
  Diagnostics notes;
  if (std::exchange(options.names, RegisterNames::Registers) == RegisterNames::Registers) return notes;
  // No program has more registers. Later names of a hostile text are ignored, so that the time is linear.
  constexpr std::size_t max_names = 1024;
  const std::vector<Rename> chosen = options.renames;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Program* const each : {&program, other}) {
    if (each == nullptr) continue;
    const bool array = has_array(*each);
    for (const RegisterNote& note : each->registers) {
      const auto registers = target::find_named_registers(note.place);
      if (!registers || note.name.empty() || seen.size() == max_names || !seen.emplace(note.place, note.name).second)
        continue;
      const auto is_same = [&](const Rename& row) { return row.registers == note.place; };
      if (std::any_of(chosen.begin(), chosen.end(), is_same)) continue;
      std::string reason = why_not({*registers, note.name}, options, other != nullptr, array);
      if (reason.empty())
        options.renames.push_back({note.place, note.name});
      else
        notes.add(program::diagnose(*each, diag::Rule::SourceNameNotTaken, {note.place, note.name, reason}));
    }
  }
  return notes;
}

namespace {

template <class Made>
Result<Made> with_notes(Result<Made> made, Diagnostics notes) {
  notes.append(std::move(made.diagnostics()));
  if (!made) return notes;
  return {*std::move(made), std::move(notes)};
}

}  // namespace

Result<Compilation> compile_with_names(const Program& program, const CompileOptions& given) {
  CompileOptions options = given;
  Diagnostics notes = add_source_names(options, program);
  return with_notes(compile(program, options), std::move(notes));
}

Result<LinkedCompilation> link_with_names(const Program& vertex, const Program& fragment, const CompileOptions& given) {
  CompileOptions options = given;
  Diagnostics notes = add_source_names(options, vertex, &fragment);
  return with_notes(link(vertex, fragment, options), std::move(notes));
}

}  // namespace agal
