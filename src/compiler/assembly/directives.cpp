#include "assembly/parsing.hpp"

#include <array>
#include <charconv>
#include <string>

namespace agal::assembly {
namespace {

using diag::Rule;

constexpr std::string_view magic = "//!";

// Parses a number of at most `bits` bits. Base 0 accepts decimal numbers, and hexadecimal numbers after 0x. Reports an
// error and returns nullopt for other text.
std::optional<std::uint64_t> parse_number(Context& context, std::string_view text, int base, unsigned bits) {
  const bool prefixed = base == 0 && text.starts_with("0x");
  const std::string_view digits = prefixed ? text.substr(2) : text;
  if (base == 0) base = prefixed ? 16 : 10;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool fits = bits == 64 || value >> bits == 0;
  if (error == std::errc() && end == digits.data() + digits.size() && fits) return value;
  context.report(Rule::DirectiveNumber, text, {quotable(text), std::to_string(bits)});
  return std::nullopt;
}

}  // namespace

bool is_magic_comment(const Line& line) {
  Cursor cursor(line.whole);
  cursor.skip_blanks();
  if (!cursor.rest().starts_with(magic)) return false;
  cursor.move_to(cursor.position() + magic.size());
  cursor.skip_blanks();
  return cursor.take_word() == "agal";
}

void parse_magic_comment(Context& context) {
  Cursor cursor(context.line->whole);
  cursor.move_to(context.line->whole.find("agal") + 4);
  std::optional<Stage> stage;
  std::optional<std::uint32_t> version;
  bool known = true;
  std::string_view word = cursor.since(cursor.position() - 4);
  for (cursor.skip_separators(); !cursor.done() && known; cursor.skip_separators()) {
    word = cursor.take_item();
    if (!version && !stage && is_digit(word[0])) {
      std::uint32_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      known = end == word.data() + word.size();
      version = error == std::errc() ? value : newest_version + 1;
      if (!known || *version <= newest_version) continue;
      context.report(Rule::NoSuchVersion, word, {quotable(word), std::to_string(newest_version)});
      return;
    }
    known = !stage && stage_from_word(word).has_value();
    if (known) stage = stage_from_word(word);
  }
  if (known && stage && context.only_stage.value_or(*stage) != *stage)
    return context.report(Rule::StageContradicts, word, {name(*context.only_stage), "the magic comment", name(*stage)});
  if (known && (stage || version)) return context.inference.set_from_comment(stage, version);
  context.report(Rule::BadMagicComment, word, {quotable(word)});
}

std::optional<Instruction> parse_token_directive(Context& context, Cursor& cursor, TokenWords& words) {
  constexpr std::array<unsigned, 4> widths{32, 32, 64, 64};
  std::array<std::uint64_t, 4> values{};
  const std::size_t begin = cursor.position();
  std::size_t count = 0;
  bool valid = true;
  for (cursor.skip_separators(); !cursor.done(); cursor.skip_separators(), ++count) {
    const std::string_view text = cursor.take_item();
    if (count >= values.size()) continue;
    words[count] = text;
    const std::optional<std::uint64_t> value = parse_number(context, text, 0, widths[count]);
    valid = valid && value.has_value();
    values[count] = value.value_or(0);
  }
  if (count != values.size()) {
    context.report(Rule::TokenDirectiveCount, cursor.since(begin), {std::to_string(count)});
    return std::nullopt;
  }
  if (!valid) return std::nullopt;
  return Instruction{
      static_cast<std::uint32_t>(values[0]), {static_cast<std::uint32_t>(values[1])}, {values[2]}, {values[3]}};
}

void parse_bytes_directive(Context& context, Cursor& cursor, std::vector<std::byte>& bytes) {
  for (cursor.skip_separators(); !cursor.done(); cursor.skip_separators())
    if (const auto value = parse_number(context, cursor.take_item(), 16, 8)) bytes.push_back(std::byte(*value));
}

}  // namespace agal::assembly
