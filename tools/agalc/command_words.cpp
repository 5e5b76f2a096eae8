#include "command_words.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "agal/lint.hpp"
#include "agal/target.hpp"
#include "cli/console.hpp"
#include "cli/suffixes.hpp"
#include "options/named_target.hpp"
#include "os/filesystem.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return os::fs::exists(path, ignored);
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

const CLI::Option* option_named(const CLI::App& app, const std::string& name) { return app.get_option_no_throw(name); }

// Returns true if a word is an option that takes the next word as its value.
bool takes_value(const CLI::App& app, const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || word.find('=') != std::string::npos) return false;
  const CLI::Option* const option = option_named(app, word);
  return option != nullptr && option->get_items_expected_max() > 0;
}

agal::Diagnostics check_dash(const std::string& word) {
  for (const std::string_view dash : {"\xe2\x80\x94", "\xe2\x80\x93", "\xe2\x88\x92"})
    if (word.starts_with(dash) && !exists(word)) {
      const std::string name = word.substr(dash.size());
      return usage_error(fmt::format("'{}' begins with a dash that is not '-'", word),
                         fmt::format("write {}{}", name.size() == 1 ? "-" : "--", name));
    }
  return {};
}

// Checks for `-target wgsl`, `-o=x.spv` and `--o x.spv`. The parser uses the rest of a short option as its value.
agal::Diagnostics check_spelling(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find_first_of("=:"));
  const auto misspelled = [&](const std::string& option) {
    const std::string value = word.size() == name.size() ? "" : " " + word.substr(name.size() + 1);
    return usage_error(fmt::format("unknown option '{}'", word), fmt::format("write {}{}", option, value));
  };
  if (word.size() > 2 && word[0] == '-' && is_letter(word[1])) {
    if (name.size() == 2 && takes_value(app, name)) return misspelled(name);
    if (name.size() > 3 && option_named(app, "-" + name) != nullptr) return misspelled("-" + name);
    if (name == "-out" && option_named(app, "--output") != nullptr) return misspelled("-o");
  }
  if (name.size() < word.size() && word[name.size()] == ':' && option_named(app, name) != nullptr)
    return misspelled(name);
  if (name.size() == 3 && word.starts_with("--") && option_named(app, name.substr(1)) != nullptr)
    return misspelled(name.substr(1));
  if (word[0] == '-' && exists(word))
    return usage_error(fmt::format("'{}' is read as an option, and is also the name of a file", word),
                       fmt::format("write ./{}", word));
  return {};
}

// Checks for switches in the style of Windows: /o, /t:wgsl.
agal::Diagnostics check_switch(const std::string& word) {
  const std::string name = word.substr(0, word.find(':'));
  const bool is_switch = name.size() > 1 && word[0] == '/' && (name.size() < word.size() || name.size() == 2) &&
                         std::all_of(name.begin() + 1, name.end(), is_letter);
  if (!is_switch || exists(word)) return {};
  return usage_error(fmt::format("'{}' is not the name of a file", word),
                     fmt::format("options begin with '-': {}{}{}", name.size() == 2 ? "-" : "--", name.substr(1),
                                 name.size() < word.size() ? " " + word.substr(name.size() + 1) : ""));
}

// Returns the name of a file with blanks that the shell has split into the words from `i` on; "" if there is none.
std::string split_name(const std::vector<std::string>& words, std::size_t i) {
  std::string name = words[i];
  for (++i; i < words.size() && !words[i].starts_with('-'); ++i) {
    name += " " + words[i];
    if (exists(name)) return name;
  }
  return {};
}

// Checks a word that does not follow an option and is not the name of a file.
agal::Diagnostics check_input(const CLI::App& app, const std::string& word, const std::string& before) {
  if (word.starts_with("http://") || word.starts_with("https://"))
    return usage_error(fmt::format("'{}' is an address, and agalc does not download", word),
                       "fetch it first, for example with curl -O, and pass the file");
  const std::string first = word.substr(0, word.find_first_of(" ,"));
  const bool is_text =
      first.size() < word.size() && std::any_of(agal::opcode_table.begin(), agal::opcode_table.end(),
                                                [&](const agal::OpcodeInfo& row) { return row.text == first; });
  if (is_text)
    return usage_error(fmt::format("'{}' is text, not the name of a file", word),
                       fmt::format("pass it on stdin: echo '{}' | {} -", word, app.get_name()));
  if (before == "--lint" && agal::parse_lints(word))
    return usage_error(fmt::format("'{}' after --lint is not a file", word), fmt::format("write --lint={}", word));
  if (option_named(app, "--target") == nullptr || option_named(app, "--emit") == nullptr) return {};
  const bool digits = word.find_first_not_of("0123456789.") == std::string::npos;
  if (digits && agal::find_target_family(before) != nullptr) {
    std::string number = word;
    std::erase(number, '.');
    return usage_error(fmt::format("'{}' after '{}' is not a program", word, before),
                       fmt::format("write {}{}; agalc explain targets lists the names", before, number));
  }
  // A word after an unknown option is probably its value.
  if (before.size() > 1 && before[0] == '-' && option_named(app, before) == nullptr) return {};
  if (agal::options::named_target(word))
    return usage_error(fmt::format("'{}' is a target, not the name of a file", word),
                       agal::options::named_target(before) ? fmt::format("write -t {},{}", before, word)
                                                           : fmt::format("write -t {}", word));
  if (target_of(word))
    return usage_error(fmt::format("there is no file '{}'", word),
                       fmt::format("if it is the name of the product, write -o {}", word));
  if (word == "help") return usage_error("there is no file 'help'", fmt::format("see {} --help", app.get_name()));
  return {};
}

}  // namespace

bool gives_version_of_language(const std::vector<std::string>& words) {
  const auto flag = std::find(words.begin(), words.end(), "--version");
  return flag != words.end() && flag + 1 != words.end() && std::isdigit(static_cast<unsigned char>(flag[1][0])) != 0;
}

agal::Diagnostics check_words(const CLI::App& app, const std::vector<std::string>& words) {
  const bool explains = app.get_name() == "agalc explain" || app.get_name() == "agalc help";
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    const std::string before = i == 0 ? std::string() : words[i - 1];
    if (takes_value(app, before)) continue;
    if (word.empty()) return usage_error("the name of an input is empty", fmt::format("see {} --help", app.get_name()));
    if (agal::Diagnostics found = check_dash(word); !found.empty()) return found;
    if (word == "-v" || word == "--verbose")
      return usage_error(fmt::format("unknown option '{}'", word),
                         "agalc --version prints the version; agalc compile --print-after-all prints each step");
    if (app.get_name() == "agalc explain" && word.starts_with("--version") && gives_version_of_language(words))
      return usage_error("--version takes no value", "the column agal says the first version that has an opcode");
    if (agal::Diagnostics found = check_spelling(app, word); word.size() > 1 && word[0] == '-') {
      if (!found.empty()) return found;
      continue;
    }
    if (explains || exists(word)) continue;
    if (agal::Diagnostics found = check_switch(word); !found.empty()) return found;
    if (const std::string name = split_name(words, i); !name.empty())
      return usage_error(fmt::format("there is no file '{}'", word),
                         fmt::format("quote the name: {}", shell_word(name)));
    if (agal::Diagnostics found = check_input(app, word, before); !found.empty()) return found;
  }
  return {};
}

CommandLine command_line(const CLI::App& app, std::string command, const std::vector<std::string>& words) {
  CommandLine line{std::move(command), {}, {}};
  bool are_inputs = false, is_value = false;
  for (const std::string& word : words) {
    if (!are_inputs && !is_value && word == "--") {
      are_inputs = true;
      continue;
    }
    const bool is_option = !are_inputs && (is_value || (word.size() > 1 && word[0] == '-'));
    (is_option ? line.options : line.inputs).push_back(word);
    is_value = is_option && !is_value && takes_value(app, word);
  }
  return line;
}

}  // namespace agalc
