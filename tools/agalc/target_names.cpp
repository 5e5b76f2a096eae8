#include "target_names.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>

#include "console/choices.hpp"
#include "console/console.hpp"
#include "khronos/available.hpp"

namespace agalc {
namespace {

constexpr std::string_view every_target = "all";

// SPIR-V as text is written by SPIRV-Tools alone.
bool is_in_this_build(agal::Target target) { return target != agal::Target::Spvasm || agal::khronos::available(); }

void add_once(std::vector<agal::Target>& list, agal::Target target) {
  if (std::find(list.begin(), list.end(), target) == list.end()) list.push_back(target);
}

}  // namespace

std::vector<std::string_view> target_names(std::string_view other) {
  std::vector<std::string_view> names;
  names.reserve(agal::target_table.size() + agal::target_family_table.size() + 2);
  for (const agal::TargetInfo& row : agal::target_table) names.push_back(row.name);
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (has_name_of_its_own(row)) names.push_back(row.name);
  if (!other.empty()) names.push_back(other);
  names.push_back(every_target);
  return names;
}

NamedTargets parse_targets(const std::string& option, std::string_view noun, const std::vector<std::string>& names,
                           std::string_view other) {
  NamedTargets out;
  for (const std::string& name : names) {
    if (name == every_target) {
      for (const agal::TargetInfo& row : agal::target_table)
        if (is_in_this_build(row.target)) add_once(out.targets, row.target);
      out.other = true;
    } else if (const agal::TargetInfo* const target = agal::find_target(name)) {
      add_once(out.targets, target->target);
    } else if (const agal::TargetFamilyInfo* const family = agal::find_target_family(name)) {
      add_once(out.targets, family->target);
      out.notes.add(make_diagnostic("family-named", {}, {name, info(family->target).name}));
    } else if (!other.empty() && name == other) {
      out.other = true;
    } else {
      throw CLI::ValidationError(option, unknown_name(noun, name, target_names(other)));
    }
  }
  return out;
}

std::string target_help(std::string_view other) {
  std::string text;
  for (const agal::TargetInfo& row : agal::target_table) fmt::format_to(std::back_inserter(text), " {}", row.name);
  if (!other.empty()) fmt::format_to(std::back_inserter(text), " {}", other);
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (has_name_of_its_own(row))
      fmt::format_to(std::back_inserter(text), "{} {} ({})", &row == &agal::target_family_table.front() ? ";" : ",",
                     row.name, info(row.target).name);
  return text.substr(1);
}

std::optional<agal::Target> target_of(const std::string& path) {
  // The longest suffix first: `.vulkan.glsl` before `.glsl`.
  const agal::TargetInfo* best = nullptr;
  for (const agal::TargetInfo& row : agal::target_table)
    if (path.size() > row.suffix.size() && path.ends_with(row.suffix) &&
        (best == nullptr || row.suffix.size() > best->suffix.size()))
      best = &row;
  if (best != nullptr) return best->target;
  const std::string extension = std::filesystem::path(path).extension().string();
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (!extension.empty() && row.extension == extension) return row.target;
  return std::nullopt;
}

}  // namespace agalc
