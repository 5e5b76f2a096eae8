#include "target_names.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/format.hpp"
#include "base/text.hpp"
#include "console/choices.hpp"
#include "console/console.hpp"
#include "khronos/spirv_tools.hpp"
#include "options/named_target.hpp"
#include "options/values.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

constexpr std::string_view every_target = "all";

// Returns true if this build can write a target. Only SPIRV-Tools can write SPIR-V as text.
bool is_in_this_build(agal::Target target) { return target != agal::Target::Spvasm || agal::khronos::available(); }

// Splits a list at commas, semicolons and blanks.
std::vector<std::string> words_of(std::string list) {
  std::replace_if(
      list.begin(), list.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  std::istringstream words(list);
  return {std::istream_iterator<std::string>(words), {}};
}

void add_once(std::vector<agal::Target>& list, agal::Target target) {
  if (std::find(list.begin(), list.end(), target) == list.end()) list.push_back(target);
}

// Returns the target with the longest matching suffix: `.vulkan.glsl` is preferred to `.glsl`.
const agal::TargetInfo* target_with_suffix(const std::string& path) {
  const agal::TargetInfo* best = nullptr;
  for (const agal::TargetInfo& row : agal::target_table)
    if (path.size() > row.suffix.size() && path.ends_with(row.suffix) &&
        (best == nullptr || row.suffix.size() > best->suffix.size()))
      best = &row;
  return best;
}

const agal::TargetFamilyInfo* family_with_extension(const std::string& path) {
  const std::string extension = os::fs::path(path).extension().string();
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (!extension.empty() && row.extension == extension) return &row;
  return nullptr;
}

}  // namespace

std::vector<std::string_view> target_names(std::string_view other) {
  std::vector<std::string_view> names = agal::options::Values<agal::Target>::choices();
  if (!other.empty()) names.push_back(other);
  names.push_back(every_target);
  return names;
}

NamedTargets parse_targets(const std::string& option, std::string_view noun, const std::vector<std::string>& lists,
                           std::string_view other) {
  NamedTargets out;
  for (const std::string& list : lists)
    for (const std::string& name : words_of(list)) {
      if (name == every_target) {
        for (const agal::TargetInfo& row : agal::target_table)
          if (is_in_this_build(row.target)) add_once(out.targets, row.target);
        out.other = true;
      } else if (!other.empty() && name == other) {
        out.other = true;
      } else if (const auto named = agal::options::named_target(name)) {
        add_once(out.targets, named->target);
        if (!named->exact) out.notes.add(make_diagnostic("family-named", {}, {name, info(named->target).name}));
      } else {
        const std::vector<std::string_view> names = target_names(other);
        std::string_view meant = agal::base::foreign_name("target", agal::base::without_punctuation(name), names);
        if (meant.empty()) meant = agal::options::nearest_target(name, names);
        throw CLI::ValidationError(option, agal::base::unknown_name(noun, name, meant, names));
      }
    }
  return out;
}

std::string target_help(std::string_view other) {
  std::string text;
  for (const agal::TargetInfo& row : agal::target_table) agal::base::append(text, " {}", row.name);
  if (!other.empty()) agal::base::append(text, " {}", other);
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (has_name_of_its_own(row))
      agal::base::append(text, "{} {} ({})", &row == &agal::target_family_table.front() ? ";" : ",", row.name,
                         info(row.target).name);
  return text.substr(1);
}

std::optional<agal::Target> target_of(const std::string& path) {
  if (const agal::TargetInfo* const row = target_with_suffix(path)) return row->target;
  const agal::TargetFamilyInfo* const family = family_with_extension(path);
  return family == nullptr ? std::nullopt : std::optional(family->target);
}

bool contradicts(const std::string& path, agal::Target target) {
  if (const agal::TargetInfo* const row = target_with_suffix(path)) return row->target != target;
  const agal::TargetFamilyInfo* const family = family_with_extension(path);
  return family != nullptr && family->family != agal::info(target).family;
}

bool may_become_folder(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && path != "-" && !target_of(path) && !os::fs::exists(path, ignored);
}

}  // namespace agalc
