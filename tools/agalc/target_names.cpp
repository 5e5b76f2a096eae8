#include "target_names.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

#include "base/format.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/console.hpp"
#include "cli/named_option.hpp"
#include "khronos/spirv_tools.hpp"
#include "options/named_target.hpp"
#include "options/values.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

constexpr std::string_view every_target = "all";

// Returns true if this build can write a target. Only SPIRV-Tools can write SPIR-V as text.
bool is_in_this_build(agal::Target target) { return !agal::info(target).is_assembly() || agal::khronos::available(); }

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

// The targets that a word selects.
struct Selection {
  std::vector<agal::Target> targets;
  bool other = false;      // true if the word is "all" or the name that is not a target
  agal::Diagnostics note;  // the note about a name of a family
};

// Returns the targets that a name selects; nullopt if it is unknown. To exclude, the name of a family selects all of
// its targets.
std::optional<Selection> select(const std::string& name, std::string_view other, bool excludes) {
  Selection out;
  if (name == every_target) {
    for (const agal::TargetInfo& row : agal::target_table)
      if (is_in_this_build(row.target)) out.targets.push_back(row.target);
    out.other = true;
    return out;
  }
  if (!other.empty() && name == other) {
    out.other = true;
    return out;
  }
  const agal::TargetFamilyInfo* const family = agal::find_target_family(name);
  if (excludes && family != nullptr) {
    for (const agal::TargetInfo& row : agal::target_table)
      if (row.family == family->family) out.targets.push_back(row.target);
    return out;
  }
  const auto named = agal::options::named_target(name);
  if (!named) return std::nullopt;
  out.targets.push_back(named->target);
  if (!named->exact && !excludes) out.note.add(make_diagnostic("family-named", {}, {name, info(named->target).name}));
  return out;
}

[[noreturn]] void throw_unknown(const CLI::App& app, const std::string& option, std::string_view noun,
                                const std::string& name, std::string_view other, bool may_be_option) {
  const std::vector<std::string_view> names = target_names(other);
  const auto otherwise = option_of(name, "target");
  const bool is_host = otherwise && otherwise->option == "host";
  std::string_view meant =
      is_host ? "" : agal::base::foreign_name("target", agal::base::without_punctuation(name), names);
  if (meant.empty() && !is_host) meant = agal::options::nearest_target(name, names);
  if (may_be_option && meant.empty())
    throw CLI::ValidationError(option, "needs a target, and the word after it is '-" + name + "'");
  if (noun == "product" && otherwise && otherwise->option == "emit")
    throw CLI::ValidationError(
        option, fmt::format("agalc batch does not write {0}; agalc compile --emit={0} does", otherwise->value));
  if (meant.empty()) throw CLI::ValidationError(option, unknown_choice(app, option, noun, name, names));
  throw CLI::ValidationError(option, agal::base::unknown_name(noun, name, meant, names));
}

// Removes a selection from a list. Returns false if nothing of it is in the list.
bool exclude(NamedTargets& list, const Selection& selected) {
  const std::size_t removed = std::erase_if(list.targets, [&](agal::Target target) {
    return std::find(selected.targets.begin(), selected.targets.end(), target) != selected.targets.end();
  });
  const bool had_other = selected.other && std::exchange(list.other, false);
  return removed > 0 || had_other;
}

}  // namespace

std::vector<std::string_view> target_names(std::string_view other) {
  std::vector<std::string_view> names = agal::options::Values<agal::Target>::choices();
  if (!other.empty()) names.push_back(other);
  names.push_back(every_target);
  return names;
}

NamedTargets parse_targets(const CLI::App& app, const std::string& option, std::string_view noun,
                           const std::vector<std::string>& lists, std::string_view other) {
  NamedTargets out;
  bool any = false;
  bool has_all = false;  // `all` leaves out targets that this build lacks, which may be excluded all the same
  for (const std::string& list : lists)
    for (const std::string& word : words_of(list)) {
      any = true;
      const bool excludes = word.starts_with('-');
      const std::string name = excludes ? word.substr(1) : word;
      std::optional<Selection> selected = select(name, other, excludes);
      const bool may_be_option = excludes && out.targets.empty() && !out.other;
      if (!selected) throw_unknown(app, option, noun, name, other, may_be_option);
      if (!excludes) {
        for (const agal::Target target : selected->targets) add_once(out.targets, target);
        out.other = out.other || selected->other;
        out.notes.append(std::move(selected->note));
        has_all = has_all || name == every_target;
      } else if (!exclude(out, *selected) && !has_all) {
        throw CLI::ValidationError(option, "'" + word + "' excludes nothing: the list does not name it before");
      }
    }
  if (any && out.targets.empty() && !out.other)
    throw CLI::ValidationError(option, "the list excludes all that it names");
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

}  // namespace agalc
