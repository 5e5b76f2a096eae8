// Evaluates statements. Conditions become choices, loops with known bounds are run, and values that are written in any
// other loop become unknown.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "source_code/evaluator.hpp"

namespace agal::source_code {
namespace {

using Kind = Node::Kind;

constexpr std::array<std::string_view, 10> modifiers{"public",   "private", "protected", "internal", "static",
                                                     "override", "inline",  "dynamic",   "native",   "extern"};

bool is_modifier(const Token& token) {
  return token.kind == TokenKind::Word && std::find(modifiers.begin(), modifiers.end(), token.text) != modifiers.end();
}

bool leaves_loop(const Token& one) {
  return one.kind == TokenKind::Word &&
         (one.text == "break" || one.text == "continue" || one.text == "return" || one.text == "throw");
}

}  // namespace

// Returns the end of the statement that begins here, without evaluating it.
TokenNumber Evaluator::end_of_statement(TokenNumber at, TokenNumber end) const {
  while (at < end && !tokens_[at].is(";") && !tokens_[at].is("}")) {
    const bool block = tokens_[at].is("{");
    if (block || tokens_[at].is("(") || tokens_[at].is("[")) at = close_of(at, end);
    ++at;
    if (block && !tokens_[std::min(at, end)].is("else")) return std::min(at, end);
  }
  return std::min(at + 1, end);
}

void Evaluator::statements(TokenNumber end) {
  while (at_ < end && values_.spend(1)) {
    const TokenNumber before = at_;
    if (!run_arm(end)) statement(end);
    if (at_ <= before) at_ = before + 1;
  }
  at_ = end;
}

void Evaluator::statement(TokenNumber end) {
  if (at_ >= end) return;
  if (depth_ >= max_depth) {
    at_ = end_of_statement(at_, end);
    return;
  }
  ++depth_;
  const Token& first = token();
  const std::string_view word = first.kind == TokenKind::Word ? first.text : std::string_view();
  if (first.is("{")) {
    const TokenNumber close = close_of(at_, end);
    ++at_;
    statements(close);
    at_ = std::min(close + 1, end);
  } else if (word == "if") {
    if_statement(end);
  } else if (!word.empty() && at_ + 3 < end && tokens_[at_ + 1].is("::") && tokens_[at_ + 2].kind == TokenKind::Word &&
             (tokens_[at_ + 3].is("{") || tokens_[at_ + 3].kind == TokenKind::Word)) {
    compiled_block(end);
  } else if (word == "for" || word == "while" || word == "do") {
    loop_statement(end);
  } else if (word == "switch") {
    switch_statement(end);
  } else if (word == "try") {
    try_statement(end);
  } else if (word == "var" || word == "const" ||
             (word == "final" && at_ + 1 < end && tokens_[at_ + 1].kind == TokenKind::Word)) {
    declare_variables(end);
  } else if (word == "return" || word == "throw" || word == "break" || word == "continue") {
    return_statement(end);
  } else if (word == "class" || word == "interface" || word == "enum" || word == "abstract" || word == "typedef") {
    while (at_ < end && !token().is("{") && !token().is(";")) ++at_;
    at_ = at("{", end) ? std::min(close_of(at_, end) + 1, end) : at_ + 1;
  } else if (word == "import" || word == "using" || word == "package" ||
             (word == "use" && at_ + 1 < end && tokens_[at_ + 1].is("namespace"))) {
    // A package of ActionScript has a block.
    while (at_ < end && !token().is(";") && !token().is("{") && token().line == first.line) ++at_;
  } else if (word == "function" && at_ + 1 < end && tokens_[at_ + 1].kind == TokenKind::Word && class_ == 0 &&
             calls_ == 0 && declarations_.function_numbers.contains({0, tokens_[at_ + 1].text}) && function_ == 0) {
    at_ = std::max(read_function(tokens_, at_, end).body.end, at_ + 1);
  } else if (is_modifier(first) || first.is(";")) {
    ++at_;
  } else {
    const Value value = expression(end);
    const bool bare = first.kind == TokenKind::Text || first.is("(") || first.is("[");
    if (bare)
      use(UseKind::Stored, {}, value);
    else
      fall_back({}, value);
  }
  --depth_;
}

void Evaluator::declare_variables(TokenNumber end) {
  if (at("final", end) && at_ + 1 < end && tokens_[at_ + 1].is("var")) ++at_;
  do {
    ++at_;
    if (at_ >= end || token().kind != TokenKind::Word) return;
    const std::string_view name = token().text;
    ++at_;
    if (at(":", end)) at_ = after_type(tokens_, at_ + 1, end);
    const auto row = state_.locals.find(name);
    if (row != state_.locals.end() && row->second.is_read) fall_back(name, row->second.value);
    if (row == state_.locals.end()) state_.locals[name] = {values_.unknown(std::string(name)), true};
    if (accept("=", end)) assign(name, "=", expression(end));
  } while (at(",", end));
}

void Evaluator::return_statement(TokenNumber end) {
  const std::string_view word = token().text;
  const std::uint32_t line = token().line;
  ++at_;
  if (word == "break" && breaks_ != nullptr && !state_.ended && breaks_->size() < max_results) {
    values_.spend(1 + state_.locals.size() + state_.fields.size());
    breaks_->push_back(state_);
  }
  const bool value_follows = at_ < end && !token().is(";") && !token().is("}") &&
                             (word == "throw" || (word == "return" && token().line <= line + 1));
  if (value_follows) {
    Value value = expression(end);
    if (word == "return" && returns_ != nullptr) {
      value = Values::restricted(value, state_.path);
      if (!value.empty() && !is_excluded_) returns_->push_back(std::move(value));
    } else if (word == "return") {
      use(UseKind::Returned, {}, value);
    } else {
      fall_back({}, value);
    }
  }
  state_.ended = true;
  // The rest of the block is not reached, but labels of a switch may follow.
}

// Merges the variables of both sides of a choice. Variables with different values get an alternative for each side.
void Evaluator::merge(Variables& into, Variables& other, const Paths& of_into, const Paths& of_other, bool fields) {
  for (auto& [name, variable] : into) {
    if (!fields || other.contains(name)) continue;
    variable.value = Values::either(variable.value, of_into, value_before(name), of_other);
  }
  for (auto& [name, variable] : other) {
    const auto [row, is_new] = into.try_emplace(name, variable);
    values_.spend(1 + variable.value.size());
    if (is_new) {
      if (fields) row->second.value = Values::either(value_before(name), of_into, variable.value, of_other);
      continue;
    }
    row->second.is_read = row->second.is_read && variable.is_read;
    if (row->second.value != variable.value)
      row->second.value = Values::either(row->second.value, of_into, variable.value, of_other);
  }
}

// Returns the value of a variable on the side of a choice that does not assign to it.
Value Evaluator::value_before(std::string_view name) {
  const bool is_member = declarations_.member_numbers.contains({class_, name});
  return is_member ? member_of(class_, name) : values_.unknown(std::string(name));
}

// Merges the states at the ends of both sides of a choice. Both states have the ways from before the choice.
State Evaluator::merged(State a, const Paths& of_a, State b, const Paths& of_b) {
  if (a.ended != b.ended) return a.ended ? std::move(b) : std::move(a);
  merge(a.locals, b.locals, of_a, of_b, false);
  merge(a.fields, b.fields, of_a, of_b, true);
  return a;
}

void Evaluator::if_statement(TokenNumber end) {
  ++at_;
  if (!at("(", end)) return;
  const TokenNumber close = close_of(at_, end);
  const TokenRange range{at_ + 1, close};
  ++at_;
  const Condition condition = truth(expression(close), range);
  at_ = std::min(close + 1, end);
  branch(
      condition, [&] { statement(end); },
      [&] {
        if (at(";", end) && at_ + 1 < end && tokens_[at_ + 1].is("else")) ++at_;
        if (!accept("else", end)) return;
        block_ = ++blocks_;
        statement(end);
      });
}

void Evaluator::branch(const Condition& condition, const std::function<void()>& then,
                       const std::function<void()>& otherwise) {
  const State before = state_;
  values_.spend(1 + before.locals.size() + before.fields.size() +
                before.path.size() * (condition.yes.size() + condition.no.size()));
  const std::uint32_t outer_block = std::exchange(block_, ++blocks_);
  // Returns the ways to a branch. A branch without a way is evaluated too, so that its texts are not lost.
  const bool was_excluded = is_excluded_;
  const auto enter = [&](const Paths& side) {
    Paths path = both(before.path, side);
    is_excluded_ = was_excluded || (path.empty() && !side.empty());
    state_.ended = state_.ended || path.empty();
    if (!path.empty()) state_.path = std::move(path);
    return state_.ended;
  };
  const bool never = enter(condition.yes);
  then();
  state_.ended = state_.ended || never;
  State after = std::exchange(state_, before);
  const bool always = enter(condition.no);
  otherwise();
  state_.ended = state_.ended || always;
  is_excluded_ = was_excluded;
  block_ = outer_block;
  const bool both_ended = after.ended && state_.ended;
  // Without a return on one side, the choice does not restrict the code after it.
  if (after.ended == state_.ended) after.path = state_.path = before.path;
  state_ = merged(std::move(after), condition.yes, std::move(state_), condition.no);
  if (both_ended) state_.ended = true;
}

// Reads the labels of a case, which begin here. Returns the ways to the case: `side` of the switch, and the labels.
Paths Evaluator::case_labels(TokenRange subject, Decision side, TokenNumber close, std::string& label) {
  Paths paths;
  while (at_ < close && (token().is("case") || token().is("default"))) {
    // `_` is any other value in Haxe.
    const bool is_any =
        language_ == Language::Haxe && at_ + 2 < close && tokens_[at_ + 1].is("_") && tokens_[at_ + 2].is(":");
    const bool is_default = token().is("default") || is_any;
    const TokenNumber begin = ++at_;
    while (at_ < close && !token().is(":") && !token().is(";"))
      at_ = token().is("(") || token().is("[") || token().is("{") ? close_of(at_, close) + 1 : at_ + 1;
    const std::string of = source_of(subject);
    label = is_default ? fmt::format("another {}", of) : fmt::format("{} == {}", of, source_of({begin, at_}));
    Decisions path{side};
    // Another test of the same expression may exclude the case.
    if (is_default || join(path, {equality(subject, {begin, at_})})) paths.push_back(std::move(path));
    ++at_;
  }
  return paths;
}

// Returns the next label of a switch.
TokenNumber Evaluator::next_label(TokenNumber at, TokenNumber close) const {
  while (at < close && !tokens_[at].is("case") && !tokens_[at].is("default"))
    at = tokens_[at].is("(") || tokens_[at].is("[") || tokens_[at].is("{") ? close_of(at, close) + 1 : at + 1;
  return std::min(at, close);
}

// Runs the statements of a case. In ActionScript, a case without a `break` continues with the next one.
void Evaluator::run_case(TokenNumber close) {
  while (at_ < close && !state_.ended && values_.spend(1)) {
    if (token().is("case") || token().is("default")) {
      if (language_ == Language::Haxe) return;
      while (at_ < close && !token().is(":") && !token().is(";"))
        at_ = token().is("(") || token().is("[") || token().is("{") ? close_of(at_, close) + 1 : at_ + 1;
      ++at_;
      continue;
    }
    const TokenNumber begin = at_;
    if (!run_arm(close)) statement(close);
    if (at_ <= begin) at_ = begin + 1;
  }
}

// Runs each case from the state before the switch, and merges the states at the ends of the cases.
void Evaluator::switch_statement(TokenNumber end) {
  ++at_;
  TokenRange subject{at_, at_};
  if (at("(", end)) {
    const TokenNumber close = close_of(at_, end);
    subject = {at_ + 1, close};
    ++at_;
    expression(close);
    at_ = std::min(close + 1, end);
  } else {
    while (at_ < end && !token().is("{") && !token().is(";")) ++at_;
    subject.end = at_;
  }
  if (!at("{", end)) return;
  const TokenNumber close = close_of(at_, end);
  ++at_;
  Decision side = new_choice(fmt::format("switch {} {}", at_, ++unknown_results_), {}, {});
  sides_[side.choice].clear();
  const State before = state_;
  const std::uint32_t outer_block = block_;
  bool has_default = false;
  std::vector<std::pair<State, Paths>> ends;
  while (at_ < close && values_.spend(1 + before.locals.size())) {
    if (!token().is("case") && !token().is("default")) {
      ++at_;
      continue;
    }
    side.side = static_cast<std::uint32_t>(sides_[side.choice].size());
    std::string label;
    const TokenNumber begin_labels = at_;
    const Paths paths = case_labels(subject, side, close, label);
    for (TokenNumber i = begin_labels; i < at_; ++i)
      has_default = has_default || tokens_[i].is("default") || (language_ == Language::Haxe && tokens_[i].is("_"));
    sides_[side.choice].push_back(std::move(label));
    state_ = before;
    state_.ended = false;
    if (Paths path = both(before.path, paths); !path.empty()) state_.path = std::move(path);
    const Paths entered = state_.path;
    block_ = ++blocks_;
    const TokenNumber next = next_label(at_, close);
    std::vector<State> breaks;
    std::vector<State>* const outer_breaks = std::exchange(breaks_, language_ == Language::Haxe ? breaks_ : &breaks);
    run_case(close);
    breaks_ = outer_breaks;
    if (!state_.ended) breaks.push_back(state_);
    for (State& one : breaks) {
      const bool whole = one.path == entered;  // no part of the case was left before
      const Paths of_end = whole ? paths : one.path;
      ends.emplace_back(std::move(one), of_end);
    }
    at_ = next;
  }
  at_ = std::min(close + 1, end);
  block_ = outer_block;
  if (!has_default) {
    side.side = static_cast<std::uint32_t>(sides_[side.choice].size());
    sides_[side.choice].push_back(fmt::format("another {}", source_of(subject)));
    ends.emplace_back(before, Paths{Decisions{side}});
  }
  state_ = before;
  if (ends.empty())
    state_.ended = true;
  else
    state_ = cases_merged(before, ends);
}

// Returns the state after a switch. Variables with different values get an alternative for each case.
State Evaluator::cases_merged(const State& before, const std::vector<std::pair<State, Paths>>& ends) {
  State out = before;
  for (Variables State::*const variables : {&State::locals, &State::fields}) {
    std::set<std::string_view> names;
    for (const auto& [state, paths] : ends)
      for (const auto& row : state.*variables) names.insert(row.first);
    for (const std::string_view name : names) {
      std::optional<Value> first, merged_value;
      bool differs = false, read = true;
      for (const auto& [state, paths] : ends) {
        const auto row = (state.*variables).find(name);
        const bool is_set = row != (state.*variables).end();
        const Value one = is_set ? row->second.value : value_before(name);
        read = read && (!is_set || row->second.is_read);
        values_.spend(1 + one.size());
        differs = differs || (first && *first != one);
        const Value decided = Values::restricted(one, paths);
        if (!first) first = one;
        if (!merged_value)
          merged_value = decided;
        else if (merged_value->size() + decided.size() <= max_results)
          merged_value->insert(merged_value->end(), decided.begin(), decided.end());
      }
      const bool merges = differs && !merged_value->empty();
      (out.*variables)[name] = {merges ? std::move(*merged_value) : std::move(*first), read};
    }
  }
  return out;
}

// Returns the state at the beginning of a handler: any statement of the block may have failed.
State Evaluator::after_error(const State& before, const State& after) {
  State thrown = before;
  for (Variables State::*const variables : {&State::locals, &State::fields})
    for (const auto& [name, variable] : after.*variables) {
      const auto row = (thrown.*variables).find(name);
      if (row != (thrown.*variables).end() && row->second.value == variable.value) continue;
      const bool text = row != (thrown.*variables).end() && values_.has_text(row->second.value);
      const Value error = values_.unknown("an error");
      (thrown.*variables)[name] = {text ? values_.sum(row->second.value, error) : error, true};
    }
  return thrown;
}

void Evaluator::try_statement(TokenNumber end) {
  const State before = state_;
  values_.spend(1 + before.locals.size() + before.fields.size());
  const TokenNumber begin = ++at_;
  statement(end);
  // A block with one statement changes nothing if it fails.
  const auto is_end = [](const Token& one) { return one.is(";"); };
  const auto from = std::next(tokens_.begin(), static_cast<std::ptrdiff_t>(begin)),
             to = std::next(tokens_.begin(), static_cast<std::ptrdiff_t>(at_));
  const State thrown = std::count_if(from, to, is_end) < 2 ? before : after_error(before, state_);
  while (at("catch", end) || at("finally", end)) {
    const bool is_catch = token().is("catch");
    ++at_;
    if (at("(", end)) at_ = std::min(close_of(at_, end) + 1, end);
    if (!is_catch) {
      statement(end);
      continue;
    }
    const Decision error = new_choice(fmt::format("error {} {}", at_, ++unknown_results_), "an error", "no error");
    State after = std::exchange(state_, thrown);
    statement(end);
    if (!after.ended && !state_.ended) after.path = state_.path = before.path;
    state_ = merged(std::move(after), {{{error.choice, 1, 0, 0, 0}}}, std::move(state_), {{error}});
  }
}

void Evaluator::loop_statement(TokenNumber end) {
  const std::string_view word = token().text;
  TokenRange head{at_, at_};
  ++at_;
  if (at("each", end)) ++at_;
  if (word != "do") {
    if (!at("(", end)) return;
    head = {at_ + 1, close_of(at_, end)};
    at_ = std::min(head.end + 1, end);
  }
  const TokenRange body{at_, end_of_statement(at_, end)};
  bool leaves = false;
  for (TokenNumber i = body.begin; i < body.end; ++i) leaves = leaves || leaves_loop(tokens_[i]);
  values_.spend(body.end - body.begin);
  const std::uint32_t outer_block = std::exchange(block_, ++blocks_);
  std::vector<State>* const outer_breaks = std::exchange(breaks_, nullptr);
  const bool counted = word == "for" && !leaves && (run_items(head, body) || run_counted(head, body));
  if (!counted) run_unknown(head, body);
  breaks_ = outer_breaks;
  block_ = outer_block;
  at_ = body.end;
  // `do … while (condition)`
  if (word == "do" && at("while", end)) {
    ++at_;
    if (at("(", end)) at_ = std::min(close_of(at_, end) + 1, end);
  }
}

void Evaluator::run_body(TokenRange body) {
  at_ = body.begin;
  statement(body.end);
}

// Runs a loop such as `for (var i:int = 0; i < 4; i++)` if its condition is known each time. Otherwise restores the
// state from before the first iteration, and returns false.
bool Evaluator::run_counted(TokenRange head, TokenRange body) {
  std::vector<TokenNumber> semicolons;
  for (TokenNumber i = head.begin; i < head.end && semicolons.size() < 3; ++i)
    if (tokens_[i].is(";")) semicolons.push_back(i);
  if (semicolons.size() != 2) return false;
  at_ = head.begin;
  statement(semicolons[0]);
  const State before = state_;
  for (int turn = 0; turn <= max_turns; ++turn) {
    at_ = semicolons[0] + 1;
    const Value condition = expression(semicolons[1]);
    const bool known = condition.size() == 1 && values_.is(condition, Kind::Boolean);
    if (!known || turn == max_turns || values_.exhausted()) break;
    if (values_[condition.front().node].number == 0) return true;
    run_body(body);
    at_ = semicolons[1] + 1;
    while (at_ < head.end) {
      const TokenNumber begin = at_;
      expression(head.end);
      if (!accept(",", head.end) && at_ == begin) ++at_;
    }
  }
  state_ = before;
  return false;
}

// Runs a loop over items: `for each (var line:String in lines)`, `for (line in lines)` or `for (i in 0...4)`.
bool Evaluator::run_items(TokenRange head, TokenRange body) {
  TokenNumber in = head.begin;
  while (in < head.end && !tokens_[in].is("in")) ++in;
  if (in >= head.end) return false;
  TokenNumber name = head.begin;
  if (tokens_[name].is("var")) ++name;
  const std::string_view variable = tokens_[name].text;
  TokenNumber range = in + 1;
  while (range < head.end && !tokens_[range].is("...")) ++range;
  std::vector<Value> items;
  at_ = in + 1;
  if (range < head.end) {
    const Value first = expression(range);
    at_ = range + 1;
    const Value last = expression(head.end);
    const bool known =
        first.size() == 1 && last.size() == 1 && values_.is(first, Kind::Number) && values_.is(last, Kind::Number);
    if (!known) return false;
    const std::int64_t from = values_[first.front().node].number, to = values_[last.front().node].number;
    if (to - from > max_turns) return false;
    for (std::int64_t i = from; i < to; ++i) items.push_back(values_.number(i));
  } else {
    const bool values = head.begin >= 2 && tokens_[head.begin - 2].is("each");
    const Value list = expression(head.end);
    if (list.size() != 1 || !values_.is_list(list)) return false;
    const std::vector<const Value*> all = values_.items(list.front().node);
    if (all.size() > static_cast<std::size_t>(max_turns) || std::find(all.begin(), all.end(), nullptr) != all.end())
      return false;
    // Without `each`, an ActionScript loop iterates over indices. A colon after the name marks ActionScript.
    const bool indices = !values && (tokens_[name + 1].is(":") || tokens_[head.begin].is("var"));
    for (std::size_t i = 0; i < all.size(); ++i)
      items.push_back(indices ? values_.number(static_cast<std::int64_t>(i)) : *all[i]);
  }
  for (const Value& item : items) {
    if (values_.exhausted()) break;
    state_.locals[variable] = {item, true};
    run_body(body);
  }
  return true;
}

// Evaluates a loop with an unknown number of iterations. Variables that it writes become unknown. The body is evaluated
// once to find its texts.
void Evaluator::run_unknown(TokenRange head, TokenRange body) {
  std::set<std::string_view> written;
  for (const TokenRange range : {head, body})
    for (TokenNumber i = range.begin; i + 1 < range.end; ++i) {
      const Token& next = tokens_[i + 1];
      const bool adds = next.is(".") && i + 3 < range.end && tokens_[i + 2].is("push") && tokens_[i + 3].is("(");
      const bool counts =
          next.is("++") || next.is("--") || (i > 0 && (tokens_[i - 1].is("++") || tokens_[i - 1].is("--")));
      const bool iterates = range.begin == head.begin && next.is("in");
      if (tokens_[i].kind == TokenKind::Word && (is_assignment(next) || adds || counts || iterates))
        written.insert(tokens_[i].text);
    }
  const auto forget = [&] {
    for (Variables* const variables : {&state_.locals, &state_.fields})
      for (auto& [name, variable] : *variables) {
        if (!written.contains(name.substr(0, name.find_first_of(".[")))) continue;
        if (variable.is_read) fall_back(name, variable.value);
        const Value loop = values_.unknown("a loop");
        if (values_.is_list(variable.value))
          variable.value = values_.with_item(variable.value, loop);
        else if (values_.has_text(variable.value))
          variable.value = values_.sum(variable.value, loop);
        else
          variable.value = loop;
      }
  };
  // The head of a loop may declare the counter.
  at_ = head.begin;
  TokenNumber first = head.begin;
  while (first < head.end && !tokens_[first].is(";") && !tokens_[first].is("in")) ++first;
  if (first < head.end && tokens_[first].is(";")) statement(first);
  forget();
  State before = state_;
  run_body(body);
  for (Variables* const variables : {&state_.locals, &state_.fields})
    for (auto& [name, variable] : *variables)
      if (written.contains(name)) fall_back(name, variable.value);
  state_ = std::move(before);
  forget();
}

}  // namespace agal::source_code
