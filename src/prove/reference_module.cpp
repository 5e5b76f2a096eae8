#include "prove/reference_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "agal/isa.hpp"
#include "prove/spirv_reader.hpp"

namespace agal::prove {

bool begins_like_module(std::span<const std::byte> bytes) {
  constexpr std::array<std::byte, 4> magic{std::byte{0x07}, std::byte{0x23}, std::byte{0x02}, std::byte{0x03}};
  if (bytes.size() < magic.size()) return false;
  const std::span<const std::byte> first = bytes.first(magic.size());
  return std::equal(first.begin(), first.end(), magic.begin()) ||
         std::equal(first.begin(), first.end(), magic.rbegin());
}

std::vector<std::uint32_t> as_words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

std::string foreign_register(const ProofOptions& options, std::span<const Stage> stages) {
  const auto lacks = [&](std::optional<Stage> stage) {
    return stage && std::find(stages.begin(), stages.end(), *stage) == stages.end();
  };
  const auto is_beyond = [](const RegisterMapping& each) {
    const Limits& highest = version_limits(newest_version);
    return each.number >= std::max(highest.count(each.type, each.stage.value_or(Stage::Vertex)),
                                   highest.count(each.type, each.stage.value_or(Stage::Fragment)));
  };
  for (const RegisterMapping& each : options.mappings)
    if (lacks(each.stage) || is_beyond(each))
      return "map " + register_name(each.type, each.number, each.stage.value_or(stages[0]));
  for (const Assumption& each : options.assumptions)
    if (lacks(each.stage)) return "assume " + register_name(RegisterType::Constant, each.number, *each.stage);
  return {};
}

std::string contradiction(std::span<const Assumption> assumptions, std::span<const Stage> stages) {
  const auto contradict = [](const Assumption& a, const Assumption& b) {
    return a.number == b.number && a.lane == b.lane && (!a.stage || !b.stage || a.stage == b.stage) &&
           std::bit_cast<std::uint32_t>(a.value) != std::bit_cast<std::uint32_t>(b.value);
  };
  for (auto a = assumptions.begin(); a != assumptions.end(); ++a) {
    const auto b = std::find_if(a, assumptions.end(), [&](const Assumption& other) { return contradict(*a, other); });
    if (b == assumptions.end()) continue;
    const Stage stage = a->stage ? *a->stage : b->stage.value_or(stages[0]);
    return fmt::format("{}.{} is assumed to be {} and {}", register_name(RegisterType::Constant, a->number, stage),
                       "xyzw"[a->lane], a -> value, b -> value);
  }
  return {};
}

std::string unknown_name(std::span<const RegisterMapping> mappings,
                         std::span<const std::span<const std::uint32_t>> modules) {
  std::set<std::string> names;
  for (const std::span<const std::uint32_t> words : modules)
    for (const std::string& name : names_in(words)) names.insert(name);
  for (const RegisterMapping& each : mappings)
    for (std::size_t at = 0; at <= each.name.size();) {  // "light.color" is two names, or one
      const std::size_t dot = std::min(each.name.find('.', at), each.name.size());
      if (!names.contains(each.name) && !names.contains(each.name.substr(at, dot - at))) return each.name;
      at = dot + 1;
    }
  return {};
}

Result<ReferenceModule> program_given(const Program& program, TranslateOptions options, const ProofOptions& proof) {
  options.target = Target::Spv;
  options.optimization = Optimization::None;
  Result<std::vector<std::uint32_t>> translated = translate(program, options);
  if (!translated) return translated.diagnostics();
  ReferenceModule other{*std::move(translated), proof};
  other.options.output = static_cast<const OutputOptions&>(options);
  other.options.other_samplers.emplace();
  for (const Instruction& token : program.instructions)
    if (token.samples()) other.options.other_samplers->push_back(token.sampler());
  return other;
}

}  // namespace agal::prove
