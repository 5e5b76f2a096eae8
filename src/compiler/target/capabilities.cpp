#include "target/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "agal/host.hpp"
#include "agal/operands.hpp"
#include "base/register_set.hpp"
#include "diag/rules.hpp"
#include "program/locate.hpp"
#include "target/names.hpp"

// Marks functions that few programs run. They are optimized for size.
#ifdef __GNUC__
#define AGAL_COLD [[gnu::cold]]
#else
#define AGAL_COLD
#endif

namespace agal::target {
namespace {

using diag::Rule;

constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

struct Minimum {
  TargetFamily family;
  std::uint16_t version;
  RegisterType type;
  Stage stage;
  std::uint32_t count;
};

constexpr auto minimum_table = std::to_array<Minimum>({
#define AGAL_MINIMUM(family, version, type, stage, count) \
  {TargetFamily::family, version, RegisterType::type, Stage::stage, count},
#include "target/guaranteed_minimums.def"
#undef AGAL_MINIMUM
});

// The minimums for a stage, indexed by register type; unlimited if the target guarantees enough.
using Minimums = std::array<std::uint32_t, register_table.size()>;

// If several rows apply to a type, the last one counts.
constexpr Minimums minimums_of(const TargetInfo& target, Stage stage) {
  Minimums minimums{};
  for (std::uint32_t& minimum : minimums) minimum = unlimited;
  for (const Minimum& row : minimum_table)
    if (row.family == target.family && row.version <= target.version && covers(row.stage, stage))
      minimums[static_cast<std::size_t>(row.type)] = row.count;
  return minimums;
}

// Indexed by target and stage.
constexpr auto minimums_table = [] {
  std::array<std::array<Minimums, 2>, target_table.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      table[i][static_cast<std::size_t>(stage)] = minimums_of(target_table[i], stage);
  return table;
}();

constexpr const Minimums& minimums_for(Target target, Stage stage) {
  return minimums_table[static_cast<std::size_t>(target)][static_cast<std::size_t>(stage)];
}

// Stands for the version of a program whose registers are not limited by its version.
constexpr std::uint32_t unlimited_version = newest_version + 1;

// The first version of AGAL with programs that may exceed a minimum. Most programs have an earlier one, and need not be
// read. `plain` is true if constants count.
constexpr std::uint32_t first_version_above(const Minimums& minimums, Stage stage, bool plain) {
  const auto counts = [&](const RegisterInfo& row) { return plain || row.type != RegisterType::Constant; };
  const auto minimum = [&](const RegisterInfo& row) { return minimums[static_cast<std::size_t>(row.type)]; };
  for (std::uint32_t version = 1; version <= newest_version; ++version)
    for (const RegisterInfo& row : register_table)
      if (counts(row) && version_limits(version).count(row.type, stage) > minimum(row)) return version;
  for (const RegisterInfo& row : register_table)
    if (counts(row) && minimum(row) != unlimited) return unlimited_version;
  return unlimited_version + 1;
}

// Indexed by target, stage and `plain`.
constexpr auto first_versions_above = [] {
  std::array<std::array<std::array<std::uint8_t, 2>, 2>, target_table.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      for (const bool plain : {false, true})
        table[i][static_cast<std::size_t>(stage)][plain ? 1 : 0] = static_cast<std::uint8_t>(
            first_version_above(minimums_table[i][static_cast<std::size_t>(stage)], stage, plain));
  return table;
}();

constexpr std::uint32_t push_constant_registers = 8;  // 128 bytes, the minimum of maxPushConstantsSize in Vulkan

// The registers of one type that a program uses. It is not a nested class, because clang 14 would not find its default
// constructor.
struct UsedRegisters {
  base::RegisterSet registers;
  std::uint32_t count = 0;
  bool reported = false;

  void add(std::uint32_t n) {
    if (registers.contains(n)) return;
    registers.add(n);
    ++count;
  }
};

class Checker {
 public:
  Checker(const Program& program, const OutputOptions& options, const Output& output, const ValidateOptions& validation)
      : program_(program),
        options_(options),
        validation_(validation),
        output_(output),
        target_(info(options.target)),
        family_(info(target_.family)) {}

  Diagnostics run() {
    check_host();
    if (diagnostics_.has_errors()) return std::move(diagnostics_);
    if (options_.writer) check_writer(*options_.writer);
    check_environment();
    check_constants();
    check_entry_point();
    check_samplers();
    if (options_.varyings) check_varyings(*options_.varyings);
    if (!options_.renames.empty()) check_names();
    if (!options_.hlsl_semantics.empty()) check_semantics();
    const bool lacks = lacks_anything(), counts = find_minimums() && may_exceed_minimum();
    if (!lacks && !counts) return std::move(diagnostics_);
    if (counts) usage_.resize(register_table.size());
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      if (lacks) check_features(i);
      if (counts) count_registers(i);
    }
    return std::move(diagnostics_);
  }

 private:
  AGAL_COLD void report(Rule rule, std::initializer_list<std::string_view> arguments) {
    diagnostics_.add(program::diagnose(program_, rule, arguments));
  }

  AGAL_COLD void report(Rule rule, std::size_t token, Operand operand,
                        std::initializer_list<std::string_view> arguments) {
    diagnostics_.add(program::diagnose(program_, token, operand, rule, arguments));
  }

  void check_host() {
    if (!options_.host || takes(*options_.host, options_.target)) return;
    std::string list(targets_of(*options_.host));
    for (std::size_t at = list.find(' '); at != list.npos; at = list.find(' ', at + 2)) list.replace(at, 1, ", ");
    report(Rule::HostTakesOther, {info(*options_.host).title, target_.name, list});
  }

  // Checks the chosen writer. For SPIR-V, the choice is ignored, because it may be meant for other targets of the same
  // run. Both texts of SPIRV-Cross in HLSL declare the same structures and variables.
  AGAL_COLD void check_writer(Writer chosen) {
    if (family_.writers == Writers::Words) return;
    std::string_view with;
    if (chosen != output_.writer)
      with = family_.both_writers() ? chosen_names() : "";
    else if (output_.writer == Writer::Cross && family_.syntax == Syntax::Hlsl && is_joined())
      with = " so that both texts of a pair can be one text";
    else
      return;
    report(Rule::WriterUnavailable,
           {fmt::format("{}{}", name_of_target(), with), chosen == Writer::Own ? "agalc" : "SPIRV-Cross"});
  }

  // Returns the option whose names only agalc's own writer can use.
  std::string_view chosen_names() const {
    if (!options_.renames.empty()) return " with --rename";
    if (output_.names != UniformNames::Registers) return " with the names of --host";
    return options_.hlsl_semantics.empty() ? "" : " with --semantics";
  }

  bool is_joined() const { return options_.host && joins_texts(*options_.host); }

  // Checks the environment. The names and bindings of GLSL depend on it. Metal and Direct3D accept each environment.
  void check_environment() {
    const EnvironmentInfo& environment = info(output_.environment);
    if (family_.glsl() && target_.vulkan != environment.vulkan)
      report(Rule::EnvironmentMismatch, {name_of_target(), target_.vulkan ? "Vulkan" : "OpenGL", environment.name});
  }

  void check_constants() {
    const bool vulkan = family_.spirv() ? output_.vulkan() : target_.vulkan;
    const bool gl = !vulkan && (family_.spirv() || family_.glsl());
    switch (output_.constants) {
      case ConstantsMode::Ubo:
        if (lacks(TargetFeature::UniformBlocks)) report(Rule::UniformBlocksUnavailable, {name_of_target()});
        break;
      case ConstantsMode::Plain:
        if (!gl) report(Rule::PlainConstantsUnavailable, {name_of_target()});
        break;
      case ConstantsMode::Push:
        if (!vulkan) report(Rule::PushConstantsUnavailable, {name_of_target()});
        break;
    }
  }

  void check_entry_point() {
    const std::string& name = options_.entry_points.of(program_.stage);
    if (is_joined() && family_.entry == EntryPointNames::Free &&
        options_.entry_points.vertex == options_.entry_points.fragment)
      return report(Rule::EntryPointsEqual, {info(*options_.host).title, name});
    if (name == "main") return;  // "main" is valid in every language
    switch (family_.entry) {
      case EntryPointNames::Any: return;
      case EntryPointNames::Main: return report(Rule::EntryPointFixed, {name_of_target(), name});
      case EntryPointNames::Free: break;
    }
    if (!is_free_name(target_.family, name)) report(Rule::EntryPointNotIdentifier, {name_of_target(), name});
  }

  void check_samplers() {
    if (!options_.samplers || family_.samplers == SamplerForms::Same) return;
    if (*options_.samplers != output_.samplers)
      report(Rule::SamplersUnavailable,
             {name_of_target(), *options_.samplers == Samplers::Separate ? "separate" : "combined"});
  }

  // Checks chosen names, also for SPIR-V, which does not use them. A name of the other stage alone is left to the
  // program of that stage.
  AGAL_COLD void check_names() {
    for (const Rename& rename : options_.renames)
      if (!find_named_registers(rename.registers))
        return report(Rule::RenameImpossible, {rename.registers, rename.name, "it is not a register"});
    const std::vector<Naming::Row>& rows = output_.naming.rows();  // one for each of the renames
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!is_of_program(rows[i])) continue;
      std::string reason = why_not_alone(rows[i], options_);
      // Names of both stages are compared, because a linker may see both. Two names of this stage are compared once.
      for (std::size_t k = 0; k < rows.size() && reason.empty(); ++k)
        if (k < i || !is_of_program(rows[k])) reason = why_not_with(rows[i], rows[k], options_.renames[k].registers);
      if (!reason.empty()) report(Rule::RenameImpossible, {options_.renames[i].registers, rows[i].name, reason});
    }
  }

  bool is_of_program(const Naming::Row& row) const {
    return row.registers.stage.value_or(program_.stage) == program_.stage;
  }

  // Checks each chosen semantic alone. check_bindings (translation/bindings.cpp) compares them.
  AGAL_COLD void check_semantics() {
    if (!family_.has_semantics()) return;
    for (const RegisterSemantic& row : options_.hlsl_semantics) {
      const auto found = find_named_registers(row.resource);
      if (found && found->stage.value_or(program_.stage) != program_.stage) continue;
      std::string reason;
      if (!found || (found->type != RegisterType::Attribute && found->type != RegisterType::Varying))
        reason = "it is neither an attribute nor a varying";
      else
        reason = why_not_semantic(row.semantic);
      if (reason.empty() && options_.host && found->type == RegisterType::Attribute)
        reason = why_not_channel(*options_.host, row.semantic);
      if (!reason.empty()) report(Rule::SemanticImpossible, {row.resource, row.semantic, reason});
    }
  }

  // Reports the first varying beyond the varyings that the host declares.
  AGAL_COLD void check_varyings(std::uint32_t declared) {
    if (!family_.has_semantics()) return;
    bool reported = false;
    for (std::size_t token = 0; token < program_.instructions.size() && !reported; ++token)
      for_each_access(program_.instructions[token], [&](const Access& access) {
        if (reported || !access.is(RegisterType::Varying) || access.end() <= declared) return;
        reported = true;
        report(Rule::MoreVaryings, token, access.operand,
               {name_of_target(), std::to_string(declared),
                register_name(access.type_code, access.end() - 1, program_.stage)});
      });
  }

  bool lacks(TargetFeature feature) const { return !has(options_.target, feature); }

  bool lacks_anything() const {
    using enum TargetFeature;
    return lacks(InstanceNumber) || lacks(FragmentIndexing) || lacks(VolumeTextures) || lacks(CentroidVaryings);
  }

  void check_features(std::size_t token) {
    const Instruction& instruction = program_.instructions[token];
    const auto usual = [](Source source) {
      return !source.indirect() && source.type_code() != static_cast<std::uint32_t>(RegisterType::InstanceId);
    };
    if (instruction.samples())
      check_fetch(token);
    else if (usual(instruction.src1) && usual(instruction.src2))
      return;
    for_each_access(instruction, [&](const Access& access) {
      const bool read = access.kind == AccessKind::Read || access.kind == AccessKind::Index;
      if (read && access.is(RegisterType::InstanceId) && lacks(TargetFeature::InstanceNumber) &&
          !std::exchange(instance_id_seen_, true))
        report(Rule::InstanceIdUnavailable, token, access.operand, {name_of_target()});
      if (access.kind == AccessKind::Relative && program_.stage == Stage::Fragment &&
          lacks(TargetFeature::FragmentIndexing))
        report(Rule::DynamicIndexUnavailable, token, access.operand, {name_of_target()});
    });
  }

  void check_fetch(std::size_t token) {
    const SamplerOperand sampler = program_.instructions[token].sampler();
    if (sampler.has(SamplerOption::Volume) && lacks(TargetFeature::VolumeTextures))
      report(Rule::VolumeTextureUnavailable, token, Operand::Source2,
             {name_of_target(), register_name(sampler.type_code(), sampler.index(), program_.stage)});
    if (sampler.has(SamplerOption::Centroid) && lacks(TargetFeature::CentroidVaryings) &&
        !std::exchange(centroid_seen_, true))
      report(Rule::CentroidIgnored, token, Operand::Source2, {name_of_target()});
  }

  // Returns the name of the target for messages; for SPIR-V, with its environment.
  AGAL_COLD std::string name_of_target() const {
    if (!family_.spirv()) return std::string(target_.name);
    return fmt::format("{} for {}", target_.name, info(output_.environment).name);
  }

  // Returns true if the validation has checked the limits of the program's version.
  bool is_within_version() const { return validation_.level == ValidationLevel::Strict && !validation_.ignore_limits; }

  // Finds the minimum of each register type. Returns false if the limits of the program's version are not above any.
  // The number of uniform vectors does not limit the size of a uniform block.
  bool find_minimums() {
    const bool pushes = output_.constants == ConstantsMode::Push, plain = output_.constants == ConstantsMode::Plain;
    const std::uint32_t version =
        is_within_version() ? version_limits(program_.version).agal_version : unlimited_version;
    const auto& above =
        first_versions_above[static_cast<std::size_t>(target_.target)][static_cast<std::size_t>(program_.stage)];
    if (!pushes && version < above[plain ? 1 : 0]) return false;
    minimums_ = minimums_for(target_.target, program_.stage);
    std::uint32_t& constants = minimums_[static_cast<std::size_t>(RegisterType::Constant)];
    if (pushes)
      constants = push_constant_registers;
    else if (!plain)
      constants = unlimited;
    return true;
  }

  // Returns the end of the registers of an access. A relative access reads all registers of its type.
  std::uint32_t end_of(const Access& access) const {
    if (access.kind != AccessKind::Relative) return access.end();
    return version_limits(program_.version).count(static_cast<RegisterType>(access.type_code), program_.stage);
  }

  // Returns true if the program may exceed a minimum. Comparing the highest registers is fast, and excludes nearly all
  // programs.
  bool may_exceed_minimum() const {
    std::array<std::uint32_t, 16> ends{};  // indexed by the four bits of a register type
    for (const Instruction& instruction : program_.instructions)
      for_each_access(instruction, [&](const Access& access) {
        ends[access.type_code] = std::max(ends[access.type_code], end_of(access));
      });
    for (std::size_t type = 0; type < minimums_.size(); ++type)
      if (ends[type] > minimums_[type]) return true;
    return false;
  }

  // Counts the registers of a token. Constants are one array, so the highest register counts. Other registers are
  // counted individually.
  AGAL_COLD void count_registers(std::size_t token) {
    for_each_access(program_.instructions[token], [&](const Access& access) {
      const RegisterInfo* row = find_register(access.type_code);
      // Each type of register is reported once, at the first token that exceeds the limit.
      if (row == nullptr) return;
      const std::uint32_t minimum = minimums_[access.type_code];
      if (minimum == unlimited) return;
      UsedRegisters& usage = usage_[access.type_code];
      if (usage.reported) return;
      const std::uint32_t begin = access.kind == AccessKind::Relative ? 0 : access.first;
      const std::uint32_t end = std::min(end_of(access), base::RegisterSet::capacity);
      if (row->type == RegisterType::Constant)
        usage.count = std::max(usage.count, end);
      else
        for (std::uint32_t i = begin; i < end; ++i) usage.add(i);
      if (usage.count > minimum) report_minimum(*row, usage, token, access.operand);
    });
  }

  AGAL_COLD void report_minimum(const RegisterInfo& row, UsedRegisters& usage, std::size_t token, Operand at) {
    usage.reported = true;
    const bool push = row.type == RegisterType::Constant && output_.constants == ConstantsMode::Push;
    report(push ? Rule::PushConstantsTooMany : Rule::GuaranteedMinimumExceeded, token, at,
           {fmt::format("{}", minimums_[static_cast<std::size_t>(row.type)]), row.noun, name_of_target(),
            name(program_.stage)});
  }

  const Program& program_;
  const OutputOptions& options_;
  const ValidateOptions& validation_;
  const Output& output_;
  const TargetInfo& target_;
  const TargetFamilyInfo& family_;
  Diagnostics diagnostics_;
  bool instance_id_seen_ = false;
  bool centroid_seen_ = false;
  Minimums minimums_;
  base::Buffer<UsedRegisters> usage_;  // indexed by register type; empty until the program exceeds a minimum
};

}  // namespace

Diagnostics check_target(const Program& program, const OutputOptions& options, const Output& output,
                         const ValidateOptions& validation) {
  return Checker(program, options, output, validation).run();
}

}  // namespace agal::target
