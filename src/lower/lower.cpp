#include "lower/lower.hpp"

#include <algorithm>

#include "diag/rules.hpp"
#include "lower/lowering.hpp"

namespace agal::lower {
namespace {

ir::Dimension dimension_of(SamplerOperand operand) {
  switch (operand.field(SamplerField::Dim)) {
    case 0: return ir::Dimension::Plane;
    case 1: return ir::Dimension::Cube;
  }
  return ir::Dimension::Volume;
}

std::string dimension_text(ir::Dimension dimension) {
  const SamplerOptionInfo* option = find_sampler_option(SamplerField::Dim, static_cast<std::uint32_t>(dimension));
  return std::string(option->text);
}

// Collects the samplers of all tokens: they must be known before the first is used, for the numbers of their slots.
void collect_samplers(const Program& program, ir::Module& module, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& token = program.instructions[i];
    if (token.info()->src2 != SourceRule::Sampler) continue;
    const ir::SamplerSlot slot{token.sampler().index(), dimension_of(token.sampler())};
    const auto known = std::find_if(module.samplers.begin(), module.samplers.end(),
                                    [&](const ir::SamplerSlot& s) { return s.index == slot.index; });
    if (known == module.samplers.end()) {
      module.samplers.push_back(slot);
    } else if (known->dimension != slot.dimension) {
      Location location;
      location.file = program.name;
      location.token = static_cast<std::uint32_t>(i + 1);
      location.byte_offset = Program::offset_of(i);
      location.operand = Operand::Source2;
      location.stage = program.stage;
      diagnostics.add(
          diag::make(diag::Rule::SamplerDimensions, location,
                     {register_name(static_cast<std::uint32_t>(RegisterType::Sampler), slot.index, program.stage),
                      dimension_text(known->dimension), dimension_text(slot.dimension)}));
    }
  }
  std::sort(module.samplers.begin(), module.samplers.end(),
            [](const ir::SamplerSlot& a, const ir::SamplerSlot& b) { return a.index < b.index; });
}

template <class Fn>
void for_each_direct_source(const Instruction& token, Fn&& fn) {
  const OpcodeInfo& row = *token.info();
  const auto visit = [&](SourceRule rule, const Source& source, std::uint32_t rows) {
    if (rule == SourceRule::None || rule == SourceRule::Sampler || source.indirect()) return;
    for (std::uint32_t i = 0; i < rows; ++i) fn(source, source.index() + i);
  };
  visit(row.src1, token.src1, 1);
  visit(row.src2, token.src2, std::max<std::uint32_t>(row.rows, 1));
}

std::uint32_t constant_array_of(const Program& program) {
  std::uint32_t count = version_limits(program.version).count(RegisterType::Constant, program.stage);
  for (const Instruction& token : program.instructions)
    for_each_direct_source(token, [&](const Source& source, std::uint32_t number) {
      if (source.type() == RegisterType::Constant) count = std::max(count, number + 1);
    });
  return count;
}

}  // namespace

base::RegisterSet centroid_varyings_of(const Program& program) {
  base::RegisterSet centroid, otherwise;
  for (const Instruction& token : program.instructions) {
    const bool fetch = token.info()->src2 == SourceRule::Sampler;
    const bool wants = fetch && token.sampler().has(SamplerOption::Centroid);
    for_each_direct_source(token, [&](const Source& source, std::uint32_t number) {
      if (source.type() == RegisterType::Varying) (wants ? centroid : otherwise).add(number);
    });
  }
  return centroid -= otherwise;
}

Result<ir::Module> lower(const Program& program, const Options& options) {
  ir::Module module;
  Diagnostics diagnostics;
  module.stage = program.stage;
  module.body.reserve(program.instructions.size() * 4 + 16);
  module.constant_array = constant_array_of(program);
  module.centroid_varyings =
      program.stage == Stage::Fragment ? centroid_varyings_of(program) : options.centroid_varyings;
  collect_samplers(program, module, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  Lowering(program, options, module).run();
  return module;
}

}  // namespace agal::lower
