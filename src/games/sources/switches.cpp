// Compiles `switch`, `try`, and the statements of Haxe that have a value.
#include <algorithm>
#include <array>
#include <utility>

#include "sources/statements.hpp"

namespace agal::source_code {

// Returns the cases in a block, in order.
std::vector<Statements::Case> Statements::cases_of(TokenNumber open, TokenNumber close) const {
  std::vector<Case> cases;
  for (TokenNumber i = open + 1; i < close;) {
    const bool is_default = tokens_[i].is("default");
    const bool begins = (is_default && tokens_[i + 1].is(":")) || (tokens_[i].is("case") && !tokens_[i + 1].is(":"));
    if (!begins) {
      i = after(i, close);
      continue;
    }
    if (!cases.empty()) cases.back().body.end = i;
    Case one;
    one.is_default = is_default;
    TokenNumber colon = i + 1;
    for (int choices = 0; colon < close; colon = after(colon, close)) {
      if (tokens_[colon].is("?")) ++choices;
      if (tokens_[colon].is(":") && choices-- == 0) break;
    }
    one.label = {i + 1, colon};
    one.body = {colon + 1, close};
    cases.push_back(one);
    i = colon + 1;
  }
  return cases;
}

// Compiles the jump to a case. A pattern of Haxe may match any value.
void Statements::case_label(const Case& one, std::uint32_t subject, Label& body) {
  bool is_pattern = false;
  for (TokenNumber i = one.label.begin; i < one.label.end && is_haxe(); ++i) {
    const Token& token = tokens_[i];
    const bool binds = token.kind == TokenKind::Word && token.text[0] >= 'a' && token.text[0] <= 'z' &&
                       !(i > 0 && tokens_[i - 1].is(".")) && !tokens_[i + 1].is(".") && !token.is("null") &&
                       !token.is("true") && !token.is("false");
    is_pattern = is_pattern || binds || token.is("(") || token.is("[") || token.is("{") || token.is("_");
  }
  if (is_pattern) {
    code_.push_unknown();
    code_.branch(Opcode::iftrue, body);
    return;
  }
  for (TokenNumber i = one.label.begin; i < one.label.end;) {
    TokenNumber to = one.label.end;
    if (is_haxe())
      for (to = i; to < one.label.end && !tokens_[to].is(",") && !tokens_[to].is("|");) ++to;
    code_.get_local(subject);
    expressions_.value_of({i, to});
    code_.branch(Opcode::ifstricteq, body);
    i = to + 1;
  }
}

void Statements::switch_with_value(TokenNumber end, Result result) {
  ++cursor_.at;
  TokenNumber open = cursor_.at;
  while (open < end && !tokens_[open].is("{")) open = tokens_[open].is("(") ? close_of(open, end) + 1 : open + 1;
  if (open >= end) return fail();
  const bool in_parentheses = token().is("(") && close_of(cursor_.at, end) + 1 == open;
  const std::uint32_t subject = code_.new_register();
  expressions_.value_of(in_parentheses ? TokenRange{cursor_.at + 1, open - 1} : TokenRange{cursor_.at, open});
  code_.set_local(subject);
  const TokenNumber close = close_of(open, end);
  const std::vector<Case> cases = cases_of(open, close);
  std::vector<Label> labels(cases.size());
  Label stop;
  Label* otherwise = &stop;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].is_default)
      otherwise = &labels[i];
    else
      case_label(cases[i], subject, labels[i]);
  }
  code_.branch(Opcode::jump, *otherwise);
  jumps_.push_back({std::exchange(label_, {}), &stop, nullptr});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    code_.place(labels[i]);
    cursor_.at = cases[i].body.begin;
    variables_.open_scope();
    if (is_haxe())
      for (TokenNumber name = cases[i].label.begin; name < cases[i].label.end; ++name)
        if (is_word(name, cases[i].label.end) && tokens_[name + 1].kind == TokenKind::Sign &&
            variables_.find_local(tokens_[name].text) == nullptr && name > cases[i].label.begin &&
            (tokens_[name - 1].is("(") || tokens_[name - 1].is(",")))
          variables_.declare(tokens_[name].text, {});
    statements(cases[i].body.end, result);
    variables_.close_scope();
    if (is_haxe()) code_.branch(Opcode::jump, stop);
  }
  code_.place(stop);
  jumps_.pop_back();
  go_after(close, end);
}

void Statements::try_with_value(TokenNumber end, Result result) {
  ++cursor_.at;
  const TokenNumber begin = cursor_.at;
  Label body, handled, done;
  const TokenNumber body_end =
      at("{", end) ? std::min(close_of(cursor_.at, end) + 1, end) : end_of_statement(tokens_, cursor_.at, end);
  const bool catches = body_end < end && tokens_[body_end].is("catch");
  if (catches) {
    // An error may occur anywhere in the block.
    code_.get_local(0);
    code_.emit_call(Opcode::callproperty, movie_.own_string("an error"), 0);
    code_.branch(Opcode::iffalse, body);
    const auto is_end = [](const Token& one) { return one.is(";"); };
    const Token *const first = tokens_.data() + begin, *const last = tokens_.data() + body_end;
    if (std::count_if(first, last, is_end) > 1) {
      Label unchanged;
      code_.push_unknown();
      code_.branch(Opcode::iftrue, unchanged);
      access_.assign_unknown(tokens_, {begin, body_end});
      code_.place(unchanged);
    }
    code_.branch(Opcode::jump, handled);
    code_.place(body);
  }
  part(end, result);
  if (catches) {
    code_.branch(Opcode::jump, done);
    code_.place(handled);
  }
  while (accept("catch", end)) {
    variables_.open_scope();
    if (at("(", end)) {
      const TokenNumber close = close_of(cursor_.at, end);
      if (is_word(cursor_.at + 1, close)) {
        code_.push_unknown();
        variables_.store(variables_.declare(next_token().text, {}));
      }
      go_after(close, end);
    }
    part(end, result);
    variables_.close_scope();
    if (at("catch", end)) {
      code_.push_unknown();
      code_.branch(Opcode::iftrue, done);
    }
  }
  code_.place(done);
  if (accept("finally", end)) statement(end);
}

void Statements::statement_with_value(TokenNumber end, std::uint32_t result) {
  if (cursor_.at >= end) return;
  const Start begin = start();
  if (cursor_.depth >= max_depth) return unknown_statement(begin.at, end_of_statement(tokens_, begin.at, end));
  ++cursor_.depth;
  constexpr std::array<std::string_view, 9> without_value{"return", "throw",    "var",   "for", "while",
                                                          "break",  "continue", "final", "do"};
  const Token& first = token();
  const bool is_object = next_token().is("}") || tokens_[begin.at + 2].is(":");
  if (first.is("{") && !is_object) {
    block(end, result);
  } else if (first.is("if") && next_token().is("(")) {
    if_with_value(end, result);
  } else if (first.is("switch")) {
    switch_with_value(end, result);
  } else if (first.is("try")) {
    try_with_value(end, result);
  } else if (first.kind == TokenKind::Word &&
             std::find(without_value.begin(), without_value.end(), first.text) != without_value.end()) {
    statement(end);
  } else {
    expressions_.expression(end);
    code_.set_local(result);
    if (recovers(begin)) {
      code_.push_unknown();
      code_.set_local(result);
      unknown_statement(begin.at, std::max(cursor_.at, end_of_statement(tokens_, begin.at, end)));
    }
    if (at(";", end) && cursor_.at + 1 < end && next_token().is("else")) ++cursor_.at;
  }
  --cursor_.depth;
}

}  // namespace agal::source_code
