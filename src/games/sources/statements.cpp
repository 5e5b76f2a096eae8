// Compiles statements.
#include <algorithm>
#include <array>

#include "sources/compiler.hpp"

namespace agal::source_code {
namespace {

// Returns true for a word that assigns to its list, such as `push`.
bool changes_list(std::string_view word) {
  constexpr std::array<std::string_view, 9> words{"push",   "unshift", "pop",  "shift", "splice",
                                                  "insert", "reverse", "sort", "remove"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

void Compiler::push_unknown() { emit(Opcode::pushnan); }

// Removes the code after a position, and the branches in it.
void Compiler::roll_back(std::size_t position) {
  code_.truncate(position);
  for (const Jump& jump : jumps_)
    for (Label* const label : {jump.end, jump.next})
      if (label != nullptr) std::erase_if(label->branches, [&](std::size_t branch) { return branch > position; });
}

void Compiler::value_of(TokenRange range) {
  const std::size_t position = code_.position();
  const std::uint32_t arm = arm_;
  at_ = range.begin;
  if (!range.empty()) expression(range.end);
  if (is_haxe() && !failed_ && at(":", range.end)) at_ = range.end;  // `value : Type`
  if (failed_ || at_ != range.end || range.empty()) {
    failed_ = false;
    arm_ = arm;
    roll_back(position);
    assign_unknown(range.begin, range.end);
    push_unknown();
  }
  at_ = range.end;
}

// Assigns unknown values to everything that code may assign to.
void Compiler::assign_unknown(TokenNumber begin, TokenNumber end) {
  bool calls = false;
  for (TokenNumber i = begin; i < end; ++i) {
    calls = calls || (tokens_[i].is("(") && i > begin && tokens_[i - 1].kind == TokenKind::Word);
    if (tokens_[i].kind != TokenKind::Word) continue;
    const Token& next = tokens_[i + 1];
    const bool counts =
        next.is("++") || next.is("--") || (i > 0 && (tokens_[i - 1].is("++") || tokens_[i - 1].is("--")));
    const bool changes = next.is("[") || (next.is(".") && i + 2 < end && changes_list(tokens_[i + 2].text));
    if (!is_assignment(next) && !counts && !changes) continue;
    Operand operand;
    const bool is_member = i > 0 && tokens_[i - 1].is(".");
    if (const Variable* const variable = is_member ? nullptr : find_variable(tokens_[i].text)) {
      operand.kind = Operand::Kind::Variable;
      operand.variable = *variable;
    } else {
      const MemberInfo* const member = class_ != nullptr ? movie_.find_member(*class_, tokens_[i].text) : nullptr;
      get_local(0);
      operand.kind = Operand::Kind::Member;
      operand.word = tokens_[i].text;
      operand.name = member != nullptr ? member->name : movie_.string(tokens_[i].text);
    }
    push_unknown();
    store(operand, false);
  }
  if (calls) note_unknown_call({});
}

void Compiler::unknown_statement(TokenNumber begin, TokenNumber end) {
  assign_unknown(begin, end);
  at_ = std::max(end, begin + 1);
}

// Drops the value on the stack. A call makes none if its result is not used.
void Compiler::drop_value() {
  if (last_call_ < after_last_call_ && after_last_call_ == code_.position())
    code_.call_without_result(last_call_);
  else
    emit(Opcode::pop);
}

void Compiler::statements(TokenNumber end) {
  while (at_ < end) {
    const TokenNumber before = at_;
    if (!arm_statement(end)) statement(end);
    if (at_ <= before) at_ = before + 1;
  }
  at_ = end;
}

void Compiler::block(TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  scopes_.emplace_back();
  statements(close);
  scopes_.pop_back();
  at_ = std::min(close + 1, end);
}

void Compiler::statement(TokenNumber end) {
  if (at_ >= end || accept(";", end)) return;
  const TokenNumber begin = at_;
  if (depth_ >= max_depth) return unknown_statement(begin, end_of_statement(tokens_, begin, end));
  ++depth_;
  const std::size_t position = code_.position();
  const std::uint32_t arm = arm_;
  if (at("{", end)) {
    block(end);
  } else if (!is_word(at_, end) || !keyword_statement(token().text, end)) {
    if (!failed_) {
      at_ = begin;
      drops_value_ = true;
      Operand operand = assignment(end);
      const bool is_text = operand.kind == Operand::Kind::Literal;
      load(operand);
      if (operand.is_stored) {
        // The statement has no value.
      } else if (is_text) {  // the content of an element of MXML
        Variable element;
        element.kind = Variable::Kind::Slot;
        element.number = movie_.next_slot();
        store_variable(element);
      } else {
        drop_value();
      }
      end_statement(begin, end);
    }
  }
  if (failed_) {
    failed_ = false;
    arm_ = arm;
    roll_back(position);
    unknown_statement(begin, std::max(at_, end_of_statement(tokens_, begin, end)));
  }
  --depth_;
}

// Reads the end of a statement. It may be the end of a line.
void Compiler::end_statement(TokenNumber begin, TokenNumber end) {
  if (accept(";", end) || at_ >= end || at("}", end) || at("else", end) || at_ == begin) return;
  if (token().line > tokens_[at_ - 1].line || tokens_[at_ - 1].is("}") || token().arm != tokens_[at_ - 1].arm) return;
  fail();
}

// Compiles a statement that begins with a keyword. Returns false for other statements.
bool Compiler::keyword_statement(std::string_view word, TokenNumber end) {
  const TokenNumber begin = at_;
  const Token& next = tokens_[at_ + 1];
  const std::string_view label = std::exchange(label_, {});
  if (next.is(":") && word != "default" && word != "case") {
    label_ = word;
    at_ += 2;
    statement(end);
    return true;
  }
  label_ = label;
  if (word == "if") {
    if_statement(end);
  } else if (word == "while") {
    while_statement(end);
  } else if (word == "do") {
    do_statement(end);
  } else if (word == "for") {
    for_statement(end);
  } else if (word == "switch") {
    switch_statement(end, std::nullopt);
  } else if (word == "try") {
    try_statement(end, std::nullopt);
  } else if (word == "return" || word == "throw") {
    return_statement(end);
  } else if (word == "break" || word == "continue") {
    jump_statement(end);
  } else if (is_declaring(tokens_[at_]) && next.kind == TokenKind::Word) {
    declare_variables(end);
  } else if (word == "function" && next.kind == TokenKind::Word) {
    function_statement(end);
  } else if ((word == "import" || word == "use" || word == "using" || word == "default") &&
             next.kind == TokenKind::Word) {
    at_ = end_of_statement(tokens_, at_, end);
  } else if (next.is("::") && at_ + 3 < end && (tokens_[at_ + 3].is("{") || is_word(at_ + 3, end))) {
    compiled_block(end);
  } else if ((word == "inline" || word == "static" || word == "public" || word == "private") && is_word(at_ + 1, end)) {
    ++at_;
    statement(end);
  } else {
    return false;
  }
  label_ = {};
  at_ = std::max(at_, begin + 1);
  return true;
}

// Compiles the block of conditional compilation: `CONFIG::debug { … }`.
void Compiler::compiled_block(TokenNumber end) {
  const std::string_view whole(
      tokens_[at_].text.data(),
      static_cast<std::size_t>(tokens_[at_ + 2].text.data() + tokens_[at_ + 2].text.size() - tokens_[at_].text.data()));
  Label otherwise;
  emit_name(Opcode::getlex, movie_.flag(whole));
  code_.branch(Opcode::iffalse, otherwise);
  at_ += 3;
  statement(end);
  code_.place(otherwise);
}

// Compiles the arms of conditional compilation that begin here. Returns false if none does.
bool Compiler::arm_statement(TokenNumber end) {
  const std::vector<Arm>& arms = source_.list.arms;
  std::uint32_t arm = token().arm;
  if (arm == arm_ || arms[arm].begin != at_) return false;
  while (arms[arm].previous != 0 && arms[arms[arm].previous].begin == at_) arm = arms[arm].previous;
  const std::uint32_t outer = arm_;
  Label done;
  for (; arm != 0 && arms[arm].begin >= at_ && arms[arm].end <= end; arm = source_.next_arm[arm]) {
    Label otherwise;
    if (!arms[arm].condition.empty()) {
      emit_name(Opcode::getlex, movie_.flag(arms[arm].condition));
      code_.branch(Opcode::iffalse, otherwise);
    }
    arm_ = arm;
    at_ = arms[arm].begin;
    statements(arms[arm].end);
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
  }
  code_.place(done);
  arm_ = outer;
  return true;
}

void Compiler::if_statement(TokenNumber end) {
  ++at_;
  if (!at("(", end)) return fail();
  const TokenNumber close = close_of(at_, end);
  value_of({at_ + 1, close});
  at_ = std::min(close + 1, end);
  Label otherwise, done;
  code_.branch(Opcode::iffalse, otherwise);
  statement(end);
  if (at("else", end)) {
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
    ++at_;
    statement(end);
    code_.place(done);
  } else {
    code_.place(otherwise);
  }
}

void Compiler::loop_body(Label& next, Label& stop, TokenNumber end) {
  jumps_.push_back({std::exchange(label_, {}), &stop, &next});
  statement(end);
  jumps_.pop_back();
  code_.place(next);
}

void Compiler::while_statement(TokenNumber end) {
  ++at_;
  if (!at("(", end)) return fail();
  const TokenRange condition{at_ + 1, close_of(at_, end)};
  at_ = std::min(condition.end + 1, end);
  Label body, next, stop;
  code_.branch(Opcode::jump, next);
  code_.place(body);
  emit(Opcode::label);
  loop_body(next, stop, end);
  const TokenNumber after = at_;
  value_of(condition);
  code_.branch(Opcode::iftrue, body);
  code_.place(stop);
  at_ = after;
}

void Compiler::do_statement(TokenNumber end) {
  ++at_;
  Label body, next, stop;
  code_.place(body);
  emit(Opcode::label);
  loop_body(next, stop, end);
  if (!at("while", end)) return fail();
  ++at_;
  if (!at("(", end)) return fail();
  const TokenNumber close = close_of(at_, end);
  value_of({at_ + 1, close});
  code_.branch(Opcode::iftrue, body);
  code_.place(stop);
  at_ = std::min(close + 1, end);
  accept(";", end);
}

void Compiler::for_statement(TokenNumber end) {
  ++at_;
  const bool each = accept("each", end);
  if (!at("(", end)) return fail();
  const TokenRange head{at_ + 1, close_of(at_, end)};
  at_ = std::min(head.end + 1, end);
  scopes_.emplace_back();
  std::optional<TokenNumber> in, dots;
  for (TokenNumber i = head.begin; i < head.end; ++i) {
    if (tokens_[i].is(";")) break;
    if (tokens_[i].is("in") && !in) in = i;
    if (tokens_[i].is("...") && in) dots = i;
    if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) i = close_of(i, head.end);
  }
  if (dots && is_haxe())
    range_loop(*dots, head, end);
  else if (in)
    item_loop(head, *in, each || is_haxe(), end);
  else
    counting_loop(head, end);
  scopes_.pop_back();
}

void Compiler::counting_loop(TokenRange head, TokenNumber end) {
  const TokenNumber body_at = at_;
  std::array<TokenRange, 3> parts{};
  TokenNumber from = head.begin;
  for (TokenRange& part : parts) {
    TokenNumber to = from;
    while (to < head.end && !tokens_[to].is(";"))
      to = tokens_[to].is("(") || tokens_[to].is("[") || tokens_[to].is("{") ? close_of(to, head.end) + 1 : to + 1;
    part = {from, std::min(to, head.end)};
    from = std::min(to + 1, head.end);
  }
  const auto run_part = [&](TokenRange part) {
    at_ = part.begin;
    if (!part.empty() && is_declaring(tokens_[at_])) return declare_variables(part.end);
    while (at_ < part.end) {
      const TokenNumber comma = end_of_expression(tokens_, at_, part.end);
      value_of({at_, comma});
      emit(Opcode::pop);
      at_ = comma + 1;
    }
  };
  run_part(parts[0]);
  Label body, next, test, stop;
  code_.branch(Opcode::jump, test);
  code_.place(body);
  emit(Opcode::label);
  at_ = body_at;
  loop_body(next, stop, end);
  const TokenNumber after = at_;
  run_part(parts[2]);
  code_.place(test);
  if (parts[1].empty())
    emit(Opcode::pushtrue);
  else
    value_of(parts[1]);
  code_.branch(Opcode::iftrue, body);
  code_.place(stop);
  at_ = after;
}

// Returns the variable of `for (name in …)`. If it is another operand, everything that it names becomes unknown.
Variable* Compiler::loop_variable(TokenRange head) {
  TokenNumber name = head.begin;
  const bool declares = name < head.end && (is_declaring(tokens_[name]) || is_haxe());
  if (name < head.end && is_declaring(tokens_[name])) ++name;
  if (!is_word(name, head.end)) return nullptr;
  Type type;
  at_ = name + 1;
  if (at(":", head.end)) skip_type(head.end, type);
  if (!declares && at_ < head.end) return nullptr;
  if (!declares) return find_local(tokens_[name].text);
  return &declare(tokens_[name].text, type);
}

// `for (i in first...last)` of Haxe
void Compiler::range_loop(TokenNumber dots, TokenRange head, TokenNumber end) {
  const TokenNumber body_at = at_;
  TokenNumber in = head.begin;
  while (in < dots && !tokens_[in].is("in")) ++in;
  const std::uint32_t count = new_register(), last = new_register();
  value_of({in + 1, dots});
  set_local(count);
  value_of({dots + 1, head.end});
  set_local(last);
  Variable* const variable = loop_variable({head.begin, in});
  const Variable item = variable != nullptr ? *variable : Variable{.number = new_register()};
  Label body, next, test, stop;
  code_.branch(Opcode::jump, test);
  code_.place(body);
  emit(Opcode::label);
  get_local(count);
  store_variable(item);
  emit(Opcode::inclocal_i, {count});
  at_ = body_at;
  loop_body(next, stop, end);
  code_.place(test);
  get_local(count);
  get_local(last);
  code_.branch(Opcode::iflt, body);
  code_.place(stop);
}

void Compiler::item_loop(TokenRange head, TokenNumber in, bool values, TokenNumber end) {
  const TokenNumber body_at = at_;
  const std::uint32_t list = new_register(), index = new_register();
  value_of({in + 1, head.end});
  set_local(list);
  push_number(0);
  set_local(index);
  const Variable* const variable = loop_variable({head.begin, in});
  Label body, next, test, stop;
  code_.branch(Opcode::jump, test);
  code_.place(body);
  emit(Opcode::label);
  if (variable != nullptr) {
    get_local(list);
    get_local(index);
    emit(values ? Opcode::nextvalue : Opcode::nextname);
    store_variable(*variable);
  } else {
    // A field, or the key and the value of a map.
    for (TokenNumber i = head.begin; i < in; ++i) {
      if (!is_word(i, in)) continue;
      if (is_haxe()) declare(tokens_[i].text, {});
      if (is_haxe() || (i + 1 < in && !tokens_[i + 1].is("=>"))) continue;
      Operand operand;
      const MemberInfo* const member = class_ != nullptr ? movie_.find_member(*class_, tokens_[i].text) : nullptr;
      operand.kind = Operand::Kind::Member;
      operand.word = tokens_[i].text;
      operand.name = member != nullptr ? member->name : movie_.string(operand.word);
      get_local(0);
      push_unknown();
      store(operand, false);
    }
  }
  at_ = body_at;
  loop_body(next, stop, end);
  code_.place(test);
  emit(Opcode::hasnext2, {list, index});
  code_.branch(Opcode::iftrue, body);
  code_.place(stop);
}

void Compiler::skip_type(TokenNumber end, Type& type) {
  ++at_;
  const TokenNumber begin = at_;
  at_ = after_type(tokens_, begin, end);
  type = movie_.type_of(file_, name_of_type(tokens_, begin, at_));
}

void Compiler::declare_variables(TokenNumber end) {
  const TokenNumber begin = at_;
  ++at_;
  if (at("var", end) || at("const", end)) ++at_;
  for (;;) {
    if (!is_word(at_, end)) return fail();
    const std::string_view name = token().text;
    ++at_;
    Type type;
    if (at(":", end)) skip_type(end, type);
    if (accept("=", end)) {
      const bool is_function = at("function", end) && usage_[name].assigned == 0;
      if (is_function) {
        // The function has the name of the variable.
        const Function function = read_function(tokens_, at_, end);
        Variable variable;
        variable.kind = Variable::Kind::Function;
        variable.name = movie_.own_string(name);
        (is_haxe() ? scopes_.back() : scopes_.front()).insert_or_assign(name, variable);
        push_function(function, variable.name);
        emit(Opcode::pop);
        at_ = function.end;
      } else {
        Operand operand = assignment(end);
        load(operand);
        if (type.name.empty() || operand.type.is(Type::new_object)) type = operand.type;
        store_variable(declare(name, type));
      }
    } else {
      const Variable variable = declare(name, type);
      // Variables keep their values in the next iteration of a loop.
      if (jumps_.empty() && variable.kind == Variable::Kind::Register) {
        if (type.is("int") || type.is("uint"))
          push_number(0);
        else if (type.is_boolean())
          emit(Opcode::pushfalse);
        else if (type.is("Number"))
          push_unknown();
        else
          emit(Opcode::pushnull);
        store_variable(variable);
      }
    }
    if (failed_ || !accept(",", end)) break;
  }
  end_statement(begin, end);
}

void Compiler::function_statement(TokenNumber end) {
  const Function function = read_function(tokens_, at_, end);
  Variable variable;
  if (const Variable* const known = find_local(function.name);
      known != nullptr && known->kind == Variable::Kind::Function) {
    variable = *known;
  } else {
    variable.kind = Variable::Kind::Function;
    variable.name = movie_.own_string(function.name);
    scopes_.back().insert_or_assign(function.name, variable);
  }
  if (!function.has_body) return fail();
  push_function(function, variable.name);
  emit(Opcode::pop);
  at_ = function.end;
}

void Compiler::return_statement(TokenNumber end) {
  const TokenNumber begin = at_;
  const bool throws = token().is("throw");
  ++at_;
  const bool is_empty = at_ >= end || at(";", end) || at("}", end) || token().line > tokens_[begin].line;
  if (is_empty && !(is_haxe() && at_ < end && !at(";", end) && !at("}", end))) {
    emit(Opcode::returnvoid);
    accept(";", end);
    return;
  }
  expression(end);
  emit(throws ? Opcode::throw_ : Opcode::returnvalue);
  end_statement(begin, end);
}

void Compiler::jump_statement(TokenNumber end) {
  const bool stops = token().is("break");
  const std::uint32_t line = token().line;
  ++at_;
  std::string_view name;
  if (is_word(at_, end) && token().line == line) {
    name = token().text;
    ++at_;
  }
  accept(";", end);
  for (auto jump = jumps_.rbegin(); jump != jumps_.rend(); ++jump) {
    if (name.empty() ? !stops && jump->next == nullptr : jump->name != name) continue;
    code_.branch(Opcode::jump, stops || jump->next == nullptr ? *jump->end : *jump->next);
    return;
  }
}

}  // namespace agal::source_code
