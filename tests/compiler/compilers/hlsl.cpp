#include "compilers/hlsl.hpp"

#include <stdexcept>
#include <utility>

#include "agal/options.hpp"

namespace agal::compilers {

std::span<const OptionVariant> hlsl_variants() {
  static constexpr OptionVariant variants[] = {
      {"samplers", "separate"},
      {"clip-z", "negative-one-to-one"},
      {"flip-y", "true"},
      {"precision", "mediump"},
      {"precision", "lowp-color"},
      {"bind", "vc=5,fc=6,fs0=7,fs1=9,vs0=3"},
      {"entry-point", "shade"},
      {"debug-info", "true"},
      {"ifg", "ge"},
      {"domain", "abs"},
      {"nrm-zero", "zero"},
      {"index", "round"},
      {"index", "floor"},
      {"indirect-offset", "signed"},
      {"unwritten", "undefined"},
      {"clamp", "false"},
      {"allow-reserved", "true"},
  };
  return variants;
}

CompileOptions with_variant(CompileOptions options, const OptionVariant& variant) {
  Options all;
  all.compile = std::move(options);
  if (const Diagnostics faults = set_option(all, variant.name, variant.value); faults.has_errors())
    throw std::logic_error(render_text(faults));
  return std::move(all.compile);
}

std::vector<Writer> hlsl_writers() {
  std::vector<Writer> writers;
  for (const Writer writer : {Writer::Cross, Writer::Own})
    if (info(TargetFamily::Hlsl).has(writer)) writers.push_back(writer);
  return writers;
}

std::string_view name_of(Writer writer) { return writer == Writer::Own ? "own" : "cross"; }

}  // namespace agal::compilers
