// Reads text in the languages of targets as SPIR-V.
#include "front_end.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "compilers/dxc.hpp"
#include "compilers/naga.hpp"
#include "proofs/dxc.hpp"
#include "proofs/front_end.hpp"

namespace agal::test {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

bool reads(Target target) { return info(info(target).family).glsl() || info(target).family == TargetFamily::Hlsl; }

exec::CompiledShader read_text(std::string text, Target target, Stage stage) {
  using proofs::TextRules;
  TextRules rules = info(target).vulkan ? TextRules::Vulkan : TextRules::OpenGl;
  if (info(target).family == TargetFamily::Hlsl) rules = TextRules::Hlsl;
  proofs::ReadText read = proofs::read_text(text, stage, rules);
  return {std::move(read.words), std::move(read.fault)};
}

std::vector<exec::CompiledShader> read_texts(FrontEnd front_end, Target target,
                                             const std::vector<compilers::Module>& texts) {
  if (front_end == FrontEnd::Naga) return compilers::spirv_by_naga(texts);
  std::vector<exec::CompiledShader> read;
  std::transform(texts.begin(), texts.end(), std::back_inserter(read), [&](const compilers::Module& text) {
    if (front_end == FrontEnd::Glslang) return read_text(text.bytes, target, text.stage);
    proofs::ReadText words = proofs::read_by_dxc(compilers::dxc_folder() + "/dxc", text.bytes, text.stage,
                                                 proofs::TextDialect(info(target)));
    return exec::CompiledShader{std::move(words.words), std::move(words.fault)};
  });
  return read;
}

}  // namespace agal::test
