#include "translation/translation.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "agal/assembly.hpp"
#include "opt/passes.hpp"
#include "program/locate.hpp"
#include "target/bindings.hpp"
#include "target/capabilities.hpp"
#include "target/defaults.hpp"
#include "translation/bindings.hpp"
#include "translation/timed.hpp"
#include "writer/print.hpp"

namespace agal {
namespace translation {
namespace {

ValidateOptions validation_of(const TranslateOptions& options) {
  ValidateOptions out = options.validation;
  out.allow_reserved = out.allow_reserved || options.semantics.allow_reserved;
  return out;
}

}  // namespace

Translation::Translation(const Program& program, const TranslateOptions& options, std::vector<StepTime>* times)
    : program_(program),
      options_(options),
      times_(times),
      entry_point_(target::entry_point_of(options, program.stage)) {
  lowering_.semantics = options.semantics;
}

void Translation::store_varyings_for(const Translation& fragment) {
  lowering_.varyings_read = fragment.interface_.varyings;
  lowering_.centroid_varyings = lower::centroid_varyings_of(fragment.program_);
}

bool Translation::run(Diagnostics& diagnostics) {
  if (options_.on_step) notify("ast", disassemble(program_));
  timed(times_, "validate", [&] { diagnostics.append(validate(program_, validation_of(options_))); });
  if (diagnostics.has_errors()) return false;
  timed(times_, "capabilities", [&] { diagnostics.append(target::check_target(program_, options_)); });
  if (diagnostics.has_errors()) return false;
  timed(times_, "lower", [&] {
    Result<ir::Module> lowered = lower::lower(program_, lowering_);
    diagnostics.append(std::move(lowered.diagnostics()));
    if (lowered) module_ = *std::move(lowered);
  });
  if (diagnostics.has_errors()) return false;
  if (options_.on_step) notify("ir", ir::print(module_));
  timed(times_, "passes", [&] { passes(diagnostics); });
  if (diagnostics.has_errors()) return false;
  interface_ = ir::interface_of(module_);
  check_bindings(*this, diagnostics);
  return !diagnostics.has_errors();
}

std::vector<std::uint32_t> Translation::emit(Diagnostics& diagnostics) {
  std::vector<std::uint32_t> words;
  timed(times_, "emit", [&] { words = spirv::emit(module_, interface_, spirv_options()); });
  const std::uint32_t bound = spirv::bound_of(words);
  if (bound <= spirv::max_bound) return words;
  diagnostics.add(program::diagnose(program_, diag::Rule::ModuleTooLarge,
                                    {std::to_string(bound), std::to_string(spirv::max_bound)}));
  return {};
}

// All up to the highest varying, or as many as the host asks for (docs/adr/0023-varyings-on-direct3d.md).
std::uint32_t Translation::declared_varyings() const {
  if (info(options_.target).family != TargetFamily::Hlsl) return 0;
  return std::max(options_.varyings.value_or(0), interface_.varyings.bound());
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
  writer::Options out;
  out.target = options_.target;
  out.constants = target::constants_of(options_);
  out.bindings = options_.bindings;
  const std::string entry_point = target::text_entry_point_of(options_, program_.stage);
  out.entry_point = entry_point;
  out.push_offset = push_offset_;
  out.precision = target::precision_of(options_);
  out.samplers = target::samplers_of(options_);
  out.varyings = declared_varyings();
  out.register_spaces = target::has_register_spaces(options_) && target::asks_for_sets(options_);
  std::string text;
  timed(times_, "print", [&] { text = writer::print(module_, interface_, out); });
  if (options_.on_step) notify(info(options_.target).name, text);
  return text;
}

void Translation::passes(Diagnostics& diagnostics) {
  opt::PipelineOptions out;
  out.optimize = options_.optimization == Optimization::Full;
  out.explicit_gradients = has(options_.target, TargetFeature::ExplicitGradients);
  out.form = target::writer_of(options_) == Writer::Own ? opt::Form::Text : opt::Form::Words;
  out.contract = info(options_.target).family == TargetFamily::SpirV;
  out.clip.negative_one_to_one = target::clip_z_of(options_) == ClipZ::NegativeOneToOne;
  out.clip.flip_y = options_.flip_y;
  opt::PassListener listener;
  if (options_.on_step)
    listener = [&](std::string_view pass, const ir::Module& m) { notify("ir: " + std::string(pass), ir::print(m)); };
  Diagnostics found = opt::run_pipeline(module_, out, listener);
  if (found.empty()) return;
  for (Diagnostic& diagnostic : found) diagnostic.location = program::locate(program_);
  diagnostics.append(std::move(found));
}

spirv::Options Translation::spirv_options() const {
  spirv::Options out;
  out.environment = target::environment_of(options_);
  out.constants = target::constants_of(options_);
  out.bindings = options_.bindings;
  out.entry_point = entry_point_;
  out.push_offset = push_offset_;
  out.precision = target::precision_of(options_);
  out.samplers = target::samplers_of(options_);
  // Text keeps the author's register names; in a binary they are debug information.
  out.value_names = options_.debug_info || info(options_.target).family != TargetFamily::SpirV;
  out.varyings = declared_varyings();
  if (options_.debug_info) out.lines = &program_;
  return out;
}

Diagnostics check_own_writer(const Program& program, const OutputOptions& options) {
  Diagnostics diagnostics;
  if (target::writer_of(options) != Writer::Own)
    diagnostics.add(program::diagnose(program, diag::Rule::WriterUnavailable, {info(options.target).name, "agalc"}));
  return diagnostics;
}

}  // namespace translation

Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options) {
  Diagnostics diagnostics;
  translation::Translation translation(program, options, nullptr);
  if (!translation.run(diagnostics)) return diagnostics;
  std::vector<std::uint32_t> words = translation.emit(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<std::string> write(const Program& program, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  Diagnostics diagnostics = translation::check_own_writer(program, own);
  if (diagnostics.has_errors()) return diagnostics;
  translation::Translation translation(program, own, nullptr);
  if (!translation.run(diagnostics)) return diagnostics;
  std::string text = translation.print(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(text), std::move(diagnostics)};
}

}  // namespace agal
