#include "options/absent_registers.hpp"

#include <algorithm>

#include "agal/operands.hpp"
#include "diag/rules.hpp"
#include "options/values.hpp"

namespace agal::options {
namespace {

bool is_named(const target::NamedRegisters& named, const Access& access) {
  if (!access.is(named.type)) return false;
  if (named.all || access.kind == AccessKind::Relative) return true;
  // Constants are an array from register 0 to the last one that a token names.
  if (named.type == RegisterType::Constant) return named.first < access.end();
  return access.first < named.first + named.count && named.first < access.end();
}

bool is_equal(const Binding& a, const Binding& b) {
  return a.resource == b.resource && a.set == b.set && a.binding == b.binding;
}

}  // namespace

AbsentRegisters::AbsentRegisters(const CompileOptions& options) {
  for (const Rename& rename : options.renames) add_row("--rename ", rename.registers);
  const std::vector<Binding> of_host = options.host ? bindings_of(*options.host) : std::vector<Binding>();
  for (const Binding& binding : options.bindings)
    if (std::none_of(of_host.begin(), of_host.end(), [&](const Binding& each) { return is_equal(each, binding); }))
      add_row("--bind ", binding.resource);
  for (const RegisterSemantic& row : options.hlsl_semantics) add_row("--semantics ", row.resource);
}

// Texts that do not name registers are rejected elsewhere.
void AbsentRegisters::add_row(const char* option, const std::string& registers) {
  if (const auto named = target::find_named_registers(registers)) rows_.push_back({option + registers, *named});
}

void AbsentRegisters::add(const Program& program) {
  for (Row& row : rows_) {
    if (row.found || row.registers.stage.value_or(program.stage) != program.stage) continue;
    row.is_expected = true;
    for (const Instruction& token : program.instructions)
      for_each_access(token, [&](const Access& access) { row.found = row.found || is_named(row.registers, access); });
  }
}

Diagnostics AbsentRegisters::report() const {
  Diagnostics found;
  for (const Row& row : rows_)
    if (row.is_expected && !row.found) found.add(diag::make(diag::Rule::RegisterAbsent, {}, {row.text}));
  return found;
}

}  // namespace agal::options
