#include "translation/translation.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "agal/assembly.hpp"
#include "ir/live_lanes.hpp"
#include "program/centroid.hpp"
#include "program/locate.hpp"
#include "spirv/emit.hpp"
#include "target/capabilities.hpp"
#include "writer/print.hpp"

namespace agal {
namespace translation {
namespace {

ValidateOptions validation_of(const TranslateOptions& options) {
  ValidateOptions out = options.validation;
  out.allow_reserved = out.allow_reserved || options.semantics.allow_reserved;
  return out;
}

// The maximum number of instructions for which the text of SPIRV-Cross has the names of registers. It tells equal names
// apart by numbers, and tries one number after the other, which takes time that grows with the square of their number.
constexpr std::size_t max_named_values = 16'384;

}  // namespace

Translation::Translation(const Program& program, const TranslateOptions& options, std::vector<StepTime>* times)
    : program_(program), options_(options), output_(target::resolve(options, program.stage)), times_(times) {
  lowering_.semantics = options.semantics;
}

void Translation::store_varyings_for(const Translation& fragment) {
  lowering_.varyings_read = fragment.interface_.varyings;
  lowering_.centroid_varyings = program::centroid_varyings(fragment.program_);
}

bool Translation::run(Diagnostics& diagnostics) {
  if (options_.on_step) notify("ast", disassemble(program_));
  timed(times_, "validate", [&] { diagnostics.append(validate(program_, validation_of(options_))); });
  if (diagnostics.has_errors()) return false;
  timed(times_, "capabilities", [&] { diagnostics.append(target::check_target(program_, options_, output_)); });
  if (diagnostics.has_errors()) return false;
  lower(diagnostics);
  if (diagnostics.has_errors()) return false;
  check_bindings(*this, diagnostics);
  return !diagnostics.has_errors();
}

void Translation::lower(Diagnostics& diagnostics) {
  timed(times_, "lower", [&] {
    Result<ir::Module> lowered = lower::lower(program_, lowering_);
    diagnostics.append(std::move(lowered.diagnostics()));
    if (lowered) module_ = *std::move(lowered);
  });
  if (diagnostics.has_errors()) return;
  if (options_.on_step) notify("ir", ir::print(module_));
  timed(times_, "passes", [&] { passes(diagnostics); });
  if (!diagnostics.has_errors()) interface_ = ir::interface_of(module_, &program_);
}

bool Translation::run_alone(Diagnostics& diagnostics) {
  if (!run(diagnostics)) return false;
  const std::uint32_t count = interface_.varyings.count();
  if (count > options_.varying_limit.value_or(count)) report_varyings(count, diagnostics);
  return !diagnostics.has_errors();
}

bool Translation::lower_again(Diagnostics& diagnostics) {
  Diagnostics found;  // what the first time has reported is not repeated
  lower(found);
  if (!found.has_errors()) return true;
  diagnostics.append(std::move(found));
  return false;
}

std::optional<lower::VaryingPlan> Translation::plan_varyings(Diagnostics& diagnostics) const {
  const std::uint32_t count = interface_.varyings.count(), limit = options_.varying_limit.value_or(count);
  if (count <= limit) return std::nullopt;
  const base::Buffer<std::uint8_t> live = ir::live_lanes(module_.body);
  std::vector<WriteMask> components(interface_.varyings.bound());
  for (std::uint32_t i = 0; i < module_.body.size(); ++i) {
    const ir::Inst& inst = module_.body[i];
    if (inst.op != ir::Op::LoadVarying || live[i] == 0) continue;
    components[inst.aux] |= ir::components_read(inst, live[i]);
  }
  std::optional<lower::VaryingPlan> plan = lower::VaryingPlan::make(components, module_.centroid_varyings, limit);
  if (!plan) report_varyings(count, diagnostics);
  return plan;
}

void Translation::report_varyings(std::uint32_t count, Diagnostics& diagnostics) const {
  diagnostics.add(program::diagnose(program_, diag::Rule::VaryingsDoNotFit,
                                    {std::to_string(options_.varying_limit.value_or(count)), std::to_string(count)}));
}

std::vector<std::uint32_t> Translation::emit(Diagnostics& diagnostics) {
  spirv::Options out{output_};
  // Text keeps the author's register names; in a binary they are debug information.
  const bool named_text = output_.family() != TargetFamily::SpirV && module_.body.size() <= max_named_values;
  out.value_names = options_.debug_info || named_text;
  if (options_.debug_info) out.lines = &program_;
  std::vector<std::uint32_t> words;
  timed(times_, "emit", [&] { words = spirv::emit(module_, interface_, out); });
  const std::uint32_t bound = spirv::bound_of(words);
  if (bound <= spirv::max_bound) return words;
  diagnostics.add(program::diagnose(program_, diag::Rule::ModuleTooLarge,
                                    {std::to_string(bound), std::to_string(spirv::max_bound)}));
  return {};
}

void Translation::check_nesting(Diagnostics& diagnostics) const {
  const TargetInfo& row = info(options_.target);
  const std::uint32_t limit = info(row.family).max_nesting;
  std::uint32_t depth = 0, deepest = 0, first_too_deep = ir::no_token;
  for (const ir::Inst& inst : module_.body) {
    if (inst.op == ir::Op::EndIf) --depth;
    if (inst.op != ir::Op::If) continue;
    deepest = std::max(deepest, ++depth);
    if (depth == limit + 1 && first_too_deep == ir::no_token) first_too_deep = inst.token;
  }
  if (limit == 0 || deepest <= limit) return;
  diagnostics.add(program::diagnose(program_, first_too_deep, Operand::Opcode, diag::Rule::NestedTooDeeply,
                                    {row.name, std::to_string(limit), std::to_string(deepest)}));
}

std::string Translation::print(Diagnostics& diagnostics) {
  check_nesting(diagnostics);
  if (diagnostics.has_errors()) return {};
  std::string text;
  timed(times_, "print", [&] { text = writer::print(module_, interface_, output_); });
  if (options_.on_step) notify(info(options_.target).name, text);
  return text;
}

void Translation::passes(Diagnostics& diagnostics) {
  opt::PassListener listener;
  if (options_.on_step)
    listener = [&](std::string_view pass, const ir::Module& m) { notify("ir: " + std::string(pass), ir::print(m)); };
  Diagnostics found = opt::run_pipeline(module_, pipeline_options(output_, options_.optimization), listener);
  if (found.empty()) return;
  for (Diagnostic& diagnostic : found) diagnostic.location = program::locate(program_);
  diagnostics.append(std::move(found));
}

opt::PipelineOptions pipeline_options(const target::Output& output, Optimization optimization) {
  opt::PipelineOptions out;
  out.optimize = optimization == Optimization::Full;
  out.explicit_gradients = has(output.target, TargetFeature::ExplicitGradients);
  out.form = output.writer == Writer::Own ? opt::Form::Text : opt::Form::Words;
  out.contract = output.family() == TargetFamily::SpirV;
  out.clip.negative_one_to_one = output.clip_z == ClipZ::NegativeOneToOne;
  out.clip.flip_y = output.flip_y;
  return out;
}

Diagnostics check_own_writer(const Translation& translation) {
  Diagnostics diagnostics;
  const target::Output& output = translation.output();
  if (output.writer != Writer::Own)
    diagnostics.add(
        program::diagnose(translation.program(), diag::Rule::WriterUnavailable, {info(output.target).name, "agalc"}));
  return diagnostics;
}

PairTranslation::PairTranslation(const Program& vertex, const Program& fragment, const TranslateOptions& options,
                                 std::vector<StepTime>* vertex_times, std::vector<StepTime>* fragment_times)
    : vertex_(vertex, options, vertex_times), fragment_(fragment, options, fragment_times) {}

bool PairTranslation::run(Diagnostics& diagnostics) {
  Diagnostics of_fragment;
  bool fragment_good = fragment_.run(of_fragment);
  if (fragment_good) plan_ = fragment_.plan_varyings(of_fragment);
  fragment_good = fragment_good && !of_fragment.has_errors();
  if (fragment_good && plan_) {
    fragment_.use_plan(*plan_);
    vertex_.use_plan(*plan_);
    fragment_good = fragment_.lower_again(of_fragment);
  }
  if (fragment_good) vertex_.store_varyings_for(fragment_);
  const bool vertex_good = vertex_.run(diagnostics);
  diagnostics.append(std::move(of_fragment));
  diagnostics.append(validate_pair(vertex_.program(), fragment_.program(), vertex_.options().validation));
  if (vertex_good && fragment_good) check_bindings(vertex_, fragment_, diagnostics);
  if (!vertex_good || !fragment_good || diagnostics.has_errors()) return false;

  // The push constants of a pipeline are one block: the range of the fragment program follows that of the vertex
  // program.
  if (vertex_.output().constants == ConstantsMode::Push)
    fragment_.set_push_offset(constant_stride * vertex_.interface().constants);
  return true;
}

}  // namespace translation

Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options) {
  Diagnostics diagnostics;
  translation::Translation translation(program, options, nullptr);
  if (!translation.run_alone(diagnostics)) return diagnostics;
  std::vector<std::uint32_t> words = translation.emit(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<std::string> write(const Program& program, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  translation::Translation translation(program, own, nullptr);
  Diagnostics diagnostics = translation::check_own_writer(translation);
  if (diagnostics.has_errors()) return diagnostics;
  if (!translation.run_alone(diagnostics)) return diagnostics;
  std::string text = translation.print(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(text), std::move(diagnostics)};
}

Result<TranslatedPair> translate(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  Diagnostics diagnostics;
  translation::PairTranslation pair(vertex, fragment, options);
  if (!pair.run(diagnostics)) return diagnostics;
  TranslatedPair words;
  words.vertex = pair.vertex().emit(diagnostics);
  words.fragment = pair.fragment().emit(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<WrittenPair> write(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  translation::PairTranslation pair(vertex, fragment, own);
  Diagnostics diagnostics = translation::check_own_writer(pair.vertex());
  if (diagnostics.has_errors()) return diagnostics;
  if (!pair.run(diagnostics)) return diagnostics;
  WrittenPair texts;
  texts.vertex = pair.vertex().print(diagnostics);
  texts.fragment = pair.fragment().print(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  if (pair.vertex().output().single_module) texts.both = writer::join(texts.vertex, texts.fragment);
  return {std::move(texts), std::move(diagnostics)};
}

std::string_view step_summary(std::string_view step) {
  struct Row {
    std::string_view name, summary;
  };
  constexpr auto rows = std::to_array<Row>({
#define AGAL_STEP(name, summary) {name, summary},
#include "translation/steps.def"
#undef AGAL_STEP
  });
  for (const Row& row : rows)
    if (row.name == step) return row.summary;
  return find_target(step) != nullptr ? "The output for the target." : "";
}

}  // namespace agal
