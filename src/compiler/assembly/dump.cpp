#include "assembly/foreign.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "agal/bytecode.hpp"
#include "assembly/source.hpp"

namespace agal::assembly {
namespace {

using Bytes = std::vector<std::byte>;
using Words = std::vector<std::string_view>;
// Appends the bytes of a word in one notation. Returns false if the word does not have this notation.
using Append = bool (*)(std::string_view, Bytes&);

constexpr std::size_t min_program = 7;  // the size of a header

bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_octal_digit(char c) { return c >= '0' && c <= '7'; }
bool is_zero(char c) { return c == '0'; }

std::byte byte_of(unsigned value) { return static_cast<std::byte>(value & 0xffu); }

// Returns true for whitespace, and for the punctuation in and around lists in source code.
bool is_dump_separator(char c) {
  return is_separator(c) || std::string_view("\n\r[]{}();:\"'").find(c) != std::string_view::npos;
}

bool is_program(const Bytes& bytes) { return looks_like_bytecode(bytes); }

// Returns true for a complete header, which other text is unlikely to contain.
bool has_header(const Bytes& bytes) {
  constexpr std::size_t stage_magic = 5;
  return bytes.size() >= min_program && looks_like_bytecode(bytes) && bytes[stage_magic] == std::byte{0xa1};
}

// ------------------------------------------------------------------------------------------------------ words of lists

bool append_hex(std::string_view word, Bytes& bytes) {
  for (bool first = true; !word.empty(); first = false) {
    if (!first && word[0] == '-') word.remove_prefix(1);  // A0-01-00 is the notation of BitConverter
    const bool prefixed = word.starts_with("0x") || word.starts_with("0X");
    if (prefixed || word.starts_with("\\x")) word.remove_prefix(2);
    if (word.size() < 2 || !is_hex_digit(word[0]) || !is_hex_digit(word[1])) return false;
    unsigned value = 0;
    std::from_chars(word.data(), word.data() + 2, value, 16);
    bytes.push_back(byte_of(value));
    word.remove_prefix(2);
    if (prefixed && (word.starts_with("_u8") || word == "u" || word == "U" || word == "u8")) return true;
  }
  return true;
}

bool append_decimal(std::string_view word, Bytes& bytes) {
  if (word.ends_with("u8")) word.remove_suffix(word.ends_with("_u8") ? 3 : 2);
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < -128 || value > 255) return false;
  bytes.push_back(byte_of(static_cast<unsigned>(value)));
  return true;
}

// Appends one byte: a hexadecimal number with 0x and one or two digits, or a decimal number.
bool append_number(std::string_view word, Bytes& bytes) {
  if (!word.starts_with("0x") && !word.starts_with("0X")) return append_decimal(word, bytes);
  word.remove_prefix(2);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  if (error != std::errc() || end != word.data() + word.size() || value > 255) return false;
  bytes.push_back(byte_of(value));
  return true;
}

// Appends a 16-bit word, as `hexdump` and `od` print it by default. Its low byte is the first byte.
bool append_word(std::string_view word, Bytes& bytes, std::size_t digits, int base) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (word.size() != digits || error != std::errc() || end != word.data() + word.size() || value > 0xffff) return false;
  bytes.push_back(byte_of(value));
  bytes.push_back(byte_of(value >> 8));
  return true;
}
bool append_hex_word(std::string_view word, Bytes& bytes) { return append_word(word, bytes, 4, 16); }
bool append_octal_word(std::string_view word, Bytes& bytes) { return append_word(word, bytes, 6, 8); }

// Appends a byte in binary notation, as `xxd -b` prints it.
bool append_binary(std::string_view word, Bytes& bytes) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 2);
  if (word.size() != 8 || error != std::errc() || end != word.data() + word.size()) return false;
  bytes.push_back(byte_of(value));
  return true;
}

void append_words(std::string_view text, Words& words) {
  Cursor cursor(text);
  for (cursor.take_while(is_dump_separator); !cursor.done(); cursor.take_while(is_dump_separator))
    words.push_back(cursor.take_while([](char c) { return !is_dump_separator(c); }));
}

std::optional<Bytes> bytes_of(const Words& words, std::initializer_list<Append> notations, bool (*fits)(const Bytes&)) {
  for (const Append append : notations) {
    Bytes bytes;
    bytes.reserve(words.size());
    const bool read =
        std::all_of(words.begin(), words.end(), [&](std::string_view word) { return append(word, bytes); });
    if (read && fits(bytes)) return bytes;
  }
  return std::nullopt;
}

// -------------------------------------------------------------------------------------------------- dumps with offsets

struct DumpFormat {
  std::size_t digits = 0;  // the number of digits of an offset; 0 if the format is not known yet
  bool has_text = false;   // true if two blanks separate the bytes from a column of characters
};

// Returns the format of the first line, which has the offset zero: xxd and hexdump -C print 8 digits, od and hexdump
// print 7. A colon (xxd) or three blanks (Format-Hex) mean that blanks, not a bar, separate the bytes from a column of
// characters.
DumpFormat format_of(std::string_view line) {
  Cursor cursor(line);
  const std::size_t digits = cursor.take_while(is_zero).size();
  const bool colon = cursor.accept(':');
  const std::size_t blanks = cursor.take_while(is_blank).size();
  if (digits < 6 || digits > 16 || blanks == 0) return {};
  return {digits, colon || blanks >= 3};
}

void append_dump_line(std::string_view line, const DumpFormat& format, Words& words) {
  const std::string_view offset = line.substr(0, format.digits);
  if (!std::all_of(offset.begin(), offset.end(), is_hex_digit)) return;
  if (line.size() <= format.digits) return;  // the last line of hexdump and od is the size
  std::string_view rest = line.substr(format.digits + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  rest = rest.substr(0, rest.find_first_of("|>"));  // remove the column of characters of hexdump and od
  if (format.has_text) rest = rest.substr(0, rest.find("  "));
  append_words(rest, words);
}

std::optional<Bytes> read_offset_dump(std::string_view text) {
  LineReader lines(text);
  Words words;
  DumpFormat format;
  constexpr int max_heading = 8;  // Format-Hex first prints the path and the numbers of the columns
  for (int heading = 0; const std::optional<Line> line = lines.next();) {
    if (format.digits == 0) format = format_of(line->whole);
    if (format.digits != 0)
      append_dump_line(line->whole, format, words);
    else if (++heading > max_heading)
      return std::nullopt;
  }
  if (words.empty()) return std::nullopt;
  if (std::optional<Bytes> bytes = bytes_of(words, {append_hex, append_number, append_binary}, is_program))
    return bytes;
  std::optional<Bytes> bytes = bytes_of(words, {append_hex_word, append_octal_word}, is_program);
  // The size of a program is odd, so the last word has a padding byte.
  if (bytes) bytes->pop_back();
  return bytes;
}

// --------------------------------------------------------------------------------------------------------- source code

// Returns source code without comments.
std::string without_comments(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t length = 0;
    if (rest.starts_with("//"))
      length = std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*"))
      length = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    if (length == 0)
      out += text[at++];
    else
      out += ' ';
    at += length;
  }
  return out;
}

// Returns the first list between brackets or braces that is a program. Lists inside other lists are tried separately.
std::optional<Bytes> read_array(std::string_view text) {
  for (std::size_t open = text.find_first_of("[{"); open != std::string_view::npos;) {
    const std::size_t end = text.find_first_of("[]{}", open + 1);
    if (end == std::string_view::npos) return std::nullopt;
    if (text[end] == ']' || text[end] == '}') {
      Words words;
      append_words(text.substr(open + 1, end - open - 1), words);
      if (words.size() >= min_program)
        if (std::optional<Bytes> bytes = bytes_of(words, {append_hex, append_decimal, append_number}, has_header))
          return bytes;
    }
    open = text[end] == '[' || text[end] == '{' ? end : text.find_first_of("[{", end + 1);
  }
  return std::nullopt;
}

// Reads an escape sequence of a string literal. The cursor is after the backslash.
std::byte escaped_byte(Cursor& cursor) {
  constexpr std::array<std::pair<char, char>, 6> letters{
      {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'}, {'b', '\b'}, {'f', '\f'}}};
  const auto number = [&](std::size_t max_digits, int base, bool (*is_allowed)(char)) {
    const std::string_view rest = cursor.rest().substr(0, max_digits);
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_allowed);
    unsigned value = 0;
    std::from_chars(rest.data(), rest.data() + (end - rest.begin()), value, base);
    cursor.move_to(cursor.position() + static_cast<std::size_t>(end - rest.begin()));
    return byte_of(value);
  };
  if (cursor.accept('x')) return number(2, 16, is_hex_digit);
  if (cursor.accept('u')) return number(4, 16, is_hex_digit);
  if (is_octal_digit(cursor.peek())) return number(3, 8, is_octal_digit);
  if (cursor.accept('v')) return std::byte{'\v'};
  const char c = cursor.peek();
  cursor.move_to(cursor.position() + 1);
  const auto row = std::find_if(letters.begin(), letters.end(), [&](const auto& each) { return each.first == c; });
  return static_cast<std::byte>(row == letters.end() ? c : row->second);
}

// Returns the joined string literals of the text. C joins adjacent literals.
std::optional<Bytes> read_literals(std::string_view text) {
  if (text.find("\\x") == std::string_view::npos && text.find("\\2") == std::string_view::npos &&
      text.find("\\u") == std::string_view::npos)
    return std::nullopt;
  Bytes bytes;
  Cursor cursor(text);
  while (!cursor.done()) {
    cursor.take_while([](char c) { return c != '"' && c != '\''; });
    const char quote = cursor.peek();
    if (!cursor.accept(quote)) break;
    while (!cursor.done() && cursor.peek() != quote) {
      if (cursor.accept('\\')) {
        bytes.push_back(escaped_byte(cursor));
      } else {
        bytes.push_back(static_cast<std::byte>(cursor.peek()));
        cursor.move_to(cursor.position() + 1);
      }
    }
    cursor.accept(quote);
  }
  if (!has_header(bytes)) return std::nullopt;
  return bytes;
}

// Returns the arguments of calls that write one byte: `bytes.writeByte(0xa0);`.
std::optional<Bytes> read_calls(std::string_view text) {
  constexpr std::string_view call = "writeByte";
  Words words;
  for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at)) {
    at += call.size();
    const std::size_t end = std::min(text.find_first_of(");\n", at), text.size());
    append_words(text.substr(at, end - at), words);
  }
  return bytes_of(words, {append_number}, has_header);
}

// -------------------------------------------------------------------------------------------------------------- base64

std::optional<Bytes> read_base64(std::string_view text) {
  constexpr std::string_view mark = "base64,";
  if (const std::size_t at = text.substr(0, 80).find(mark); at != std::string_view::npos)
    text.remove_prefix(at + mark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\"'"), text.size()));
  if (!text.starts_with("oA"))
    return std::nullopt;  // "oA" is the first byte of a program, 0xa0, and a part of the version
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Bytes bytes;
  unsigned held = 0, count = 0;
  for (const char c : text) {
    if (c == '=' || c == '"' || c == '\'' || c == ';' || c == '\n' || c == '\r' || c == ' ') continue;
    const std::size_t value = digits.find(c == '-' ? '+' : c == '_' ? '/' : c);
    if (value == std::string_view::npos) return std::nullopt;
    held = held << 6 | static_cast<unsigned>(value);
    if (++count % 4 != 1) bytes.push_back(byte_of(held >> (6 - 2 * ((count - 1) % 4))));
  }
  if (!has_header(bytes)) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<Bytes> read_dump(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n[({");
  if (begin == std::string_view::npos) return std::nullopt;
  if (is_hex_digit(text[begin]) || text[begin] == '\\' || text[begin] == '-') {
    if (std::optional<Bytes> bytes = read_offset_dump(text)) return bytes;
    Words words;
    append_words(text, words);
    if (std::optional<Bytes> bytes = bytes_of(words, {append_hex, append_decimal, append_number}, is_program))
      return bytes;
  }
  if (std::optional<Bytes> bytes = read_base64(text)) return bytes;
  if (text.find("00000000 ") != std::string_view::npos)
    if (std::optional<Bytes> bytes = read_offset_dump(text)) return bytes;
  // Source code has a brace, bracket, quote or parenthesis. Of these, assembly text only has brackets.
  if (text.find_first_of("{[\"'(") == std::string_view::npos) return std::nullopt;
  const std::string code = without_comments(text);
  if (std::optional<Bytes> bytes = read_array(code)) return bytes;
  if (std::optional<Bytes> bytes = read_literals(text)) return bytes;
  return read_calls(code);
}

}  // namespace agal::assembly
