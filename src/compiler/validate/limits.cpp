// The limits of the AGAL version, and of a profile if the caller names one.
#include <fmt/format.h>

#include <algorithm>

#include "validate/context.hpp"

namespace agal::validation {
namespace {

using Count = std::uint16_t Limits::*;

// All members of Limits that count registers.
constexpr std::array<Count, 11> register_counts{
    &Limits::attributes,         &Limits::vertex_constants,     &Limits::fragment_constants,
    &Limits::vertex_temporaries, &Limits::fragment_temporaries, &Limits::varyings,
    &Limits::fragment_samplers,  &Limits::vertex_samplers,      &Limits::outputs,
    &Limits::depth_outputs,      &Limits::instance_ids};

}  // namespace

Limits effective_limits(const Program& program, const ValidateOptions& options) {
  Limits limits = version_limits(program.version);
  if (options.ignore_limits) {
    const Limits& newest = version_limits(newest_version);
    for (Count count : register_counts) limits.*count = translatable_registers;
    // Registers of these types beyond the newest version would not have a meaning.
    limits.outputs = newest.outputs;
    limits.depth_outputs = newest.depth_outputs;
    limits.instance_ids = newest.instance_ids;
  } else if (options.profile) {
    const Limits& profile = info(*options.profile).limits;
    for (Count count : register_counts) limits.*count = std::min(limits.*count, profile.*count);
    limits.tokens = std::min(limits.tokens, profile.tokens);
    limits.nesting = std::min(limits.nesting, profile.nesting);
  }
  return limits;
}

std::string limits_name(const Context& context) {
  if (context.options.profile) return fmt::format("the {} profile", info(*context.options.profile).name);
  return fmt::format("AGAL {}", context.version());
}

void check_profile(Context& context) {
  if (!context.options.profile) return;
  const ProfileInfo& profile = info(*context.options.profile);
  if (context.program.version > profile.limits.agal_version)
    context.report_program(Rule::ProfileVersion, {std::to_string(context.program.version), profile.name,
                                                  std::to_string(profile.limits.agal_version)});
}

void report_token_count(Context& context) {
  if (context.token == context.options.max_tokens)
    context.report(Rule::TokenBudget, Operand::None,
                   {std::to_string(context.program.instructions.size()), std::to_string(*context.options.max_tokens)});
  if (context.options.ignore_limits || context.token != context.limits.tokens) return;
  context.report(Rule::TooManyTokens, Operand::None,
                 {std::to_string(context.program.instructions.size()), limits_name(context),
                  std::to_string(context.limits.tokens)});
}

}  // namespace agal::validation
