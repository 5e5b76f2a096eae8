#include "validate/context.hpp"

#include <string>
#include <utility>

#include "program/locate.hpp"

namespace agal::validation {

namespace {

// Returns the number of registers of a type. Types of the other stage have a limit too, because a separate rule checks
// the stage.
constexpr std::uint32_t count(const Limits& limits, RegisterType type, bool vertex) {
  switch (type) {
    case RegisterType::Attribute: return limits.attributes;
    case RegisterType::Constant: return vertex ? limits.vertex_constants : limits.fragment_constants;
    case RegisterType::Temporary: return vertex ? limits.vertex_temporaries : limits.fragment_temporaries;
    case RegisterType::Output: return vertex ? 1u : limits.outputs;
    case RegisterType::Varying: return limits.varyings;
    case RegisterType::Sampler: return limits.fragment_samplers;
    case RegisterType::Depth: return limits.depth_outputs;
    case RegisterType::InstanceId: return limits.instance_ids;
  }
  return 0;
}

constexpr RegisterCounts counts_of(const Limits& limits, Stage stage) {
  RegisterCounts counts{};
  for (const RegisterInfo& row : register_table) {
    const auto type = static_cast<std::size_t>(row.type);
    counts.as_source[type] = count(limits, row.type, stage == Stage::Vertex);
    if (row.readable(stage) && row.type != RegisterType::Sampler) counts.readable[type] = counts.as_source[type];
  }
  // A separate rule reports that constants cannot be written. Their numbers are checked against the larger limit.
  counts.as_destination = counts.as_source;
  counts.as_destination[static_cast<std::size_t>(RegisterType::Constant)] = limits.vertex_constants;
  return counts;
}

// Indexed by version - 1 and stage.
constexpr auto counts_of_versions = [] {
  std::array<std::array<RegisterCounts, 2>, newest_version> table{};
  for (std::uint32_t i = 0; i < newest_version; ++i)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      table[i][static_cast<std::size_t>(stage)] = counts_of(version_limits_table[i], stage);
  return table;
}();

}  // namespace

Context::Context(const Program& p, const ValidateOptions& o, Diagnostics& found)
    : program(p),
      options(o),
      limits(effective_limits(p, o)),
      found_(found),
      version_(version_limits(p.version).agal_version),
      types_are_bytes_(o.adobe_order && o.level == ValidationLevel::Strict && version_ == 1),
      counts_(&counts_of_versions[version_ - 1][static_cast<std::size_t>(p.stage)]) {
  if (o.profile || o.ignore_limits) counts_ = &own_counts_.emplace(counts_of(limits, p.stage));
}

bool Context::wanted(Rule rule, Downgradable downgradable) const {
  // An error may have been reported for the other program of a pair.
  if (done_ || (options.adobe_order && found_.has_errors())) return false;
  return options.level != ValidationLevel::Off || downgradable == Downgradable::No ||
         diag::info(rule).downgradable == Downgradable::No;
}

bool Context::report(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments,
                     Downgradable downgradable, std::string help) {
  if (!wanted(rule, downgradable)) return done_;
  Diagnostic diagnostic = program::diagnose(program, token, operand, rule, arguments);
  if (!help.empty()) diagnostic.help = std::move(help);
  return add(std::move(diagnostic), downgradable);
}

void Context::warn(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments) {
  if (!wanted(rule, Downgradable::Yes)) return;
  Diagnostic diagnostic = program::diagnose(program, token, operand, rule, arguments);
  diagnostic.severity = Severity::Warning;
  add(std::move(diagnostic), Downgradable::Yes);
}

bool Context::report_program(Rule rule, std::initializer_list<std::string_view> arguments, Downgradable downgradable) {
  if (!wanted(rule, downgradable)) return done_;
  return add(program::diagnose(program, rule, arguments), downgradable);
}

bool Context::add(Diagnostic diagnostic, Downgradable downgradable) {
  const bool may_warn =
      downgradable == Downgradable::Yes && find_rule(diagnostic.code)->downgradable == Downgradable::Yes;
  if (options.level == ValidationLevel::Warn && may_warn) diagnostic.severity = Severity::Warning;
  const bool error = diagnostic.severity == Severity::Error;
  if (options.adobe_order && !error) return false;
  if (found_.size() >= max_findings) {
    // There are enough findings. The first error is still reported after many warnings, because it decides the result.
    if (!error) return false;
    done_ = true;
    if (found_.has_errors()) {
      found_.add(diag::make(Rule::FindingsCut, {}, {std::to_string(max_findings)}));
      return true;
    }
  }
  found_.add(std::move(diagnostic));
  if (error && options.adobe_order) done_ = true;
  return error;
}

}  // namespace agal::validation
