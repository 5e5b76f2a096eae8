#include "agal/compile.hpp"

#include <utility>

#include "diag/rules.hpp"
#include "driver/timed.hpp"
#include "driver/translation.hpp"
#include "lower/lower.hpp"
#include "reflect/describe.hpp"
#include "target/capabilities.hpp"
#include "target/cross.hpp"
#include "target/spirv_tools.hpp"

namespace agal {
namespace {

using driver::timed;
using driver::Translation;

reflect::Subject subject_of(const Translation& translation) {
  return {translation.program(), translation.module(), translation.interface(), translation.options(),
          translation.push_offset()};
}

// From words to the product: what the libraries of Khronos do for us.
class Finish {
 public:
  explicit Finish(Translation& translation) : translation_(translation), options_(translation.options()) {
    result_.target = options_.target;
    result_.stage = translation.program().stage;
  }

  /// False: there is no product, the diagnostics say why.
  bool run(Diagnostics& diagnostics) {
    result_.spirv = translation_.emit(diagnostics);
    if (diagnostics.has_errors()) return false;
    if (options_.on_stage) translation_.tell("spirv", target::disassemble(result_.spirv));
    if (!valid(diagnostics) || !text(diagnostics)) return false;
    if (options_.reflect)
      timed(times(), "reflect", [&] { result_.reflection = reflect::describe(subject_of(translation_)); });
    return true;
  }

  Compilation take() {
    result_.times = std::move(times());
    return std::move(result_);
  }

 private:
  std::vector<StageTime>& times() { return translation_.times(); }

  bool valid(Diagnostics& diagnostics) {
    if (!options_.validate_spirv) return true;
    timed(times(), "spirv-val", [&] {
      if (auto error = target::validate(result_.spirv, target::environment_of(options_)))
        diagnostics.add(diag::make(diag::Rule::InvalidModule, translation_.place(), {*error}));
    });
    return !diagnostics.has_errors();
  }

  bool text(Diagnostics& diagnostics) {
    if (options_.target == Target::Spv) return true;
    if (options_.target == Target::Spvasm) {
      timed(times(), "disassemble", [&] { result_.text = target::disassemble(result_.spirv); });
      return true;
    }
    timed(times(), "spirv-cross", [&] {
      Result<std::string> crossed = target::cross_compile(result_.spirv, options_);
      diagnostics.append(std::move(crossed.diagnostics()));
      if (crossed) result_.text = *std::move(crossed);
    });
    if (diagnostics.has_errors()) return false;
    translation_.tell(info(options_.target).name, result_.text);
    return true;
  }

  Translation& translation_;
  const CompileOptions& options_;
  Compilation result_;
};

}  // namespace

Result<Compilation> compile(const Program& program, const CompileOptions& options) {
  Diagnostics diagnostics;
  Translation translation(program, options);
  if (!translation.run(diagnostics)) return diagnostics;
  Finish finish(translation);
  if (!finish.run(diagnostics)) return diagnostics;
  return {finish.take(), std::move(diagnostics)};
}

Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options) {
  Diagnostics fragment_diagnostics;
  Translation second(fragment, options);
  const bool fragment_good = second.run(fragment_diagnostics);

  lower::Options lowering;
  if (fragment_good) {
    // What the fragment program reads after its own dead code is gone.
    lowering.varyings_read = second.interface().varyings;
    lowering.centroid_varyings = lower::centroid_varyings_of(fragment);
  }
  Translation first(vertex, options, std::move(lowering));
  Diagnostics diagnostics;
  const bool vertex_good = first.run(diagnostics);
  diagnostics.append(std::move(fragment_diagnostics));
  diagnostics.append(validate_pair(vertex, fragment, options.validation));
  if (!vertex_good || !fragment_good || diagnostics.has_errors()) return diagnostics;

  // Both ranges of push constants lie in one block of the pipeline: the fragment program's follows.
  if (target::constants_of(options) == ConstantsMode::Push) second.set_push_offset(16 * first.interface().constants);
  Finish first_finish(first), second_finish(second);
  if (!first_finish.run(diagnostics) || !second_finish.run(diagnostics)) return diagnostics;
  LinkedCompilation out;
  if (options.reflect) out.reflection = reflect::describe_pair(subject_of(first), subject_of(second));
  out.vertex = first_finish.take();
  out.fragment = second_finish.take();
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace agal
