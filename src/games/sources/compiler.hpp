// Compiles a function of a source to instructions. What it does not understand becomes unknown: a statement that cannot
// be read assigns unknown values to everything that it may assign to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sources/code_writer.hpp"
#include "sources/movie.hpp"

namespace agal::source_code {

/// A variable of a function.
struct Variable {
  enum class Kind : std::uint8_t {
    Register,
    Slot,      // a variable of an activation: a nested function reads it, or no code reads it
    Open,      // a slot to which a nested function assigns, so that its value is unknown
    Function,  // a nested function with a name
  };
  Kind kind = Kind::Register;
  std::uint32_t number = 0;  // the number of the register or the slot
  std::uint32_t name = 0;    // a string of its own, for Open and Function
  Type type{};
};

/// An operand. Its object and its key, if it has them, are on the stack, but its value is not, except for Kind::Value.
struct Operand {
  enum class Kind : std::uint8_t { Value, Literal, Variable, Name, Member, Item, Class, Super };
  Kind kind = Kind::Value;
  Variable variable{};
  std::size_t literal = 0;  // for Literal, an index of Compiler::literals_
  std::uint32_t name = 0;   // the string of a name or a member
  Type type{};
  std::string_view word;                 // the name as written
  const MemberInfo* member = nullptr;    // the member that it is, if it is known
  std::uint32_t in_class = 0;            // for Class, the class; see Type::in_class
  bool is_own = false;                   // true for a member of `this` or of a class by its name
  bool is_stored = false;                // true for an assignment whose value was not kept
  std::optional<std::int32_t> number{};  // the value of a literal number
  std::optional<bool> truth{};           // the value of `true` and `false`
  std::size_t begin = 0;                 // the position of the first instruction
};

class Compiler {
 public:
  Compiler(Movie& movie, std::uint32_t file, const ClassInfo* in_class, Compiler* outer = nullptr);

  /// Compiles a function and adds it to the movie. Returns its number.
  std::uint32_t compile(const Function& function, std::uint32_t name);

  // ---- for methods that are made of parts
  /// Begins a method without parameters.
  void begin(bool is_static) { is_static_ = is_static; }
  /// Keeps the registers of the parameters of a function that is added later.
  void reserve_parameters(const Function& function);
  void initialize(const MemberInfo& member, TokenRange initializer);
  void run(TokenRange statements);
  /// Adds the parameters and the body of a constructor.
  void add_constructor(const Function& function, avm2::Method& method);
  /// Adds the method to the movie.
  std::uint32_t finish(avm2::Method method);

 private:
  static constexpr int max_depth = 48;
  struct Jump {
    std::string_view name;  // the label of the statement
    Label* end = nullptr;
    Label* next = nullptr;  // null for a `switch`
  };
  struct Usage {
    bool is_read = false, is_captured = false, is_assigned_inside = false;
    std::uint32_t assigned = 0;
  };
  struct Case {
    TokenRange label, body;
    bool is_default = false;
  };

  // ---- functions.cpp
  void add_body(const Function& function);
  void find_usage(TokenRange range);
  bool has_markup(TokenRange range) const;
  void note_usage(TokenNumber at, bool inside);
  TokenRange nested_function(TokenNumber at, TokenNumber end) const;
  void declare_functions(TokenRange range);
  void declare_parameters(const Function& function);
  Variable& declare(std::string_view name, Type type);
  Variable* find_local(std::string_view name);
  const Variable* find_variable(std::string_view name);
  avm2::Constant constant_of(TokenRange range);
  void push_function(const Function& function, std::uint32_t name);
  std::uint32_t new_register() { return registers_++; }
  void add_parameters(const Function& function, avm2::Method& method);

  // ---- statements.cpp
  void statements(TokenNumber end);
  void statement(TokenNumber end);
  bool keyword_statement(std::string_view word, TokenNumber end);
  void block(TokenNumber end);
  void unknown_statement(TokenNumber begin, TokenNumber end);
  void assign_unknown(TokenNumber begin, TokenNumber end);
  void if_statement(TokenNumber end);
  void while_statement(TokenNumber end);
  void do_statement(TokenNumber end);
  void for_statement(TokenNumber end);
  void counting_loop(TokenRange head, TokenNumber end);
  void range_loop(TokenNumber dots, TokenRange head, TokenNumber end);
  void item_loop(TokenRange head, TokenNumber in, bool values, TokenNumber end);
  Variable* loop_variable(TokenRange head);
  void loop_body(Label& next, Label& stop, TokenNumber end);
  void switch_statement(TokenNumber end, std::optional<std::uint32_t> result);
  std::vector<Case> cases_of(TokenNumber open, TokenNumber close) const;
  void case_label(const Case& one, std::uint32_t subject, Label& body);
  void try_statement(TokenNumber end, std::optional<std::uint32_t> result);
  void compiled_block(TokenNumber end);
  bool arm_statement(TokenNumber end);
  void declare_variables(TokenNumber end);
  void return_statement(TokenNumber end);
  void jump_statement(TokenNumber end);
  void skip_type(TokenNumber end, Type& type);
  void function_statement(TokenNumber end);
  void end_statement(TokenNumber begin, TokenNumber end);
  /// Compiles the statements of a block, or one statement. The value of the last one becomes the value of a register.
  void block_with_value(TokenNumber end, std::uint32_t result);
  void value_at_end(TokenNumber end, std::uint32_t result);
  void statement_with_value(TokenNumber end, std::uint32_t result);
  void push_unknown();
  void drop_value();
  /// Pushes the value of an expression with these tokens. If they are not an expression, it is unknown.
  void value_of(TokenRange range);
  void roll_back(std::size_t position);

  // ---- expressions.cpp. Functions without a result push a value.
  void expression(TokenNumber end);
  Operand assignment(TokenNumber end);
  void assign_default(Operand left, std::string_view sign, TokenNumber end);
  Operand conditional(TokenNumber end);
  Operand binary(TokenNumber end, int level);
  Operand logical(std::string_view sign, Operand left, TokenNumber end, int level);
  Operand combined(std::string_view sign, Operand left, TokenNumber end, int level);
  bool append_literal(const Operand& left, TokenNumber end);
  Type type_operand(TokenNumber end);
  Operand unary(TokenNumber end);
  Operand counted(bool up, bool before, Operand operand);
  Operand postfix(TokenNumber end);
  Operand postfixes(Operand operand, TokenNumber end);
  Operand member_of(Operand operand, TokenNumber end);
  Operand named_member(const ClassInfo* of, std::string_view name, bool is_own) const;
  Operand part_of_xml(Operand operand, TokenNumber end);
  Operand primary(TokenNumber end);
  Operand word(TokenNumber end);
  Operand keyword_value(std::string_view word, TokenNumber end, bool& is_known);
  Operand name(std::string_view name, TokenNumber end);
  const MemberInfo* accessible(const MemberInfo* member) const;
  Operand own_member(const MemberInfo& member, std::string_view name, bool is_call);
  Operand value_of_arms(TokenNumber end);
  Operand list_literal(TokenNumber end);
  Operand object_literal(TokenNumber end, bool is_tween);
  Operand function_value(TokenNumber end);
  bool is_arrow(TokenNumber end) const;
  Operand arrow_value(TokenNumber end);
  Operand value_of_statement(TokenNumber end);
  Operand text_literal();
  Operand number_literal();
  Operand pattern_literal();
  std::string_view operator_at(TokenNumber at, TokenNumber end, TokenNumber& length) const;
  void load(Operand& operand);
  void keep_for_store(Operand& operand);
  void store(const Operand& operand, bool keeps_value);
  void store_variable(const Variable& variable);
  void store_elsewhere(std::string_view name);
  void store_member(const Operand& operand);
  Operand value(Type type = {}) const {
    Operand out;
    out.type = type;
    return out;
  }

  // ---- calls.cpp
  Operand call(Operand callee, TokenNumber end);
  const Function* flag_setter(const Operand& callee) const;
  Operand inlined_call(const Function& function, TokenNumber end);
  Operand constructor_of_base(TokenNumber end);
  Type type_of_result(const Operand& callee) const;
  std::optional<Operand> known_call(const Operand& callee, TokenNumber end);
  std::optional<Operand> call_of_library(std::string_view object, std::string_view method, TokenNumber end);
  Operand conversion(std::string_view type, TokenNumber end);
  std::uint32_t arguments(TokenNumber end, bool is_tween = false);
  std::vector<TokenRange> argument_ranges(TokenNumber open) const;
  void argument(TokenRange range);
  void replace_everywhere(TokenRange text, TokenRange part, TokenRange by);
  Operand new_value(TokenNumber end);
  void note_unknown_call(std::string_view name);
  void call_own(std::uint32_t name);

  // ---- tokens
  const Token& token() const { return tokens_[at_]; }
  bool at(std::string_view sign, TokenNumber end) const { return at_ < end && tokens_[at_].is(sign); }
  bool accept(std::string_view sign, TokenNumber end) {
    if (!at(sign, end)) return false;
    ++at_;
    return true;
  }
  TokenNumber close_of(TokenNumber open, TokenNumber end) const { return std::min(tokens_[open].partner, end); }
  bool is_word(TokenNumber at, TokenNumber end) const { return at < end && tokens_[at].kind == TokenKind::Word; }
  void fail() { failed_ = true; }
  bool is_haxe() const { return source_.list.language == Language::Haxe; }

  // ---- code
  void emit(Opcode code, std::initializer_list<std::uint32_t> operands = {}) { code_.emit(code, operands); }
  void emit_name(Opcode code, std::uint32_t string) { code_.emit(code, {movie_.multiname(string)}); }
  void emit_call(Opcode code, std::uint32_t string, std::uint32_t arguments) {
    code_.emit(code, {movie_.multiname(string), arguments});
  }
  void get_local(std::uint32_t local) { emit(Opcode::getlocal, {local}); }
  void set_local(std::uint32_t local) { emit(Opcode::setlocal, {local}); }
  void push_number(std::int32_t number) { code_.push_integer(number, movie_.integer(number)); }

  Movie& movie_;
  std::uint32_t file_;
  const SourceFile& source_;
  const Tokens& tokens_;
  const ClassInfo* class_;
  Compiler* outer_;
  bool is_static_ = false;
  CodeWriter code_;
  TokenNumber at_ = 0;
  int depth_ = 0, inlined_ = 0;
  bool failed_ = false;
  bool drops_value_ = false;  // true at the beginning of a statement, if it is an assignment
  std::uint32_t registers_ = 1;
  std::vector<std::unordered_map<std::string_view, Variable>> scopes_;
  std::unordered_map<std::string_view, Usage> usage_;
  std::unordered_map<std::uint32_t, std::uint32_t>
      unnamed_;                                      // the strings of registers whose names are not written yet
  std::size_t last_call_ = 0, after_last_call_ = 0;  // the positions of the last call, and after it
  std::vector<LiteralText> literals_;
  std::vector<Jump> jumps_;
  std::string_view label_;  // the label of the statement that begins
  std::uint32_t arm_ = 0;   // the arm of conditional compilation around the statement
};

}  // namespace agal::source_code
