#include "writer/print.hpp"

#include <algorithm>
#include <optional>

#include "writer/language_writer.hpp"

namespace agal::writer {
namespace {

// Returns the writer of a language; nullopt if agalc does not have one. It does not return nullptr, because GCC with
// -fsanitize=undefined does not compare addresses at compile time.
constexpr std::optional<PrintLanguage*> writer_of(Syntax syntax) {
  switch (syntax) {
    case Syntax::None: break;
    case Syntax::Glsl: return print_glsl;
    case Syntax::Msl: return print_msl;
    case Syntax::Hlsl: return print_hlsl;
    case Syntax::Wgsl: return print_wgsl;
  }
  return std::nullopt;
}
static_assert(std::ranges::all_of(target_family_table, [](const TargetFamilyInfo& row) {
  return row.has(Writer::Own) == writer_of(row.syntax).has_value();
}));

}  // namespace

std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                  const Program* source) {
  constexpr std::size_t frame = 768, per_instruction = 40;
  Text out(frame + per_instruction * module.body.size(), source);
  if (const auto writer = writer_of(output.language().syntax)) (*writer)({module, interface, output}, out);
  return out.text();
}

std::string join(std::string_view vertex, std::string_view fragment) {
  return std::string(vertex).append("\n").append(fragment);
}

}  // namespace agal::writer
