// Relative addressing: what an index reaches.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lint/linter.hpp"

namespace agal::lint_rules {
namespace {

constexpr auto constant_code = static_cast<std::uint32_t>(RegisterType::Constant);

std::string constant_name(const Linter& linter, std::uint32_t index) {
  return register_name(constant_code, index, linter.program.stage);
}

// `vc[va1.x+4]`, without swizzle.
std::string indexed_name(const Linter& linter, const Source& source) {
  const Stage stage = linter.program.stage;
  return fmt::format("{}[{}.{}{}]", info(RegisterType::Constant).prefix(stage),
                     register_name(source.index_type_code(), source.index(), stage), "xyzw"[source.index_component()],
                     source.offset() == 0 ? std::string() : fmt::format("+{}", source.offset()));
}

struct Place {
  std::size_t token = 0;
  Operand operand = Operand::None;
  Source source;
  std::uint32_t rows = 1;
};

// Calls `visit` with each operand that reads a constant.
template <class Visit>
void for_each_constant(const Program& program, Visit&& visit) {
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& token = program.instructions[i];
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    if (op->src1 != SourceRule::None && token.src1.type_code() == constant_code)
      visit(Place{i, Operand::Source1, token.src1, 1});
    if (op->src2 != SourceRule::None && op->src2 != SourceRule::Sampler && token.src2.type_code() == constant_code)
      visit(Place{i, Operand::Source2, token.src2, std::max<std::uint32_t>(op->rows, 1)});
  }
}

// How far an array reaches before it comes to a constant that the program names by its number.
void check_room(Linter& linter, const Place& array) {
  const std::uint32_t begin = array.source.offset();
  std::optional<std::uint32_t> next;
  for_each_constant(linter.program, [&](const Place& place) {
    const std::uint32_t index = place.source.index();
    if (!place.source.indirect() && index >= begin && (!next || index < *next)) next = index;
  });
  if (next)
    linter.report(Rule::ConstantInIndexedRange, array.token, array.operand,
                  {indexed_name(linter, array.source), constant_name(linter, *next), fmt::format("{}", *next - begin)});
}

}  // namespace

void check_indexed(Linter& linter) {
  const Program& program = linter.program;
  const Limits& limits = version_limits(program.version);
  const std::uint32_t count =
      linter.options.ignore_limits ? translatable_registers : limits.count(RegisterType::Constant, program.stage);
  std::optional<Place> lowest;
  for_each_constant(program, [&](const Place& place) {
    if (!place.source.indirect()) return;
    if (!lowest || place.source.offset() < lowest->source.offset()) lowest = place;
    const std::uint32_t last = place.source.offset() + place.rows - 1;
    if (last >= count)
      linter.report(Rule::IndexedOutside, place.token, place.operand,
                    {indexed_name(linter, place.source), constant_name(linter, last),
                     fmt::format("AGAL {}", limits.agal_version), fmt::format("{}", count)});
  });
  // Without an offset the index is a register's number, and may be meant to name any of them.
  if (lowest && lowest->source.offset() != 0) check_room(linter, *lowest);
}

}  // namespace agal::lint_rules
