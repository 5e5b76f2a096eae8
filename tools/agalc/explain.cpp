// agalc explain: explains a message, or a word of AGAL or agalc.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cctype>
#include <iterator>
#include <memory>

#include "agal/explain.hpp"
#include "base/format.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/parsing.hpp"
#include "commands.hpp"

namespace agalc {
namespace {

std::string list_rules() {
  std::string out;
  for (const agal::RuleInfo& rule : agal::all_rules())
    agal::base::append(out, "{}  {:<7}  {:<8}  {:<32}  {}\n", agal::code_name(rule.code), agal::name(rule.severity),
                       agal::name(rule.phase), rule.slug, rule.message);
  return out;
}

// Returns the words that are suggested for misspelled words. Numbers of diagnostics are not suggested.
std::vector<std::string_view> known_words() {
  std::vector<std::string_view> words = agal::glossary_words();
  for (const agal::RuleInfo& rule : agal::all_rules()) words.push_back(rule.slug);
  return words;
}

// Returns the number in "Error #3652: …", which is the form of the player's errors. Other words are returned unchanged.
std::string subject_of(const std::vector<std::string>& words) {
  const std::string text = agal::base::joined(words, " ");
  const std::size_t sign = text.find('#');
  const std::size_t digits = sign == std::string::npos ? 0 : text.find_first_not_of("0123456789", sign + 1);
  if (sign != std::string::npos && digits != sign + 1) return text.substr(sign + 1, digits - sign - 1);
  return words.size() == 2 && agal::base::without_punctuation(words[0]) == "error" ? words[1] : text;
}

struct ForeignWord {
  std::string_view word, opcode, help;
};
constexpr auto foreign_words = std::to_array<ForeignWord>({
#define AGAL_FOREIGN_OPCODE(word, opcode) {word, opcode, ""},
#define AGAL_FOREIGN_IDIOM(word, help) {word, "", help},
#include "agal/tables/foreign_words.def"
});

std::string entry_of(const std::string& word) {
  if (const agal::RuleInfo* const rule = agal::find_rule(word)) return agal::explain(*rule);
  return agal::glossary_entry(word);
}

// Returns the possible spellings of a word, for input such as MOV, E3652, vt0.x and `mov oc, v0`.
std::vector<std::string> spellings_of(const std::string& word) {
  std::string lower = word;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<std::string> out{word, lower};
  if (lower.size() > 1 && lower[0] == 'e' && std::isdigit(static_cast<unsigned char>(lower[1])) != 0)
    out.push_back(lower.substr(1));
  const std::size_t end = lower.find_first_of(" ,.<[");
  if (end != std::string::npos && end != 0) out.push_back(lower.substr(0, end));
  return out;
}

ExitStatus explain(const std::string& word, const Console& console) {
  const std::vector<std::string> spellings = spellings_of(word);
  for (const std::string& spelling : spellings)
    if (const std::string text = entry_of(spelling); !text.empty()) return console.report(write_output("-", text));
  for (const ForeignWord& row : foreign_words)
    if (row.word == spellings[1])
      return console.report(write_output(
          "-", row.opcode.empty()
                   ? fmt::format("{}: not an opcode of AGAL. {}\n", word, row.help)
                   : fmt::format("{}: in AGAL, this is {}\n\n{}", word, row.opcode, agal::glossary_entry(row.opcode))));
  return console.report(usage_error(unknown_word("word", word, known_words()),
                                    "agalc explain --list lists all diagnostics, agalc opcodes lists all opcodes"));
}

}  // namespace

Action build_explain(CLI::App& app, Console& console) {
  struct Options {
    std::vector<std::string> words;
    bool list = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::Option* const word = app.add_option("WORD", options->words,
                                           "A diagnostic (AGAL3652, #3652, or the name of its rule), an error of "
                                           "Stage3D (3692), an opcode, a register, a sampler option, a target, a "
                                           "profile, or a term such as token");
  describe_choices(*word, known_words());
  app.add_flag("--list", options->list, "List all diagnostics");
  add_examples(app, {"agalc explain AGAL3652", "agalc explain mov", "agalc explain fs0", "agalc explain miplinear"});
  add_console_options(app, console);
  return [options, &console] {
    if (options->list != options->words.empty())
      return console.report(usage_error("expected one word or --list", "see agalc explain --help"));
    return options->list ? console.report(write_output("-", list_rules()))
                         : explain(subject_of(options->words), console);
  };
}

}  // namespace agalc
