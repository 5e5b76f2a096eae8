// Compiles `switch`, `try`, and the statements of Haxe that have a value.
#include <algorithm>

#include "sources/compiler.hpp"

namespace agal::source_code {

// Returns the cases in a block, in order.
std::vector<Compiler::Case> Compiler::cases_of(TokenNumber open, TokenNumber close) const {
  std::vector<Case> cases;
  const auto skip = [&](TokenNumber i) {
    const bool opens = tokens_[i].is("{") || tokens_[i].is("(") || tokens_[i].is("[");
    return opens ? close_of(i, close) + 1 : i + 1;
  };
  for (TokenNumber i = open + 1; i < close;) {
    const bool is_default = tokens_[i].is("default");
    const bool begins = (is_default && tokens_[i + 1].is(":")) || (tokens_[i].is("case") && !tokens_[i + 1].is(":"));
    if (!begins) {
      i = skip(i);
      continue;
    }
    if (!cases.empty()) cases.back().body.end = i;
    Case one;
    one.is_default = is_default;
    TokenNumber colon = i + 1;
    for (int choices = 0; colon < close; colon = skip(colon)) {
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
void Compiler::case_label(const Case& one, std::uint32_t subject, Label& body) {
  bool is_pattern = false;
  for (TokenNumber i = one.label.begin; i < one.label.end && is_haxe(); ++i) {
    const Token& token = tokens_[i];
    const bool binds = token.kind == TokenKind::Word && token.text[0] >= 'a' && token.text[0] <= 'z' &&
                       !(i > 0 && tokens_[i - 1].is(".")) && !tokens_[i + 1].is(".") && !token.is("null") &&
                       !token.is("true") && !token.is("false");
    is_pattern = is_pattern || binds || token.is("(") || token.is("[") || token.is("{") || token.is("_");
  }
  if (is_pattern) {
    push_unknown();
    code_.branch(Opcode::iftrue, body);
    return;
  }
  for (TokenNumber i = one.label.begin; i < one.label.end;) {
    TokenNumber to = one.label.end;
    if (is_haxe())
      for (to = i; to < one.label.end && !tokens_[to].is(",") && !tokens_[to].is("|");) ++to;
    get_local(subject);
    value_of({i, to});
    code_.branch(Opcode::ifstricteq, body);
    i = to + 1;
  }
}

void Compiler::switch_statement(TokenNumber end, std::optional<std::uint32_t> result) {
  ++at_;
  TokenNumber open = at_;
  while (open < end && !tokens_[open].is("{")) open = tokens_[open].is("(") ? close_of(open, end) + 1 : open + 1;
  if (open >= end) return fail();
  const bool in_parentheses = tokens_[at_].is("(") && close_of(at_, end) + 1 == open;
  const std::uint32_t subject = new_register();
  value_of(in_parentheses ? TokenRange{at_ + 1, open - 1} : TokenRange{at_, open});
  set_local(subject);
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
    at_ = cases[i].body.begin;
    scopes_.emplace_back();
    if (is_haxe())
      for (TokenNumber name = cases[i].label.begin; name < cases[i].label.end; ++name)
        if (is_word(name, cases[i].label.end) && tokens_[name + 1].kind == TokenKind::Sign &&
            find_local(tokens_[name].text) == nullptr && name > cases[i].label.begin &&
            (tokens_[name - 1].is("(") || tokens_[name - 1].is(",")))
          declare(tokens_[name].text, {});
    if (result)
      block_with_value(cases[i].body.end, *result);
    else
      statements(cases[i].body.end);
    scopes_.pop_back();
    if (is_haxe()) code_.branch(Opcode::jump, stop);
  }
  code_.place(stop);
  jumps_.pop_back();
  at_ = std::min(close + 1, end);
}

void Compiler::try_statement(TokenNumber end, std::optional<std::uint32_t> result) {
  const auto part = [&] { result ? statement_with_value(end, *result) : statement(end); };
  ++at_;
  const TokenNumber begin = at_;
  Label body, handled, done;
  const TokenNumber body_end =
      at("{", end) ? std::min(close_of(at_, end) + 1, end) : end_of_statement(tokens_, at_, end);
  const bool catches = body_end < end && tokens_[body_end].is("catch");
  if (catches) {
    // An error may occur anywhere in the block.
    get_local(0);
    emit_call(Opcode::callproperty, movie_.own_string("an error"), 0);
    code_.branch(Opcode::iffalse, body);
    const auto is_end = [](const Token& one) { return one.is(";"); };
    const Token *const first = tokens_.data() + begin, *const last = tokens_.data() + body_end;
    if (std::count_if(first, last, is_end) > 1) {
      Label unchanged;
      push_unknown();
      code_.branch(Opcode::iftrue, unchanged);
      assign_unknown(begin, body_end);
      code_.place(unchanged);
    }
    code_.branch(Opcode::jump, handled);
    code_.place(body);
  }
  part();
  if (catches) {
    code_.branch(Opcode::jump, done);
    code_.place(handled);
  }
  for (bool first = true; at("catch", end); first = false) {
    ++at_;
    Label other;
    const bool more = !first || at("(", end);
    scopes_.emplace_back();
    if (more && at("(", end)) {
      const TokenNumber close = close_of(at_, end);
      if (is_word(at_ + 1, close)) {
        push_unknown();
        store_variable(declare(tokens_[at_ + 1].text, {}));
      }
      at_ = std::min(close + 1, end);
    }
    part();
    scopes_.pop_back();
    if (at("catch", end)) {
      push_unknown();
      code_.branch(Opcode::iftrue, done);
    }
  }
  code_.place(done);
  if (accept("finally", end)) statement(end);
}

void Compiler::block_with_value(TokenNumber end, std::uint32_t result) {
  while (at_ < end) {
    const TokenNumber before = at_;
    if (!arm_statement(end)) {
      if (end_of_statement(tokens_, at_, end) >= end)
        value_at_end(end, result);
      else
        statement(end);
    }
    if (at_ <= before) at_ = before + 1;
  }
  at_ = end;
}

// Compiles the last statement of a block.
void Compiler::value_at_end(TokenNumber end, std::uint32_t result) {
  statement_with_value(end, result);
  accept(";", end);
}

void Compiler::statement_with_value(TokenNumber end, std::uint32_t result) {
  if (at_ >= end) return;
  if (depth_ >= max_depth) return unknown_statement(at_, end_of_statement(tokens_, at_, end));
  ++depth_;
  const Token& first = token();
  const bool is_object = first.is("{") && (tokens_[at_ + 1].is("}") || tokens_[at_ + 2].is(":"));
  if (first.is("{") && !is_object) {
    const TokenNumber close = close_of(at_, end);
    ++at_;
    scopes_.emplace_back();
    block_with_value(close, result);
    scopes_.pop_back();
    at_ = std::min(close + 1, end);
  } else if (first.is("if") && tokens_[at_ + 1].is("(")) {
    const TokenNumber close = close_of(at_ + 1, end);
    value_of({at_ + 2, close});
    at_ = std::min(close + 1, end);
    Label otherwise, done;
    code_.branch(Opcode::iffalse, otherwise);
    statement_with_value(end, result);
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
    if (accept("else", end)) statement_with_value(end, result);
    code_.place(done);
  } else if (first.is("switch")) {
    switch_statement(end, result);
  } else if (first.is("try")) {
    try_statement(end, result);
  } else if (first.is("return") || first.is("throw") || first.is("var") || first.is("for") || first.is("while") ||
             first.is("break") || first.is("continue") || first.is("final") || first.is("do")) {
    statement(end);
  } else {
    const TokenNumber begin = at_;
    const std::size_t position = code_.position();
    const std::uint32_t arm = arm_;
    expression(end);
    set_local(result);
    if (failed_) {
      failed_ = false;
      arm_ = arm;
      roll_back(position);
      push_unknown();
      set_local(result);
      unknown_statement(begin, std::max(at_, end_of_statement(tokens_, begin, end)));
    }
    if (at(";", end) && at_ + 1 < end && tokens_[at_ + 1].is("else")) ++at_;
  }
  --depth_;
}

// Compiles `if`, `switch`, `try` or a block as an operand.
Operand Compiler::value_of_statement(TokenNumber end) {
  const std::uint32_t result = new_register();
  emit(Opcode::pushnull);
  set_local(result);
  statement_with_value(end, result);
  get_local(result);
  return value();
}

}  // namespace agal::source_code
