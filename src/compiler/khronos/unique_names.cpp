#include "khronos/unique_names.hpp"

#include <algorithm>
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <unordered_map>
#include <unordered_set>

namespace agal::khronos {
namespace {

constexpr std::size_t header_words = 5, max_instruction_words = 0xffff;

// Returns the literal string at the end of an instruction; nullopt if it is not terminated.
std::optional<std::string> literal_in(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const auto c = static_cast<char>(word >> shift & 0xff);
      if (c == '\0') return text;
      text += c;
    }
  return std::nullopt;
}

void append_literal(std::vector<std::uint32_t>& words, std::string_view text) {
  const std::size_t begin = words.size();
  words.resize(begin + text.size() / 4 + 1);
  for (std::size_t i = 0; i < text.size(); ++i)
    words[begin + i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << i % 4 * 8;
}

// Converts a string to an identifier like the disassembler.
std::string identifier_of(std::string text) {
  constexpr std::string_view valid = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  for (char& c : text)
    if (valid.find(c) == valid.npos) c = '_';
  return text.empty() ? "_" : text;
}

// Computes the identifiers that the disassembler would choose.
class Identifiers {
 public:
  /// Returns the identifier for the next OpName; nullopt if the id has a name already.
  std::optional<std::string> add(std::uint32_t id, const std::string& string) {
    if (!named_.insert(id).second) return std::nullopt;
    std::string wanted = identifier_of(string);
    if (used_.insert(wanted).second) return wanted;
    for (std::uint32_t& number = next_[wanted];; ++number) {
      std::string numbered = wanted + "_" + std::to_string(number);
      if (used_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::unordered_set<std::uint32_t> named_;
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, std::uint32_t> next_;  // the lowest number that may be free, by identifier
};

// Quotes a string like the disassembler.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Returns the end of the quoted string that begins at `at`, after its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

}  // namespace

UniqueNames::UniqueNames(std::span<const std::uint32_t> words) {
  Identifiers identifiers;
  std::size_t names = 0;
  const auto is_module = [&] { return words.size() >= header_words && words[0] == spv::MagicNumber; };
  std::size_t at = is_module() ? header_words : words.size();
  words_.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
  while (at < words.size()) {
    const std::size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at) break;
    const std::span<const std::uint32_t> instruction = words.subspan(at, length);
    at += length;
    const bool is_name = (instruction[0] & spv::OpCodeMask) == spv::OpName && length > 2;
    const std::optional<std::string> string = is_name ? literal_in(instruction.subspan(2)) : std::nullopt;
    const std::optional<std::string> name = string ? identifiers.add(instruction[1], *string) : std::nullopt;
    const bool fits = name && name->size() / 4 + 3 <= max_instruction_words;
    if (fits && *name != identifier_of(*string)) {
      renamed_.push_back({names, *string});
      const auto new_length = static_cast<std::uint32_t>(name->size() / 4 + 3);
      words_.insert(words_.end(), {new_length << spv::WordCountShift | spv::OpName, instruction[1]});
      append_literal(words_, *name);
    } else {
      words_.insert(words_.end(), instruction.begin(), instruction.end());
    }
    names += is_name ? 1 : 0;
  }
  words_.insert(words_.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
}

std::string UniqueNames::with_original_strings(std::string text) const {
  if (renamed_.empty()) return text;
  std::string out;
  auto next = renamed_.begin();
  std::size_t names = 0, line = 0, copied = 0;
  for (std::size_t at = 0; at < text.size() && next != renamed_.end();) {
    if (text[at] == '\n') {
      line = ++at;
    } else if (text[at] == ';') {  // a comment
      at = std::min(text.find('\n', at), text.size());
    } else if (text[at] == '"') {
      const std::size_t begin = at;
      at = end_of_string(text, at);
      const std::string_view before = std::string_view(text).substr(line, begin - line);
      const std::size_t first = std::min(before.find_first_not_of(' '), before.size());
      if (!before.substr(first).starts_with("OpName %") || names++ != next->number) continue;
      out.append(text, copied, begin - copied).append(quoted(next->original));
      copied = at;
      ++next;
    } else {
      ++at;
    }
  }
  return out.append(text, copied);
}

}  // namespace agal::khronos
