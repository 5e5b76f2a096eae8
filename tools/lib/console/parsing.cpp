#include "parsing.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "console.hpp"

namespace agalc {
namespace {

std::vector<std::string> spellings_of(const CLI::App& app) {
  std::vector<std::string> spellings;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) spellings.push_back("--" + name);
    for (const std::string& name : option->get_snames()) spellings.push_back("-" + name);
  }
  return spellings;
}

// A name that differs by more is another word: --no-optimize is not --optimize, and --hlsl is not --host.
std::size_t max_typos(std::string_view name) {
  const std::size_t letters = name.size() - std::min(name.size(), name.find_first_not_of('-'));
  return letters < 8 ? 1 : 2;
}

}  // namespace

std::string unknown_word(std::string_view noun, std::string_view word, const std::vector<std::string_view>& names) {
  // A short option is near to every other one.
  std::vector<std::string_view> long_names;
  std::copy_if(names.begin(), names.end(), std::back_inserter(long_names),
               [](std::string_view name) { return name.size() != 2 || name[0] != '-'; });
  const std::string_view name = word.substr(0, word.find('='));
  const std::string_view near = agal::base::nearest(name, long_names);
  return near.empty() || agal::base::edit_distance(name, near) > max_typos(name)
             ? fmt::format("unknown {} '{}'", noun, word)
             : agal::base::unknown_name(noun, word, near, {});
}

agal::Diagnostics parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const std::string help = fmt::format("see {} --help", app.get_name());
  const std::vector<std::string> spellings = spellings_of(app);
  for (const std::string& word : app.remaining(true)) {
    if (word == "--") continue;
    const bool option = word.size() > 1 && word[0] == '-';
    if (!option) return usage_error(fmt::format("unexpected argument '{}'", word), help);
    return usage_error(unknown_word("option", word, {spellings.begin(), spellings.end()}), help);
  }
  return usage_error(error.what(), help);
}

}  // namespace agalc
