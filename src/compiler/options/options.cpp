#include "agal/options.hpp"

#include <algorithm>
#include <utility>

#include "agal/host.hpp"
#include "options/rows.hpp"

namespace agal {
namespace {

template <class Each>
void each_option(Options& options, Each& each) {
#define AGAL_OPTION(owner, name, member, summary) each(name, summary, options.owner.member);
#define AGAL_NUMBER(owner, name, member, least, greatest, summary) \
  each(name, summary, options.owner.member, least, greatest);
#include "agal/tables/options.def"
}

// Sets an option. Returns what is wrong with the value, "" if it was stored, or nullopt if the option does not exist.
std::optional<std::string> assign(Options& options, std::string_view name, std::string_view value) {
  agal::options::Setter setter(name, value);
  each_option(options, setter);
  return std::move(setter.fault);
}

}  // namespace

std::string options::invalid(std::string_view name, std::string_view value,
                             const std::vector<std::string_view>& choices, std::string_view form) {
  if (!choices.empty()) return base::unknown_name(fmt::format("value of {}", name), value, choices);
  return fmt::format("invalid value '{}' of {}; expected {}", value, name, form);
}

std::string options::set_all(CompileOptions& options, std::string_view list) {
  if (list.empty()) return {};
  Options all;
  all.compile = std::move(options);
  std::string fault = read_list(list, ' ', [&](std::string_view each) {
    const std::size_t equals = std::min(each.find('='), each.size());
    const std::string_view value = each.substr(std::min(equals + 1, each.size()));
    return assign(all, each.substr(0, equals), value).value_or(std::string(each));
  });
  options = std::move(all.compile);
  return fault;
}

std::vector<OptionInfo> all_options() {
  Options defaults;
  options::Descriptions descriptions;
  each_option(defaults, descriptions);
  return std::move(descriptions.all);
}

std::string_view option_summary(std::string_view name) {
  for (const OptionInfo& row : all_options())
    if (row.name == name) return row.summary;
  return {};
}

Diagnostics set_option(Options& options, std::string_view name, std::string_view value) {
  const std::optional<std::string> fault = assign(options, name, value);
  if (fault && fault->empty() && name == "host") set_host(options.compile, *options.compile.host);
  // A stage that the text does not name has the entry point of the host.
  if (fault && fault->empty() && name == "entry-point") {
    options.compile.entry_points = options::entry_points_of(options.compile.host);
    options::Values<EntryPoints>::read(value, options.compile.entry_points);
  }
  // The bindings of the host are added at the end, because the first binding of a resource applies.
  if (fault && fault->empty() && name == "bind" && options.compile.host) {
    const std::vector<Binding> usual = options::bindings_of(*options.compile.host);
    options.compile.bindings.insert(options.compile.bindings.end(), usual.begin(), usual.end());
  }
  return options::outcome(fault, name, all_options());
}

}  // namespace agal
