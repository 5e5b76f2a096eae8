#include "proofs/constant_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "proofs/text_scanner.hpp"

namespace agal::proofs {
namespace {

template <std::size_t size>
bool is_one_of(std::string_view name, const std::array<std::string_view, size>& names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_word(std::string_view name) { return !name.empty() && is_name_start(name[0]); }

// Returns true for words before an expression.
bool is_keyword(std::string_view name) {
  constexpr std::array<std::string_view, 8> keywords{"return", "else", "do", "case", "if", "for", "while", "switch"};
  return is_one_of(name, keywords);
}

bool is_type(std::string_view name) {
  constexpr std::array kinds{NumberKind::Bool, NumberKind::Int, NumberKind::Uint, NumberKind::Float,
                             NumberKind::Double};
  return std::ranges::any_of(kinds, [&](NumberKind kind) { return is_numeric_type(name, kind); });
}

// ---------------------------------------------------------------------------------------------------- numbers

struct Number {
  std::size_t end = 0;
  NumberKind kind = NumberKind::Other;
};

// Reads the number that begins at a byte of the text.
Number number_at(std::string_view text, std::size_t at) {
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - first;
  };
  const auto next_is = [&](std::string_view any) { return at < text.size() && any.find(text[at]) != any.npos; };
  bool is_float = false;
  digits();
  if (next_is("xX")) {
    do ++at;
    while (next_is("0123456789abcdefABCDEF"));
  } else if (next_is(".")) {
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
  const std::size_t suffix = at;
  while (at < text.size() && is_name_part(text[at])) ++at;
  const std::string_view rest = text.substr(suffix, at - suffix);
  if (!rest.empty()) kind = is_float && (rest == "lf" || rest == "LF") ? NumberKind::Double : NumberKind::Other;
  return {at, kind};
}

// ---------------------------------------------------------------------------------------------------- places

// An open parenthesis, bracket, or list of template arguments.
struct Open {
  char close = ')';
  bool is_constant = false, is_call = false, is_for = false;
  std::optional<int> until_offset{};  // the number of commas before the argument that must be a constant offset
};

// Returns the number of arguments before the offset of a function such as textureOffset. The offset must be constant.
std::optional<int> arguments_before_offset(std::string_view name) {
  if (!name.ends_with("Offset") && !name.ends_with("Offsets")) return std::nullopt;
  if (name.starts_with("texel")) return 3;
  if (!name.starts_with("texture")) return std::nullopt;
  return name.find("Grad") != name.npos ? 4 : name.find("Lod") != name.npos ? 3 : 2;
}

class PlaceMarker {
 public:
  PlaceMarker(const std::string& text, TextRules rules) : text_(text), rules_(rules) {}

  ConstantPlaces run() {
    for (Scanner scanner(text_); !scanner.done();) add_line(scanner.line());
    for (std::size_t i = 0; i < out_.tokens.size(); ++i)
      if (out_.tokens[i].is("const") && out_.tokens[i].begins_statement) declare(i);
    keep_needed();
    return std::move(out_);
  }

 private:
  void add_line(const Line& line) {
    if (!line.is_directive()) return add_tokens(line, 0);
    if (line.directive() != "define") return;
    const std::vector<Open> outside = std::exchange(open_, {});
    before_ = second_before_ = ";";
    const std::size_t begin = out_.tokens.size();
    add_tokens(line, 3);
    open_ = outside;
    before_ = second_before_ = ";";
    const bool has_parameters = line.word(3) == "(" && line.tokens[3].begin == line.tokens[2].end;
    if (!has_parameters) out_.macros[std::string(line.word(2))] |= is_whole_number(begin);
  }

  // Returns true if the tokens from `begin` on are an expression of integers.
  bool is_whole_number(std::size_t begin) const {
    bool has_number = false;
    for (std::size_t i = begin; i < out_.tokens.size(); ++i) {
      const CodeToken& token = out_.tokens[i];
      const auto macro = out_.macros.find(token.spelling);
      const bool is_number = token.kind == NumberKind::Int || (macro != out_.macros.end() && macro->second);
      if (!is_number && std::string_view("()+-*/%<>&|").find(token.spelling[0]) == std::string_view::npos) return false;
      has_number = has_number || is_number;
    }
    return has_number;
  }

  void add_tokens(const Line& line, std::size_t i) {
    const bool in_macro = line.is_directive();
    for (; i < line.tokens.size(); ++i) {
      const Token& token = line.tokens[i];
      CodeToken out{token.begin, token.end, token.spelling};
      if (begins_number(line, i)) {
        const Number number = number_at(text_, token.begin);
        out.end = number.end;
        out.spelling = text_.substr(out.begin, out.end - out.begin);
        const bool spans_lines = out.spelling.find('\\') != std::string::npos;
        out.kind = spans_lines ? NumberKind::Other : number.kind;
        while (i + 1 < line.tokens.size() && line.tokens[i + 1].begin < number.end) ++i;
      } else if (token.spelling == "true" || token.spelling == "false") {
        out.kind = NumberKind::Bool;
      }
      out.in_macro = in_macro;
      add(std::move(out));
    }
  }

  static bool begins_number(const Line& line, std::size_t i) {
    const auto touches = [&](std::size_t n) {
      return n < line.tokens.size() && line.tokens[n].begin == line.tokens[n - 1].end;
    };
    const auto ends_operand = [](char c) { return is_name_part(c) || c == ')' || c == ']'; };
    if (is_digit(line.word(i)[0])) return true;
    return line.word(i) == "." && touches(i + 1) && is_digit(line.word(i + 1)[0]) &&
           !(i > 0 && touches(i) && ends_operand(line.word(i - 1)[0]));
  }

  void add(CodeToken token) {
    const char c = token.spelling[0];
    if (token.is(":")) in_label_ = false;
    if (token.is(",") && !open_.empty() && open_.back().until_offset)
      open_.back().is_constant = --*open_.back().until_offset == 0;
    if (!open_.empty() && c == open_.back().close) {
      closed_constant_ = open_.back().is_constant;
      open_.pop_back();
    }
    const Open outside = open_.empty() ? Open{} : open_.back();
    token.is_constant = in_label_ || outside.is_constant;
    token.in_call = outside.is_call;
    token.in_brackets = outside.close == ']' && !open_.empty();
    token.begins_statement = open_.empty() || outside.is_for;
    if (c == '(') open_.push_back(parenthesis(outside));
    if (c == '[') open_.push_back({']', outside.is_constant || is_length(), outside.is_call});
    if (c == '<' && rules_ == TextRules::Hlsl && (before_ == "vector" || before_ == "matrix"))
      open_.push_back({'>', true});
    if (token.is("case")) in_label_ = true;
    note_uniform(token);
    second_before_ = std::exchange(before_, token.spelling);
    out_.tokens.push_back(std::move(token));
  }

  // Marks the initial value of a uniform: the tokens from `=` to the end of the declaration.
  void note_uniform(CodeToken& token) {
    if (rules_ == TextRules::Hlsl) return;
    if (token.is("uniform")) uniform_ = Uniform::Declared;
    if (token.is(";") || token.is("{")) uniform_ = Uniform::None;
    token.is_initial = uniform_ == Uniform::Initial;
    if (token.is("=") && uniform_ == Uniform::Declared) uniform_ = Uniform::Initial;
  }

  Open parenthesis(const Open& outside) const {
    constexpr std::array<std::string_view, 4> constant{"layout", "register", "packoffset", "unroll"};
    const bool is_call = is_word(before_) && !is_keyword(before_);
    return {')', outside.is_constant || is_one_of(before_, constant), outside.is_call || is_call, before_ == "for",
            arguments_before_offset(before_)};
  }

  // Returns true if the next bracket begins the length of an array, and not an index.
  bool is_length() const {
    if (before_ == "]") return closed_constant_;
    if (!is_word(before_) || is_keyword(before_)) return false;
    if (is_word(second_before_) && !is_keyword(second_before_)) return true;
    return is_type(before_);
  }

  // ---- constants

  std::string_view word(std::size_t i) const {
    return i < out_.tokens.size() ? std::string_view(out_.tokens[i].spelling) : std::string_view();
  }

  // Reads the declaration that begins with `const` at token `i`.
  void declare(std::size_t i) {
    constexpr std::array<std::string_view, 7> qualifiers{"lowp",    "mediump",   "highp",       "static",
                                                         "precise", "row_major", "column_major"};
    ConstantDeclaration out{i, i + 1, {}, {}};
    while (is_one_of(word(out.last), qualifiers)) ++out.last;
    out.type = word(out.last++);
    std::size_t depth = 0;
    bool is_name = true;  // true where the name of a constant may follow
    for (; out.last < out_.tokens.size() && out_.tokens[out.last].in_macro == out_.tokens[i].in_macro; ++out.last) {
      const std::string_view token = word(out.last);
      if (token == ";" && depth == 0) break;
      if (token == "(" || token == "[" || token == "{" || (is_name && token == "<")) ++depth;
      if ((token == ")" || token == "]" || token == "}" || (is_name && token == ">")) && depth-- == 0) break;
      if (is_name && depth == 0 && is_word(token)) {
        if (word(out.last + 1) == "(") return;  // a function
        out.names.emplace_back(token);
        is_name = false;
      }
      is_name = is_name || (token == "," && depth == 0);
    }
    out_.declarations.push_back(std::move(out));
  }

  // Keeps the declarations that the marked expressions need, and marks them. Declarations of one name are kept
  // together, because scopes are not known.
  void keep_needed() {
    std::multimap<std::string_view, ConstantDeclaration*> declared;
    for (ConstantDeclaration& each : out_.declarations)
      for (const std::string& name : each.names) declared.emplace(name, &each);
    std::vector<std::string_view> open;
    for (const CodeToken& token : out_.tokens)
      if (token.is_constant || token.is_initial || token.in_brackets) open.push_back(token.spelling);
    while (!open.empty()) {
      const auto [begin, end] = declared.equal_range(open.back());
      open.pop_back();
      for (auto found = begin; found != end; ++found) {
        ConstantDeclaration& each = *found->second;
        if (std::exchange(each.is_kept, true)) continue;
        for (std::size_t i = each.first; i < each.last; ++i) {
          out_.tokens[i].is_constant = true;
          open.push_back(out_.tokens[i].spelling);
        }
      }
    }
  }

  const std::string& text_;
  TextRules rules_;
  ConstantPlaces out_;
  std::vector<Open> open_;
  std::string before_ = ";", second_before_ = ";";  // the two tokens before the current one
  enum class Uniform : std::uint8_t { None, Declared, Initial };
  Uniform uniform_ = Uniform::None;  // the part of the declaration of a uniform
  bool in_label_ = false;            // true between `case` and its colon
  bool closed_constant_ = false;     // true if the bracket that was closed last had a length
};

// ---------------------------------------------------------------------------------------------------- exactness

// Bounds the value of an expression of floats without evaluating it. If the numbers are multiples of 2^-k below m, each
// sum, difference or product of the whole expression is a multiple of 2^-K below M, where K is the sum of all k, and M
// the product of all m + 1. If M * 2^K is at most 2^24, no operation rounds, in floats or in doubles.
class Exactness {
 public:
  explicit Exactness(const ConstantPlaces& places) : places_(places) {
    for (const ConstantDeclaration& each : places.declarations) {
      if (!each.is_kept) continue;
      declared_.emplace(each.first, std::set<std::string_view>(each.names.begin(), each.names.end()));
      const Size size = size_of(each.first, each.last);
      for (const std::string& name : each.names) {
        Size& known = names_[name];
        known = {std::max(known.weight, size.weight), known.has_floats || size.has_floats};
      }
    }
  }

  bool holds(std::size_t begin, std::size_t end) const {
    constexpr double max_weight = 0x1p24;
    const Size size = size_of(begin, end);
    return !size.has_floats || size.weight <= max_weight;
  }

 private:
  struct Size {
    double weight = 1;
    bool has_floats = false;
  };

  static double weight_of(double number) {
    constexpr double max_scale = 0x1p24;
    double scale = 1;
    while (scale < max_scale && std::floor(number * scale) != number * scale) scale *= 2;
    return (number + 1) * (scale < max_scale ? scale : HUGE_VAL);
  }

  // Returns false for a token whose result may be larger than the product of its operands, or that is not exact.
  // Differences of unsigned integers may wrap around.
  bool is_bounded(std::size_t i) const {
    const CodeToken& token = places_.tokens[i];
    const bool shifts = (token.is("<") || token.is(">")) && i > 0 && places_.tokens[i - 1].is(token.spelling);
    return !shifts && !token.is("/") && !token.is("%") && !token.is("~") && token.kind != NumberKind::Uint &&
           !is_numeric_type(token.spelling, NumberKind::Uint);
  }

  Size size_of(std::size_t begin, std::size_t end) const {
    constexpr std::array<std::string_view, 6> neutral{"const", "static", "lowp", "mediump", "highp", "precise"};
    const auto own = declared_.find(begin);
    std::set<std::string_view> declared;
    Size out;
    for (std::size_t i = begin; i < end; ++i) {
      const CodeToken& token = places_.tokens[i];
      const bool is_float = token.kind == NumberKind::Float || token.kind == NumberKind::Double;
      if (is_float) out.has_floats = true;
      if (is_float) out.weight *= weight_of(std::strtod(token.spelling.c_str(), nullptr));
      if (token.kind == NumberKind::Int)
        out.weight *= weight_of(static_cast<double>(std::strtoull(token.spelling.c_str(), nullptr, 0)));
      if (token.kind == NumberKind::Bool) out.weight *= 2;
      if (!is_bounded(i)) out.weight = HUGE_VAL;
      if (token.kind != NumberKind::None || !is_word(token.spelling)) continue;
      const bool is_member = i > begin && places_.tokens[i - 1].is(".");
      if (is_numeric_type(token.spelling, NumberKind::Float)) out.has_floats = true;
      if (is_member || is_one_of(token.spelling, neutral) || is_type(token.spelling)) continue;
      if (own != declared_.end() && own->second.contains(token.spelling)) {
        // The first occurrence declares the name. The numbers before another occurrence bound its value.
        if (!declared.insert(token.spelling).second) out.weight *= out.weight;
        continue;
      }
      const auto name = names_.find(token.spelling);
      out.weight *= name == names_.end() ? HUGE_VAL : name->second.weight;
      out.has_floats = out.has_floats || (name != names_.end() && name->second.has_floats);
    }
    return out;
  }

  const ConstantPlaces& places_;
  std::map<std::string, Size> names_;
  std::map<std::size_t, std::set<std::string_view>> declared_;  // names by the first token of a declaration
};

}  // namespace

bool is_numeric_type(std::string_view name, NumberKind kind) {
  const auto is_sized = [&](std::string_view prefix) {
    return name.starts_with(prefix) &&
           std::ranges::all_of(name.substr(prefix.size()), [](char c) { return (c >= '1' && c <= '4') || c == 'x'; });
  };
  const auto is_of_glsl = [&](std::string_view prefix) { return name != prefix && is_sized(prefix); };
  switch (kind) {
    case NumberKind::Bool: return is_sized("bool") || is_of_glsl("bvec");
    case NumberKind::Int: return is_sized("int") || is_of_glsl("ivec");
    case NumberKind::Uint: return is_sized("uint") || is_of_glsl("uvec");
    case NumberKind::Float: return is_sized("float") || is_of_glsl("vec") || is_of_glsl("mat") || is_sized("half");
    case NumberKind::Double: return is_sized("double") || is_of_glsl("dvec") || is_of_glsl("dmat");
    case NumberKind::None:
    case NumberKind::Other: break;
  }
  return false;
}

ConstantPlaces find_constant_places(const std::string& text, TextRules rules) { return PlaceMarker(text, rules).run(); }

std::size_t find_inexact_place(const ConstantPlaces& places) {
  const Exactness exactness(places);
  const std::vector<CodeToken>& tokens = places.tokens;
  for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
    if (!tokens[begin].is_constant) continue;
    std::size_t end = begin;
    while (end < tokens.size() && tokens[end].is_constant) ++end;
    if (!exactness.holds(begin, end)) return tokens[begin].begin;
    begin = end;
  }
  return std::string::npos;
}

}  // namespace agal::proofs
