#include "assembly/json_text.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "assembly/source.hpp"
#include "base/utf8.hpp"

namespace agal::assembly {
namespace {

constexpr std::string_view program_key = "agalasm", names_key = "varnames", constants_key = "consts";
constexpr std::string_view blanks = " \t\r\n";

class JsonReader {
 public:
  JsonReader(std::string_view text, std::size_t at, std::vector<JsonProgram>& programs)
      : text_(text), at_(at), programs_(programs) {}

  std::size_t position() const { return at_; }

  /// Reads the object that begins here, and the objects in it. Returns true if it is valid.
  bool read() { return read_object(0); }

 private:
  char peek() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  bool read_object(int depth) {
    JsonProgram program;
    program.offset = at_;
    bool has_text = false;
    const bool valid = members([&](const std::string& key) {
      if (key == program_key && peek() == '"') {
        const std::optional<std::string> text = string();
        has_text = text.has_value();
        program.text = text.value_or("");
        return has_text;
      }
      if (key == names_key && peek() == '{') return read_names(program);
      if (key == constants_key && peek() == '{') return read_constants(program);
      return read_value(depth);
    });
    if (valid && has_text) programs_.push_back(std::move(program));
    return valid;
  }

  // Reads a value. Objects and lists that are nested more deeply than `max_depth` are skipped.
  bool read_value(int depth) {
    constexpr int max_depth = 16;
    const char c = peek();
    if (c == '{' && depth < max_depth) return read_object(depth + 1);
    if (c != '[' || depth >= max_depth) return skip_value();
    ++at_;
    if (accept(']')) return true;
    do {
      if (!read_value(depth + 1)) return false;
    } while (accept(','));
    return accept(']');
  }

  // Calls `visit` for each member of an object. The reader is at the value of the member.
  template <class Visit>
  bool members(const Visit& visit) {
    if (!accept('{')) return false;
    if (accept('}')) return true;
    do {
      const std::optional<std::string> key = string();
      if (!key || !accept(':') || !visit(*key)) return false;
    } while (accept(','));
    return accept('}');
  }

  std::optional<std::string> string() {
    if (!accept('"')) return std::nullopt;
    std::string out;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') {
        out += text_[at_];
        continue;
      }
      if (++at_ >= text_.size()) return std::nullopt;
      constexpr std::string_view escapes = "nrtbf", characters = "\n\r\t\b\f";
      if (const std::size_t escape = escapes.find(text_[at_]); escape != escapes.npos) {
        out += characters[escape];
      } else if (text_[at_] == 'u' && at_ + 4 < text_.size()) {
        std::uint32_t code = 0;
        const char* const digits = text_.data() + at_ + 1;
        if (std::from_chars(digits, digits + 4, code, 16).ptr != digits + 4) return std::nullopt;
        base::append_utf8(out, code);
        at_ += 4;
      } else {
        out += text_[at_];
      }
    }
    if (at_ >= text_.size()) return std::nullopt;
    ++at_;
    return out;
  }

  std::optional<float> number() {
    peek();
    Cursor cursor(text_.substr(at_, std::min<std::size_t>(text_.size() - at_, 64)));
    const std::string_view digits = cursor.take_number();
    if (digits.empty()) return std::nullopt;
    const float value = std::strtof(std::string(digits).c_str(), nullptr);
    at_ += digits.size();
    return value;
  }

  bool skip_value() {
    std::size_t depth = 0;
    do {
      const char c = peek();
      if (at_ >= text_.size()) return false;
      if (c == '"') {
        if (!string()) return false;
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return false;
        --depth;
        ++at_;
      } else if (depth > 0 && (c == ',' || c == ':')) {
        ++at_;
      } else {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:{}[]\"", at_), text_.size());
        if (end == at_) return false;
        at_ = end;
      }
    } while (depth > 0);
    return true;
  }

  bool read_names(JsonProgram& program) {
    return members([&](const std::string& name) {
      const std::optional<std::string> place = string();
      if (place) program.registers.push_back({*place, name, {}});
      return place.has_value();
    });
  }

  bool read_constants(JsonProgram& program) {
    return members([&](const std::string& place) {
      std::vector<float> values;
      if (!accept('[')) return false;
      if (!accept(']')) {
        do {
          const std::optional<float> value = number();
          if (!value) return false;
          values.push_back(*value);
        } while (accept(','));
        if (!accept(']')) return false;
      }
      const auto row = std::find_if(program.registers.begin(), program.registers.end(),
                                    [&](const RegisterNote& one) { return one.place == place && one.values.empty(); });
      if (row != program.registers.end() && program.registers.size() < max_merged)
        row->values = std::move(values);
      else
        program.registers.push_back({place, {}, std::move(values)});
      return true;
    });
  }

  // The maximum number of entries that are compared with each other. No program has more registers.
  static constexpr std::size_t max_merged = 1024;

  std::string_view text_;
  std::size_t at_;
  std::vector<JsonProgram>& programs_;
};

}  // namespace

bool is_json_program(std::string_view text) {
  text = skip_byte_order_mark(text);
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos || text[begin] != '{' || text.find(program_key) == text.npos) return false;
  std::vector<JsonProgram> programs;
  return JsonReader(text, begin, programs).read() && !programs.empty();
}

std::vector<JsonProgram> read_json_programs(std::string_view text) {
  std::vector<JsonProgram> programs;
  if (text.find(program_key) == text.npos) return programs;
  // No byte is read twice: after an invalid object, the search continues where reading ended.
  for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at)) {
    JsonReader reader(text, at, programs);
    reader.read();
    at = std::max(at + 1, reader.position());
  }
  return programs;
}

}  // namespace agal::assembly
