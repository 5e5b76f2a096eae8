#include "agal/compile.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "compile/source_names.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"
#include "opt/passes.hpp"
#include "program/locate.hpp"
#include "reflect/interface.hpp"
#include "reflect/to_json.hpp"
#include "spirv/emit.hpp"
#include "translate/translation.hpp"
#include "writer/print.hpp"

namespace agal {
namespace {

using translation::timed;
using translation::Translated;

reflect::Subject subject_of(const Translated& translated, const CompileOptions& options) {
  return {translated.program(), translated.module(),   translated.interface(), translated.output(),
          options.semantics,    options.bindings_only, translated.plan()};
}

// Makes the product of a translated program: IR, SPIR-V words, or text by our own writer or by SPIRV-Cross.
class ProductBuilder {
 public:
  /// Makes the product in `result`, because moving it takes long.
  ProductBuilder(const Translated& translated, const CompileOptions& options, Compilation& result)
      : translated_(translated), options_(options), times_(translated.request().times()), result_(result) {
    result_.target = options_.target;
    result_.stage = translated.program().stage;
  }

  /// Makes the product. If it returns false, the diagnostics contain the reason.
  bool run(Diagnostics& diagnostics) {
    if (!make(diagnostics)) return false;
    if (times_ != nullptr) result_.times = std::move(*times_);
    return true;
  }

 private:
  bool make(Diagnostics& diagnostics) {
    if (options_.emit == TextForm::Ir) {
      result_.text = ir::print(translated_.module());
      return true;
    }
    if (options_.emit == TextForm::B0 && !translated_.output().language().glsl()) {
      reject_container("it is another language", diagnostics);
      return false;
    }
    if (translated_.output().writer == Writer::Own)
      by_own_writer(diagnostics);
    else
      by_words(diagnostics);
    if (options_.emit == TextForm::B0 && !diagnostics.has_errors()) into_container(diagnostics);
    if (diagnostics.has_errors()) return false;
    if (options_.reflect)
      timed(times_, "reflect", [&] {
        const Interface& found =
            result_.program_interface.emplace(reflect::interface_of(subject_of(translated_, options_)));
        if (!options_.bindings_only) result_.reflection = reflect::to_json(found);
      });
    return true;
  }

  // Writes text with our own writer. This does not need a SPIR-V module, but the caller may request that a module be
  // built from the same IR and validated. If another module of the program is validated, the IR is verified instead.
  void by_own_writer(Diagnostics& diagnostics) {
    result_.text = translation::print(translated_, diagnostics);
    if (diagnostics.has_errors() || !options_.validate_spirv.value_or(false) || !khronos::available()) return;
    if (count_branches() > khronos::max_branches) return;  // the text is not limited
    if (has_valid_module() && translated_.module().body.size() <= max_values_without_module)
      return verify_ir(diagnostics);
    const std::vector<std::uint32_t> words = translation::emit(translated_, diagnostics);
    if (!diagnostics.has_errors()) validate(words, diagnostics);
  }

  // Makes SPIR-V, and the text that SPIRV-Cross writes from it.
  void by_words(Diagnostics& diagnostics) {
    if (!info(options_.target).is_binary() && !khronos::available()) {
      diagnostics.add(
          program::diagnose(translated_.program(), diag::Rule::NotInThisBuild, {info(options_.target).name}));
      return;
    }
    result_.spirv = translation::emit(translated_, diagnostics);
    if (diagnostics.has_errors() || !khronos::available()) return;
    if (options_.on_step) translated_.request().notify("spirv", khronos::disassemble(result_.spirv));
    const bool validates = options_.validate_spirv.value_or(true);
    if (validates || !translated_.output().language().spirv()) check_branches(diagnostics);
    if (validates && !diagnostics.has_errors()) validate(result_.spirv, diagnostics);
    if (!diagnostics.has_errors()) text(diagnostics);
  }

  void reject_container(std::string reason, Diagnostics& diagnostics) {
    diagnostics.add(program::diagnose(translated_.program(), diag::Rule::ContainerUnavailable,
                                      {info(options_.target).name, std::move(reason)}));
  }

  void into_container(Diagnostics& diagnostics) {
    constexpr std::size_t max_bytes = 0xffff;
    const std::size_t size = result_.text.size();
    if (size > max_bytes) return reject_container(std::to_string(size) + " bytes are more than its 65535", diagnostics);
    const auto byte = [](std::size_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
    const std::array<char, 3> head{byte(0xb0), byte(size & 0xff), byte(size >> 8)};
    result_.text.insert(0, head.data(), head.size());
  }

  std::uint32_t count_branches() const {
    const auto& body = translated_.module().body;
    return static_cast<std::uint32_t>(
        std::count_if(body.begin(), body.end(), [](const ir::Inst& inst) { return ir::is_branch(inst.op); }));
  }

  // Reports an error if SPIRV-Tools and SPIRV-Cross would take too long for the module.
  void check_branches(Diagnostics& diagnostics) {
    const std::uint32_t branches = count_branches();
    if (branches <= khronos::max_branches) return;
    std::uint32_t left = khronos::max_branches;
    const auto& body = translated_.module().body;
    const auto first_too_many = std::find_if(
        body.begin(), body.end(), [&](const ir::Inst& inst) { return ir::is_branch(inst.op) && left-- == 0; });
    diagnostics.add(program::diagnose(translated_.program(), first_too_many->token, Operand::Opcode,
                                      diag::Rule::TooManyBranches,
                                      {std::to_string(branches), std::to_string(khronos::max_branches)}));
  }

  // The module of a text with more values is made even if it is not validated, because it may have too many ids
  // (AGAL4091). A value needs at most 16 ids.
  static constexpr std::size_t max_values_without_module = spirv::max_bound / 16;

  // Returns true if another module of the program has been validated, or will be.
  bool has_valid_module() const {
    const ValidModules* const modules = options_.valid_modules;
    return modules != nullptr && (modules->more_follow || modules->contains(translated_.program()));
  }

  void verify_ir(Diagnostics& diagnostics) {
    timed(times_, "verify", [&] {
      std::optional<Diagnostic> finding = opt::check_ir(translated_.module(), "passes");
      if (!finding) return;
      finding->location = program::locate(translated_.program());
      diagnostics.add(*std::move(finding));
    });
  }

  void validate(std::span<const std::uint32_t> words, Diagnostics& diagnostics) {
    const Environment environment = translated_.output().environment;
    if (options_.valid_modules != nullptr && options_.valid_modules->contains(environment, words)) return;
    timed(times_, "spirv-val", [&] {
      if (auto error = khronos::validate(words, environment))
        diagnostics.add(program::diagnose(translated_.program(), diag::Rule::InvalidModule, {*error}));
      else if (options_.valid_modules != nullptr)
        options_.valid_modules->add(translated_.program(), environment, words);
    });
  }

  void text(Diagnostics& diagnostics) {
    if (info(options_.target).is_binary()) return;
    if (info(options_.target).is_assembly()) {
      timed(times_, "disassemble", [&] { result_.text = khronos::disassemble(result_.spirv); });
      return;
    }
    timed(times_, "spirv-cross", [&] {
      Result<std::string> crossed = khronos::cross_compile(result_.spirv, count_branches(), translated_.output());
      diagnostics.append(std::move(crossed.diagnostics()));
      if (crossed) result_.text = *std::move(crossed);
    });
    if (diagnostics.has_errors()) return;
    translated_.request().notify(info(options_.target).name, result_.text);
  }

  const Translated& translated_;
  const CompileOptions& options_;
  std::vector<StepTime>* times_;
  Compilation& result_;
};

void share(LinkedCompilation& pair, const CompileOptions& options) {
  const Interface& vertex = *pair.vertex.program_interface;
  const Interface& fragment = *pair.fragment.program_interface;
  const SharedInterface& shared = pair.shared_interface.emplace(reflect::shared_interface_of(vertex, fragment));
  if (!options.bindings_only) pair.reflection = reflect::to_json(vertex, fragment, shared);
}

}  // namespace

bool ValidModules::contains(Environment environment, std::span<const std::uint32_t> words) const {
  return std::ranges::any_of(modules_, [&](const Module& module) {
    return module.environment == environment && std::ranges::equal(module.words, words);
  });
}

bool ValidModules::contains(const Program& program) const {
  return std::ranges::any_of(modules_, [&](const Module& module) {
    return module.stage == program.stage && module.instructions == program.instructions;
  });
}

void ValidModules::add(const Program& program, Environment environment, std::span<const std::uint32_t> words) {
  modules_.push_back({program.stage, program.instructions, environment, {words.begin(), words.end()}});
}

Result<Compilation> compile(const Program& program, const CompileOptions& options) {
  if (options.names != RegisterNames::Registers) return compile_with_names(program, options);
  Diagnostics diagnostics;
  std::vector<StepTime> list;
  std::vector<StepTime>* const times = options.time_steps ? &list : nullptr;
  const std::optional<Translated> translated = translation::translate_alone({program, options, times}, diagnostics);
  if (!translated) return diagnostics;
  Result<Compilation> result{Compilation()};
  if (!ProductBuilder(*translated, options, *result).run(diagnostics)) return diagnostics;
  result.diagnostics() = std::move(diagnostics);
  return result;
}

Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options) {
  if (options.names != RegisterNames::Registers) return link_with_names(vertex, fragment, options);
  // Raise the version of a text that does not name a version.
  for (const bool is_vertex : {true, false}) {
    const Program &own = is_vertex ? vertex : fragment, &other = is_vertex ? fragment : vertex;
    if (own.version_beside(other) == own.version) continue;
    Program raised = own;
    raised.version = other.version;
    return is_vertex ? link(raised, fragment, options) : link(vertex, raised, options);
  }
  Diagnostics diagnostics;
  std::array<std::vector<StepTime>, 2> lists;
  std::vector<StepTime>* const vertex_times = options.time_steps ? &lists[0] : nullptr;
  std::vector<StepTime>* const fragment_times = options.time_steps ? &lists[1] : nullptr;
  const std::optional<translation::Pair> pair =
      translation::translate_pair({vertex, options, vertex_times}, {fragment, options, fragment_times}, diagnostics);
  if (!pair) return diagnostics;
  Result<LinkedCompilation> result{LinkedCompilation()};
  LinkedCompilation& out = *result;
  if (!ProductBuilder(pair->vertex, options, out.vertex).run(diagnostics) ||
      !ProductBuilder(pair->fragment, options, out.fragment).run(diagnostics))
    return diagnostics;
  if (pair->vertex.output().single_module && options.emit != TextForm::Ir)
    out.both = writer::join(out.vertex.text, out.fragment.text);
  if (out.vertex.program_interface) share(out, options);
  result.diagnostics() = std::move(diagnostics);
  return result;
}

}  // namespace agal
