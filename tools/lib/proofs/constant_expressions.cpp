#include "proofs/constant_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "proofs/module_words.hpp"
#include "proofs/text_scanner.hpp"

namespace agal::proofs {
namespace {

enum class NumberKind : std::uint8_t { Other, Int, Uint, Float };

struct Number {
  std::size_t end = 0;
  NumberKind kind = NumberKind::Other;
};

// Reads the number that begins at a byte of the text. Numbers of types other than float, int and uint are Other.
Number number_at(std::string_view text, std::size_t at) {
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - first;
  };
  const auto next_is = [&](std::string_view any) { return at < text.size() && any.find(text[at]) != any.npos; };
  bool is_float = false;
  digits();
  if (next_is(".")) {
    is_float = true;
    ++at;
    digits();
  }
  if (next_is("eE")) {
    const std::size_t exponent = at++;
    if (next_is("+-")) ++at;
    if (digits() != 0)
      is_float = true;
    else
      at = exponent;
  }
  NumberKind kind = is_float ? NumberKind::Float : NumberKind::Int;
  if (next_is("fF")) {
    kind = NumberKind::Float;
    ++at;
  } else if (!is_float && next_is("uU")) {
    kind = NumberKind::Uint;
    ++at;
  }
  if (at < text.size() && is_name_part(text[at])) kind = NumberKind::Other;
  return {at, kind};
}

bool is_float_type(std::string_view name) {
  constexpr std::array<std::string_view, 3> prefixes{"float", "vec", "mat"};
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
    return name.starts_with(prefix) &&
           std::ranges::all_of(name.substr(prefix.size()), [](char c) { return (c >= '1' && c <= '4') || c == 'x'; });
  });
}

class Hider {
 public:
  Hider(const std::string& text, TextRules rules, bool es) : text_(text), rules_(rules), es_(es) {
    while (text_.find(prefix_) != text_.npos) prefix_ += 'X';
  }

  std::optional<std::string> run() {
    for (Scanner scanner(text_); !scanner.done();) add_line(scanner.line());
    if (numbers_.empty()) return std::nullopt;
    std::string out;
    std::size_t at = 0;
    bool is_declared = false;
    const auto copy_to = [&](std::size_t end) {
      if (place_ <= end && !std::exchange(is_declared, true)) {
        out.append(text_, at, place_ - at);
        out += declarations();
        at = place_;
      }
      out.append(text_, at, end - at);
      at = end;
    };
    for (const auto& [begin, end, by] : changes_) {
      copy_to(begin);
      if (at == begin) at = end;
      out += by;
    }
    copy_to(text_.size());
    return out;
  }

 private:
  struct Change {
    std::size_t begin = 0, end = 0;
    std::string by;
  };
  // An open parenthesis or bracket.
  struct Open {
    bool makes_floats = false;  // true for float4(: the arguments are converted to floats
  };

  bool hlsl() const { return rules_ == TextRules::Hlsl; }

  void add_line(const Line& line) {
    const std::string_view directive = line.directive();
    if (directive.starts_with("if") && depth_++ == 0) condition_ = line.begin;
    if (directive == "endif" && depth_ > 0) --depth_;
    if (line.is_directive() && directive != "define") return;
    if (!line.is_directive() && !line.tokens.empty() && !std::exchange(placed_, true)) {
      place_ = depth_ != 0 ? condition_ : line.begin;
      ends_line_ = depth_ != 0;
    }
    const std::vector<Open> outside = open_;
    for (std::size_t i = line.is_directive() ? 3 : 0; i < line.tokens.size(); ++i) i = add_token(line, i);
    if (line.is_directive()) open_ = outside;
  }

  // Returns the last token of the number that begins at token `i`, or `i` itself for other tokens.
  std::size_t add_token(const Line& line, std::size_t i) {
    const Token& token = line.tokens[i];
    const char first = token.spelling[0];
    const auto touches = [&](std::size_t n) {
      return n < line.tokens.size() && line.tokens[n].begin == line.tokens[n - 1].end;
    };
    const bool begins_with_point =
        first == '.' && touches(i + 1) && is_digit(line.word(i + 1)[0]) &&
        !(i > 0 && touches(i) && (is_name_part(line.word(i - 1)[0]) || is_close(line.word(i - 1)[0])));
    if (is_digit(first) || begins_with_point) {
      const Number number = number_at(text_, token.begin);
      std::size_t last = i;
      while (last + 1 < line.tokens.size() && line.tokens[last + 1].begin < number.end) ++last;
      if (is_plain(token.begin, number.end)) add_number(line, i, last, number);
      before_ = "0";
      return last;
    }
    if (first == '(') {
      const bool inherits = !is_name_start(before_[0]) && !open_.empty() && open_.back().makes_floats;
      open_.push_back({is_float_type(before_) || inherits});
    }
    if (first == '[') open_.push_back({});
    if (is_close(first) && !open_.empty()) open_.pop_back();
    if (token.spelling == "const" && !hlsl() && open_.empty()) remove_const(line, i);
    second_before_ = std::exchange(before_, token.spelling);
    return i;
  }

  static bool is_close(char c) { return c == ')' || c == ']'; }

  // Returns true if no backslash continues the line within these bytes.
  bool is_plain(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin).find('\\') == std::string::npos;
  }

  void add_number(const Line& line, std::size_t i, std::size_t last, const Number& number) {
    if (number.kind == NumberKind::Other) return;
    const char next = last + 1 < line.tokens.size() ? line.word(last + 1)[0] : '\0';
    if (number.kind != NumberKind::Float) {
      const bool is_operand =
          before_ == "%" || before_ == "/" || (before_ == second_before_ && (before_ == "<" || before_ == ">"));
      const bool is_argument = number.kind == NumberKind::Int && !open_.empty() && open_.back().makes_floats &&
                               std::string_view("(,-").find(before_[0]) != std::string_view::npos &&
                               (next == ')' || next == ',');
      if (is_argument) return hide(line.tokens[i].begin, number.end, NumberKind::Float);
      if (!is_operand) return;
    }
    hide(line.tokens[i].begin, number.end, number.kind);
  }

  void hide(std::size_t begin, std::size_t end, NumberKind kind) {
    std::string spelling = text_.substr(begin, end - begin);
    if (kind == NumberKind::Float && std::ranges::all_of(spelling, is_digit)) spelling += ".0";
    const auto [found, is_new] = numbers_.try_emplace({spelling, kind}, fmt::format("{}{}", prefix_, numbers_.size()));
    if (is_new) order_.push_back(found->first);
    changes_.push_back({begin, end, found->second});
  }

  // Removes `const` from a constant of floats. Variables replace the numbers of its value, so it must become a
  // variable.
  void remove_const(const Line& line, std::size_t i) {
    const std::string_view next = line.word(i + 1);
    const bool has_precision = next == "lowp" || next == "mediump" || next == "highp";
    if (is_float_type(has_precision ? line.word(i + 2) : next))
      changes_.push_back({line.tokens[i].begin, line.tokens[i].end, {}});
  }

  std::string declarations() const {
    std::string out;
    for (const auto& key : order_) {
      std::string_view type = key.second == NumberKind::Float ? "float"
                              : key.second == NumberKind::Int ? "int"
                                                              : "uint";
      out += fmt::format("{}{} {} = {}; ", hlsl() ? "static " : es_ ? "highp " : "", type, numbers_.at(key), key.first);
    }
    if (ends_line_) out += '\n';
    return out;
  }

  const std::string& text_;
  TextRules rules_;
  bool es_;
  std::string prefix_{number_prefix};
  std::map<std::pair<std::string, NumberKind>, std::string> numbers_;  // variables by spelling and kind of the number
  std::vector<std::pair<std::string, NumberKind>> order_;
  std::vector<Change> changes_;  // sorted by place in the text
  std::vector<Open> open_;
  std::string before_ = ";", second_before_ = ";";  // the two tokens before the current one
  std::size_t depth_ = 0, condition_ = 0;           // number of open #if; begin of the outermost one
  std::size_t place_ = 0;                           // the byte at which the declarations are inserted
  bool placed_ = false, ends_line_ = false;
};

}  // namespace

std::optional<std::string> without_constant_expressions(const std::string& text, TextRules rules, bool es) {
  return Hider(text, rules, es).run();
}

std::string without_multiplications(const std::string& text) {
  std::string out = text;
  std::size_t brackets = 0;  // the number of open brackets, because array lengths are kept
  for (Scanner scanner(text); !scanner.done();)
    for (const Token& token : scanner.line().tokens) {
      if (token.spelling == "[") ++brackets;
      if (token.spelling == "]" && brackets > 0) --brackets;
      if (token.spelling == "*" && brackets == 0) out[token.begin] = '+';
    }
  return out;
}

bool has_numbers_of(const std::string& text, const std::vector<std::uint32_t>& words) {
  std::set<float> numbers{0.0f, 1.0f};
  for (Scanner scanner(text); !scanner.done();)
    for (const Token& token : scanner.line().tokens)
      if (is_digit(token.spelling[0])) {
        const bool after_point = token.begin > 0 && text[token.begin - 1] == '.';
        numbers.insert(std::strtof(text.c_str() + token.begin - (after_point ? 1 : 0), nullptr));
      }
  std::set<Id> floats;
  for (const Instruction& inst : instructions_of(words)) {
    if (inst.op == spv::OpTypeFloat) floats.insert(inst[1]);
    if (inst.op == spv::OpConstant && floats.contains(inst[1]) &&
        !numbers.contains(std::fabs(std::bit_cast<float>(inst[3]))))
      return false;
  }
  return true;
}

}  // namespace agal::proofs
