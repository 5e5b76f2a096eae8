#include "sources/statements.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agal::source_code {

void Statements::statements(TokenNumber end, Result result) {
  while (cursor_.at < end) {
    const TokenNumber before = cursor_.at;
    if (!arm_statement(end)) {
      const bool is_last = result && end_of_statement(tokens_, before, end) >= end;
      part(end, is_last ? result : std::nullopt);
      if (is_last) accept(";", end);
    }
    if (cursor_.at <= before) cursor_.at = before + 1;
  }
  cursor_.at = end;
}

void Statements::block(TokenNumber end, Result result) {
  const TokenNumber close = close_of(cursor_.at, end);
  ++cursor_.at;
  variables_.open_scope();
  statements(close, result);
  variables_.close_scope();
  go_after(close, end);
}

// Removes the code of a statement that is not understood. Returns false if the statement is understood.
bool Statements::recovers(const Start& start) {
  if (!cursor_.failed) return false;
  cursor_.failed = false;
  cursor_.arm = start.arm;
  code_.truncate(start.position);
  return true;
}

void Statements::unknown_statement(TokenNumber begin, TokenNumber end) {
  access_.assign_unknown(tokens_, {begin, end});
  cursor_.at = std::max(end, begin + 1);
}

void Statements::statement(TokenNumber end) {
  if (cursor_.at >= end || accept(";", end)) return;
  const Start begin = start();
  if (cursor_.depth >= max_depth) return unknown_statement(begin.at, end_of_statement(tokens_, begin.at, end));
  ++cursor_.depth;
  if (at("{", end))
    block(end, std::nullopt);
  else if ((!is_word(cursor_.at, end) || !keyword_statement(token().text, end)) && !cursor_.failed)
    expression_statement(end);
  if (recovers(begin)) unknown_statement(begin.at, std::max(cursor_.at, end_of_statement(tokens_, begin.at, end)));
  --cursor_.depth;
}

void Statements::expression_statement(TokenNumber end) {
  const TokenNumber begin = cursor_.at;
  Operand operand = expressions_.assignment(end, true);
  const bool is_text = operand.kind == Operand::Kind::Literal;
  access_.load(operand);
  if (is_text) {  // the content of an element of MXML
    Variable element;
    element.kind = Variable::Kind::Slot;
    element.number = movie_.next_slot();
    variables_.store(element);
  } else if (!operand.is_stored) {
    code_.drop_value();
  }
  end_statement(begin, end);
}

// Reads the end of a statement. It may be the end of a line.
void Statements::end_statement(TokenNumber begin, TokenNumber end) {
  if (accept(";", end) || cursor_.at >= end || at("}", end) || at("else", end) || cursor_.at == begin) return;
  const Token& last = tokens_[cursor_.at - 1];
  if (token().line > last.line || last.is("}") || token().arm != last.arm) return;
  fail();
}

// Compiles a statement that begins with a keyword. Returns false for other statements.
bool Statements::keyword_statement(std::string_view word, TokenNumber end) {
  using Compile = void (Statements::*)(TokenNumber);
  struct Keyword {
    std::string_view word;
    Compile compile;
  };
  static constexpr std::array<Keyword, 10> keywords{{{"if", &Statements::if_statement},
                                                     {"while", &Statements::while_statement},
                                                     {"do", &Statements::do_statement},
                                                     {"for", &Statements::for_statement},
                                                     {"switch", &Statements::switch_statement},
                                                     {"try", &Statements::try_statement},
                                                     {"return", &Statements::return_statement},
                                                     {"throw", &Statements::return_statement},
                                                     {"break", &Statements::jump_statement},
                                                     {"continue", &Statements::jump_statement}}};
  const TokenNumber begin = cursor_.at;
  const Token& next = next_token();
  const bool is_named = next.kind == TokenKind::Word;
  const auto is = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (next.is(":") && !is({"default", "case"})) {
    label_ = word;
    cursor_.at += 2;
    statement(end);
    return true;
  }
  const auto keyword =
      std::find_if(keywords.begin(), keywords.end(), [&](const Keyword& one) { return one.word == word; });
  if (keyword != keywords.end()) {
    (this->*keyword->compile)(end);
  } else if (is_declaring(token()) && is_named) {
    declare_variables(end);
  } else if (word == "function" && is_named) {
    function_statement(end);
  } else if (is({"import", "use", "using", "default"}) && is_named) {
    cursor_.at = end_of_statement(tokens_, cursor_.at, end);
  } else if (next.is("::") && begin + 3 < end && (tokens_[begin + 3].is("{") || is_word(begin + 3, end))) {
    compiled_block(end);
  } else if (is({"inline", "static", "public", "private"}) && is_word(begin + 1, end)) {
    ++cursor_.at;
    statement(end);
  } else {
    return false;
  }
  label_ = {};
  cursor_.at = std::max(cursor_.at, begin + 1);
  return true;
}

// Compiles the block of conditional compilation: `CONFIG::debug { … }`.
void Statements::compiled_block(TokenNumber end) {
  const std::string_view first = token().text, last = tokens_[cursor_.at + 2].text;
  const std::string_view whole(first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data()));
  Label otherwise;
  code_.emit_name(Opcode::getlex, movie_.flag(whole));
  code_.branch(Opcode::iffalse, otherwise);
  cursor_.at += 3;
  statement(end);
  code_.place(otherwise);
}

// Compiles the arms of conditional compilation that begin here. Returns false if none does.
bool Statements::arm_statement(TokenNumber end) {
  const std::vector<Arm>& arms = source_.list.arms;
  std::uint32_t arm = token().arm;
  if (arm == cursor_.arm || arms[arm].begin != cursor_.at) return false;
  while (arms[arm].previous != 0 && arms[arms[arm].previous].begin == cursor_.at) arm = arms[arm].previous;
  const std::uint32_t outer = cursor_.arm;
  Label done;
  for (; arm != 0 && arms[arm].begin >= cursor_.at && arms[arm].end <= end; arm = source_.next_arm[arm]) {
    Label otherwise;
    if (!arms[arm].condition.empty()) {
      code_.emit_name(Opcode::getlex, movie_.flag(arms[arm].condition));
      code_.branch(Opcode::iffalse, otherwise);
    }
    cursor_.arm = arm;
    cursor_.at = arms[arm].begin;
    statements(arms[arm].end);
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
  }
  code_.place(done);
  cursor_.arm = outer;
  return true;
}

// Pushes the value in the parentheses that begin here. Returns false if none do.
bool Statements::value_in_parentheses(TokenNumber end) {
  if (!at("(", end)) {
    fail();
    return false;
  }
  const TokenNumber close = close_of(cursor_.at, end);
  expressions_.value_of({cursor_.at + 1, close});
  go_after(close, end);
  return true;
}

void Statements::if_with_value(TokenNumber end, Result result) {
  ++cursor_.at;
  if (!value_in_parentheses(end)) return;
  Label otherwise, done;
  code_.branch(Opcode::iffalse, otherwise);
  part(end, result);
  const bool has_else = accept("else", end);
  if (has_else || result) code_.branch(Opcode::jump, done);
  code_.place(otherwise);
  if (has_else) part(end, result);
  code_.place(done);
}

void Statements::loop_body(Label& next, Label& stop, TokenNumber end) {
  jumps_.push_back({std::exchange(label_, {}), &stop, &next});
  statement(end);
  jumps_.pop_back();
  code_.place(next);
}

// Compiles a loop: `begin` begins each iteration, `step` ends it, and `test` returns the instruction that branches to
// the next one.
template <class Begin, class Step, class Test>
void Statements::loop(TokenNumber body_at, TokenNumber end, const Begin& begin, const Step& step, const Test& test) {
  Label body, next, first_test, stop;
  code_.branch(Opcode::jump, first_test);
  code_.place(body);
  emit(Opcode::label);
  begin();
  cursor_.at = body_at;
  loop_body(next, stop, end);
  const TokenNumber after_body = cursor_.at;
  step();
  code_.place(first_test);
  code_.branch(test(), body);
  code_.place(stop);
  cursor_.at = after_body;
}

void Statements::while_statement(TokenNumber end) {
  ++cursor_.at;
  if (!at("(", end)) return fail();
  const TokenRange condition{cursor_.at + 1, close_of(cursor_.at, end)};
  const auto test = [&] {
    expressions_.value_of(condition);
    return Opcode::iftrue;
  };
  loop(
      std::min(condition.end + 1, end), end, [] {}, [] {}, test);
}

void Statements::do_statement(TokenNumber end) {
  ++cursor_.at;
  Label body, next, stop;
  code_.place(body);
  emit(Opcode::label);
  loop_body(next, stop, end);
  if (!accept("while", end)) return fail();
  if (!value_in_parentheses(end)) return;
  code_.branch(Opcode::iftrue, body);
  code_.place(stop);
  accept(";", end);
}

void Statements::for_statement(TokenNumber end) {
  ++cursor_.at;
  const bool each = accept("each", end);
  if (!at("(", end)) return fail();
  const TokenRange head{cursor_.at + 1, close_of(cursor_.at, end)};
  go_after(head.end, end);
  variables_.open_scope();
  std::optional<TokenNumber> in, dots;
  for (TokenNumber i = head.begin; i < head.end && !tokens_[i].is(";"); i = after(i, head.end)) {
    if (tokens_[i].is("in") && !in) in = i;
    if (tokens_[i].is("...") && in) dots = i;
  }
  if (dots && is_haxe())
    range_loop(*dots, head, end);
  else if (in)
    item_loop(head, *in, each || is_haxe(), end);
  else
    counting_loop(head, end);
  variables_.close_scope();
}

void Statements::counting_loop(TokenRange head, TokenNumber end) {
  const TokenNumber body_at = cursor_.at;
  std::array<TokenRange, 3> parts{};
  TokenNumber from = head.begin;
  for (TokenRange& part : parts) {
    TokenNumber to = from;
    while (to < head.end && !tokens_[to].is(";")) to = after(to, head.end);
    part = {from, std::min(to, head.end)};
    from = std::min(to + 1, head.end);
  }
  const auto run_part = [&](TokenRange part) {
    cursor_.at = part.begin;
    if (!part.empty() && is_declaring(token())) return declare_variables(part.end);
    while (cursor_.at < part.end) {
      const TokenNumber comma = end_of_expression(tokens_, cursor_.at, part.end);
      expressions_.value_of({cursor_.at, comma});
      emit(Opcode::pop);
      cursor_.at = comma + 1;
    }
  };
  run_part(parts[0]);
  const auto test = [&] {
    if (parts[1].empty())
      emit(Opcode::pushtrue);
    else
      expressions_.value_of(parts[1]);
    return Opcode::iftrue;
  };
  loop(
      body_at, end, [] {}, [&] { run_part(parts[2]); }, test);
}

// Returns the variable of `for (name in …)`; nullopt for another operand.
std::optional<Variable> Statements::loop_variable(TokenRange head) {
  TokenNumber name = head.begin;
  const bool declares = name < head.end && (is_declaring(tokens_[name]) || is_haxe());
  if (name < head.end && is_declaring(tokens_[name])) ++name;
  if (!is_word(name, head.end)) return std::nullopt;
  Type type;
  cursor_.at = name + 1;
  if (at(":", head.end)) type = read_type(head.end);
  if (declares) return variables_.declare(tokens_[name].text, type);
  const Variable* const known = cursor_.at < head.end ? nullptr : variables_.find_local(tokens_[name].text);
  return known != nullptr ? std::optional(*known) : std::nullopt;
}

// `for (i in first...last)` of Haxe
void Statements::range_loop(TokenNumber dots, TokenRange head, TokenNumber end) {
  const TokenNumber body_at = cursor_.at;
  TokenNumber in = head.begin;
  while (in < dots && !tokens_[in].is("in")) ++in;
  const std::uint32_t count = code_.new_register(), last = code_.new_register();
  expressions_.value_of({in + 1, dots});
  code_.set_local(count);
  expressions_.value_of({dots + 1, head.end});
  code_.set_local(last);
  const std::optional<Variable> variable = loop_variable({head.begin, in});
  const Variable item = variable ? *variable : Variable{.number = code_.new_register()};
  const auto begin = [&] {
    code_.get_local(count);
    variables_.store(item);
    emit(Opcode::inclocal_i, {count});
  };
  const auto test = [&] {
    code_.get_local(count);
    code_.get_local(last);
    return Opcode::iflt;
  };
  loop(
      body_at, end, begin, [] {}, test);
}

void Statements::item_loop(TokenRange head, TokenNumber in, bool values, TokenNumber end) {
  const TokenNumber body_at = cursor_.at;
  const std::uint32_t list = code_.new_register(), index = code_.new_register();
  expressions_.value_of({in + 1, head.end});
  code_.set_local(list);
  code_.push_number(0);
  code_.set_local(index);
  const std::optional<Variable> variable = loop_variable({head.begin, in});
  const auto begin = [&] {
    if (variable) {
      code_.get_local(list);
      code_.get_local(index);
      emit(values ? Opcode::nextvalue : Opcode::nextname);
      return variables_.store(*variable);
    }
    // A field, or the key and the value of a map.
    for (TokenNumber i = head.begin; i < in; ++i) {
      if (!is_word(i, in)) continue;
      if (is_haxe())
        variables_.declare(tokens_[i].text, {});
      else if (i + 1 >= in || tokens_[i + 1].is("=>"))
        access_.assign_unknown_to_member(tokens_[i].text);
    }
  };
  const auto test = [&] {
    emit(Opcode::hasnext2, {list, index});
    return Opcode::iftrue;
  };
  loop(
      body_at, end, begin, [] {}, test);
}

// Reads the type after a colon.
Type Statements::read_type(TokenNumber end) {
  const TokenNumber begin = ++cursor_.at;
  cursor_.at = after_type(tokens_, begin, end);
  return movie_.type_of(function_.file, name_of_type(tokens_, begin, cursor_.at));
}

void Statements::declare_variables(TokenNumber end) {
  const TokenNumber begin = cursor_.at;
  ++cursor_.at;
  if (at("var", end) || at("const", end)) ++cursor_.at;
  for (;;) {
    if (!is_word(cursor_.at, end)) return fail();
    const std::string_view name = token().text;
    ++cursor_.at;
    Type type;
    if (at(":", end)) type = read_type(end);
    if (accept("=", end)) {
      const bool is_function = at("function", end) && !variables_.is_assigned(name);
      if (is_function) {
        // The function has the name of the variable.
        const Function function = read_function(tokens_, cursor_.at, end);
        inside_.push_function(function, variables_.declare_function(name, true).name);
        emit(Opcode::pop);
        cursor_.at = function.end;
      } else {
        const Type of_value = expressions_.expression(end);
        if (type.name.empty() || of_value.is(Type::new_object)) type = of_value;
        variables_.store(variables_.declare(name, type));
      }
    } else {
      const Variable variable = variables_.declare(name, type);
      // Variables keep their values in the next iteration of a loop.
      if (jumps_.empty() && variable.kind == Variable::Kind::Register) {
        if (type.is("int") || type.is("uint"))
          code_.push_number(0);
        else if (type.is_boolean())
          emit(Opcode::pushfalse);
        else if (type.is("Number"))
          code_.push_unknown();
        else
          emit(Opcode::pushnull);
        variables_.store(variable);
      }
    }
    if (cursor_.failed || !accept(",", end)) break;
  }
  end_statement(begin, end);
}

void Statements::function_statement(TokenNumber end) {
  const Function function = read_function(tokens_, cursor_.at, end);
  const Variable* const known = variables_.find_local(function.name);
  const bool is_declared = known != nullptr && known->kind == Variable::Kind::Function;
  const std::uint32_t name = is_declared ? known->name : variables_.declare_function(function.name, false).name;
  if (!function.has_body) return fail();
  inside_.push_function(function, name);
  emit(Opcode::pop);
  cursor_.at = function.end;
}

void Statements::return_statement(TokenNumber end) {
  const TokenNumber begin = cursor_.at;
  const bool throws = token().is("throw");
  ++cursor_.at;
  const bool is_empty = cursor_.at >= end || at(";", end) || at("}", end) || token().line > tokens_[begin].line;
  if (is_empty && !(is_haxe() && cursor_.at < end && !at(";", end) && !at("}", end))) {
    emit(Opcode::returnvoid);
    accept(";", end);
    return;
  }
  expressions_.expression(end);
  emit(throws ? Opcode::throw_ : Opcode::returnvalue);
  end_statement(begin, end);
}

void Statements::jump_statement(TokenNumber end) {
  const bool stops = token().is("break");
  const std::uint32_t line = token().line;
  ++cursor_.at;
  std::string_view name;
  if (is_word(cursor_.at, end) && token().line == line) {
    name = token().text;
    ++cursor_.at;
  }
  accept(";", end);
  for (auto jump = jumps_.rbegin(); jump != jumps_.rend(); ++jump) {
    if (name.empty() ? !stops && jump->next == nullptr : jump->name != name) continue;
    code_.branch(Opcode::jump, stops || jump->next == nullptr ? *jump->end : *jump->next);
    return;
  }
}

}  // namespace agal::source_code
