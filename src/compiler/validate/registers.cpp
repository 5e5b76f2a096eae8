// Rules about registers: their types, their numbers, and their use in each stage.
#include <fmt/format.h>

#include "base/text.hpp"
#include "validate/context.hpp"

namespace agal::validation {
namespace {

// Returns the number of registers of a type that can be translated, independent of the limits of versions.
std::uint32_t translatable(const Context& context, RegisterType type) {
  const Limits& newest = version_limits(newest_version);
  switch (type) {
    case RegisterType::Attribute:
    case RegisterType::Constant:
    case RegisterType::Temporary:
    case RegisterType::Varying:
    case RegisterType::Sampler: return translatable_registers;
    case RegisterType::Output: return context.vertex() ? 1u : newest.outputs;
    case RegisterType::Depth: return newest.depth_outputs;
    case RegisterType::InstanceId: return newest.instance_ids;
  }
  return 0;
}

Rule range_rule(const Context& context, RegisterType type) {
  switch (type) {
    case RegisterType::Attribute: return Rule::AttributeOutOfRange;
    case RegisterType::Constant: return Rule::ConstantOutOfRange;
    case RegisterType::Temporary: return Rule::TemporaryOutOfRange;
    case RegisterType::Output: return Rule::OutputOutOfRange;
    case RegisterType::Varying: return Rule::VaryingOutOfRange;
    case RegisterType::Sampler: return Rule::SamplerOutOfRange;
    case RegisterType::Depth: return Rule::DepthOutOfRange;
    // The player's error number for a second instance id is unknown. Like an attribute, it is an input of each vertex.
    case RegisterType::InstanceId:
      return context.limits.instance_ids == 0 ? Rule::InstanceIdVersion : Rule::AttributeOutOfRange;
  }
  return Rule::UnknownRegisterType;
}

// Returns the number of registers as text. For outputs, the text includes the noun, in the singular or plural.
std::string count_text(RegisterType type, std::uint32_t count) {
  const bool output = type == RegisterType::Output, depth = type == RegisterType::Depth;
  if (!output && !depth) return count == 0 ? "no" : std::to_string(count);
  const std::string_view noun = output ? "output" : "depth output";
  return count == 0 ? fmt::format("no {}s", noun) : base::counted(count, noun);
}

// Names the profile or the version of AGAL that has a register, or says that none has it.
std::string help_for_range(const Context& context, RegisterType type, std::uint32_t index) {
  const Stage stage = context.program.stage;
  const auto has = [&](const Limits& limits) { return index < limits.count(type, stage); };
  if (context.options.profile) {
    for (const ProfileInfo& profile : profile_table)
      if (has(profile.limits) && has(version_limits(context.version())))
        return fmt::format("the profile {} has it: --profile {}", profile.name, profile.name);
  }
  for (const Limits& limits : version_limits_table)
    if (has(limits))
      return fmt::format("AGAL {0} has {1}: begin the text with '//! agal {0} {2}', or pass --agal-version {0}",
                         limits.agal_version, context.name(type, index), agal::name(stage));
  const std::uint32_t count = version_limits(newest_version).count(type, stage);
  if (count == 0) return {};
  return fmt::format("no version of AGAL has it: the last one is {}", context.name(type, count - 1));
}

}  // namespace

bool report_unknown(Context& context, Operand operand, std::uint32_t type_code) {
  context.report(Rule::UnknownRegisterType, operand, {std::to_string(type_code)});
  return false;
}

bool report_range(Context& context, Operand operand, RegisterType type, std::uint32_t index, std::uint32_t limit,
                  Downgradable downgradable) {
  const std::string name = context.name(type, index);
  return context.report(range_rule(context, type), operand,
                        {name, limits_name(context), count_text(type, limit), agal::name(context.program.stage)},
                        downgradable, help_for_range(context, type, index));
}

bool report_beyond(Context& context, Operand operand, RegisterType type, std::uint32_t last, bool usable) {
  const std::uint32_t limit = context.registers(type, operand);
  const bool has_meaning = usable && last < translatable(context, type);
  return !report_range(context, operand, type, last, limit, has_meaning ? Downgradable::Yes : Downgradable::No);
}

void report_unreadable(Context& context, Operand operand, RegisterType type, std::uint32_t index) {
  const auto report = [&](Rule rule) { context.report(rule, operand, {context.name(type, index)}); };
  switch (type) {
    case RegisterType::Attribute: return report(Rule::AttributeInFragment);
    case RegisterType::Varying: return report(Rule::VaryingReadInVertex);
    case RegisterType::Depth: return report(context.vertex() ? Rule::DepthInVertex : Rule::OutputRead);
    case RegisterType::Output: return report(Rule::OutputRead);
    case RegisterType::InstanceId: return report(Rule::InstanceIdInFragment);
    case RegisterType::Sampler: return report(Rule::SamplerMisplaced);
    case RegisterType::Constant:
    case RegisterType::Temporary: break;  // readable everywhere
  }
}

void report_unwritable(Context& context, RegisterType type, std::uint32_t index) {
  const auto report = [&](Rule rule) { context.report(rule, Operand::Destination, {context.name(type, index)}); };
  switch (type) {
    case RegisterType::Attribute: return report(Rule::AttributeWritten);
    case RegisterType::Constant: return report(Rule::ConstantWritten);
    case RegisterType::Varying: return report(Rule::VaryingInFragment);
    case RegisterType::Sampler: return report(Rule::SamplerWritten);
    case RegisterType::Depth: return report(Rule::DepthInVertex);
    case RegisterType::InstanceId: return report(Rule::InstanceIdWritten);
    case RegisterType::Output:
    case RegisterType::Temporary: break;  // writable everywhere
  }
}

}  // namespace agal::validation
