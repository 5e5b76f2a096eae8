// Lint for programs that are close to the limits.
#include <fmt/format.h>

#include <array>
#include <string>

#include "agal/operands.hpp"
#include "base/register_set.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

constexpr std::uint32_t near_percent = 90;

// Types with fewer registers are not checked, because programs often use all of these registers. Temporaries are not
// checked either: authors of AGAL use a new one as long as one is free.
constexpr std::uint32_t min_registers = 8;

using Used = std::array<base::RegisterSet, register_table.size()>;

Used registers_used(const Program& program) {
  Used used;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      // The number of constants that relative addressing needs is not known here.
      if (access.kind == AccessKind::Relative || find_register(access.type_code) == nullptr) return;
      for (std::uint32_t index = access.first; index < access.end(); ++index) used[access.type_code].add(index);
    });
  return used;
}

void append_if_near(std::uint32_t count, std::uint32_t limit, std::string_view noun, std::string& list) {
  if (count > limit || count * 100 < limit * near_percent) return;
  list += fmt::format("{}{} of {} {}", list.empty() ? "" : ", ", count, limit, noun);
}

}  // namespace

void check_near_limits(Linter& linter) {
  if (linter.options.ignore_limits || !linter.wants(Rule::LimitsNear)) return;
  const Program& program = linter.program;
  const ProfileInfo* const profile = linter.options.profile ? &info(*linter.options.profile) : nullptr;
  const Limits& limits = profile != nullptr ? profile->limits : version_limits(program.version);

  std::string list;
  append_if_near(static_cast<std::uint32_t>(program.instructions.size()), limits.tokens, "tokens", list);
  const Used used = registers_used(program);
  for (const RegisterInfo& row : register_table) {
    const std::uint32_t limit = limits.count(row.type, program.stage);
    if (limit < min_registers || row.type == RegisterType::Temporary) continue;
    append_if_near(used[static_cast<std::size_t>(row.type)].count(), limit, fmt::format("{} registers", row.noun),
                   list);
  }
  if (!list.empty())
    linter.report_program(Rule::LimitsNear, {profile != nullptr ? fmt::format("the {} profile", profile->name)
                                                                : fmt::format("AGAL {}", limits.agal_version),
                                             list});
}

}  // namespace agal::linting
