#include "json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "agal/validate.hpp"
#include "base/text.hpp"
#include "cli/console.hpp"

namespace agalc {

using agal::Float4;
using agal::RegisterType;
using agal::Stage;
using nlohmann::json;

void JsonReader::fault(const std::string& path, std::string_view message) {
  diagnostics.add(make_diagnostic(slug_, file_, {path, message}));
}

void JsonReader::unknown_key(const std::string& path, const std::string& key,
                             const std::vector<std::string_view>& known) {
  fault(path, agal::base::unknown_name("key", key, known));
}

bool JsonReader::is_object(const std::string& path, const json& value) {
  if (!value.is_object()) fault(path, "must be an object");
  return value.is_object();
}

// ------------------------------------------------------------------------------------------------------ numbers

std::optional<float> JsonReader::number(const std::string& path, const json& value) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    if (text == "nan") return std::numeric_limits<float>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<float>::infinity();
    if (text == "-inf") return -std::numeric_limits<float>::infinity();
  }
  if (!value.is_number()) {
    fault(path, "must be a number, \"nan\", \"inf\" or \"-inf\"");
    return std::nullopt;
  }
  const auto wide = value.get<double>();
  // The shortest text of the largest float, 3.4028235e+38, is a little above it. Half of a step above, numbers round to
  // infinity.
  constexpr float largest = std::numeric_limits<float>::max();
  constexpr double too_large = 0x1.ffffffp+127;
  if (std::fabs(wide) >= too_large) {
    fault(path, "does not fit in 32 bits; infinity is \"inf\"");
    return std::nullopt;
  }
  return static_cast<float>(std::clamp(wide, -double{largest}, double{largest}));
}

std::optional<Float4> JsonReader::vector(const std::string& path, const json& value, const Float4& missing) {
  if (!value.is_array() || value.empty() || value.size() > 4) {
    fault(path, "must be a list of one to four numbers");
    return std::nullopt;
  }
  Float4 result = missing;
  for (std::size_t c = 0; c < value.size(); ++c) {
    const std::optional<float> lane = number(fmt::format("{}[{}]", path, c), value[c]);
    if (!lane) return std::nullopt;
    result[c] = *lane;
  }
  return result;
}

// ------------------------------------------------------------------------------------------------------ registers

std::optional<std::uint32_t> JsonReader::register_number(const std::string& path, const std::string& name,
                                                         RegisterType type, Stage stage) {
  const std::optional<agal::NamedRegister> found = agal::find_register_named(name);
  const bool fits = found && found->number && *found->number < agal::translatable_registers;
  if (!fits || found->name.type != type || !agal::covers(found->name.stage, stage)) {
    fault(path, fmt::format("'{}' is not a register of this kind; expected {}0, {}1, …", name,
                            agal::info(type).prefix(stage), agal::info(type).prefix(stage)));
    return std::nullopt;
  }
  return found->number;
}

std::map<std::uint32_t, Float4> JsonReader::constants(const std::string& where, const json& object, Stage stage) {
  std::map<std::uint32_t, Float4> list;
  registers(where, object, RegisterType::Constant, stage,
            [&](const std::string& path, Stage, std::uint32_t first, const json& value) {
              add_constants(path, first, value, list);
            });
  return list;
}

void JsonReader::add_constants(const std::string& path, std::uint32_t first, const json& value,
                               std::map<std::uint32_t, Float4>& list) {
  const bool several = is_list_of_lists(value);
  const std::size_t count = several ? value.size() : 1;
  if (first + count > agal::translatable_registers)
    return fault(path, fmt::format("there are only {} registers", agal::translatable_registers));
  for (std::size_t i = 0; i < count; ++i) {
    const std::string place = several ? fmt::format("{}[{}]", path, i) : path;
    const std::optional<Float4> row = vector(place, several ? value[i] : value, {});
    if (row) list[first + static_cast<std::uint32_t>(i)] = *row;
  }
}

// ------------------------------------------------------------------------------------------------------ samplers

std::optional<agal::SamplerOperand> JsonReader::state(const std::string& path, const json& list) {
  constexpr std::string_view wanted = "must be a list of filters, mip filters and wrap modes, named as in assembly";
  if (!list.is_array()) {
    fault(path, wanted);
    return std::nullopt;
  }
  agal::SamplerOperand operand = agal::SamplerOperand::make(0);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const agal::SamplerOptionInfo* option = nullptr;
    if (list[i].is_string()) option = agal::find_sampler_option(list[i].get<std::string>());
    using agal::SamplerField;
    if (option == nullptr || (option->field != SamplerField::Filter && option->field != SamplerField::Mip &&
                              option->field != SamplerField::Wrap)) {
      fault(path, wanted);
      return std::nullopt;
    }
    operand = operand.with(option->field, option->value);
  }
  return operand;
}

}  // namespace agalc
