// The targets that compile with chosen options.
#include <algorithm>
#include <string>
#include <vector>

#include "agal/bytecode.hpp"
#include "agal/options.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

struct Language {
  Target target;
  Writer writer;
};

// Returns every target with every writer that supports it; SPIR-V once.
std::vector<Language> languages() {
  std::vector<Language> all;
  for (const TargetInfo& target : target_table) {
    const TargetFamilyInfo& family = info(target.family);
    for (const Writer writer : {Writer::Cross, Writer::Own})
      if (family.has(writer) || (target.family == TargetFamily::SpirV && writer == Writer::Cross))
        all.push_back({target.target, writer});
  }
  return all;
}

// Chooses up to four options, and a value from the fixed set of each. The target and the writer are always chosen.
CompileOptions chosen(Choices& choices) {
  static const std::vector<Language> all = languages();
  static const std::vector<OptionInfo> names = [] {
    std::vector<OptionInfo> list = all_options();
    std::erase_if(list, [](const OptionInfo& option) {
      return option.choices.empty() || option.name == "target" || option.name == "writer";
    });
    return list;
  }();
  Options options;
  for (std::size_t count = choices.below(5); count > 0; --count) {
    const OptionInfo& option = names[choices.below(names.size())];
    set_option(options, option.name, option.choices[choices.below(option.choices.size())]);
  }
  CompileOptions& compile = options.compile;
  const Language& language = all[choices.below(all.size())];
  compile.target = language.target;
  if (info(info(language.target).family).writers != Writers::Words) compile.writer = language.writer;
  compile.validation.ignore_limits = true;
  compile.reflect = true;
  return compile;
}

void check_reflection(const std::string& reflection, const CompileOptions& options) {
  const bool is_written = options.emit != TextForm::Ir && !options.bindings_only;
  promise(is_written ? reflection.starts_with('{') : reflection.empty(), "a product has an interface");
}

void check_product(const Compilation& product, const CompileOptions& options) {
  const bool is_ir = options.emit == TextForm::Ir;
  promise(!product.text.empty() || (!is_ir && info(product.target).family == TargetFamily::SpirV),
          "a product has a text");
  check_reflection(product.reflection, options);
}

}  // namespace

void products(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  const CompileOptions options = chosen(choices);
  const Result<Program> program = load_program(choices.rest(), "input");
  if (!program) return;
  const Result<Compilation> first = compile(*program, options);
  check_refusal(first);
  if (!first) return;
  check_product(*first, options);
  const Result<Compilation> second = compile(*program, options);
  promise(second.has_value() && second->text == first->text && second->spirv == first->spirv &&
              second->reflection == first->reflection,
          "the same program gives the same product");
}

void linking(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  const CompileOptions options = chosen(choices);
  const std::size_t low = choices.byte(), high = choices.byte();
  const Result<Program> vertex = load_program(choices.take(high << 8 | low), "vertex");
  const Result<Program> fragment = load_program(choices.rest(), "fragment");
  if (!vertex || !fragment) return;
  const Result<LinkedCompilation> linked = link(*vertex, *fragment, options);
  check_refusal(linked);
  if (!linked) return;
  check_product(linked->vertex, options);
  check_product(linked->fragment, options);
  check_reflection(linked->reflection, options);
}

}  // namespace agal::fuzz
