// Reads XML: literals of ActionScript (E4X), CDATA sections, and MXML files.
#include "sources/markup.hpp"

#include <array>
#include <optional>
#include <utility>

#include "base/utf8.hpp"

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

// Appends one CDATA section.
bool read_cdata(Scanner& scanner, std::string& text) {
  if (!scanner.looking_at(cdata_begin)) return false;
  const std::size_t begin = scanner.at() + cdata_begin.size();
  const std::size_t end = scanner.find(cdata_end, begin);
  text += scanner.text().substr(begin, end - begin);
  scanner.advance_to(std::min(end + cdata_end.size(), scanner.text().size()));
  return true;
}

// Appends one character, or an entity.
void read_character(Scanner& scanner, std::string& text) {
  scanner.advance_to(decode_at(scanner.text(), scanner.at(), text));
}

// Skips a comment, a processing instruction, or a declaration.
bool skip_declaration(Scanner& scanner) {
  std::string_view end;
  if (scanner.looking_at("<!--"))
    end = "-->";
  else if (scanner.looking_at("<?"))
    end = "?>";
  else if (scanner.looking_at("<!"))
    end = ">";
  else
    return false;
  const std::size_t found = scanner.find(end, scanner.at());
  scanner.advance_to(std::min(found + end.size(), scanner.text().size()));
  return true;
}

struct Tag {
  std::string_view name;
  bool opens = false, closes = false;
};

// Reads a tag from `<` to `>`.
std::optional<Tag> read_tag(Scanner& scanner) {
  const std::size_t slash = scanner.peek(1) == '/' ? 1 : 0;
  if (scanner.peek() != '<' || !is_tag_start(scanner.peek(1 + slash))) return std::nullopt;
  const std::string_view text = scanner.text();
  const std::size_t begin = scanner.at() + 1 + slash;
  Tag tag;
  tag.name = text.substr(begin, std::min(text.find_first_of(" \t\r\n/>", begin), text.size()) - begin);
  scanner.advance(1 + slash);
  char quote = '\0';
  for (; !scanner.done() && (quote != '\0' || scanner.peek() != '>'); scanner.advance()) {
    const char c = scanner.peek();
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
  }
  tag.closes = slash != 0 || (scanner.at() > begin && text[scanner.at() - 1] == '/');
  tag.opens = slash == 0;
  scanner.advance();
  return tag;
}

// Reads the content of a script element, up to its end tag.
void read_content(Scanner& scanner, const std::function<void(Scanner&)>& read_script) {
  const std::string_view text = scanner.text();
  const std::size_t close = scanner.find("</", scanner.at());
  const std::size_t cdata = text.find(cdata_begin, scanner.at());
  const bool is_cdata = cdata < close;
  if (is_cdata) scanner.advance_to(cdata + cdata_begin.size());
  const std::size_t end = is_cdata ? scanner.find(cdata_end, scanner.at()) : close;
  Scanner script =
      is_cdata ? scanner.inside(text.substr(0, end), scanner.at())
               : scanner.inside(scanner.own(without_entities(text.substr(scanner.at(), end - scanner.at()))), 0);
  read_script(script);
  scanner.advance_to(end);
}

// Reads one XML literal. Code in it may have further literals.
class LiteralReader {
 public:
  LiteralReader(Scanner& scanner, CodeInText& code) : scanner_(scanner), code_(code) {}

  // Reads the texts of an element as a list. Returns false if the source ends before the element.
  bool read();
  std::size_t texts() const { return texts_; }

 private:
  void end_text();
  bool read_braces();

  Scanner& scanner_;
  CodeInText& code_;
  TextPart part_;          // the text before the position
  bool has_code_ = false;  // true if the text contains code in braces
  std::size_t texts_ = 0;
};

void LiteralReader::end_text() {
  if (has_code_ || !is_all_blank(part_.text)) {
    ++texts_;
    scanner_.push_text(std::move(part_.text), part_.begin, part_.line);
    scanner_.push_sign(",");
  }
  part_.text.clear();
  has_code_ = false;
}

// The parts of a text with code have the position of its beginning.
bool LiteralReader::read_braces() {
  const std::size_t begin = part_.begin;
  const std::uint32_t line = part_.line;
  if (!code_.read_braces(part_, 1)) return false;
  part_ = {{}, begin, line};
  has_code_ = true;
  return true;
}

bool LiteralReader::read() {
  scanner_.push_sign("[");
  int depth = 0;
  do {
    if (part_.text.empty() && !has_code_) part_ = {{}, scanner_.at(), scanner_.line()};
    if (read_cdata(scanner_, part_.text) || skip_declaration(scanner_)) continue;
    if (const std::optional<Tag> tag = read_tag(scanner_)) {
      end_text();
      depth += (tag->opens ? 1 : 0) - (tag->closes ? 1 : 0);
    } else if (scanner_.peek() != '{' || !read_braces()) {
      read_character(scanner_, part_.text);
    }
  } while (!scanner_.done() && depth > 0);
  if (depth > 0) return false;
  if (scanner_.tokens().back().is(",")) scanner_.pop_token();
  scanner_.push_sign("]");
  return true;
}

}  // namespace

bool MarkupReader::read() {
  const Scanner::Mark begin = scanner_.mark();
  if (std::string text; read_cdata(scanner_, text)) {
    scanner_.push_text(std::move(text), begin.at, begin.line);
    return true;
  }
  if (has_open_ || !(is_tag_start(scanner_.peek(1)) || scanner_.looking_at("<!--"))) return false;
  LiteralReader literal(scanner_, code_);
  if (!literal.read()) {
    has_open_ = true;
    scanner_.rewind(begin);
    return false;
  }
  const std::size_t end = scanner_.tokens().size();
  for (std::size_t i = begin.tokens; i < end; ++i)
    scanner_.token(i).is_markup = scanner_.token(i).kind == TokenKind::Text;
  if (literal.texts() == 1) {
    // A list with a single text is replaced by the text.
    scanner_.token(begin.tokens).text = "(";
    scanner_.token(end - 1).text = ")";
  }
  return true;
}

void read_mxml(Scanner& scanner, const std::function<void(Scanner&)>& read_script) {
  TextPart part;
  const auto flush = [&] {
    if (!is_all_blank(part.text)) {
      scanner.push_text(std::exchange(part.text, {}), part.begin, part.line);
      scanner.push_sign(";");
    }
    part.text.clear();
  };
  while (!scanner.done()) {
    if (part.text.empty()) part = {{}, scanner.at(), scanner.line()};
    if (read_cdata(scanner, part.text) || skip_declaration(scanner)) continue;
    if (const std::optional<Tag> tag = read_tag(scanner)) {
      flush();
      if (tag->opens && !tag->closes && (tag->name == "Script" || tag->name.ends_with(":Script")))
        read_content(scanner, read_script);
    } else {
      read_character(scanner, part.text);
    }
  }
  flush();
}

}  // namespace agal::source_code
