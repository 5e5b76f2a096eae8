#include "parsing.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "agal/target.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "os/filesystem.hpp"

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

struct OptionWord {
  std::string_view words, needs, help;
};
constexpr auto option_words = std::to_array<OptionWord>({
#define AGALC_OPTION_WORD(words, needs, help) {words, needs, help},
#include "option_words.def"
});

// Returns the replacement for an option that agalc does not have; "" if none is known.
std::string option_help(const std::vector<std::string>& spellings, std::string_view word) {
  const std::string_view name = word.substr(0, word.find_first_of("=:"));
  const auto has = [&](std::string_view option) {
    return std::find(spellings.begin(), spellings.end(), option) != spellings.end();
  };
  for (const OptionWord& row : option_words)
    if (has_word(row.words, name) && (row.needs.empty() || has(row.needs))) return std::string(row.help);
  const std::string_view language = name.substr(std::min(name.size(), name.find_first_not_of('-')));
  if (agal::find_target(language) == nullptr && agal::find_target_family(language) == nullptr) return {};
  return has("--target") ? fmt::format("write --target {}", language) : std::string();
}

std::string argument_help(const std::vector<std::string>& spellings, const std::string& word, const std::string& help) {
  const auto has = [&](std::string_view option) {
    return std::find(spellings.begin(), spellings.end(), option) != spellings.end();
  };
  if (has("--in") && word.ends_with(".json")) return fmt::format("write --in {}", word);
  if (has("--in") && word.find('=') != std::string::npos) return "--in FILE reads the inputs as JSON";
  std::error_code ignored;
  return os::fs::exists(word, ignored) ? fmt::format("it is one file too many; {}", help) : help;
}

// Rewords the parser's messages like agalc's own.
std::string plain_words(std::string message) {
  constexpr std::string_view conversion = "Could not convert: ", required = ": 1 required ", missing = " missing";
  if (message.starts_with(conversion))
    if (const std::size_t equal = message.find(" = "); equal != std::string::npos)
      return fmt::format("{}: '{}' is not a valid number", message.substr(conversion.size(), equal - conversion.size()),
                         message.substr(equal + 3));
  const std::size_t at = message.find(required);
  if (at == std::string::npos || !message.ends_with(missing)) return message;
  const std::size_t name = at + required.size();
  return fmt::format("{} needs a value: {}", message.substr(0, at),
                     message.substr(name, message.size() - missing.size() - name));
}

// Describes an option that is missing: "-o is missing", "write -o FILE". Returns nothing for other errors of the
// parser.
std::optional<std::pair<std::string, std::string>> missing_option(const CLI::App& app, std::string_view message) {
  constexpr std::string_view required = " is required";
  if (!message.starts_with('-') || !message.ends_with(required)) return std::nullopt;
  const CLI::Option* const option =
      app.get_option_no_throw(std::string(message.substr(0, message.size() - required.size())));
  if (option == nullptr) return std::nullopt;
  const std::string name = option->get_snames().empty() ? option->get_name() : "-" + option->get_snames().front();
  const std::string form = option->get_type_name();
  return std::pair(fmt::format("{} is missing", name),
                   fmt::format("write {} {}; see {} --help", name, form.substr(0, form.find('|')), app.get_name()));
}

// The maximum number of typing errors in a misspelled name. More differences make another word: --no-optimize is not a
// misspelled --optimize, and --hlsl is not a misspelled --host.
std::size_t max_typos(std::string_view name) {
  const std::size_t letters = name.size() - std::min(name.size(), name.find_first_not_of('-'));
  return letters < 8 ? 1 : 2;
}

}  // namespace

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::string_view each = words.substr(0, words.find(' '));
    if (each.ends_with('*') ? word.starts_with(each.substr(0, each.size() - 1)) : word == each) return true;
    words.remove_prefix(std::min(each.size() + 1, words.size()));
  }
  return false;
}

std::string unknown_word(std::string_view noun, std::string_view word, const std::vector<std::string_view>& names) {
  // Short options are left out, because every short option is similar to every other.
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
    if (!option)
      return usage_error(fmt::format("unexpected argument '{}'", word), argument_help(spellings, word, help));
    if (const std::string instead = option_help(spellings, word); !instead.empty())
      return usage_error(fmt::format("unknown option '{}'", word), instead);
    return usage_error(unknown_word("option", word, {spellings.begin(), spellings.end()}), help);
  }
  if (const auto missing = missing_option(app, error.what())) return usage_error(missing->first, missing->second);
  return usage_error(plain_words(error.what()), help);
}

}  // namespace agalc
