#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

#include "base/format.hpp"
#include "hash.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

struct StageExtensions {
  std::string_view vertex, fragment;
};
// File extensions that engines and tools give to the two halves of a pair.
constexpr std::array stage_extensions{StageExtensions{".vert", ".frag"}, StageExtensions{".vertex", ".fragment"},
                                      StageExtensions{".vsh", ".fsh"},   StageExtensions{".vs", ".fs"},
                                      StageExtensions{".vs", ".ps"},     StageExtensions{".vp", ".fp"}};

std::string_view extension_of(std::string_view path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 if the path does not contain a slash
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot <= name ? std::string_view() : path.substr(dot);
}

bool tells_stage(std::string_view extension) {
  return std::any_of(stage_extensions.begin(), stage_extensions.end(),
                     [&](const StageExtensions& row) { return row.vertex == extension || row.fragment == extension; });
}

// Returns the length of the well-formed UTF-8 sequence at the beginning of the text; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
  const auto follows = [&](std::size_t i) { return (at(i) & 0xc0) == 0x80; };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return follows(1) ? 2 : 0;
  const bool second = lead == 0xe0   ? at(1) >= 0xa0  // overlong forms
                      : lead == 0xed ? at(1) < 0xa0   // surrogates
                      : lead == 0xf0 ? at(1) >= 0x90
                      : lead == 0xf4 ? at(1) < 0x90
                                     : true;
  if (!second || !follows(1) || !follows(2)) return 0;
  if (lead < 0xf0) return 3;
  return follows(3) ? 4 : 0;
}

void append_clean(std::string_view character, bool valid, std::string& out) {
  const auto byte = static_cast<unsigned char>(character[0]);
  if (!valid || byte < 0x20 || byte == 0x7f || byte == '\\' || byte == '%' || !agalc::os::may_be_in_name(character[0]))
    base::append(out, "%{:02X}", byte);
  else
    out += character;
}

std::string clean_component(std::string_view component) {
  std::string out;
  for (std::string_view rest = component; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    append_clean(rest.substr(0, std::max<std::size_t>(length, 1)), length != 0, out);
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  // Names that begin with a dot are hidden, and agalc reserves them.
  if (!out.empty() && out[0] == '.') out.replace(0, 1, "%2E");
  return out;
}

constexpr std::size_t max_name_bytes = 80, name_hash_digits = 8, hash_digits = 16;

bool is_safe(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

void drop_suffix(std::string_view& name, std::string_view suffix) {
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return text;
}

// Returns true for the name of a device of Windows, which cannot be the name of a file with any extension.
bool is_device(const std::string& name) {
  for (const std::string_view device : {"con", "prn", "aux", "nul"})
    if (name == device) return true;
  const bool numbered = name.size() == 4 && std::isdigit(static_cast<unsigned char>(name[3])) != 0;
  return numbered && (name.starts_with("com") || name.starts_with("lpt"));
}

// Makes a valid file name: "ui/water.frag.agal" becomes "water".
std::string safe_name(std::string_view name) {
  name.remove_prefix(std::min(name.size(), name.find_last_of("/\\") + 1));
  for (const std::string_view suffix : {".agal", ".bin", ".vert", ".frag", ".vertex", ".fragment"})
    drop_suffix(name, suffix);
  std::string safe(name.substr(0, max_name_bytes));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return !is_safe(c); }, '_');
  // The name must not be hidden or "..".
  safe.erase(0, safe.find_first_not_of('.'));
  const std::size_t dot = std::min(safe.find('.'), safe.size());
  if (is_device(lower_case(safe.substr(0, dot)))) safe.insert(dot, 1, '_');
  return safe;
}

}  // namespace

std::string clean_path(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view component = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (component.empty() || component == "." || component == "..") continue;
    if (!out.empty()) out += '/';
    out += clean_component(component);
  }
  return out;
}

std::string stem_of_file(std::string_view relative) {
  const std::string_view extension = extension_of(relative);
  return std::string(tells_stage(extension) ? relative : relative.substr(0, relative.size() - extension.size()));
}

std::optional<std::string> partner_of(std::string_view file_name) {
  std::string_view tail;
  if (!tells_stage(extension_of(file_name))) {
    tail = extension_of(file_name);
    file_name.remove_suffix(tail.size());
  }
  const std::string_view extension = extension_of(file_name);
  const std::string_view base = file_name.substr(0, file_name.size() - extension.size());
  for (const StageExtensions& row : stage_extensions) {
    if (row.vertex == extension) return fmt::format("{}{}{}", base, row.fragment, tail);
    if (row.fragment == extension) return fmt::format("{}{}{}", base, row.vertex, tail);
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> pair_names(std::string_view stem) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const std::string_view tail : {".agal", ".bin", ".txt", ""})
    for (const StageExtensions& row : stage_extensions)
      names.emplace_back(fmt::format("{}{}{}", stem, row.vertex, tail),
                         fmt::format("{}{}{}", stem, row.fragment, tail));
  return names;
}

namespace {

// Returns the name from the code or the data if there is one, otherwise the number of a captured pair.
std::string_view best_name(const std::vector<Origin>& origins) {
  const auto named = [](const Origin& origin) {
    return origin.certainty != Certainty::Captured && !origin.name.empty();
  };
  const auto best = std::find_if(origins.begin(), origins.end(), named);
  return best != origins.end() ? best->name : origins.front().name;
}

// Assigns names to the programs of a container. A vertex program and a fragment program only get the same name if they
// are a pair, because `agalc validate` pairs files by their names.
class FoundNames {
 public:
  FoundNames(const std::vector<FoundProgram>& programs, const std::vector<FoundPair>& pairs,
             const std::set<std::string>& refused)
      : programs_(programs), refused_(refused), partners_(programs.size()) {
    for (const FoundPair& pair : pairs) {
      partners_[pair.vertex].push_back(pair.fragment);
      partners_[pair.fragment].push_back(pair.vertex);
    }
  }

  // Returns the stem of a program. Call this for each program, in their order.
  std::string assign(std::size_t index) { return with_stage(name_of(index), index); }

 private:
  struct Owners {
    std::optional<std::size_t> vertex, fragment;
  };

  std::string with_stage(const std::string& name, std::size_t index) const {
    return fmt::format("{}.{}", name, programs_[index].program.stage == Stage::Vertex ? "vert" : "frag");
  }

  const std::string& name_of(std::size_t index) {
    const std::string hash = content_hash(programs_[index].program);
    wanted_.push_back(safe_name(best_name(programs_[index].origins)));
    if (wanted_[index].empty()) wanted_[index] = hash.substr(0, hash_digits);
    const std::string& wanted = wanted_[index];
    if (take(wanted, index)) return names_.back();
    for (const std::size_t partner : partners_[index])
      if (partner < index && wanted_[partner] == wanted && take(names_[partner], index)) return names_.back();
    const std::string longer = fmt::format("{}-{}", wanted, hash.substr(0, name_hash_digits));
    for (std::size_t number = 1; !take(number == 1 ? longer : fmt::format("{}-{}", longer, number), index); ++number)
      continue;
    return names_.back();
  }

  bool take(const std::string& name, std::size_t index) {
    if (refused_.contains(lower_case(with_stage(name, index)))) return false;
    Owners& owners = owners_[lower_case(name)];
    const bool is_vertex = programs_[index].program.stage == Stage::Vertex;
    std::optional<std::size_t>& own = is_vertex ? owners.vertex : owners.fragment;
    const std::optional<std::size_t>& other = is_vertex ? owners.fragment : owners.vertex;
    const std::vector<std::size_t>& partners = partners_[index];
    if (own || (other && std::find(partners.begin(), partners.end(), *other) == partners.end())) return false;
    own = index;
    names_.push_back(name);
    return true;
  }

  const std::vector<FoundProgram>& programs_;
  const std::set<std::string>& refused_;  // stems in lower case
  std::vector<std::vector<std::size_t>> partners_;
  std::vector<std::string> wanted_, names_;
  std::map<std::string, Owners> owners_;  // the key is the name in lower case
};

std::vector<std::string> stems_without(const std::vector<FoundProgram>& programs, const std::vector<FoundPair>& pairs,
                                       const std::set<std::string>& refused) {
  FoundNames names(programs, pairs, refused);
  std::vector<std::string> stems;
  for (std::size_t i = 0; i < programs.size(); ++i) stems.push_back(names.assign(i));
  return stems;
}

}  // namespace

std::vector<std::string> file_stems(const std::vector<FoundProgram>& programs, const std::vector<FoundPair>& pairs,
                                    const std::vector<std::string>& others) {
  std::set<std::string> other_stems, refused;
  for (const std::string& other : others) other_stems.insert(lower_case(other));
  for (;;) {
    std::vector<std::string> stems = stems_without(programs, pairs, refused);
    std::set<std::string> written;
    for (const std::string& stem : stems) written.insert(lower_case(stem));
    const std::size_t before = refused.size();
    for (const std::string& stem : written)
      if (const std::string partner = *partner_of(stem); other_stems.contains(partner) && !written.contains(partner))
        refused.insert(stem);
    if (refused.size() == before) return stems;
  }
}

std::optional<std::string> StemRegistry::assign(const std::string& wanted, const std::string& fallback,
                                                std::uint64_t input) {
  std::string stem = wanted;
  for (unsigned attempt = 1;; ++attempt) {
    const auto [owner, fresh] = owners_.emplace(hash64(stem), input);
    if (fresh) return stem;
    if (owner->second == input) return std::nullopt;
    stem = attempt == 1 && fallback != wanted ? fallback
                                              : fmt::format("{}~{}", wanted, attempt + (fallback == wanted ? 1 : 0));
  }
}

}  // namespace agal::batch
