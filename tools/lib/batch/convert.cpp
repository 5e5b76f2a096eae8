#include "convert.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "cli/console.hpp"
#include "options/writer_choice.hpp"
#include "proofs/products.hpp"

namespace agal::batch {
namespace {

class Converter {
 public:
  Converter(const Program& program, const ConvertOptions& options) : program_(program), options_(options) {}

  Conversion run() {
    out_.disassembly = disassemble(program_);
    compile_all();
    // If only the reflection is requested, the program has not been compiled yet.
    if (options_.emit.reflect && options_.emit.targets.empty()) compile_for(Target::Spv, false);
    if (out_.status == Status::Accepted && !options_.lint.rules.empty()) {
      Diagnostics found = lint(program_, options_.lint);
      if (options_.warnings_are_errors) found.promote_warnings();
      note(found);
    }
    if (out_.status == Status::Rejected)
      out_.products.clear();
    else if (options_.emit.reflect && !reflection_.empty())
      out_.products.push_back({std::string(reflect_product.name), std::move(reflection_)});
    return std::move(out_);
  }

 private:
  // Compiles the program for each target. The validator checks the first module that is the output or the input of
  // SPIRV-Cross. If there is none, it checks a module that is made for the last text.
  void compile_all() {
    for (const Target& target : options_.emit.targets) {
      valid_modules_.more_follow = &target != &options_.emit.targets.back();
      compile_for(target, true);
      if (out_.status == Status::Rejected) return;
    }
    // The last target may not be able to express the program.
    const bool validates = options_.compile.validate_spirv.value_or(false);
    if (validates && text_ && !valid_modules_.contains(program_)) compile_for(*text_, false);
  }

  void compile_for(Target target, bool keep) {
    CompileOptions options = options::for_target(options_.compile, target, options_.emit.targets);
    options.valid_modules = &valid_modules_;
    options.reflect = options_.emit.reflect && reflection_.empty();
    const Diagnostics names = add_source_names(options, program_);
    Result<Compilation> compiled = compile(program_, options);
    Diagnostics& found = compiled.diagnostics();
    found.append(names);
    if (compiled && keep) found.append(prove(*compiled, options));
    if (options_.warnings_are_errors) found.promote_warnings();
    NotExpressible reasons{std::string(info(target).name), note(found)};
    if (!reasons.codes.empty()) out_.not_expressible.push_back(std::move(reasons));
    if (!compiled || found.has_errors()) return;
    if (reflection_.empty()) reflection_ = std::move(compiled->reflection);
    if (!keep) return;
    if (compiled->spirv.empty()) text_ = target;
    out_.products.push_back({std::string(info(target).name), products::bytes_of(*compiled)});
  }

  Diagnostics prove(const Compilation& product, const CompileOptions& options) {
    if (!options_.prove || !proofs::can_prove(product.target)) return {};
    proofs::CheckedProduct checked = proofs::check_product(program_, product, options);
    out_.proofs.push_back({std::string(info(product.target).name), std::move(checked.answer)});
    return std::move(checked.diagnostics);
  }

  // Adds the messages without duplicates. Returns the codes of the errors that only concern one target.
  std::vector<std::uint16_t> note(const Diagnostics& found) {
    std::vector<std::uint16_t> codes;
    for (const Diagnostic& diagnostic : found) {
      if (products::is_target_error(diagnostic)) {
        if (std::find(codes.begin(), codes.end(), diagnostic.code) == codes.end()) codes.push_back(diagnostic.code);
      } else if (diagnostic.severity == Severity::Error) {
        out_.status = Status::Rejected;
      }
      Diagnostic nameless = diagnostic;
      nameless.location.file.clear();
      if (said_.insert(render_json(agalc::only(nameless))).second) out_.diagnostics.add(std::move(nameless));
    }
    return codes;
  }

  const Program& program_;
  const ConvertOptions& options_;
  ValidModules valid_modules_;
  Conversion out_;
  std::optional<Target> text_;  // a target for which agalc's writer has written a text
  std::string reflection_;
  std::set<std::string> said_;
};

}  // namespace

std::vector<ProductName> product_names(const Emit& emit) {
  std::vector<ProductName> names;
  for (const Target target : emit.targets) names.push_back({info(target).name, info(target).suffix});
  if (emit.reflect) names.push_back(reflect_product);
  return names;
}

Conversion convert(const Program& program, const ConvertOptions& options) { return Converter(program, options).run(); }

}  // namespace agal::batch
