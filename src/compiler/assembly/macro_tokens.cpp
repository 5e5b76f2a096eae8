#include "assembly/macro_tokens.hpp"

#include <algorithm>

#include "agal/program.hpp"
#include "assembly/source.hpp"

namespace agal::assembly {
namespace {

constexpr std::string_view statement_ends = "\n\r\f\v;";
constexpr std::string_view operators = "*=+-/,.()[]{}!<>&|";

constexpr bool is_name_start(char c) { return is_letter(c) || c == '_'; }
constexpr bool is_name_rest(char c) { return is_word(c) || c == '.'; }

// Returns the length of a word. The dimensions of textures are words too.
std::size_t word_length(std::string_view text) {
  const bool is_dimension = text.starts_with("2d") || text.starts_with("3d");
  if (!is_dimension && !is_name_start(text[0])) return 0;
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_name_rest) - text.begin());
}

std::size_t number_length(std::string_view text) {
  Cursor cursor(text);
  if (cursor.take_while(is_digit).empty()) return 0;
  if (cursor.accept('.')) cursor.take_while(is_digit);
  return cursor.position();
}

bool is_long_operator(std::string_view text) {
  const std::string_view two = text.substr(0, 2);
  return two == "==" || two == "!=" || two == "<=" || two == ">=" || two == "&&" || two == "||";
}

// Reads the token at the beginning of a text that is not empty and does not begin with a blank.
MacroToken read_token(std::string_view text) {
  MacroToken token;
  const auto take = [&](char type, std::size_t length) {
    token.type = type;
    token.text = text.substr(0, length);
    token.origin.length = static_cast<std::uint32_t>(length);
    return token;
  };
  if (statement_ends.find(text[0]) != statement_ends.npos) return take('n', 1);
  if (const std::size_t length = word_length(text)) return take('i', length);
  if (const std::size_t length = number_length(text)) return take('0', length);
  if (is_long_operator(text)) return take('2', 2);
  if (operators.find(text[0]) != operators.npos) return take(text[0], 1);
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  Cursor cursor(text);
  if (cursor.accept('#') && !cursor.take_while(is_small).empty()) return take('#', cursor.position());
  return take('?', character_at(text, 0).size());
}

}  // namespace

std::string with_blank_comments(std::string_view text, std::size_t& open) {
  std::string out(text);
  bool in_line = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t length = 1;
    if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 1);
      if (end == rest.npos) open = at;
      length = end == rest.npos ? rest.size() : end + 2;
      std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
    } else if (rest[0] != ';' && statement_ends.find(rest[0]) != statement_ends.npos) {
      in_line = false;
    } else if (in_line || rest.starts_with("//")) {
      in_line = true;
      out[at] = ' ';
    }
    at += length;
  }
  return out;
}

std::vector<MacroToken> macro_tokens(std::string_view text) {
  std::vector<MacroToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    MacroToken token = read_token(text.substr(at));
    token.origin.begin = static_cast<std::uint32_t>(at);
    at += token.text.size();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

bool is_macro_statement(std::string_view statement) {
  Cursor cursor(statement);
  const std::string_view word = cursor.take_word();
  const bool is_alias = word == "alias";
  if (is_alias || word == "macro") {
    cursor.skip_blanks();
    const bool named = !cursor.take_while(is_name_rest).empty();
    cursor.skip_blanks();
    return named && cursor.peek() == (is_alias ? ',' : '(');
  }
  const std::optional<NamedRegister> found = find_register_named(word);
  if (!found || (!found->number && word != "op" && word != "oc")) return false;
  if (cursor.accept('.')) cursor.take_word();
  cursor.skip_blanks();
  if (std::string_view("+-*/").find(cursor.peek()) != std::string_view::npos) cursor.move_to(cursor.position() + 1);
  return cursor.accept('=') && cursor.peek() != '=';
}

bool has_macro_statement(std::string_view text) {
  std::size_t open = 0;
  const std::string plain = with_blank_comments(text, open);
  for (std::string_view rest = plain; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(statement_ends), rest.size());
    std::string_view statement = rest.substr(0, end);
    statement.remove_prefix(std::min(statement.find_first_not_of(" \t"), statement.size()));
    if (is_macro_statement(statement)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace agal::assembly
