#include "forms.hpp"

#include "agal/compile.hpp"

namespace agal::gpu_cost {
namespace {

struct Compiled {
  std::optional<Compilation> vertex, fragment;
};

// Programs that only break rules of players are not left out.
Result<Compiled> compiled(const Subject& subject, Target target) {
  CompileOptions options;
  options.target = target;
  options.validation.level = ValidationLevel::Warn;
  options.reflect = false;
  if (subject.vertex && subject.fragment) {
    Result<LinkedCompilation> pair = link(*subject.vertex, *subject.fragment, options);
    if (!pair) return std::move(pair.diagnostics());
    return Compiled{std::move(pair->vertex), std::move(pair->fragment)};
  }
  Result<Compilation> single = compile(subject.vertex ? *subject.vertex : *subject.fragment, options);
  if (!single) return std::move(single.diagnostics());
  return subject.vertex ? Compiled{*std::move(single), {}} : Compiled{{}, *std::move(single)};
}

// Creates a form from both halves, with `make` for each.
template <class Half, class Make>
Result<Form> form_of(std::string_view name, const std::optional<Half>& vertex, const std::optional<Half>& fragment,
                     Make make) {
  Form form{std::string(name), {}, {}};
  for (const bool second : {false, true}) {
    const std::optional<Half>& half = second ? fragment : vertex;
    if (!half) continue;
    Result<Shader> shader = make(*half);
    if (!shader) return std::move(shader.diagnostics());
    (second ? form.fragment : form.vertex) = *std::move(shader);
  }
  return form;
}

}  // namespace

Result<std::vector<Form>> forms_of(const Subject& subject) {
  const std::string file = subject.name();
  const Result<Compiled> words = compiled(subject, Target::Spv);
  if (!words) return words.diagnostics();
  const Result<Compiled> text = compiled(subject, Target::VulkanGlsl450);
  if (!text) return text.diagnostics();
  Result<Form> own = form_of(own_form, words->vertex, words->fragment,
                             [&](const Compilation& half) { return shader_of(half.spirv, file); });
  if (!own) return std::move(own.diagnostics());
  Result<Form> after =
      form_of(optimized_form, own->vertex, own->fragment, [&](const Shader& half) { return optimized(half, file); });
  if (!after) return std::move(after.diagnostics());
  Result<Form> glsl = form_of(glsl_form, text->vertex, text->fragment,
                              [&](const Compilation& half) { return shader_of_glsl(half.text, half.stage, file); });
  if (!glsl) return std::move(glsl.diagnostics());
  return std::vector<Form>{*std::move(own), *std::move(after), *std::move(glsl)};
}

}  // namespace agal::gpu_cost
