// Lints for operands outside the domain of their opcode, and for vectors that are divided by their own w.
#include <fmt/format.h>

#include <string>

#include "agal/operands.hpp"
#include "lint/linter.hpp"
#include "lint/values.hpp"

namespace agal::linting {
namespace {

std::string name_of(const Linter& linter, const Source& source, std::string_view components) {
  return fmt::format("{}.{}", register_name(source.type_code(), source.index(), linter.program.stage), components);
}

// Reports the first lane of a source that may have a value outside the domain of the opcode.
void check_lanes(Linter& linter, const Values& values, std::size_t i, Operand operand, Facts outside) {
  const Instruction& token = linter.program.instructions[i];
  const Source& source = source_of(token, operand);
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    if ((token.dst.mask() >> lane & 1u) == 0) continue;
    const Facts facts = values.of(source, lane);
    const bool negative = has(facts, Fact::MayBeNegative) && has(outside, Fact::MayBeNegative);
    const bool zero = has(facts, Fact::MayBeZero) && has(outside, Fact::MayBeZero);
    if (!negative && !zero) continue;
    return linter.report(Rule::OutsideDomain, i, operand,
                         {name_of(linter, source, std::string_view("xyzw").substr(source.lane(lane), 1)),
                          negative ? "negative" : "zero", token.info()->text});
  }
}

// Reports an operand of nrm if all of its components may be zero.
void check_vector(Linter& linter, const Values& values, std::size_t i) {
  const Source& source = linter.program.instructions[i].src1;
  for (std::uint32_t lane = 0; lane < 3; ++lane)
    if (!has(values.of(source, lane), Fact::MayBeZero)) return;
  std::string components;
  for (std::uint32_t lane = 0; lane < 3; ++lane) components += "xyzw"[source.lane(lane)];
  linter.report(Rule::OutsideDomain, i, Operand::Source1, {name_of(linter, source, components), "zero", "nrm"});
}

void check_domain(Linter& linter, const Values& values, std::size_t i) {
  const Instruction& token = linter.program.instructions[i];
  if (token.is(Opcode::Pow) || token.is(Opcode::Sqt))
    check_lanes(linter, values, i, Operand::Source1, static_cast<Facts>(Fact::MayBeNegative));
  if (token.is(Opcode::Log) || token.is(Opcode::Rsq))
    check_lanes(linter, values, i, Operand::Source1, Fact::MayBeNegative | Fact::MayBeZero);
  if (token.is(Opcode::Rcp)) check_lanes(linter, values, i, Operand::Source1, static_cast<Facts>(Fact::MayBeZero));
  if (token.is(Opcode::Div)) check_lanes(linter, values, i, Operand::Source2, static_cast<Facts>(Fact::MayBeZero));
  if (token.is(Opcode::Nrm)) check_vector(linter, values, i);
}

bool is_one_register(const Source& a, const Source& b) {
  return !a.indirect() && !b.indirect() && a.type_code() == b.type_code() && a.index() == b.index();
}

// Returns true if the written lanes are `vector.c / vector.w`.
bool divides_by_w(const Values& values, const Instruction& token, const Source& vector, const Source& other) {
  const bool division = token.is(Opcode::Div);
  if (vector.indirect() || (division && !is_one_register(vector, other))) return false;
  WriteMask divided = 0;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    if ((token.dst.mask() >> lane & 1u) == 0) continue;
    const bool by_w = division ? other.lane(lane) == 3 && has(values.of(other, lane), Fact::Clip)
                               : values.is_reciprocal_of_w(other, lane, vector);
    if (!by_w) return false;
    divided = static_cast<WriteMask>(divided | 1u << vector.lane(lane));
  }
  return (divided & 3u) != 0;
}

// Returns true if the vector may be a position. A fragment program may divide a varying by its w, so only a temporary
// with a division of x, y and z counts there.
bool is_position(const Program& program, const Instruction& token, const Source& vector) {
  if (program.stage == Stage::Vertex) return true;
  return vector.type_code() == static_cast<std::uint32_t>(RegisterType::Temporary) && (token.dst.mask() & 7u) == 7u;
}

void check_perspective(Linter& linter, const Values& values, std::size_t i) {
  const Instruction& token = linter.program.instructions[i];
  const bool product = token.is(Opcode::Mul);
  if (!product && !token.is(Opcode::Div)) return;
  const auto divided = [&](const Source& vector, const Source& other) {
    return is_position(linter.program, token, vector) && divides_by_w(values, token, vector, other);
  };
  const auto report = [&](Operand operand, const Source& vector) {
    linter.report(Rule::DividedByOwnW, i, operand,
                  {register_name(vector.type_code(), vector.index(), linter.program.stage)});
  };
  if (divided(token.src1, token.src2)) return report(Operand::Source1, token.src1);
  if (product && divided(token.src2, token.src1)) report(Operand::Source2, token.src2);
}

}  // namespace

void check_values(Linter& linter) {
  if (!linter.wants(Rule::OutsideDomain) && !linter.wants(Rule::DividedByOwnW)) return;
  if (!has_structure(linter.program)) return;
  Values values(linter.program);
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    check_domain(linter, values, i);
    check_perspective(linter, values, i);
    values.step(linter.program.instructions[i]);
  }
}

}  // namespace agal::linting
