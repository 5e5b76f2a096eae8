// Lints for sampler options that contradict each other or the use of the sampler, and for textures in conditionals.
#include <fmt/format.h>

#include "base/register_set.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

bool is_varying(const Source& source) { return !source.indirect() && source.type() == RegisterType::Varying; }

// Returns the varyings that are read without the centroid flag.
base::RegisterSet read_at_center(const Program& program) {
  base::RegisterSet out;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    const bool fetch = op->samples();
    if (op->src1 != SourceRule::None && is_varying(token.src1) &&
        !(fetch && token.sampler().has(SamplerOption::Centroid)))
      out.add(token.src1.index());
    if (op->src2 != SourceRule::None && !fetch && is_varying(token.src2))
      for (std::uint32_t row = 0; row < op->rows; ++row) out.add(token.src2.index() + row);
  }
  return out;
}

void check_bias(Linter& linter, std::size_t i, SamplerOperand sampler) {
  // With `ignoresampler`, the application chooses the state, which may have mipmaps.
  if (sampler.bias_eighths() != 0 && sampler.has(SamplerOption::MipNone) && !sampler.has(SamplerOption::IgnoreSampler))
    linter.report(Rule::SamplerOptionUnused, i, Operand::Source2,
                  {fmt::format("the bias of {}", sampler.bias()), "there are no mipmaps with mipnone"});
}

void check_centroid(Linter& linter, std::size_t i, const Instruction& token, const base::RegisterSet& at_center) {
  if (!token.sampler().has(SamplerOption::Centroid)) return;
  const std::string name = register_name(token.src1.type_code(), token.src1.index(), linter.program.stage);
  if (!is_varying(token.src1))
    linter.report(Rule::SamplerOptionUnused, i, Operand::Source2,
                  {"centroid", fmt::format("the coordinate {} is not interpolated", name)});
  else if (at_center.contains(token.src1.index()))
    linter.report(Rule::SamplerOptionUnused, i, Operand::Source2,
                  {"centroid", fmt::format("{} is also read without it, and is interpolated only once", name)});
}

void check_video(Linter& linter, std::size_t i, SamplerOperand sampler) {
  if (!sampler.has(SamplerOption::Video)) return;
  if (!sampler.has(SamplerOption::MipNone) && !sampler.has(SamplerOption::IgnoreSampler))
    linter.report(Rule::VideoSampled, i, Operand::Source2, {"mip filter"});
  else if (sampler.bias_eighths() != 0)
    linter.report(Rule::VideoSampled, i, Operand::Source2, {"bias"});
}

// Reports three or more textures in conditionals. The location is the token with the third texture.
void check_textures_in_branches(Linter& linter) {
  constexpr std::uint32_t many = 3;
  base::RegisterSet samplers;
  std::size_t depth = 0, third = 0;
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const Instruction& token = linter.program.instructions[i];
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    if (op->flow == Flow::If) ++depth;
    if (op->flow == Flow::EndIf && depth > 0) --depth;
    if (depth == 0 || !op->samples() || samplers.contains(token.sampler().index())) continue;
    samplers.add(token.sampler().index());
    if (samplers.count() == many) third = i;
  }
  if (samplers.count() >= many)
    linter.report(Rule::TexturesInBranches, third, Operand::Source2, {fmt::format("{}", samplers.count())});
}

}  // namespace

void check_samplers(Linter& linter) {
  check_textures_in_branches(linter);
  const base::RegisterSet at_center = read_at_center(linter.program);
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const Instruction& token = linter.program.instructions[i];
    if (!token.samples()) continue;
    const SamplerOperand sampler = token.sampler();
    if (!sampler.has(SamplerOption::Video)) check_bias(linter, i, sampler);
    check_centroid(linter, i, token, at_center);
    check_video(linter, i, sampler);
  }
}

}  // namespace agal::linting
