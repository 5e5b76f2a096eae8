#include "game_draw.hpp"

#include <algorithm>
#include <limits>

#include "agal/isa.hpp"
#include "agal/limits.hpp"
#include "manifest/json_values.hpp"

namespace agal::report {
namespace {

using manifest::count_at;
using manifest::member;
using manifest::objects_in;
using manifest::text_at;

// The maximum index, which is larger than in any profile of Stage3D.
constexpr std::uint64_t max_index = 32;

float number_of(const Json& value) {
  if (value.is_number()) return value.get<float>();
  const std::string word = value.is_string() ? value.get<std::string>() : std::string();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return word == "nan"    ? std::numeric_limits<float>::quiet_NaN()
         : word == "inf"  ? infinity
         : word == "-inf" ? -infinity
                          : 0;
}

std::vector<Float4> registers_of(const Json& list) {
  std::vector<Float4> registers;
  if (!list.is_array()) return registers;
  for (const Json& row : list) {
    if (registers.size() == translatable_registers) break;
    Float4& value = registers.emplace_back(Float4{});
    for (std::size_t lane = 0; row.is_array() && lane < std::min(row.size(), value.size()); ++lane)
      value[lane] = number_of(row[lane]);
  }
  return registers;
}

// Returns the state of a sampler. Unknown words leave the defaults.
SamplerOperand state_of(const Json& sampler) {
  SamplerOperand state = SamplerOperand::make(0);
  for (const char* const key : {"wrap", "filter", "mip"})
    if (const SamplerOptionInfo* const option = find_sampler_option(text_at(sampler, key)))
      state = state.with(option->field, option->value);
  return state;
}

GameDraw read_draw(const Json& draw) {
  GameDraw result;
  for (const Json& attribute : objects_in(member(draw, "attributes")))
    if (const std::uint64_t index = count_at(attribute, "index"); index < max_index)
      result.formats[static_cast<std::uint32_t>(index)] = text_at(attribute, "format");
  for (const Json& sampler : objects_in(member(draw, "samplers")))
    if (const std::uint64_t index = count_at(sampler, "index"); index < max_index)
      result.samplers.insert_or_assign(static_cast<std::uint32_t>(index), state_of(sampler));
  const Json& constants = member(draw, "constants");
  result.vertex_constants = registers_of(member(constants, "vertex"));
  result.fragment_constants = registers_of(member(constants, "fragment"));
  const Json& blend = member(draw, "blend");
  result.blends = text_at(blend, "source") != "one" || text_at(blend, "destination") != "zero";
  return result;
}

}  // namespace

std::optional<GameDraw> game_draw_of(const Json& captures) {
  for (const Json& capture : objects_in(captures))
    for (const Json& draw : objects_in(member(capture, "draws")))
      if (member(draw, "constants").is_object()) return read_draw(draw);
  return std::nullopt;
}

}  // namespace agal::report
