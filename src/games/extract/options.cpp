// The options of `extract` by name.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

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

namespace {

template <class Each>
void each_option(ExtractOptions& options, Each& each) {
#define AGAL_OPTION(name, member, summary) each(name, summary, options.member);
#define AGAL_NUMBER(name, member, least, greatest, summary) each(name, summary, options.member, least, greatest);
#include "agal/games/options.def"
}

}  // namespace

std::vector<OptionInfo> extract_options() {
  ExtractOptions defaults;
  options::Descriptions descriptions;
  each_option(defaults, descriptions);
  return std::move(descriptions.all);
}

Diagnostics set_option(ExtractOptions& options, std::string_view name, std::string_view value) {
  agal::options::Setter setter(name, value);
  each_option(options, setter);
  return agal::options::outcome(setter.fault, name, extract_options());
}

}  // namespace agal
