#include "proofs/constant_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "proofs/constant_places.hpp"
#include "proofs/module_words.hpp"
#include "proofs/text_scanner.hpp"

namespace agal::proofs {
namespace {

// Returns the name of the type of a number.
std::string_view type_of(NumberKind kind) {
  switch (kind) {
    case NumberKind::Bool: return "bool";
    case NumberKind::Int: return "int";
    case NumberKind::Uint: return "uint";
    case NumberKind::Float: return "float";
    case NumberKind::Double: return "double";
    case NumberKind::None:
    case NumberKind::Other: break;
  }
  return "";
}

std::size_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

class Hider {
 public:
  Hider(const std::string& text, TextRules rules, std::string_view precision)
      : text_(text), rules_(rules), precision_(precision), places_(find_constant_places(text, rules)) {}

  FloatText run() {
    if (text_.find(number_prefix) != text_.npos) return undecided(fmt::format("it contains {}", number_prefix));
    if (const std::size_t place = find_inexact_place(places_); place != std::string::npos) doubt(place);
    for (const ConstantDeclaration& each : places_.declarations) {
      if (!each.is_kept) change(each.first, "");
      for (const std::string& name : each.names)
        if (each.is_kept) kept_.emplace(name, each.type);
    }
    for (std::size_t i = 0; i < places_.tokens.size(); ++i) add_token(i);
    if (!out_.undecided.empty() || changes_.empty()) return std::move(out_);
    apply();
    return std::move(out_);
  }

 private:
  struct Change {
    std::size_t begin = 0, end = 0;
    std::string by;
  };

  static FloatText undecided(std::string reason) { return {{}, 0, std::move(reason)}; }

  // Reports a constant expression at a byte of the text.
  void doubt(std::size_t at) {
    if (out_.undecided.empty())
      out_.undecided = fmt::format("glslang evaluates a constant expression in line {} in doubles", line_of(text_, at));
  }

  const CodeToken& token(std::size_t i) const { return places_.tokens[i]; }
  bool is(std::size_t i, std::string_view text) const { return i < places_.tokens.size() && token(i).is(text); }

  void change(std::size_t i, std::string by) { changes_.push_back({token(i).begin, token(i).end, std::move(by)}); }

  void add_token(std::size_t i) {
    const CodeToken& each = token(i);
    if (each.is_constant || each.is_initial) return;
    // A macro may be used where only a constant is allowed, or in #if.
    const bool is_open = each.in_brackets || (each.in_macro && !each.in_call);
    switch (each.kind) {
      case NumberKind::Other: return doubt(each.begin);
      case NumberKind::Float:
      case NumberKind::Double: return change(i, variable(each.spelling, each.kind));
      case NumberKind::Bool:
      case NumberKind::Int:
      case NumberKind::Uint:
        if (!is_open) change(i, variable(each.spelling, each.kind));
        return;
      case NumberKind::None: break;
    }
    const bool is_other_name =
        i > 0 && (is(i - 1, ".") || (is_name_start(token(i - 1).spelling[0]) && !is_before_operand(i - 1)));
    if (is_open || is_other_name || is(i + 1, "(")) return;
    if (const auto macro = places_.macros.find(each.spelling); macro != places_.macros.end() && macro->second)
      return wrap(i, "int");
    if (const auto name = kept_.find(each.spelling); name != kept_.end()) wrap(i, name->second);
  }

  // Returns true for a word that may precede an expression. A name after another word is declared there.
  bool is_before_operand(std::size_t i) const {
    return is(i, "return") || is(i, "case") || is(i, "else") || is(i, "do");
  }

  // Combines a constant with a variable, so that glslang does not evaluate expressions with the constant. Its elements
  // and components are combined, not the whole constant.
  void wrap(std::size_t i, std::string_view type) {
    std::string by;
    if (is_numeric_type(type, NumberKind::Int)) by = "+" + variable("0", NumberKind::Int);
    if (is_numeric_type(type, NumberKind::Uint)) by = "+" + variable("0u", NumberKind::Uint);
    if (is_numeric_type(type, NumberKind::Float)) by = "*" + variable("1.0", NumberKind::Float);
    if (is_numeric_type(type, NumberKind::Bool)) by = "&&" + variable("true", NumberKind::Bool);
    if (by.empty()) return doubt(token(i).begin);
    changes_.push_back({token(i).begin, token(i).begin, "("});
    const std::size_t end = token(end_of_operand(i)).end;
    changes_.push_back({end, end, by + ")"});
  }

  // Returns the last token of the operand that begins with a name: `a`, `a.x`, `a[i].x`.
  std::size_t end_of_operand(std::size_t i) const {
    while (is(i + 1, "[") || (is(i + 1, ".") && i + 2 < places_.tokens.size())) {
      if (is(i + 1, ".")) {
        i += 2;
        continue;
      }
      std::size_t depth = 0;
      for (++i; i + 1 < places_.tokens.size(); ++i) {
        if (is(i, "[")) ++depth;
        if (is(i, "]") && --depth == 0) break;
      }
    }
    return i;
  }

  std::string variable(const std::string& spelling, NumberKind kind) {
    const auto [found, is_new] =
        numbers_.try_emplace({spelling, kind}, fmt::format("{}{}", number_prefix, numbers_.size()));
    if (is_new) order_.push_back(found->first);
    return found->second;
  }

  std::string declarations() const {
    std::string out;
    for (const auto& key : order_) {
      const std::string_view qualifier = rules_ == TextRules::Hlsl        ? "static"
                                         : key.second == NumberKind::Bool ? ""
                                                                          : precision_;
      out += fmt::format("{} {} {} = {}; ", qualifier, type_of(key.second), numbers_.at(key), key.first);
    }
    return out;
  }

  // Finds the place of the declarations: before the first line of code, and outside of conditions.
  void find_place() {
    std::size_t depth = 0, condition = 0;  // the number of open #if; the begin of the outermost one
    for (Scanner scanner(text_); !scanner.done();) {
      const Line line = scanner.line();
      const std::string_view directive = line.directive();
      if (directive.starts_with("if") && depth++ == 0) condition = line.begin;
      if (directive == "endif" && depth > 0) --depth;
      if (line.is_directive() || line.tokens.empty()) continue;
      place_ = depth != 0 ? condition : line.begin;
      if (depth != 0) out_.shifted_line = line_of(text_, place_) + 1;
      return;
    }
  }

  void apply() {
    find_place();
    changes_.push_back({place_, place_, declarations() + (out_.shifted_line != 0 ? "\n" : "")});
    // The declarations precede a change at the same place.
    std::rotate(changes_.begin(), changes_.end() - 1, changes_.end());
    std::ranges::stable_sort(changes_, {}, &Change::begin);
    std::string text;
    std::size_t at = 0;
    for (const Change& each : changes_) {
      text.append(text_, at, each.begin - at);
      text += each.by;
      at = each.end;
    }
    text.append(text_, at);
    out_.text = std::move(text);
  }

  const std::string& text_;
  TextRules rules_;
  std::string_view precision_;
  ConstantPlaces places_;
  FloatText out_;
  std::map<std::string, std::string> kept_;                            // types of constants by name
  std::map<std::pair<std::string, NumberKind>, std::string> numbers_;  // variables by spelling and kind of the number
  std::vector<std::pair<std::string, NumberKind>> order_;
  std::vector<Change> changes_;
  std::size_t place_ = 0;  // the byte at which the declarations are inserted
};

// Returns the operands of an instruction that computes a value from values. Other instructions do not have any.
std::span<const std::uint32_t> operands_of(const Instruction& inst) {
  const auto from = [&](std::size_t first, std::size_t count) {
    return inst.words.subspan(std::min(first, inst.words.size()), std::min(count, inst.words.size() - first));
  };
  switch (inst.op) {
    case spv::OpExtInst: return inst.words.size() > 5 ? from(5, inst.words.size()) : from(0, 0);
    case spv::OpCompositeExtract: return from(3, 1);
    case spv::OpVectorShuffle: return from(3, 2);
    case spv::OpCompositeConstruct: return from(3, inst.words.size());
    default: break;
  }
  const bool is_arithmetic = inst.op >= spv::OpConvertFToU && inst.op <= spv::OpBitCount;
  return is_arithmetic ? from(3, inst.words.size()) : from(0, 0);
}

}  // namespace

FloatText with_float_expressions(const std::string& text, TextRules rules, std::string_view precision) {
  return Hider(text, rules, precision).run();
}

void remove_precision_of_numbers(std::vector<std::uint32_t>& words) {
  if (words.size() <= header_words) return;
  const std::vector<Instruction> instructions = instructions_of(words);
  std::set<Id> numbers, constants, values;  // variables; constants of the module; results
  for (const Instruction& inst : instructions) {
    if (inst.op == spv::OpName && inst.string_at(2).starts_with(number_prefix)) numbers.insert(inst[1]);
    if (inst.op >= spv::OpConstantTrue && inst.op <= spv::OpConstantNull) constants.insert(inst[2]);
    if (inst.op == spv::OpLoad && numbers.contains(inst[3])) values.insert(inst[2]);
    const auto operands = operands_of(inst);
    const auto is_number = [&](Id id) { return values.contains(id) || constants.contains(id); };
    if (!operands.empty() && std::ranges::all_of(operands, is_number)) values.insert(inst[2]);
  }
  WordList out(words.begin(), words.begin() + header_words);
  for (const Instruction& inst : instructions) {
    const bool removes = inst.op == spv::OpDecorate && inst[2] == spv::DecorationRelaxedPrecision &&
                         (numbers.contains(inst[1]) || values.contains(inst[1]));
    if (!removes) out.insert(out.end(), inst.words.begin(), inst.words.end());
  }
  words = std::move(out);
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

}  // namespace agal::proofs
