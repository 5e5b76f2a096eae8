// Reads XML: literals of ActionScript (E4X), CDATA sections, and MXML files.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.hpp"
#include "sources/lexer.hpp"

namespace agal::source_code {

namespace {

constexpr std::string_view cdata_begin = "<![CDATA[", cdata_end = "]]>";

bool is_tag_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '>'; }

struct Entity {
  std::string_view name;
  char value;
};
constexpr std::array<Entity, 5> entities{{{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};

// Returns the characters of an entity such as `&lt;`, `&#10;` or `&#xa;`. Returns nullopt for other names.
std::optional<std::string> entity_of(std::string_view name) {
  for (const Entity& entity : entities)
    if (entity.name == name) return std::string(1, entity.value);
  if (!name.starts_with('#') || name.size() < 2) return std::nullopt;
  const bool hex = name[1] == 'x' || name[1] == 'X';
  std::uint32_t code = 0;
  for (const char c : name.substr(hex ? 2 : 1)) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t digit = digits.find(static_cast<char>(c | 0x20));
    if (digit >= (hex ? 16u : 10u)) return std::nullopt;
    code = code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
  }
  std::string out;
  base::append_utf8(out, code);
  return out;
}

// Appends the character at a position, or the entity that begins there. Returns the position after it.
std::size_t decode_at(std::string_view text, std::size_t at, std::string& out) {
  constexpr std::size_t max_entity = 12;
  const std::size_t end = text[at] == '&' ? text.substr(0, at + max_entity).find(';', at) : text.npos;
  const std::optional<std::string> entity =
      end == text.npos ? std::nullopt : entity_of(text.substr(at + 1, end - at - 1));
  out += entity ? *entity : std::string(1, text[at]);
  return entity ? end + 1 : at + 1;
}

std::string without_entities(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) at = decode_at(text, at, out);
  return out;
}

bool is_all_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

}  // namespace

// Appends one CDATA section.
bool Lexer::read_cdata(std::string& text) {
  if (!looking_at(cdata_begin)) return false;
  const std::size_t begin = at_ + cdata_begin.size();
  const std::size_t end = std::min(text_.find(cdata_end, begin), text_.size());
  text += text_.substr(begin, end - begin);
  advance(std::min(end + cdata_end.size(), text_.size()) - at_);
  return true;
}

// Appends one character, or an entity.
void Lexer::read_character(std::string& text) { advance(decode_at(text_, at_, text) - at_); }

// Skips a comment, a processing instruction, or a declaration.
bool Lexer::skip_declaration() {
  std::string_view end;
  if (looking_at("<!--"))
    end = "-->";
  else if (looking_at("<?"))
    end = "?>";
  else if (looking_at("<!"))
    end = ">";
  else
    return false;
  const std::size_t found = text_.find(end, at_);
  advance(found == text_.npos ? text_.size() - at_ : found + end.size() - at_);
  return true;
}

// Reads a tag from `<` to `>`.
bool Lexer::read_tag(bool& opens, bool& closes, std::string_view& name) {
  const std::size_t slash = peek(1) == '/' ? 1 : 0;
  if (peek() != '<' || !is_tag_start(peek(1 + slash))) return false;
  const std::size_t begin = at_ + 1 + slash;
  name = text_.substr(begin, std::min(text_.find_first_of(" \t\r\n/>", begin), text_.size()) - begin);
  advance(1 + slash);
  char quote = '\0';
  for (; !done() && (quote != '\0' || peek() != '>'); advance()) {
    if (quote != '\0')
      quote = peek() == quote ? '\0' : quote;
    else if (peek() == '"' || peek() == '\'')
      quote = peek();
  }
  closes = slash != 0 || (at_ > begin && text_[at_ - 1] == '/');
  opens = slash == 0;
  advance();
  return true;
}

// Reads an XML literal as the list of its texts, or as its only text. Returns false and reads nothing if it is not an
// XML literal.
bool Lexer::read_markup() {
  const std::size_t first_token = out_.tokens.size();
  if (!read_literal(first_token)) return false;
  // A CDATA section without an element is only a text.
  const bool is_element = out_.tokens[first_token].kind == TokenKind::Sign;
  for (std::size_t i = first_token; i < out_.tokens.size(); ++i)
    out_.tokens[i].is_markup = is_element && out_.tokens[i].kind == TokenKind::Text;
  return true;
}

bool Lexer::read_literal(std::size_t first_token) {
  const std::size_t begin = at_;
  const std::uint32_t line = line_;
  if (std::string text; looking_at(cdata_begin) && read_cdata(text)) {
    push_text(std::move(text), begin, line);
    return true;
  }
  if (has_open_markup_ || !(is_tag_start(peek(1)) || looking_at("<!--"))) return false;
  std::string text;
  std::size_t text_at = at_, leaves = 0;
  std::uint32_t text_line = line_;
  bool has_braces = false;  // true if the current leaf contains braces
  const auto flush = [&] {
    if (has_braces || !is_all_blank(text)) {
      ++leaves;
      push_text(std::move(text), text_at, text_line);
      push_sign(",");
    }
    text.clear();
    has_braces = false;
  };
  push_sign("[");
  int depth = 0;
  do {
    if (text.empty() && !has_braces) text_at = at_, text_line = line_;
    bool opens = false, closes = false;
    std::string_view name;
    if (read_cdata(text) || skip_declaration()) continue;
    if (read_tag(opens, closes, name)) {
      flush();
      depth += opens ? 1 : 0;
      depth -= closes ? 1 : 0;
    } else if (peek() == '{' && nesting_ < max_nesting) {
      has_braces = true;
      push_text(std::exchange(text, {}), text_at, text_line);
      push_sign("+");
      push_sign("(");
      advance();
      ++nesting_;
      read_until_brace();
      --nesting_;
      push_sign(")");
      push_sign("+");
    } else {
      read_character(text);
    }
  } while (!done() && depth > 0);
  if (depth > 0) {
    has_open_markup_ = true;
    out_.tokens.resize(first_token);
    at_ = begin;
    line_ = line;
    return false;
  }
  if (out_.tokens.back().is(",")) out_.tokens.pop_back();
  push_sign("]");
  if (leaves == 1) {
    // A list with a single text is replaced by the text.
    out_.tokens[first_token].text = "(";
    out_.tokens.back().text = ")";
  }
  return true;
}

// Reads the content of a script element, up to its end tag.
void Lexer::read_script() {
  const std::size_t close = std::min(text_.find("</", at_), text_.size());
  const std::size_t cdata = text_.find(cdata_begin, at_);
  const Language outer = std::exchange(language_, Language::ActionScript);
  if (cdata < close) {
    const std::size_t begin = cdata + cdata_begin.size();
    advance(begin - at_);
    const std::string_view whole =
        std::exchange(text_, text_.substr(0, std::min(text_.find(cdata_end, begin), text_.size())));
    run();
    text_ = whole;
  } else {
    const std::string& script = out_.texts.emplace_back(without_entities(text_.substr(at_, close - at_)));
    const std::string_view whole = std::exchange(text_, script);
    at_ = 0;
    run();
    text_ = whole;
    at_ = close;
  }
  language_ = outer;
}

void Lexer::run_markup_file() {
  std::string text;
  std::size_t text_at = 0;
  std::uint32_t text_line = 1;
  const auto flush = [&] {
    if (!is_all_blank(text)) {
      push_text(std::exchange(text, {}), text_at, text_line);
      push_sign(";");
    }
    text.clear();
  };
  while (!done()) {
    if (text.empty()) text_at = at_, text_line = line_;
    bool opens = false, closes = false;
    std::string_view name;
    if (read_cdata(text) || skip_declaration()) continue;
    if (read_tag(opens, closes, name)) {
      flush();
      if (opens && !closes && (name == "Script" || name.ends_with(":Script"))) read_script();
    } else {
      read_character(text);
    }
  }
  flush();
}

}  // namespace agal::source_code
