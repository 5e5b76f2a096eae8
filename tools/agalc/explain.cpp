// agalc explain: explains a message, or a word of AGAL or agalc, or lists the opcodes or the targets.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <memory>
#include <optional>

#include "agal/explain.hpp"
#include "agal/isa.hpp"
#include "base/format.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/parsing.hpp"
#include "commands.hpp"
#include "diag/rules.hpp"
#include "reference_tables.hpp"

namespace agalc {
namespace {

std::string list_rules() {
  std::string out;
  for (const agal::RuleInfo& rule : agal::all_rules())
    agal::base::append(out, "{}  {:<7}  {:<8}  {:<32}  {}\n", agal::code_name(rule.code), agal::name(rule.severity),
                       agal::name(rule.phase), rule.slug, agal::diag::general_message(rule));
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
  return console.report(
      usage_error(unknown_word("word", word, known_words()),
                  "agalc explain --list lists all diagnostics, agalc explain opcodes lists all opcodes"));
}

constexpr std::string_view see_help = "see agalc explain --help";

struct Explain {
  std::vector<std::string> words;
  bool list = false;
  std::optional<TableFormat> format;
};

ExitStatus list_opcodes(const std::vector<std::string>& names, TableFormat format, const Console& console) {
  std::vector<std::string_view> known;
  for (const agal::OpcodeInfo& info : agal::opcode_table) known.push_back(info.text);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return console.report(usage_error(agal::base::unknown_name("opcode", name, known), see_help));
  return console.report(write_output("-", opcode_table_text(format, names)));
}

ExitStatus list_targets(const std::vector<std::string>& rest, TableFormat format, const Console& console) {
  if (!rest.empty()) return console.report(usage_error(fmt::format("unexpected argument '{}'", rest[0]), see_help));
  if (format == TableFormat::Markdown)
    return console.report(usage_error("--format: the targets are listed as text or as json", see_help));
  return console.report(write_output("-", target_table_text(format)));
}

ExitStatus run(const Explain& options, const Console& console) {
  if (options.list != options.words.empty())
    return console.report(usage_error("expected one word or --list", see_help));
  const std::string word = options.list ? std::string() : options.words[0];
  const bool lists_opcodes = word == "opcodes";
  if (lists_opcodes || word == "targets") {
    const std::vector<std::string> rest(options.words.begin() + 1, options.words.end());
    const TableFormat format = options.format.value_or(TableFormat::Text);
    return lists_opcodes ? list_opcodes(rest, format, console) : list_targets(rest, format, console);
  }
  if (options.format) return console.report(usage_error("--format is for the words opcodes and targets", see_help));
  return options.list ? console.report(write_output("-", list_rules())) : explain(subject_of(options.words), console);
}

}  // namespace

Action build_explain(CLI::App& app, Console& console) {
  const auto options = std::make_shared<Explain>();
  CLI::Option* const word = app.add_option("WORD", options->words,
                                           "A diagnostic (AGAL3652, #3652, or the name of its rule), an error of "
                                           "Stage3D (3692), an opcode, a register, a sampler option, a target, a "
                                           "profile, or a term such as token; 'opcodes' lists the instruction set, or "
                                           "the opcodes that follow, and 'targets' the output languages");
  std::vector<std::string_view> words = known_words();
  words.insert(words.end(), {"opcodes", "targets"});
  describe_choices(*word, words);
  app.add_flag("--list", options->list, "List all diagnostics");
  const Choices<TableFormat> formats{
      {"text", TableFormat::Text}, {"markdown", TableFormat::Markdown}, {"json", TableFormat::Json}};
  add_choice(app, "--format", "format", formats, options->format,
             "Format of the list of opcodes or targets; markdown is for opcodes alone");
  add_examples(app, {"agalc explain AGAL3652", "agalc explain mov", "agalc explain fs0", "agalc explain miplinear",
                     "agalc explain opcodes tex", "agalc explain opcodes --format=markdown",
                     "agalc explain targets --format=json"});
  add_console_options(app, console);
  return [options, &console] { return run(*options, console); };
}

}  // namespace agalc
