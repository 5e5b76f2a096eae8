#include "assembly/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assembly/source.hpp"
#include "base/text.hpp"

namespace agal::assembly {
namespace {

struct Word {
  std::string_view word, meaning;
};
constexpr auto opcode_words = std::to_array<Word>({
#define AGAL_FOREIGN_OPCODE(word, opcode) {word, opcode},
#include "agal/tables/foreign_words.def"
});
constexpr auto idioms = std::to_array<Word>({
#define AGAL_FOREIGN_IDIOM(word, help) {word, help},
#include "agal/tables/foreign_words.def"
});
constexpr auto option_words = std::to_array<Word>({
#define AGAL_FOREIGN_OPTION(word, option) {word, option},
#include "agal/tables/foreign_words.def"
});
constexpr auto character_names = std::to_array<Word>({
#define AGAL_NAMED_CHARACTER(bytes, name) {bytes, name},
#include "agal/tables/foreign_words.def"
});

struct RegisterWord {
  std::string_view letters, vertex, fragment;
};
constexpr auto register_words = std::to_array<RegisterWord>({
#define AGAL_FOREIGN_REGISTER(letters, vertex, fragment) {letters, vertex, fragment},
#include "agal/tables/foreign_words.def"
});

// Returns true if a table has a word that is an opcode of AGAL. The help for such a word would be wrong.
template <class Table>
constexpr bool has_opcode(const Table& table) {
  for (const Word& row : table)
    if (find_opcode(row.word) != nullptr) return true;
  return false;
}
static_assert(!has_opcode(opcode_words) && !has_opcode(idioms),
              "a word of foreign_words.def is an opcode: remove its row");

constexpr std::size_t max_word = 32;

std::string lower_case(std::string_view word) {
  std::string out(word.substr(0, max_word));
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

template <class Table>
std::string_view meaning_of(const Table& table, std::string_view word) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Word& each) { return each.word == word; });
  return row == table.end() ? std::string_view() : row->meaning;
}

bool are_swapped(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  std::string x(a), y(b);
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

// Returns the opcode that was probably meant: an opcode with the same letters in another order, or the only opcode that
// differs in one letter. Reserved opcodes are not suggested, because players reject them.
std::string_view similar_opcode(const std::string& word) {
  std::string_view best;
  std::size_t candidates = 0;
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) continue;
    if (row.text == word) return row.text;
    if (row.status == OpcodeStatus::Reserved) continue;
    if (are_swapped(row.text, word)) return row.text;
    if (base::edit_distance(word, row.text) != 1) continue;
    best = row.text;
    ++candidates;
  }
  return candidates == 1 ? best : std::string_view();
}

}  // namespace

std::string opcode_help(std::string_view word) {
  if (word.size() > max_word) return {};
  const std::string lower = lower_case(word);
  if (const std::string_view help = meaning_of(idioms, lower); !help.empty()) return std::string(help);
  if (const std::string_view opcode = meaning_of(opcode_words, lower); !opcode.empty())
    return base::did_you_mean(opcode);
  if (!word.empty() && word.find_first_not_of("0123456789") == word.npos)
    return "this looks like the number of a line: remove it";
  return base::did_you_mean(similar_opcode(lower));
}

std::string sampler_option_help(std::string_view word) {
  std::string_view meant = meaning_of(option_words, lower_case(word));
  std::vector<std::string_view> names;
  std::string list;
  for (const SamplerOptionInfo& row : sampler_option_table) {
    names.push_back(row.text);
    if (row.accepted) list += (list.empty() ? "" : ", ") + std::string(row.text);
  }
  if (meant.empty())
    if (const std::string_view near = base::nearest(lower_case(word), names);
        base::edit_distance(lower_case(word), near) <= 1)
      meant = near;
  const std::string suggestion = base::did_you_mean(meant);
  return fmt::format("{}{}the options are {}, and a number for the lod bias", suggestion, suggestion.empty() ? "" : " ",
                     list);
}

std::string register_help(std::string_view word, std::optional<Stage> stage) {
  const std::string lower = lower_case(word);
  const std::size_t letters = std::min(lower.find_first_of("0123456789"), lower.size());
  const std::string digits = lower.substr(letters);
  if (digits.find_first_not_of("0123456789") != std::string::npos) return {};
  for (const RegisterWord& row : register_words) {
    if (row.letters != lower.substr(0, letters)) continue;
    const auto named = [&](std::string_view prefix) {
      const bool numbered = prefix != "op" && (prefix != "oc" || digits != "0");
      return fmt::format("{}{}", prefix, numbered ? digits : "");
    };
    if (stage || row.vertex == row.fragment)
      return base::did_you_mean(named(stage == Stage::Fragment ? row.fragment : row.vertex));
    return fmt::format("write {} in a vertex program, {} in a fragment program", named(row.vertex),
                       named(row.fragment));
  }
  return {};
}

std::string paste_help(std::string_view text) {
  if (text.starts_with("&lt;") || text.starts_with("&gt;") || text.starts_with("&amp;") || text.starts_with("&quot;"))
    return "this text was copied from HTML: write < for &lt; and > for &gt;";
  if (text.starts_with("/*") || text.starts_with("*/")) return "comments begin with // and end with the line";
  if (text.starts_with("\"") || text.starts_with("'") || text.starts_with("+"))
    return "this is source code: pass the text between the quotation marks, without +; agalc extract searches files of "
           "source code";
  for (const std::string_view line : {"#version", "#extension", "#define", "#include", "#if", "#pragma", "@vertex",
                                      "@fragment", "@group", "@compute", "[[", "[numthreads"})
    if (text.starts_with(line)) return "this looks like a high-level language: agalc reads AGAL";
  if (text.starts_with("#"))
    return "comments begin with //; lines that begin with # are for other tools, so delete them";
  if (text.starts_with("=") || text.starts_with("{") || text.starts_with("}") || text.starts_with("("))
    return "this looks like text for AGALMacroAssembler or like a high-level language: agalc reads one instruction for "
           "each line, such as add ft0, v0, fc0";
  if (text.starts_with(":") || text.starts_with("|")) return "if this follows the number of a line, remove both";
  if (!text.empty() && static_cast<unsigned char>(text[0]) >= 0x80)
    return "remove this character, or replace it with a blank";
  return {};
}

std::string named_character(std::string_view character) {
  const std::string_view name = meaning_of(character_names, character);
  return name.empty() ? quotable(character) : std::string(name);
}

}  // namespace agal::assembly
