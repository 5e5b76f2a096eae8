// The options of `extract` by name.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "agal/games/extract.hpp"
#include "options/rows.hpp"

namespace agal {

/// "usual", or a hole of a template and the text that replaces it. Line feeds, which holes and texts cannot contain,
/// separate several values.
template <>
struct options::Values<Fills> : options::Free<Fills> {
  static std::string form() { return "HOLE=TEXT or usual"; }
  static std::string read(std::string_view text, Fills& out) {
    return read_list(text, '\n', [&](std::string_view each) -> std::string {
      const std::size_t equals = each.find('=');  // holes do not contain '='
      if (each == "usual")
        out.use_defaults = true;
      else if (equals == std::string_view::npos || equals == 0)
        return fmt::format("'{}' is neither HOLE=TEXT nor usual", each);
      else
        out.holes.emplace_back(each.substr(0, equals), each.substr(equals + 1));
      return {};
    });
  }
};

std::vector<OptionInfo> extract_options() {
  const ExtractOptions defaults;
  return {
#define AGAL_OPTION(name, member, summary) options::describe(name, summary, defaults.member),
#define AGAL_NUMBER(name, member, least, greatest, summary) \
  OptionInfo{name, summary, {}, options::range(least, greatest), {}},
#include "agal/games/options.def"
  };
}

Diagnostics set_option(ExtractOptions& into, std::string_view name, std::string_view value) {
  std::optional<std::string> fault;
#define AGAL_OPTION(text, member, summary) \
  if (name == text) fault = options::set(into.member, name, value);
#define AGAL_NUMBER(text, member, least, greatest, summary) \
  if (name == text) fault = options::set_number(into.member, name, value, least, greatest);
#include "agal/games/options.def"
  return options::outcome(fault, name, extract_options());
}

}  // namespace agal
