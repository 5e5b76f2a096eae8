#include "agal/compile.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "khronos/available.hpp"
#include "khronos/branches.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"
#include "program/locate.hpp"
#include "reflect/interface.hpp"
#include "reflect/to_json.hpp"
#include "spirv/interface.hpp"
#include "target/defaults.hpp"
#include "translation/pair.hpp"
#include "translation/timed.hpp"
#include "writer/print.hpp"

namespace agal {
namespace {

using translation::timed;
using translation::Translation;

reflect::Subject subject_of(const Translation& translation) {
  return {translation.program(),           translation.module(),     translation.interface(), translation.options(),
          translation.options().semantics, translation.push_offset()};
}

// From SPIR-V words to the product, with the libraries of Khronos.
class ProductBuilder {
 public:
  // `times` may be null.
  ProductBuilder(Translation& translation, const CompileOptions& options, std::vector<StepTime>* times)
      : translation_(translation), options_(options), times_(times) {
    result_.target = options_.target;
    result_.stage = translation.program().stage;
  }

  /// False: there is no product, and the diagnostics contain the reason.
  bool run(Diagnostics& diagnostics) {
    if (target::writer_of(options_) == Writer::Own)
      result_.text = translation_.print(diagnostics);
    else
      by_words(diagnostics);
    if (diagnostics.has_errors()) return false;
    if (options_.reflect)
      timed(times_, "reflect", [&] {
        const Interface& found = result_.program_interface.emplace(reflect::interface_of(subject_of(translation_)));
        result_.reflection = reflect::to_json(found);
      });
    return true;
  }

  Compilation take() {
    if (times_ != nullptr) result_.times = std::move(*times_);
    return std::move(result_);
  }

 private:
  // SPIR-V, and what SPIRV-Cross makes of it.
  void by_words(Diagnostics& diagnostics) {
    if (options_.target != Target::Spv && !khronos::available()) {
      diagnostics.add(
          program::diagnose(translation_.program(), diag::Rule::NotInThisBuild, {info(options_.target).name}));
      return;
    }
    result_.spirv = translation_.emit(diagnostics);
    if (diagnostics.has_errors() || !khronos::available()) return;
    if (options_.on_step) translation_.notify("spirv", khronos::disassemble(result_.spirv));
    if (few_branches(diagnostics) && valid(diagnostics)) text(diagnostics);
  }

  // Whether SPIRV-Tools and SPIRV-Cross, where they are asked, get through the module in good time.
  bool few_branches(Diagnostics& diagnostics) {
    if (!options_.validate_spirv && info(options_.target).family == TargetFamily::SpirV) return true;
    std::uint32_t branches = 0, first_too_many = 0;
    for (const ir::Inst& inst : translation_.module().body)
      if (ir::is_branch(inst.op) && ++branches == khronos::max_branches + 1) first_too_many = inst.token;
    if (branches <= khronos::max_branches) return true;
    diagnostics.add(program::diagnose(translation_.program(), first_too_many, Operand::Opcode,
                                      diag::Rule::TooManyBranches,
                                      {std::to_string(branches), std::to_string(khronos::max_branches)}));
    return false;
  }

  bool valid(Diagnostics& diagnostics) {
    if (!options_.validate_spirv) return true;
    timed(times_, "spirv-val", [&] {
      if (auto error = khronos::validate(result_.spirv, target::environment_of(options_)))
        diagnostics.add(program::diagnose(translation_.program(), diag::Rule::InvalidModule, {*error}));
    });
    return !diagnostics.has_errors();
  }

  void text(Diagnostics& diagnostics) {
    if (options_.target == Target::Spv) return;
    if (options_.target == Target::Spvasm) {
      timed(times_, "disassemble", [&] { result_.text = khronos::disassemble(result_.spirv); });
      return;
    }
    timed(times_, "spirv-cross", [&] {
      Result<std::string> crossed = khronos::cross_compile(result_.spirv, options_);
      diagnostics.append(std::move(crossed.diagnostics()));
      if (crossed) result_.text = *std::move(crossed);
    });
    if (diagnostics.has_errors()) return;
    translation_.notify(info(options_.target).name, result_.text);
  }

  Translation& translation_;
  const CompileOptions& options_;
  std::vector<StepTime>* times_;
  Compilation result_;
};

void share(LinkedCompilation& pair) {
  const Interface& vertex = *pair.vertex.program_interface;
  const Interface& fragment = *pair.fragment.program_interface;
  const SharedInterface& shared = pair.shared_interface.emplace(reflect::shared_interface_of(vertex, fragment));
  pair.reflection = reflect::to_json(vertex, fragment, shared);
}

}  // namespace

Result<Compilation> compile(const Program& program, const CompileOptions& options) {
  Diagnostics diagnostics;
  std::vector<StepTime> list;
  std::vector<StepTime>* const times = options.time_steps ? &list : nullptr;
  Translation translation(program, options, times);
  if (!translation.run(diagnostics)) return diagnostics;
  ProductBuilder builder(translation, options, times);
  if (!builder.run(diagnostics)) return diagnostics;
  return {builder.take(), std::move(diagnostics)};
}

Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options) {
  Diagnostics diagnostics;
  std::array<std::vector<StepTime>, 2> lists;
  std::vector<StepTime>* const vertex_times = options.time_steps ? &lists[0] : nullptr;
  std::vector<StepTime>* const fragment_times = options.time_steps ? &lists[1] : nullptr;
  translation::PairTranslation pair(vertex, fragment, options, vertex_times, fragment_times);
  if (!pair.run(diagnostics)) return diagnostics;
  ProductBuilder first(pair.vertex(), options, vertex_times), second(pair.fragment(), options, fragment_times);
  if (!first.run(diagnostics) || !second.run(diagnostics)) return diagnostics;
  LinkedCompilation out;
  out.vertex = first.take();
  out.fragment = second.take();
  if (target::is_single_module(options)) out.both = writer::join(out.vertex.text, out.fragment.text);
  if (options.reflect) share(out);
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace agal
