#include "options/named_target.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace agal::options {
namespace {

constexpr std::string_view digits = "0123456789";

std::string_view letters_of(std::string_view name) { return name.substr(0, name.find_first_of(digits)); }

// Returns the name of the target for another spelling: GLSL ES itself says `300 es`, and a version of MSL or HLSL may
// lack the zero at its end.
std::string canonical(std::string_view text) {
  std::string name = base::without_punctuation(text);
  if (name.starts_with("glsles"))
    name = "essl" + name.substr(6);
  else if (name.starts_with("glsl") && name.ends_with("es"))
    name = "essl" + name.substr(4, name.size() - 6);
  const TargetFamilyInfo* const family = find_target_family(letters_of(name));
  if (family != nullptr && family->name.size() + 1 == name.size()) name += '0';
  return name;
}

}  // namespace

std::optional<NamedTarget> named_target(std::string_view text) {
  const std::string name = canonical(text);
  for (const TargetInfo& row : target_table)
    if (base::without_punctuation(row.name) == name) return NamedTarget{row.target, true};
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return NamedTarget{row.target, false};
  for (const TargetAlias& row : target_alias_table)
    if (row.name == name) return NamedTarget{row.target, false};
  return std::nullopt;
}

std::string_view nearest_target(std::string_view text, std::span<const std::string_view> names) {
  const std::string name = canonical(text);
  const std::string_view letters = letters_of(name);
  const bool known = find_target_family(letters) != nullptr;
  std::vector<std::string_view> candidates;
  for (const std::string_view candidate : names) {
    const std::string_view other = letters_of(candidate);
    if (known ? other == letters : base::edit_distance(letters, other) <= std::max<std::size_t>(1, letters.size() / 3))
      candidates.push_back(candidate);
  }
  return base::nearest(name, candidates);
}

}  // namespace agal::options
