#include "agal/compile.hpp"

#include <chrono>
#include <string>
#include <utility>

#include "agal/assembly.hpp"
#include "diag/rules.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "reflect/describe.hpp"
#include "spirv/emit.hpp"
#include "target/capabilities.hpp"
#include "target/cross.hpp"
#include "target/spirv_tools.hpp"

namespace agal {
namespace {

// One compilation on its way through the house. Each step is one box of the design: it takes what the step before
// left here, tells the listener, and notes its time.
class Pipeline {
 public:
  Pipeline(const Program& program, const CompileOptions& options, lower::Options lowering, std::uint32_t push_offset)
      : program_(program), options_(options), lowering_(std::move(lowering)), push_offset_(push_offset) {
    result_.target = options.target;
    result_.stage = program.stage;
  }

  /// AST to IR, all passes. False: rejected, the diagnostics say why.
  bool front(Diagnostics& diagnostics) {
    if (options_.on_stage) tell("ast", disassemble(program_));
    timed("validate", [&] { diagnostics.append(validate(program_, validation())); });
    if (diagnostics.has_errors()) return false;
    timed("capabilities", [&] { diagnostics.append(target::check_target(program_, options_)); });
    if (diagnostics.has_errors()) return false;
    timed("lower", [&] {
      Result<ir::Module> lowered = lower::lower(program_, lowering_);
      diagnostics.append(std::move(lowered.diagnostics()));
      if (lowered) module_ = *std::move(lowered);
    });
    if (diagnostics.has_errors()) return false;
    if (options_.on_stage) tell("ir", ir::print(module_));
    timed("passes", [&] { passes(diagnostics); });
    if (diagnostics.has_errors()) return false;
    interface_ = spirv::interface_of(module_);
    return true;
  }

  /// IR to SPIR-V to text. False: our own output was refused, the diagnostics say how.
  bool back(Diagnostics& diagnostics) {
    timed("emit", [&] { result_.spirv = spirv::emit(module_, emission()); });
    if (const std::uint32_t bound = spirv::bound_of(result_.spirv); bound > spirv::highest_bound) {
      diagnostics.add(diag::make(diag::Rule::ModuleTooLarge, place(),
                                 {std::to_string(bound), std::to_string(spirv::highest_bound)}));
      return false;
    }
    if (options_.on_stage) tell("spirv", target::disassemble(result_.spirv));
    if (options_.validate_spirv) {
      timed("spirv-val", [&] {
        if (auto error = target::validate(result_.spirv, target::environment_of(options_)))
          diagnostics.add(diag::make(diag::Rule::InvalidModule, place(), {*error}));
      });
      if (diagnostics.has_errors()) return false;
    }
    if (!text(diagnostics)) return false;
    timed("reflect", [&] { result_.reflection = reflect::describe(subject()); });
    return true;
  }

  std::uint32_t constants() const { return interface_.constants; }
  reflect::Subject subject() const { return {program_, module_, interface_, options_, push_offset_}; }
  Compilation take() { return std::move(result_); }
  void set_push_offset(std::uint32_t bytes) { push_offset_ = bytes; }

 private:
  template <class Step>
  void timed(std::string_view stage, Step&& step) {
    const auto start = std::chrono::steady_clock::now();
    step();
    const auto taken = std::chrono::steady_clock::now() - start;
    const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
    result_.times.push_back({std::string(stage), static_cast<std::uint64_t>(count)});
  }

  void tell(std::string_view stage, std::string_view text) const { options_.on_stage(stage, text); }

  Location place() const {
    Location location;
    location.file = program_.name;
    location.stage = program_.stage;
    return location;
  }

  ValidateOptions validation() const {
    ValidateOptions out = options_.validation;
    out.allow_reserved = out.allow_reserved || options_.semantics.allow_reserved;
    return out;
  }

  void passes(Diagnostics& diagnostics) {
    const TargetInfo& row = info(options_.target);
    opt::PipelineOptions out;
    out.optimization = options_.optimization;
    // ESSL 100 has explicit gradients only by an extension.
    out.explicit_gradients = options_.target != Target::Essl100;
    out.form = row.family == TargetFamily::SpirV ? opt::Form::Compact : opt::Form::Readable;
    const bool gl_text = (row.family == TargetFamily::Glsl || row.family == TargetFamily::Essl) && !row.vulkan;
    const ClipZ default_z = gl_text ? ClipZ::NegativeOneToOne : ClipZ::ZeroToOne;
    out.clip.negative_one_to_one = options_.clip_z.value_or(default_z) == ClipZ::NegativeOneToOne;
    out.clip.flip_y = options_.flip_y;
    opt::PassListener listener;
    if (options_.on_stage)
      listener = [&](std::string_view pass, const ir::Module& m) { tell("ir: " + std::string(pass), ir::print(m)); };
    Diagnostics found = opt::run_pipeline(module_, out, listener);
    for (Diagnostic& diagnostic : found) diagnostic.location = place();
    diagnostics.append(std::move(found));
  }

  spirv::Options emission() const {
    spirv::Options out;
    out.environment = target::environment_of(options_);
    out.constants = target::constants_of(options_);
    out.bindings = options_.bindings;
    out.entry_point = options_.entry_point;
    out.push_offset = push_offset_;
    // Text keeps the author's register names; in a binary they are debug information.
    out.value_names = options_.debug_info || info(options_.target).family != TargetFamily::SpirV;
    if (options_.debug_info) out.lines = &program_;
    return out;
  }

  bool text(Diagnostics& diagnostics) {
    if (options_.target == Target::Spv) return true;
    if (options_.target == Target::Spvasm) {
      timed("disassemble", [&] { result_.text = target::disassemble(result_.spirv); });
      return true;
    }
    timed("spirv-cross", [&] {
      Result<std::string> crossed = target::cross_compile(result_.spirv, options_);
      diagnostics.append(std::move(crossed.diagnostics()));
      if (crossed) result_.text = *std::move(crossed);
    });
    if (diagnostics.has_errors()) return false;
    if (options_.on_stage) tell(info(options_.target).name, result_.text);
    return true;
  }

  const Program& program_;
  const CompileOptions& options_;
  lower::Options lowering_;
  std::uint32_t push_offset_;
  ir::Module module_;
  spirv::Interface interface_;
  Compilation result_;
};

lower::Options lowering_of(const CompileOptions& options) {
  lower::Options out;
  out.semantics = options.semantics;
  return out;
}

}  // namespace

Result<Compilation> compile(const Program& program, const CompileOptions& options) {
  Diagnostics diagnostics;
  Pipeline pipeline(program, options, lowering_of(options), 0);
  if (!pipeline.front(diagnostics) || !pipeline.back(diagnostics)) return diagnostics;
  return {pipeline.take(), std::move(diagnostics)};
}

Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options) {
  Diagnostics diagnostics;
  Pipeline second(fragment, options, lowering_of(options), 0);
  const bool fragment_good = second.front(diagnostics);

  lower::Options lowering = lowering_of(options);
  if (fragment_good) {
    // What the fragment program reads after its own dead code is gone.
    lowering.varyings_read = second.subject().interface.varyings;
    lowering.centroid_varyings = lower::centroid_varyings_of(fragment);
  }
  Pipeline first(vertex, options, std::move(lowering), 0);
  Diagnostics vertex_diagnostics;
  const bool vertex_good = first.front(vertex_diagnostics);
  vertex_diagnostics.append(std::move(diagnostics));
  diagnostics = std::move(vertex_diagnostics);
  diagnostics.append(validate_pair(vertex, fragment, options.validation));
  if (!vertex_good || !fragment_good || diagnostics.has_errors()) return diagnostics;

  // Both ranges of push constants lie in one block of the pipeline: the fragment program's follows.
  if (target::constants_of(options) == ConstantsMode::Push) second.set_push_offset(16 * first.constants());
  if (!first.back(diagnostics) || !second.back(diagnostics)) return diagnostics;
  LinkedCompilation out;
  out.reflection = reflect::describe_pair(first.subject(), second.subject());
  out.vertex = first.take();
  out.fragment = second.take();
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace agal
