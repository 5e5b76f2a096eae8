// The tokens, the code and the names of a function, which the parts of its compiler share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "sources/access.hpp"

namespace agal::source_code {

/// The maximum number of statements and operands around a position.
inline constexpr int max_depth = 48;

/// The position in the tokens of a function.
struct Cursor {
  TokenNumber at = 0;
  int depth = 0;          // the number of statements and operands around the position
  std::uint32_t arm = 0;  // the arm of conditional compilation around the statement
  bool failed = false;    // true after tokens that are not understood
};

/// A function that is compiled. Compiling moves the cursor and appends instructions.
struct FunctionContext {
  FunctionContext(Movie& all, std::uint32_t number, const ClassInfo* of, const FunctionContext* outer)
      : movie(all),
        file(number),
        source(all.files()[number]),
        in_class(of),
        code(all),
        variables(all, source, code, outer != nullptr ? &outer->variables : nullptr),
        access(all, number, of, code, variables) {
    if (outer != nullptr) cursor.depth = outer->cursor.depth + 1;
  }
  FunctionContext(const FunctionContext&) = delete;
  FunctionContext& operator=(const FunctionContext&) = delete;

  Movie& movie;
  std::uint32_t file;
  const SourceFile& source;
  const ClassInfo* in_class;
  Cursor cursor;
  CodeWriter code;
  Variables variables;
  Access access;
};

/// Short names for what each part uses.
class FunctionPart {
 protected:
  explicit FunctionPart(FunctionContext& function)
      : function_(function),
        movie_(function.movie),
        source_(function.source),
        tokens_(function.source.list.tokens),
        class_(function.in_class),
        cursor_(function.cursor),
        code_(function.code),
        variables_(function.variables),
        access_(function.access) {}
  ~FunctionPart() = default;

  const Token& token() const { return tokens_[cursor_.at]; }
  const Token& next_token() const { return tokens_[cursor_.at + 1]; }
  bool at(std::string_view sign, TokenNumber end) const { return cursor_.at < end && token().is(sign); }
  bool accept(std::string_view sign, TokenNumber end) {
    if (!at(sign, end)) return false;
    ++cursor_.at;
    return true;
  }
  TokenNumber close_of(TokenNumber open, TokenNumber end) const { return std::min(tokens_[open].partner, end); }
  /// Goes to the token after a bracket.
  void go_after(TokenNumber close, TokenNumber end) { cursor_.at = std::min(close + 1, end); }
  bool is_word(TokenNumber at, TokenNumber end) const { return at < end && tokens_[at].kind == TokenKind::Word; }
  bool is_haxe() const { return source_.list.language == Language::Haxe; }
  /// Notes that the tokens are not understood.
  void fail() { cursor_.failed = true; }
  Operand failed() {
    fail();
    return pushed();
  }
  /// Returns the token after a token, or after the bracket that it opens.
  TokenNumber after(TokenNumber at, TokenNumber end) const {
    const bool opens = tokens_[at].is("(") || tokens_[at].is("[") || tokens_[at].is("{");
    return (opens ? close_of(at, end) : at) + 1;
  }
  void emit(Opcode code, std::initializer_list<std::uint32_t> operands = {}) { code_.emit(code, operands); }

  FunctionContext& function_;
  Movie& movie_;
  const SourceFile& source_;
  const Tokens& tokens_;
  const ClassInfo* class_;
  Cursor& cursor_;
  CodeWriter& code_;
  Variables& variables_;
  Access& access_;
};

/// Compiles what expressions contain besides operands: statements and functions.
class CodeInExpression {
 public:
  virtual void statement(TokenNumber end) = 0;
  virtual void statements(TokenRange range) = 0;
  /// Compiles a statement of Haxe. Its value becomes the value of a register.
  virtual void statement_with_value(TokenNumber end, std::uint32_t result) = 0;
  /// Adds a function to the movie, and pushes it. `name` is its string; 0 if it has none.
  virtual void push_function(const Function& function, std::uint32_t name) = 0;

 protected:
  ~CodeInExpression() = default;
};

}  // namespace agal::source_code
