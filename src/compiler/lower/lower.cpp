#include "lower/lower.hpp"

#include "lower/lowering.hpp"
#include "lower/registers.hpp"
#include "program/centroid.hpp"
#include "program/locate.hpp"

namespace agal::lower {
namespace {

// Collects the samplers first, because fetches refer to them by slot. Reports a sampler with two dimensions.
void collect_samplers(const Program& program, const RegisterScan& scan, ir::Module& module, Diagnostics& diagnostics) {
  if (scan.samplers.empty()) return;
  scan.samplers.for_each([&](std::uint32_t index) { module.samplers.push_back({index, TextureKind::Plane}); });
  base::RegisterSet seen;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& token = program.instructions[i];
    if (!token.samples()) continue;
    const std::uint32_t index = token.sampler().index();
    const TextureKind dimension = token.sampler().kind();
    ir::SamplerSlot& slot = module.samplers[module.slot_of(index)];
    if (!seen.contains(index)) {
      seen.add(index);
      slot.dimension = dimension;
    } else if (slot.dimension != dimension) {
      diagnostics.add(program::diagnose(
          program, i, Operand::Source2, diag::Rule::SamplerDimensions,
          {register_name(RegisterType::Sampler, index, program.stage), name(slot.dimension), name(dimension)}));
    }
  }
}

}  // namespace

Result<ir::Module> lower(const Program& program, const Options& options) {
  Result<ir::Module> result{ir::Module()};  // filled in place, because moving a module takes long
  ir::Module& module = *result;
  Diagnostics diagnostics;
  const RegisterScan scan(program);
  module.stage = program.stage;
  module.has_ifs = scan.ifs;
  module.has_kills = scan.kills;
  module.body.reserve(program.instructions.size() * 4 + 16);
  module.constant_array = scan.constant_array;
  if (program.stage == Stage::Vertex) module.centroid_varyings = options.centroid_varyings;
  if (program.stage == Stage::Fragment && scan.centroid) module.centroid_varyings = program::centroid_varyings(program);
  if (options.plan != nullptr) module.centroid_varyings = options.plan->centroid();
  collect_samplers(program, scan, module, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  Lowering(program, options, scan, module).run();
  return result;
}

}  // namespace agal::lower
