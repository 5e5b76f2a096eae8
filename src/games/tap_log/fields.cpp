#include "tap_log/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"

namespace agal::tap_log {
namespace {

// The maximum number of arguments; the calls of Stage3D have fewer.
constexpr std::size_t max_arguments = 32;

std::optional<std::uint32_t> hexadecimal_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The name of a file is truncated to this length.
constexpr std::size_t max_file_name = 255;

bool is_hash(std::string_view text) {
  constexpr std::size_t digits = 32;
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Appends a character. Control characters and halves of surrogate pairs become '?'.
void append_printable(std::string& out, std::uint32_t code) {
  const bool is_printable = code >= 0x20 && code != 0x7f && !(code >= 0xd800 && code < 0xe000);
  base::append_utf8(out, is_printable ? code : '?');
}

}  // namespace

std::optional<std::uint32_t> decimal_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::string_view> Fields::find(std::string_view name) const {
  for (const auto& [each, value] : all)
    if (each == name) return value;
  return std::nullopt;
}

std::optional<std::uint32_t> Fields::number(std::string_view name) const {
  const std::optional<std::string_view> value = find(name);
  const std::optional<std::uint32_t> number = value ? decimal_number(*value) : std::nullopt;
  return number && *number > 0 ? number : std::nullopt;
}

Fields read_fields(std::string_view record) {
  Fields fields;
  fields.kind = record.substr(0, record.find(';'));
  for (std::size_t at = fields.kind.size(); at < record.size();) {
    const std::string_view field = record.substr(at + 1, std::min(record.find(';', at + 1), record.size()) - at - 1);
    const std::size_t equals = field.find('=');
    if (equals != field.npos) fields.all.emplace_back(field.substr(0, equals), field.substr(equals + 1));
    at += 1 + field.size();
  }
  return fields;
}

Arguments::Arguments(std::string_view text, char separator) {
  for (std::size_t at = 0; parts_.size() < max_arguments;) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts_.push_back(text.substr(at, end - at));
    if (end == text.size()) return;
    at = end + 1;
  }
}

std::string Arguments::word(std::size_t index, std::string_view otherwise) const {
  const std::string_view text = (*this)[index];
  return text.empty() || text == "null" || text == "undefined" ? std::string(otherwise) : unescape(text);
}

std::optional<std::uint32_t> Arguments::number(std::size_t index) const { return decimal_number((*this)[index]); }

bool Arguments::truth(std::size_t index, bool otherwise) const {
  const std::string_view text = (*this)[index];
  if (text.empty()) return otherwise;
  return text != "false" && text != "0" && text != "null" && text != "undefined" && text != "NaN";
}

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;  // the number of bits that are not in `bytes` yet
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == digits.npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
  }
  return bytes;
}

std::string unescape(std::string_view text, std::size_t max_length) {
  std::string out;
  while (!text.empty() && out.size() < max_length) {
    const std::size_t digits = text.starts_with("%u") ? 4 : 2, prefix = text.starts_with("%u") ? 2 : 1;
    const std::optional<std::uint32_t> code = text[0] == '%' && text.size() >= prefix + digits
                                                  ? hexadecimal_number(text.substr(prefix, digits))
                                                  : std::nullopt;
    append_printable(out, code ? *code : static_cast<unsigned char>(text[0]));
    text.remove_prefix(code ? prefix + digits : 1);
  }
  return out;
}

std::string escape(std::string_view text) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@-_.*+/";
  constexpr std::uint32_t max_byte = 0xff, max_code = 0xffff;
  std::string out;
  while (!text.empty()) {
    const base::Character character = base::first_character(text);
    const std::uint32_t code = character.valid && character.code <= max_code ? character.code : '?';
    if (code < 0x80 && plain.find(static_cast<char>(code)) != plain.npos)
      out += static_cast<char>(code);
    else
      out += code <= max_byte ? fmt::format("%{:02X}", code) : fmt::format("%u{:04X}", code);
    text.remove_prefix(character.bytes);
  }
  return out;
}

std::string game_fields(const CapturedGame& game) {
  return fmt::format("{}{};file={}", game_fields_begin, game.hash, escape(game.file.substr(0, max_file_name)));
}

CapturedGame read_game(const Fields& fields) {
  CapturedGame game;
  if (const std::string_view hash = fields.find("game").value_or(""); is_hash(hash)) game.hash = hash;
  game.file = unescape(fields.find("file").value_or(""), max_file_name);
  return game;
}

}  // namespace agal::tap_log
