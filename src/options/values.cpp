#include "options/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "options/named_target.hpp"
#include "target/bindings.hpp"

namespace agal::options {
namespace {

template <class Table>
std::vector<std::string_view> names_in(const Table& table) {
  std::vector<std::string_view> names;
  names.reserve(std::size(table));
  for (const auto& row : table) names.push_back(row.name);
  return names;
}

bool exists(const target::ResourceId& resource) {
  return resource.index < version_limits(newest_version).count(resource.type, resource.stage);
}

// The set, 0 if it is not given, and the binding; unset: malformed. `text` is "fs0=1:5".
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

template <class Visit>
void for_each_in_list(std::string_view list, char separator, Visit&& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    visit(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

// A hole does not have a '='.
bool is_fill(std::string_view text) {
  const std::size_t equals = text.find('=');
  return text == "usual" || (equals != std::string_view::npos && equals != 0);
}

}  // namespace

std::vector<std::string_view> Values<Target>::choices() {
  std::vector<std::string_view> names = names_in(target_table);
  for (const TargetFamilyInfo& row : target_family_table)
    if (has_name_of_its_own(row)) names.push_back(row.name);
  return names;
}

std::optional<Target> Values<Target>::parse(std::string_view text) {
  const std::optional<NamedTarget> named = named_target(text);
  return named ? std::optional(named->target) : std::nullopt;
}

std::vector<std::string_view> Values<Environment>::choices() { return names_in(environment_table); }

std::optional<Environment> Values<Environment>::parse(std::string_view text) {
  const EnvironmentInfo* const row = find_environment(text);
  return row == nullptr ? std::nullopt : std::optional(row->environment);
}

std::vector<std::string_view> Values<Profile>::choices() { return names_in(profile_table); }

std::optional<Profile> Values<Profile>::parse(std::string_view text) {
  for (const ProfileInfo& row : profile_table)
    if (row.name == text) return row.profile;
  return std::nullopt;
}

std::optional<Stage> Values<Stage>::parse(std::string_view text) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment})
    if (name(stage) == text) return stage;
  return std::nullopt;
}

// Whether a target accepts it is checked with the target (AGAL4005, AGAL4006).
std::optional<std::string> Values<std::string>::parse(std::string_view text) { return std::string(text); }

std::optional<Binding> Values<Binding>::parse(std::string_view text) {
  const auto place = place_in(text);
  const auto resource = target::find_resource(text.substr(0, text.find('=')));
  if (!place || !resource || !exists(*resource)) return std::nullopt;
  return Binding{target::name(*resource), place->first, place->second};
}

std::string Values<Binding>::fault(std::string_view text) {
  if (!place_in(text))
    return fmt::format("'{}' is not RESOURCE=SET:BINDING or RESOURCE=BINDING, for example fs0=1:5", text);
  return fmt::format("'{}' is not a resource; expected vc, fc, fs0 to fs15 or vs0 to vs3",
                     text.substr(0, text.find('=')));
}

std::optional<std::vector<Binding>> Values<std::vector<Binding>>::parse(std::string_view text) {
  std::vector<Binding> bindings;
  bool good = true;
  for_each_in_list(text, ',', [&](std::string_view each) {
    std::optional<Binding> binding = Values<Binding>::parse(each);
    good = good && binding.has_value();
    if (binding) bindings.push_back(*std::move(binding));
  });
  if (!good) return std::nullopt;
  return bindings;
}

std::string Values<std::vector<Binding>>::fault(std::string_view text) {
  std::string first;
  for_each_in_list(text, ',', [&](std::string_view each) {
    if (first.empty() && !Values<Binding>::parse(each)) first = Values<Binding>::fault(each);
  });
  return first;
}

std::optional<Fills> Values<Fills>::parse(std::string_view text) {
  Fills fills;
  bool good = true;
  for_each_in_list(text, '\n', [&](std::string_view each) {
    const std::size_t equals = each.find('=');
    if (!is_fill(each))
      good = false;
    else if (each == "usual")
      fills.usual = true;
    else
      fills.holes.emplace_back(each.substr(0, equals), each.substr(equals + 1));
  });
  if (!good) return std::nullopt;
  return fills;
}

std::string Values<Fills>::fault(std::string_view text) {
  std::string first;
  for_each_in_list(text, '\n', [&](std::string_view each) {
    if (first.empty() && !is_fill(each)) first = fmt::format("'{}' is neither HOLE=TEXT nor usual", each);
  });
  return first;
}

std::optional<std::vector<std::uint16_t>> Values<std::vector<std::uint16_t>>::parse(std::string_view text) {
  Result<std::vector<std::uint16_t>> rules = parse_lints(text);
  if (!rules) return std::nullopt;
  return *std::move(rules);
}

}  // namespace agal::options
