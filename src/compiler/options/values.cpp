#include "options/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agal/host.hpp"
#include "options/named_target.hpp"
#include "target/bindings.hpp"
#include "target/naming.hpp"

namespace agal::options {
namespace {

bool exists(const target::ResourceId& resource) {
  return resource.index < version_limits(newest_version).count(resource.type, resource.stage);
}

// Returns the set (0 by default) and the binding in a text such as "fs0=1:5"; nullopt if the text is malformed.
std::optional<std::pair<std::uint32_t, std::uint32_t>> place_in(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  const std::string_view place = text.substr(equals + 1);
  const std::size_t colon = place.find(':');
  const bool has_set = colon != std::string_view::npos;
  const auto set = parse_number<std::uint32_t>(has_set ? place.substr(0, colon) : "0");
  const auto binding = parse_number<std::uint32_t>(has_set ? place.substr(colon + 1) : place);
  if (!set || !binding) return std::nullopt;
  return std::pair(*set, *binding);
}

}  // namespace

NamedValues table_values(const char* type) {
  NamedValues out;
  for (const Choice& row : choice_table)
    if (row.type == type) out.push_back({row.name, row.value});
  return out;
}

std::vector<std::string_view> names_in(const NamedValues& values) {
  std::vector<std::string_view> names;
  for (const NamedValue& row : values) names.push_back(row.name);
  return names;
}

std::optional<int> value_in(const NamedValues& values, std::string_view name) {
  for (const NamedValue& row : values)
    if (row.name == name) return row.value;
  return std::nullopt;
}

std::string_view name_in(const NamedValues& values, int value) {
  for (const NamedValue& row : values)
    if (row.value == value) return row.name;
  return {};
}

template <>
NamedValues named_values<bool>() {
  return {{"true", 1}, {"false", 0}};
}

template <>
NamedValues named_values<Stage>() {
  NamedValues out;
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) out.push_back({name(stage), static_cast<int>(stage)});
  return out;
}

template <>
NamedValues named_values<Profile>() {
  NamedValues out;
  for (const ProfileInfo& row : profile_table) out.push_back({row.name, static_cast<int>(row.profile)});
  return out;
}

template <>
NamedValues named_values<Host>() {
  NamedValues out;
  for (const HostInfo& row : host_table) out.push_back({row.name, static_cast<int>(row.host)});
  return out;
}

template <>
NamedValues named_values<Environment>() {
  NamedValues out;
  for (const EnvironmentInfo& row : environment_table) out.push_back({row.name, static_cast<int>(row.environment)});
  return out;
}

std::vector<std::string_view> Values<Target>::choices() {
  std::vector<std::string_view> names;
  for (const TargetInfo& row : target_table) names.push_back(row.name);
  for (const TargetFamilyInfo& row : target_family_table)
    if (has_name_of_its_own(row)) names.push_back(row.name);
  return names;
}

std::optional<Target> Values<Target>::parse(std::string_view text) {
  const std::optional<NamedTarget> named = named_target(text);
  return named ? std::optional(named->target) : std::nullopt;
}

std::string Values<Binding>::read(std::string_view text, Binding& out) {
  const std::string_view name = text.substr(0, text.find('='));
  const auto place = place_in(text);
  if (!place) return fmt::format("'{}' is not RESOURCE=SET:BINDING or RESOURCE=BINDING, for example fs0=1:5", text);
  const auto resource = target::find_variable(name);
  if (!resource || !exists(*resource))
    return fmt::format("'{}' is not a resource; expected vc, fc, fs0 to fs15 or vs0 to vs3", name);
  out = {std::string(name), place->first, place->second};
  return {};
}

std::string Values<EntryPoints>::read(std::string_view text, EntryPoints& out) {
  if (text.find('=') == std::string_view::npos) {
    out.vertex = out.fragment = text;
    return {};
  }
  std::vector<Stage> named;
  return read_list(text, ',', [&](std::string_view each) -> std::string {
    const std::size_t equals = std::min(each.find('='), each.size());
    const auto stage = Values<Stage>::parse(each.substr(0, equals));
    if (!stage || equals == each.size()) return fmt::format("'{}' is not vertex=NAME or fragment=NAME", each);
    if (std::find(named.begin(), named.end(), *stage) != named.end())
      return fmt::format("'{}' names the entry point of a stage twice", text);
    named.push_back(*stage);
    (*stage == Stage::Vertex ? out.vertex : out.fragment) = each.substr(equals + 1);
    return {};
  });
}

std::string Values<Rename>::read(std::string_view text, Rename& out) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view registers = text.substr(0, equals);
  if (equals + 1 >= text.size()) return fmt::format("'{}' is not REGISTERS=NAME, for example fs0=map", text);
  if (!target::find_named_registers(registers))
    return fmt::format("'{}' cannot have a name; expected va0, v0, vc, vc0, vc0..3, fs0, fs0_sampler or oc", registers);
  out = {std::string(registers), std::string(text.substr(equals + 1))};
  return {};
}

std::string Values<RegisterSemantic>::read(std::string_view text, RegisterSemantic& out) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view resource = text.substr(0, equals);
  if (equals + 1 >= text.size()) return fmt::format("'{}' is not REGISTER=SEMANTIC, for example va0=POSITION", text);
  const auto found = target::find_named_registers(resource);
  if (!found || (found->type != RegisterType::Attribute && found->type != RegisterType::Varying))
    return fmt::format("'{}' does not have a semantic; expected va0 to va15 or v0 to v15", resource);
  out = {std::string(resource), std::string(text.substr(equals + 1))};
  return {};
}

namespace {

// Reads a number such as "-2.5", with at most 15 digits, so that the quotient is exact. std::from_chars has tables for
// all other numbers, which would take a tenth of agalc-translate.wasm.
std::optional<double> parse_short_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  double whole = 0, unit = 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (text[i] < '0' || text[i] > '9' || ++count > 15) return std::nullopt;
    whole = whole * 10 + (text[i] - '0');
    if (i > point) unit *= 10;
  }
  if (count == 0) return std::nullopt;
  return negative ? -whole / unit : whole / unit;
}

}  // namespace

std::string Values<Definition>::read(std::string_view text, Definition& out) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, equals), value = text.substr(std::min(equals + 1, text.size()));
  const std::optional<double> number = equals == text.size() ? 1 : parse_short_number(value);
  const bool is_name =
      !name.empty() &&
      name.find_first_not_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == name.npos;
  if (!is_name || !number) return fmt::format("'{}' is not NAME or NAME=NUMBER, for example FOG=1", text);
  out = {std::string(name), *number};
  return {};
}

std::optional<std::vector<std::uint16_t>> Values<std::vector<std::uint16_t>>::parse(std::string_view text) {
  Result<std::vector<std::uint16_t>> rules = parse_lints(text);
  if (!rules) return std::nullopt;
  return *std::move(rules);
}

}  // namespace agal::options
