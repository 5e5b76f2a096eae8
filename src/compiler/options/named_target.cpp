#include "options/named_target.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace agal::options {
namespace {

constexpr std::string_view digits = "0123456789";

// Returns a name in lower case, without separators ('.', '-', '_', blank) at places where people write them: next to a
// digit, before "es" at the end of GLSL ES, and after "vulkan". A separator at another place is kept: it is not part of
// a name.
std::string without_separators(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_separator = std::string_view(".-_ ").find(c) != std::string_view::npos;
    const std::string_view rest = text.substr(i + 1);
    const bool has_neighbors = i > 0 && !rest.empty();
    const bool before_es = rest.size() >= 2 && (rest[0] == 'e' || rest[0] == 'E') &&
                           (rest[1] == 's' || rest[1] == 'S') && (rest.size() == 2 || !is_letter(rest[2]));
    if (is_separator && has_neighbors && (is_digit(text[i - 1]) || is_digit(rest[0]) || before_es || name == "vulkan"))
      continue;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name;
}

std::string_view letters_of(std::string_view name) { return name.substr(0, name.find_first_of(digits)); }

// Returns the name of the target for another spelling: GLSL ES itself says `300 es`, and a version of MSL or HLSL may
// lack the zero at its end.
std::string canonical(std::string name) {
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
  const std::string name = canonical(without_separators(text));
  for (const TargetInfo& row : target_table)
    if (base::without_punctuation(row.name) == name) return NamedTarget{row.target, true};
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return NamedTarget{row.target, false};
  for (const TargetAlias& row : target_alias_table)
    if (row.name == name) return NamedTarget{row.target, false};
  return std::nullopt;
}

std::string_view nearest_target(std::string_view text, std::span<const std::string_view> names) {
  const std::string name = canonical(base::without_punctuation(text));
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
