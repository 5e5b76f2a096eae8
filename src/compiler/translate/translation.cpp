#include "translate/translation.hpp"

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

// The maximum number of instructions of a module that has names of registers for SPIRV-Cross. SPIRV-Cross makes equal
// names unique by trying one number after the other, so its time grows with the square of the number of equal names.
constexpr std::size_t max_named_values = 16'384;

}  // namespace

Request::Request(const Program& program, const TranslateOptions& options, std::vector<StepTime>* times)
    : program_(&program), options_(&options), times_(times), output_(target::resolve(options, program.stage)) {}

Translated::Translated(Key, Request&& request, ir::Module&& module, std::optional<lower::VaryingPlan> plan)
    : request_(std::move(request)),
      module_(std::move(module)),
      interface_(ir::interface_of(module_, &program())),
      plan_(std::move(plan)) {
  if (output().layout == BindingLayout::Abi) return;
  std::vector<std::uint32_t> samplers;  // ascending, like the slots
  interface_.samplers.for_each([&](std::uint32_t slot) { samplers.push_back(module_.samplers[slot].index); });
  request_.lay_out(samplers);
}

std::optional<Checked> check(const Request& request, Diagnostics& diagnostics) {
  const Program& program = request.program();
  if (request.options().on_step) request.notify("ast", disassemble(program));
  diagnostics.append(
      timed(request.times(), "validate", [&] { return validate(program, request.options().validation); }));
  if (diagnostics.has_errors()) return std::nullopt;
  diagnostics.append(timed(request.times(), "capabilities", [&] {
    return target::check_target(program, request.options(), request.output(), request.options().validation);
  }));
  if (diagnostics.has_errors()) return std::nullopt;
  return Checked();
}

namespace {

void run_passes(const Request& request, ir::Module& module, Diagnostics& diagnostics) {
  opt::PassListener listener;
  if (request.options().on_step)
    listener = [&](std::string_view pass, const ir::Module& m) {
      request.notify("ir: " + std::string(pass), ir::print(m));
    };
  const opt::PipelineOptions pipeline = pipeline_options(request.output(), request.options().optimization);
  Diagnostics found = opt::run_pipeline(module, pipeline, listener);
  if (found.empty()) return;
  for (Diagnostic& diagnostic : found) diagnostic.location = program::locate(request.program());
  diagnostics.append(std::move(found));
}

void report_varyings(const Translated& translated, Diagnostics& diagnostics) {
  const std::uint32_t count = translated.interface().varyings.count();
  diagnostics.add(
      program::diagnose(translated.program(), diag::Rule::VaryingsDoNotFit,
                        {std::to_string(translated.options().varying_limit.value_or(count)), std::to_string(count)}));
}

bool has_too_many_varyings(const Translated& translated) {
  const std::uint32_t count = translated.interface().varyings.count();
  return count > translated.options().varying_limit.value_or(count);
}

}  // namespace

std::optional<Translated> lower(Checked, Request&& request, Diagnostics& diagnostics, Partner partner) {
  const lower::Options options{request.options().semantics, partner.varyings_read, partner.centroid_varyings,
                               partner.plan ? &*partner.plan : nullptr};
  std::optional<Translated> out;  // constructed in place, because it is large
  Result<ir::Module> lowered =
      timed(request.times(), "lower", [&] { return lower::lower(request.program(), options); });
  diagnostics.append(std::move(lowered.diagnostics()));
  if (diagnostics.has_errors()) return out;
  if (request.options().on_step) request.notify("ir", ir::print(*lowered));
  timed(request.times(), "passes", [&] { run_passes(request, *lowered, diagnostics); });
  if (!diagnostics.has_errors())
    out.emplace(Translated::Key(), std::move(request), *std::move(lowered), std::move(partner.plan));
  return out;
}

namespace {

std::optional<Translated> lower_and_bind(Checked checked, Request&& request, Diagnostics& diagnostics,
                                         Partner partner = {}) {
  std::optional<Translated> translated = lower(checked, std::move(request), diagnostics, std::move(partner));
  if (translated) check_bindings(*translated, diagnostics);
  if (diagnostics.has_errors()) translated.reset();
  return translated;
}

// Assigns locations to the varyings of a fragment program, if the device has fewer locations than the program has
// varyings. Returns nullopt with an error if the varyings do not fit, and nullopt without an error if each varying has
// its own location.
std::optional<lower::VaryingPlan> plan_varyings(const Translated& fragment, Diagnostics& diagnostics) {
  if (!has_too_many_varyings(fragment)) return std::nullopt;
  const ir::Module& module = fragment.module();
  const base::Buffer<std::uint8_t> live = ir::live_lanes(module.body);
  std::vector<WriteMask> components(fragment.interface().varyings.bound());
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    const ir::Inst& inst = module.body[i];
    if (inst.op != ir::Op::LoadVarying || live[i] == 0) continue;
    components[inst.aux] |= ir::components_read(inst, live[i]);
  }
  std::optional<lower::VaryingPlan> plan =
      lower::VaryingPlan::make(components, module.centroid_varyings, *fragment.options().varying_limit);
  if (!plan) report_varyings(fragment, diagnostics);
  return plan;
}

// Translates the fragment program of a pair, and plans the varyings of both programs.
std::optional<Translated> translate_fragment(const Request& request, Diagnostics& diagnostics) {
  const std::optional<Checked> checked = check(request, diagnostics);
  if (!checked) return std::nullopt;
  std::optional<Translated> alone = lower_and_bind(*checked, Request(request), diagnostics);
  if (!alone) return std::nullopt;
  std::optional<lower::VaryingPlan> plan = plan_varyings(*alone, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  if (!plan) return alone;
  Diagnostics again;  // receives the diagnostics of the second run, which are reported only if it fails
  std::optional<Translated> packed = lower(*checked, Request(request), again, {.plan = std::move(plan)});
  if (!packed)
    diagnostics.append(std::move(again));
  else
    check_bindings(*packed, diagnostics);  // locations have the semantics of other varyings
  if (diagnostics.has_errors()) packed.reset();
  return packed;
}

Partner partner_of(const Translated& fragment) {
  const lower::VaryingPlan* const plan = fragment.plan();
  return {fragment.interface().varyings, program::centroid_varyings(fragment.program()),
          plan != nullptr ? std::optional(*plan) : std::nullopt};
}

}  // namespace

std::optional<Translated> translate_alone(Request request, Diagnostics& diagnostics) {
  const std::optional<Checked> checked = check(request, diagnostics);
  if (!checked) return std::nullopt;
  diagnostics.append(validate_outputs(request.program(), request.options().validation));
  if (diagnostics.has_errors()) return std::nullopt;
  // Not assigned, because it is large.
  std::optional<Translated> translated = lower_and_bind(*checked, std::move(request), diagnostics);
  if (translated && has_too_many_varyings(*translated)) {
    report_varyings(*translated, diagnostics);
    translated.reset();
  }
  return translated;
}

std::optional<Pair> translate_pair(const Request& vertex, const Request& fragment, Diagnostics& diagnostics) {
  Diagnostics of_fragment;
  std::optional<Translated> second = translate_fragment(fragment, of_fragment);
  std::optional<Translated> first;
  if (const std::optional<Checked> checked = check(vertex, diagnostics))
    first = lower_and_bind(*checked, Request(vertex), diagnostics, second ? partner_of(*second) : Partner{});
  diagnostics.append(std::move(of_fragment));
  diagnostics.append(validate_pair(vertex.program(), fragment.program(), vertex.options().validation));
  if (first && second) check_bindings(*first, *second, diagnostics);
  if (!first || !second || diagnostics.has_errors()) return std::nullopt;
  // The push constants of a pipeline are one block: the range of the fragment program follows the range of the vertex
  // program.
  if (vertex.output().constants == ConstantsMode::Push)
    second = (*std::move(second)).with_push_offset(constant_stride * first->interface().constants);
  return Pair{*std::move(first), *std::move(second)};
}

std::vector<std::uint32_t> emit(const Translated& translated, Diagnostics& diagnostics) {
  const TranslateOptions& options = translated.options();
  spirv::Options out{translated.output()};
  // A module for text has the names of registers. If the module is the output, names are debug information.
  const bool named_text =
      !translated.output().language().spirv() && translated.module().body.size() <= max_named_values;
  out.value_names = options.debug_info || named_text;
  if (options.debug_info) out.lines = &translated.program();
  std::vector<std::uint32_t> words = timed(translated.request().times(), "emit", [&] {
    return spirv::emit(translated.module(), translated.interface(), out);
  });
  const std::uint32_t bound = spirv::bound_of(words);
  if (bound <= spirv::max_bound) return words;
  diagnostics.add(program::diagnose(translated.program(), diag::Rule::ModuleTooLarge,
                                    {std::to_string(bound), std::to_string(spirv::max_bound)}));
  return {};
}

namespace {

void check_nesting(const Translated& translated, Diagnostics& diagnostics) {
  if (!translated.module().has_ifs) return;
  const TargetInfo& row = info(translated.options().target);
  const std::uint32_t limit = info(row.family).max_nesting;
  std::uint32_t depth = 0, deepest = 0, first_too_deep = ir::no_token;
  for (const ir::Inst& inst : translated.module().body) {
    if (inst.op == ir::Op::EndIf) --depth;
    if (inst.op != ir::Op::If) continue;
    deepest = std::max(deepest, ++depth);
    if (depth == limit + 1 && first_too_deep == ir::no_token) first_too_deep = inst.token;
  }
  if (limit == 0 || deepest <= limit) return;
  diagnostics.add(program::diagnose(translated.program(), first_too_deep, Operand::Opcode, diag::Rule::NestedTooDeeply,
                                    {row.name, std::to_string(limit), std::to_string(deepest)}));
}

}  // namespace

std::string print(const Translated& translated, Diagnostics& diagnostics) {
  check_nesting(translated, diagnostics);
  if (diagnostics.has_errors()) return {};
  std::string text = timed(translated.request().times(), "print", [&] {
    return writer::print(translated.module(), translated.interface(), translated.output(),
                         translated.options().debug_info ? &translated.program() : nullptr);
  });
  if (translated.options().on_step) translated.request().notify(info(translated.options().target).name, text);
  return text;
}

opt::PipelineOptions pipeline_options(const target::Output& output, Optimization optimization) {
  opt::PipelineOptions out;
  out.optimize = optimization == Optimization::Full;
  out.explicit_gradients = has(output.target, TargetFeature::ExplicitGradients);
  out.form = output.writer == Writer::Own ? opt::Form::Text : opt::Form::Words;
  out.contract = output.language().spirv();
  out.clip.negative_one_to_one = output.clip_z == ClipZ::NegativeOneToOne;
  out.clip.flip_y = output.flip_y;
  return out;
}

Diagnostics check_own_writer(const Request& request) {
  Diagnostics diagnostics;
  if (request.output().writer != Writer::Own)
    diagnostics.add(program::diagnose(request.program(), diag::Rule::WriterUnavailable,
                                      {info(request.output().target).name, "agalc"}));
  return diagnostics;
}

}  // namespace translation

using translation::Pair;
using translation::Request;
using translation::Translated;

Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options) {
  Diagnostics diagnostics;
  const std::optional<Translated> translated = translation::translate_alone({program, options}, diagnostics);
  if (!translated) return diagnostics;
  std::vector<std::uint32_t> words = translation::emit(*translated, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<std::string> write(const Program& program, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  Request request(program, own);
  Diagnostics diagnostics = translation::check_own_writer(request);
  if (diagnostics.has_errors()) return diagnostics;
  const std::optional<Translated> translated = translation::translate_alone(std::move(request), diagnostics);
  if (!translated) return diagnostics;
  std::string text = translation::print(*translated, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(text), std::move(diagnostics)};
}

Result<TranslatedPair> translate(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  Diagnostics diagnostics;
  const std::optional<Pair> pair = translation::translate_pair({vertex, options}, {fragment, options}, diagnostics);
  if (!pair) return diagnostics;
  TranslatedPair words;
  words.vertex = translation::emit(pair->vertex, diagnostics);
  words.fragment = translation::emit(pair->fragment, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<WrittenPair> write(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  const Request request(vertex, own);
  Diagnostics diagnostics = translation::check_own_writer(request);
  if (diagnostics.has_errors()) return diagnostics;
  const std::optional<Pair> pair = translation::translate_pair(request, {fragment, own}, diagnostics);
  if (!pair) return diagnostics;
  WrittenPair texts;
  texts.vertex = translation::print(pair->vertex, diagnostics);
  texts.fragment = translation::print(pair->fragment, diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  if (request.output().single_module) texts.both = writer::join(texts.vertex, texts.fragment);
  return {std::move(texts), std::move(diagnostics)};
}

std::string_view step_summary(std::string_view step) {
  struct Row {
    std::string_view name, summary;
  };
  constexpr auto rows = std::to_array<Row>({
#define AGAL_STEP(name, summary) {name, summary},
#include "translate/steps.def"
#undef AGAL_STEP
  });
  for (const Row& row : rows)
    if (row.name == step) return row.summary;
  return find_target(step) != nullptr ? "The output for the target." : "";
}

}  // namespace agal
