// Finds code of HLSL that compilers of Direct3D read differently.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "proofs/hlsl.hpp"

namespace agal::proofs {
namespace {

bool is_word(const Token& token) { return is_name_start(token.spelling[0]); }

std::optional<int> integer(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class DoubtFinder {
 public:
  explicit DoubtFinder(const std::vector<Token>& tokens) : tokens_(tokens) {}

  std::string run() {
    match_brackets();
    find_side_effects();
    for (std::size_t i = 0; i < tokens_.size() && doubt_.empty(); ++i) {
      const std::string_view name = word(i);
      if (name == "{") blocks_.emplace_back();
      if (name == "}" && blocks_.size() > 1) blocks_.pop_back();
      if (name == "unroll" && i > 0 && word(i - 1) == "[" && word(i + 1) == "(") examine_unroll(i);
      if (is_operator(i, '&', '&') || is_operator(i, '|', '|') || name == "?") examine_operand(i);
      if (is_declaration(i))
        declare(i);
      else if (is_word(tokens_[i]) && (i == 0 || word(i - 1) != "."))
        examine_use(i);
    }
    return std::move(doubt_);
  }

 private:
  std::string_view word(std::size_t n) const {
    return n < tokens_.size() ? std::string_view(tokens_[n].spelling) : std::string_view();
  }

  // Returns true if two tokens at `i` are one operator, such as &&.
  bool is_operator(std::size_t i, char first, char second) const {
    return i + 1 < tokens_.size() && word(i)[0] == first && word(i + 1)[0] == second &&
           tokens_[i].end == tokens_[i + 1].begin;
  }

  // Finds the closing bracket of each opening bracket.
  void match_brackets() {
    closing_.assign(tokens_.size(), tokens_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const char c = word(i)[0];
      if (c == '(' || c == '[' || c == '{') open.push_back(i);
      if ((c != ')' && c != ']' && c != '}') || open.empty()) continue;
      closing_[open.back()] = i;
      open.pop_back();
    }
  }

  // Returns the token after the closing bracket of the bracket at `i`.
  std::size_t after_brackets(std::size_t i) const {
    return i < tokens_.size() ? std::min(closing_[i] + 1, tokens_.size()) : i;
  }

  // Returns true if token `i` is the name of a new variable: a word after its type.
  bool is_declaration(std::size_t i) const {
    constexpr std::array<std::string_view, 4> no_types{"return", "else", "do", "case"};
    return i > 0 && is_word(tokens_[i]) && is_word(tokens_[i - 1]) &&
           std::ranges::find(no_types, word(i - 1)) == no_types.end();
  }

  // ---- loops

  // A block of statements, while it is open.
  struct Block {
    std::set<std::string> variables;
    // Variables of loops in this block that have the name of an earlier variable, and the tokens after the loops. After
    // the loop, FXC still takes the name for the variable of the loop, not for the earlier variable.
    std::map<std::string, std::size_t> leaked;
  };

  bool is_declared(const std::string& variable) const {
    return std::ranges::any_of(blocks_, [&](const Block& block) { return block.variables.contains(variable); });
  }

  void declare(std::size_t i) {
    const std::string& variable = tokens_[i].spelling;
    Block& block = blocks_.back();
    block.leaked.erase(variable);
    const bool is_of_loop = i >= 3 && word(i - 2) == "(" && word(i - 3) == "for";
    if (is_of_loop && is_declared(variable)) block.leaked[variable] = after_loop(i - 3);
    block.variables.insert(variable);
  }

  // Returns the token after the loop. If its body does not have braces, returns the first semicolon of the body.
  std::size_t after_loop(std::size_t at) const {
    std::size_t i = after_brackets(at + 1);
    if (word(i) == "{") return after_brackets(i);
    while (i < tokens_.size() && word(i) != ";") ++i;
    return i;
  }

  void examine_use(std::size_t i) {
    const std::string& variable = tokens_[i].spelling;
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      const auto leaked = block->leaked.find(variable);
      if (leaked != block->leaked.end() && i >= leaked->second)
        doubt_ =
            fmt::format("FXC takes {} after a loop for the variable of the loop, and other compilers do not", variable);
      if (block->variables.contains(variable)) return;
    }
  }

  // A compiler may stop after the given number of iterations, or reject the text.
  void examine_unroll(std::size_t at) {
    const std::optional<int> most = integer(word(at + 2)), turns = turns_of(after_brackets(at - 1));
    if (!turns || !most || *turns > *most)
      doubt_ =
          fmt::format("the loop may have more turns than [unroll({})], which compilers read differently", word(at + 2));
  }

  // Returns the number of iterations of a loop such as `for (int i = 0; i < 4; ++i)`.
  std::optional<int> turns_of(std::size_t at) const {
    if (word(at) != "for" || word(at + 4) != "=") return std::nullopt;
    const std::string_view i = word(at + 3);
    const std::optional<int> first = integer(word(at + 5));
    if (!first || word(at + 6) != ";" || word(at + 7) != i || word(at + 8) != "<") return std::nullopt;
    const std::size_t includes_last = word(at + 9) == "=" ? 1 : 0;
    at += 9 + includes_last;
    const std::optional<int> last = integer(word(at));
    const bool counts = (is_operator(at + 2, '+', '+') && word(at + 4) == i && word(at + 5) == ")") ||
                        (word(at + 2) == i && is_operator(at + 3, '+', '+') && word(at + 5) == ")");
    if (!last || word(at + 1) != ";" || !counts) return std::nullopt;
    return *last - *first + static_cast<int>(includes_last);
  }

  // ---- operands that are not always evaluated

  // Finds functions that assign to a parameter or discard the pixel.
  void find_side_effects() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!is_declaration(i) || word(i + 1) != "(") continue;
      const std::size_t body = after_brackets(i + 1);
      const std::size_t end = word(body) == "{" ? after_brackets(body) : body;
      for (std::size_t k = i + 2; k < end; ++k)
        if (word(k) == "out" || word(k) == "inout" || word(k) == "discard" || word(k) == "clip")
          impure_.insert(tokens_[i].spelling);
      i = std::max(i, end - 1);
    }
  }

  bool is_assignment(std::size_t i) const {
    if (is_operator(i, '+', '+') || is_operator(i, '-', '-')) return true;
    if (word(i) != "=" || is_operator(i, '=', '=') || i == 0) return false;
    const bool compares = is_operator(i - 1, '=', '=') || is_operator(i - 1, '!', '=') ||
                          is_operator(i - 1, '<', '=') || is_operator(i - 1, '>', '=');
    return !compares || (i > 1 && (is_operator(i - 2, '<', '<') || is_operator(i - 2, '>', '>')));
  }

  // Examines the operands of &&, || or ?: that HLSL 2021 does not always evaluate.
  void examine_operand(std::size_t at) {
    if (at < operand_end_) return;
    const std::string_view name = word(at) == "?" ? "?:" : word(at) == "&" ? "&&" : "||";
    std::size_t depth = 0;
    for (std::size_t i = at + (name == "?:" ? 1 : 2); i < tokens_.size(); ++i) {
      const char c = word(i)[0];
      operand_end_ = i;
      if (c == ';' || c == '{' || (c == ',' && depth == 0)) return;
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth-- == 0) return;
      if (is_assignment(i) || (impure_.contains(tokens_[i].spelling) && word(i + 1) == "(")) {
        doubt_ = fmt::format("an operand of {} has a side effect, and versions of HLSL differ in when they evaluate it",
                             name);
        return;
      }
    }
  }

  const std::vector<Token>& tokens_;
  std::string doubt_;
  std::vector<std::size_t> closing_;  // the closing bracket of each opening bracket
  std::size_t operand_end_ = 0;       // operators before this token are in an operand that was examined
  std::vector<Block> blocks_{{}};     // the open blocks, the innermost one last
  std::set<std::string> impure_{"modf", "frexp", "sincos"};  // functions with side effects
};

}  // namespace

std::string hlsl_doubt(const std::vector<Token>& tokens) { return DoubtFinder(tokens).run(); }

}  // namespace agal::proofs
