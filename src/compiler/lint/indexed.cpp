// Lints for relative addressing: the registers that an index can reach.
#include <fmt/format.h>

#include <optional>

#include "agal/operands.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

std::string constant_name(const Linter& linter, std::uint32_t index) {
  return register_name(RegisterType::Constant, index, linter.program.stage);
}

// Returns the name of an indexed constant without swizzle: `vc[va1.x+4]`.
std::string indexed_name(const Linter& linter, const Source& source) {
  const Stage stage = linter.program.stage;
  return fmt::format("{}[{}.{}{}]", info(RegisterType::Constant).prefix(stage),
                     register_name(source.index_type_code(), source.index(), stage), "xyzw"[source.index_component()],
                     source.offset() == 0 ? std::string() : fmt::format("+{}", source.offset()));
}

// A read with a relative address.
struct IndexedRead {
  std::size_t token = 0;
  Operand operand = Operand::None;
  Source source;
  std::uint32_t end = 0;  // one more than the last register that it reads if the index is zero
};

// Reports the first directly addressed constant that an indexed array could reach.
void check_constant_in_range(Linter& linter, const IndexedRead& array) {
  const std::uint32_t begin = array.source.offset();
  std::optional<std::uint32_t> next;
  for (const Instruction& token : linter.program.instructions)
    for_each_access(token, [&](const Access& access) {
      if (access.kind != AccessKind::Read || !access.is(RegisterType::Constant) || access.first < begin) return;
      if (!next || access.first < *next) next = access.first;
    });
  if (next)
    linter.report(Rule::ConstantInIndexedRange, array.token, array.operand,
                  {indexed_name(linter, array.source), constant_name(linter, *next), fmt::format("{}", *next - begin)});
}

void report_outside(Linter& linter, const IndexedRead& read, std::uint32_t count) {
  linter.report(
      Rule::IndexedOutside, read.token, read.operand,
      {indexed_name(linter, read.source), constant_name(linter, read.end - 1),
       fmt::format("AGAL {}", version_limits(linter.program.version).agal_version), fmt::format("{}", count)});
}

}  // namespace

void check_indexed(Linter& linter) {
  const Program& program = linter.program;
  const Limits& limits = version_limits(program.version);
  const std::uint32_t count =
      linter.options.ignore_limits ? translatable_registers : limits.count(RegisterType::Constant, program.stage);
  std::optional<IndexedRead> lowest;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& token = program.instructions[i];
    for_each_access(token, [&](const Access& access) {
      if (access.kind != AccessKind::Relative || !access.is(RegisterType::Constant)) return;
      const IndexedRead read{i, access.operand, source_of(token, access.operand), access.end()};
      if (!lowest || access.first < lowest->source.offset()) lowest = read;
      if (access.end() > count) report_outside(linter, read, count);
    });
  }
  // Without an offset, the index is a register number, which may intentionally be any number.
  if (lowest && lowest->source.offset() != 0) check_constant_in_range(linter, *lowest);
}

}  // namespace agal::linting
