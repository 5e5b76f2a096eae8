#include "products/products.hpp"

#include <utility>

namespace agal::products {

Result<Products> compile(std::span<const Program> programs, CompileOptions& options) {
  Products out;
  Diagnostics found = add_source_names(options, programs[0], programs.size() == 2 ? &programs[1] : nullptr);
  if (programs.size() == 2) {
    Result<LinkedCompilation> linked = link(programs[0], programs[1], options);
    found.append(std::move(linked.diagnostics()));
    if (!linked) return found;
    out.shaders.push_back(std::move(linked->vertex));
    out.shaders.push_back(std::move(linked->fragment));
    out.both = std::move(linked->both);
    out.reflection = std::move(linked->reflection);
  } else {
    Result<Compilation> compiled = agal::compile(programs[0], options);
    found.append(std::move(compiled.diagnostics()));
    if (!compiled) return found;
    out.reflection = std::move(compiled->reflection);
    out.shaders.push_back(*std::move(compiled));
  }
  return {std::move(out), std::move(found)};
}

bool is_target_error(const Diagnostic& diagnostic) {
  const RuleInfo* const rule = find_rule(diagnostic.code);
  return diagnostic.severity == Severity::Error && rule != nullptr && rule->phase == Phase::Target;
}

std::string suffix_of(Target target, TextForm emit) {
  std::string suffix(info(target).suffix);
  if (emit == TextForm::B0) suffix.replace(suffix.rfind('.'), std::string::npos, ".b0");
  if (emit == TextForm::Ir) suffix += ".ir";
  return suffix;
}

std::string bytes_of(const Compilation& product) {
  if (!product.text.empty()) return product.text;
  std::string bytes;
  bytes.reserve(product.spirv.size() * 4);
  for (const std::uint32_t word : product.spirv)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(word >> shift & 0xff));
  return bytes;
}

}  // namespace agal::products
