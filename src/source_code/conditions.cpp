// Evaluates conditions, which become choices: names each choice, and determines the side that is taken.
#include <fmt/format.h>

#include <algorithm>

#include "base/format.hpp"
#include "source_code/evaluator.hpp"

namespace agal::source_code {

// Returns the tokens of a range as text, with single blanks between words.
std::string Evaluator::source_of(TokenRange range) const {
  constexpr std::size_t max_length = 60;
  std::string out;
  for (TokenNumber i = range.begin; i < range.end; ++i) {
    const Token& one = tokens_[i];
    const bool text = one.kind == TokenKind::Text;
    const bool tight = one.is(".") || one.is("(") || one.is(")") || one.is("[") || one.is("]") || one.is(",") ||
                       (i > range.begin && (tokens_[i - 1].is(".") || tokens_[i - 1].is("(") ||
                                            tokens_[i - 1].is("[") || tokens_[i - 1].is("!")));
    if (!out.empty() && !tight) out += ' ';
    out += text ? fmt::format("'{}'", one.text.substr(0, max_length)) : std::string(one.text);
    if (out.size() > max_length) return out.substr(0, max_length) + "...";
  }
  return out;
}

std::uint32_t Evaluator::choice_of(const std::string& key, std::string when_true, std::string when_false) {
  const auto [row, is_new] = choices_.try_emplace(key, static_cast<std::uint32_t>(sides_.size()));
  if (is_new) sides_.push_back({std::move(when_true), std::move(when_false)});
  return row->second;
}

// Returns the side of a condition. Equal conditions in a function are one choice if none of their names is assigned to
// in between.
Decision Evaluator::condition(TokenRange range) {
  std::uint32_t side = 0;
  while (range.begin < range.end && tokens_[range.begin].is("!")) {
    side = 1 - side;
    ++range.begin;
  }
  const bool wrapped =
      range.begin < range.end && tokens_[range.begin].is("(") && tokens_[range.begin].partner + 1 == range.end;
  if (wrapped) {
    const Decision inner = condition({range.begin + 1, range.end - 1});
    return {inner.choice, side ^ inner.side};
  }
  std::string text = source_of(range);
  std::size_t assignments = 0;
  std::optional<TokenNumber> equality;
  for (TokenNumber i = range.begin; i < range.end; ++i) {
    if (tokens_[i].kind == TokenKind::Word)
      if (const auto row = assignments_.find(tokens_[i].text); row != assignments_.end()) assignments += row->second;
    if (tokens_[i].is("==") || tokens_[i].is("!=")) equality = equality ? range.end : i;
    if (tokens_[i].is("&&") || tokens_[i].is("||")) equality = range.end;
  }
  values_.spend(range.end - std::min(range.begin, range.end));
  if (equality && *equality < range.end) {
    const std::string left = source_of({range.begin, *equality}), right = source_of({*equality + 1, range.end});
    if (tokens_[*equality].is("!=")) side = 1 - side;
    const std::string equal = fmt::format("{} == {}", left, right), differs = fmt::format("{} != {}", left, right);
    // A choice is local to a function, because a name may mean different things in different functions.
    return {choice_of(fmt::format("{} {} {}", function_, assignments, equal), equal, differs), side};
  }
  const bool simple = text.find(' ') == std::string::npos;
  std::string negated = simple ? "not " + text : "not (" + text + ")";
  const std::string key = fmt::format("{} {} {}", function_, assignments, text);
  // Truncated conditions may differ, so each of them is a separate choice.
  const bool is_cut = text.ends_with("...");
  return {choice_of(is_cut ? fmt::format("{} at {}", key, range.begin) : key, std::move(text), std::move(negated)),
          side};
}

// Describes the decisions that are not common to all texts of a use.
std::string Evaluator::describe(const Decisions& decisions, const Decisions& common) const {
  constexpr std::size_t max_shown = 6;
  std::vector<std::string> parts;
  for (const Decision& decision : decisions) {
    if (std::find(common.begin(), common.end(), decision) != common.end()) continue;
    if (parts.size() == max_shown) {
      parts.emplace_back("...");
      break;
    }
    const std::vector<std::string>& sides = sides_[decision.choice];
    if (decision.side < sides.size()) parts.push_back(sides[decision.side]);
  }
  return base::joined(parts, "; ");
}

}  // namespace agal::source_code
