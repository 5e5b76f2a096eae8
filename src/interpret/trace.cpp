#include <fmt/format.h>

#include "agal/interpret.hpp"

namespace agal {
namespace {

std::string vector_text(const Float4& value, WriteMask mask) {
  std::string out;
  for (std::size_t c = 0; c < 4; ++c)
    if (mask >> c & 1) fmt::format_to(std::back_inserter(out), "{}{}", out.empty() ? "" : ", ", value[c]);
  return "(" + out + ")";
}

std::string set_text(std::uint8_t set) {
  std::string out;
  for (std::uint32_t i = 0; i < quad_size; ++i)
    if (set >> i & 1) fmt::format_to(std::back_inserter(out), "{}{}", out.empty() ? "" : " ", i);
  return out.empty() ? "none" : out;
}

// The outcome of a condition: "yes" or "no" for a single invocation, otherwise the pixels for which it holds.
std::string decision(const TraceStep& step, const Trace& trace, bool kills) {
  const auto set = static_cast<std::uint8_t>(kills ? step.holds & step.active : step.holds);
  if (trace.invocations == 1) return set != 0 ? "yes" : "no";
  return fmt::format("{}: {}", kills ? "kills" : "yes", set_text(set));
}

std::string change_text(const TraceStep& step, const Trace& trace, Stage stage) {
  const TraceStep::Change& change = *step.change;
  const std::string name = register_name(change.type, change.number, stage) + mask_text(change.mask);
  if (trace.invocations == 1) return fmt::format("        {} = {}\n", name, vector_text(change.values[0], change.mask));
  std::string out;
  for (std::size_t i = 0; i < trace.invocations; ++i)
    fmt::format_to(std::back_inserter(out), "        {} [{}] = {}{}\n", name, i,
                   vector_text(change.values[i], change.mask), step.active >> i & 1 ? "" : "  (not in this branch)");
  return out;
}

}  // namespace

std::string format_trace(const Program& program, const Trace& trace) {
  std::string out;
  for (const TraceStep& step : trace.steps) {
    if (step.token >= program.instructions.size()) break;  // of another program
    const Instruction& token = program.instructions[step.token];
    fmt::format_to(std::back_inserter(out), "{:>5}  {}", step.token + 1, format_token(token, program.stage).text);
    const Flow flow = token.info() == nullptr ? Flow::None : token.info()->flow;
    if (step.active == 0)
      out += "  ; not reached\n";
    else if (flow == Flow::If || flow == Flow::Kill)
      fmt::format_to(std::back_inserter(out), "  ; {}\n", decision(step, trace, flow == Flow::Kill));
    else
      out += "\n";
    if (step.change && step.active != 0) out += change_text(step, trace, program.stage);
  }
  return out;
}

}  // namespace agal
