// Lint for the limits of GPUs with ps_2_0, the hardware of the constrained profile. These GPUs only run shorter
// fragment programs than AGAL allows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "agal/operands.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

// Adobe's page of Context3DProfile gives these numbers for baselineConstrained.
constexpr std::uint32_t max_arithmetic = 64, max_fetches = 32, max_dependent = 4;

struct NativeCost {
  enum class EachLane : std::uint8_t { No, Yes };

  Opcode opcode = Opcode::Mov;
  std::uint32_t instructions = 1;
  EachLane each_lane = EachLane::No;
};
constexpr auto native_costs = std::to_array<NativeCost>({
#define AGAL_NATIVE_COST(opcode, instructions, each_lane) \
  {Opcode::opcode, instructions, NativeCost::EachLane::each_lane},
#include "lint/native_costs.def"
});

// Returns the number of distinct components that a scalar operation reads. The operation computes each of them once.
std::uint32_t lanes_read(const Instruction& token, const Source& source) {
  WriteMask seen = 0;
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    if ((token.dst.mask() >> lane & 1u) != 0) seen = static_cast<WriteMask>(seen | 1u << source.lane(lane));
  std::uint32_t count = 0;
  for (; seen != 0; seen &= static_cast<WriteMask>(seen - 1)) ++count;
  return count;
}

std::uint32_t arithmetic_of(const Instruction& token) {
  const auto row = std::find_if(native_costs.begin(), native_costs.end(),
                                [&](const NativeCost& cost) { return token.is(cost.opcode); });
  if (row == native_costs.end()) return 1;
  if (row->each_lane == NativeCost::EachLane::No) return row->instructions;
  const bool division = token.is(Opcode::Div);  // one reciprocal for each lane, and one mul
  return row->instructions * lanes_read(token, division ? token.src2 : token.src1) + (division ? 1 : 0);
}

struct Costs {
  std::uint32_t arithmetic = 0, fetches = 0, dependent = 0;
};

// Counts the instructions of a program. A fetch is dependent if its coordinate is computed. The level of a dependent
// fetch is one more than the highest level of the values from which its coordinate is computed.
Costs costs_of(const Program& program) {
  constexpr auto temporary = RegisterType::Temporary;
  std::array<std::uint32_t, translatable_registers> levels{};
  Costs costs;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    std::uint32_t level = 0;
    bool computed = false;
    for_each_access(token, [&](const Access& access) {
      if (access.kind != AccessKind::Read || !access.is(temporary)) return;
      computed = true;
      if (access.first < levels.size()) level = std::max(level, levels[access.first]);
    });
    if (op->samples()) {
      ++costs.fetches;
      level += computed ? 1 : 0;
      costs.dependent = std::max(costs.dependent, level);
    } else if (op->flow != Flow::Kill) {
      costs.arithmetic += arithmetic_of(token);
    } else {
      ++costs.fetches;  // texkill is a texture instruction
    }
    const Destination& d = token.dst;
    if (op->dest == DestinationRule::None || d.type_code() != static_cast<std::uint32_t>(temporary)) continue;
    if (d.index() >= levels.size()) continue;
    std::uint32_t& held = levels[d.index()];
    held = d.mask() == 0xf ? level : std::max(held, level);
  }
  return costs;
}

void append_if_more(std::uint32_t count, std::uint32_t limit, std::string_view noun, std::string& list) {
  if (count > limit) list += fmt::format("{}{} {}, at most {}", list.empty() ? "" : "; ", count, noun, limit);
}

}  // namespace

void check_budgets(Linter& linter) {
  if (!linter.wants(Rule::NativeBudget) || linter.program.stage != Stage::Fragment) return;
  if (linter.options.profile != Profile::BaselineConstrained) return;
  const Costs costs = costs_of(linter.program);
  std::string list;
  append_if_more(costs.arithmetic, max_arithmetic, "arithmetic instructions", list);
  append_if_more(costs.fetches, max_fetches, "texture instructions", list);
  append_if_more(costs.dependent, max_dependent, "dependent texture reads in a row", list);
  if (!list.empty()) linter.report_program(Rule::NativeBudget, {info(Profile::BaselineConstrained).name, list});
}

}  // namespace agal::linting
