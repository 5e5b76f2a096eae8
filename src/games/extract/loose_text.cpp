#include "extract/loose_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "assembly/source.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "extract/recognize.hpp"

namespace agal::extraction {
namespace {

// A string, or joined strings.
struct Quoted {
  std::string text;
  std::size_t begin = 0, end = 0;  // the position with the quotation marks
  bool is_used = false;
};

constexpr bool is_name_part(char c) { return assembly::is_word(c) || c == '$'; }

// ----------------------------------------------------------------------------------------------------------- strings

class StringScanner {
 public:
  explicit StringScanner(std::string_view text) : text_(text), is_markup_(first_character() == '<') {}

  std::vector<Quoted> scan() {
    while (at_ < text_.size()) {
      if (!skip_comment() && !read_string()) ++at_;
    }
    return std::move(found_);
  }

 private:
  char first_character() const {
    const std::size_t begin = text_.find_first_not_of(" \t\r\n");
    return begin == text_.npos ? '\0' : text_[begin];
  }
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  bool skip_comment() {
    if (is_markup_) return false;
    const bool is_line = looking_at("//");
    if (!is_line && !looking_at("/*")) return false;
    if (is_line) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    // A text such as a list of paths may contain /* without an end.
    const std::size_t end = has_block_end_ ? text_.find("*/", at_ + 2) : text_.npos;
    has_block_end_ = end != text_.npos;
    at_ = has_block_end_ ? end + 2 : at_ + 2;
    return true;
  }

  bool read_string() {
    const std::size_t begin = at_;
    for (const std::string_view mark : {"\"\"\"", "'''"})
      if (looking_at(mark)) return read_until(begin, begin + mark.size(), mark, true);
    if (looking_at("R\"")) return read_raw(begin);
    if (looking_at("@\"")) return read_until(begin, begin + 2, "\"", false);
    const char quote = text_[at_];
    if (quote != '"' && quote != '\'' && quote != '`') return false;
    // An apostrophe in a word does not begin a string.
    if (quote == '\'' && begin > 0 && is_name_part(text_[begin - 1])) return false;
    return read_quoted(begin, quote);
  }

  // Reads a string with escapes. It ends on its line, except between backticks and in markup.
  bool read_quoted(std::size_t begin, char quote) {
    Quoted string;
    std::size_t i = begin + 1;
    for (; i < text_.size() && text_[i] != quote; ++i) {
      const bool is_break = text_[i] == '\n' || text_[i] == '\r';
      if (is_break && quote != '`' && !is_markup_) return false;
      if (text_[i] == '\\' && !is_markup_)
        i = append_escape(string.text, i);
      else if (text_[i] == '&' && is_markup_)
        i = append_entity(string.text, i);
      else
        string.text += text_[i];
    }
    return i < text_.size() && add(std::move(string), begin, i + 1);
  }

  // Reads up to a mark, which may be on a later line.
  bool read_until(std::size_t begin, std::size_t from, std::string_view mark, bool escapes) {
    const std::size_t end = text_.substr(0, from + std::min(max_block, text_.size() - from)).find(mark, from);
    if (end == text_.npos) return false;
    Quoted string;
    for (std::size_t i = from; i < end; ++i) {
      if (escapes && text_[i] == '\\')
        i = append_escape(string.text, i);
      else
        string.text += text_[i];
    }
    return add(std::move(string), begin, end + mark.size());
  }

  // Reads a raw string of C++: R"name(text)name".
  bool read_raw(std::size_t begin) {
    constexpr std::size_t max_name = 16;
    const std::size_t open = text_.substr(0, begin + max_name + 3).find('(', begin);
    if (open == text_.npos) return false;
    return read_until(begin, open + 1, ")" + std::string(text_.substr(begin + 2, open - begin - 2)) + "\"", false);
  }

  // Appends the character of an escape at `i`. Returns the position of its last character.
  std::size_t append_escape(std::string& out, std::size_t i) const {
    if (i + 1 >= text_.size()) return i;
    const char c = text_[i + 1];
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
    if (digits != 0) {
      const std::string_view number = text_.substr(i + 2, digits);
      std::uint32_t code = 0;
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
      if (error == std::errc() && end == number.data() + digits) base::append_utf8(out, code);
      return std::min(i + 1 + digits, text_.size() - 1);
    }
    // A line break after a backslash is not a part of the string.
    constexpr std::string_view letters = "ntr0\n\r", meanings{"\n\t\r\0", 4};
    const std::size_t letter = letters.find(c);
    if (letter == letters.npos)
      out += c;
    else if (letter < meanings.size())
      out += meanings[letter];
    return i + 1;
  }

  std::size_t append_entity(std::string& out, std::size_t i) const {
    constexpr std::pair<std::string_view, char> entities[] = {{"&lt;", '<'},   {"&gt;", '>'},   {"&amp;", '&'},
                                                              {"&quot;", '"'}, {"&#10;", '\n'}, {"&#13;", '\r'},
                                                              {"&#xA;", '\n'}, {"&#9;", '\t'}};
    for (const auto& [name, character] : entities)
      if (text_.substr(i).starts_with(name)) {
        out += character;
        return i + name.size() - 1;
      }
    out += '&';
    return i;
  }

  bool add(Quoted string, std::size_t begin, std::size_t end) {
    string.begin = begin;
    string.end = at_ = end;
    found_.push_back(std::move(string));
    return true;
  }

  /// The maximum size of a string that may have several lines.
  static constexpr std::size_t max_block = std::size_t{1} << 16;

  std::string_view text_;
  bool is_markup_;
  bool has_block_end_ = true;  // false if no block comment ends in the rest of the text
  std::size_t at_ = 0;
  std::vector<Quoted> found_;
};

// The relation of two strings, judging by the text between them.
enum class Gap : std::uint8_t { None, Joined, Listed };

Gap gap_of(std::string_view between) {
  constexpr std::size_t max_gap = 200;
  if (between.size() > max_gap) return Gap::None;
  std::string signs;
  bool word = false;
  for (std::size_t i = 0; i < between.size(); ++i) {
    const char c = between[i];
    if (between.substr(i).starts_with("//")) {
      i = std::min(between.find('\n', i), between.size());
      continue;
    }
    const bool is_part = is_name_part(c);
    if (is_part && !word) signs += 'a';
    word = is_part;
    if (!is_part && std::string_view(" \t\r\n\\").find(c) == std::string_view::npos) signs += c;
  }
  // Nothing, an operator, or another assignment: "a" "b", "a" + "b", "a" .. "b", s += "a"; s += "b".
  for (const std::string_view joins : {"", "+", ".", "&", "..", "~", ";a+=", "a+=", ";a.a+=", ";a.=", ";a&="})
    if (signs == joins) return Gap::Joined;
  return signs == "," ? Gap::Listed : Gap::None;
}

// ------------------------------------------------------------------------------------------------------------- lines

// Returns the texts of the code blocks of Markdown, and of other runs of lines that are instructions.
std::vector<Quoted> line_runs(std::string_view text) {
  std::vector<Quoted> runs;
  assembly::LineReader lines(text);
  Quoted run, fence;
  bool in_fence = false;
  const auto flush = [&](Quoted& block) {
    if (!block.text.empty()) runs.push_back(std::move(block));
    block = {};
  };
  const auto append = [&](Quoted& block, const assembly::Line& line) {
    const auto begin = static_cast<std::size_t>(line.whole.data() - text.data());
    if (block.text.empty()) block.begin = begin;
    block.text += std::string(line.whole) + "\n";
    block.end = begin + line.whole.size();
  };
  while (const std::optional<assembly::Line> line = lines.next()) {
    const std::string_view code = line->code.substr(std::min(line->code.find_first_not_of(" \t"), line->code.size()));
    if (code.starts_with("```") || code.starts_with("~~~")) {
      flush(run);
      flush(fence);
      in_fence = !in_fence;
    } else if (in_fence) {
      append(fence, *line);
    } else if (begins_instruction(code.substr(0, code.find_last_not_of(" \t;") + 1)) ||
               (code.empty() && !run.text.empty())) {
      append(run, *line);
    } else {
      flush(run);
    }
  }
  flush(run);
  return runs;
}

class LooseSearch {
 public:
  explicit LooseSearch(std::string_view text) : text_(text) {}

  LooseTexts run() {
    std::vector<Quoted> strings = joined(StringScanner(text_).scan());
    add_lists(strings);
    for (Quoted& string : strings) string.is_used = string.is_used || add(string.text, string.begin);
    auto next = strings.cbegin();
    for (const Quoted& lines : line_runs(text_)) {
      while (next != strings.cend() && next->end <= lines.begin) ++next;
      bool is_read = false;
      for (auto inside = next; inside != strings.cend() && inside->begin < lines.end; ++inside)
        is_read = is_read || inside->is_used;
      if (!is_read && !add(lines.text, lines.begin)) note_unassigned(lines);
    }
    for (const Quoted& string : strings)
      if (!string.is_used) note_unassigned(string);
    const auto by_place = [](const LooseProgram& a, const LooseProgram& b) { return a.offset < b.offset; };
    std::stable_sort(out_.programs.begin(), out_.programs.end(), by_place);
    std::sort(out_.unassigned.begin(), out_.unassigned.end());
    return std::move(out_);
  }

 private:
  // Joins strings with signs of concatenation between them. Strings that are programs themselves stay separate.
  std::vector<Quoted> joined(std::vector<Quoted> strings) const {
    std::vector<Quoted> out;
    for (Quoted& string : strings) {
      const bool follows = !out.empty() && gap_of(between(out.back(), string)) == Gap::Joined;
      if (follows && (may_be_assembly(out.back().text) || !may_be_assembly(string.text))) {
        out.back().text += string.text;
        out.back().end = string.end;
      } else {
        out.push_back(std::move(string));
      }
    }
    return out;
  }

  std::string_view between(const Quoted& a, const Quoted& b) const { return text_.substr(a.end, b.begin - a.end); }

  bool add(std::string_view text, std::size_t offset) {
    std::optional<Program> program = recognize_program(text);
    if (!program) return false;
    out_.programs.push_back({std::move(*program), std::string(text), offset});
    return true;
  }

  static bool is_line(std::string_view text) {
    return text.find('\n') == text.npos || text.find('\n') + 1 == text.size();
  }

  // Adds the programs whose lines are the strings of a list.
  void add_lists(std::vector<Quoted>& strings) {
    for (std::size_t begin = 0; begin < strings.size();) {
      std::size_t end = begin;
      std::string text;
      for (; end < strings.size() && is_line(strings[end].text) && may_be_assembly(strings[end].text); ++end) {
        if (end > begin && gap_of(between(strings[end - 1], strings[end])) != Gap::Listed) break;
        text += strings[end].text + "\n";
      }
      const bool added = end > begin + 1 && add(text, strings[begin].begin);
      for (std::size_t i = begin; i < end && added; ++i) strings[i].is_used = true;
      begin = std::max(end, begin + 1);
    }
  }

  void note_unassigned(const Quoted& string) {
    if (may_be_assembly(string.text) && has_operands(string.text) && stage_of_lines(string.text))
      out_.unassigned.push_back(string.begin);
  }

  std::string_view text_;
  LooseTexts out_;
};

}  // namespace

LooseTexts loose_texts(std::string_view text) { return LooseSearch(text).run(); }

}  // namespace agal::extraction
