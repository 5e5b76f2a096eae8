// Finds the classes, methods and members that a source declares, by its brackets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/tokens.hpp"

namespace agal::source_code {

using Tokens = std::vector<Token>;
using TokenNumber = std::uint32_t;

/// A range of tokens.
struct TokenRange {
  TokenNumber begin = 0, end = 0;
  bool empty() const { return begin >= end; }
  bool contains(TokenNumber at) const { return at >= begin && at < end; }
};

struct Parameter {
  std::string_view name, type;  // `type` is the last word of the name of the type; "" if it is not declared
  TokenRange initializer;       // the default; empty if there is none
  bool is_rest = false;
  bool is_optional = false;
};

/// The words before a declaration.
struct Modifiers {
  bool is_static = false, is_private = false, is_protected = false, is_override = false, is_dynamic = false,
       is_final = false;
};

struct Function {
  enum class Kind : std::uint8_t { Method, Getter, Setter };
  std::string_view name;  // "" if it has none
  Kind kind = Kind::Method;
  Modifiers modifiers;
  std::uint32_t class_number = 0;
  std::vector<Parameter> parameters;
  std::string_view type;       // the type of the result
  TokenRange body;             // the body without its braces
  bool is_expression = false;  // true if the body is an expression, which is the result
  bool has_body = false;
  TokenNumber end = 0;  // the token after the function
};

struct Member {
  std::string_view name, type;
  Modifiers modifiers;
  std::uint32_t class_number = 0;
  TokenRange initializer;
  bool is_fixed = false;    // true for `const` and `final`
  bool has_getter = false;  // true for a property of Haxe with a method
};

struct Class {
  std::string_view name;
  std::string package;
  bool is_interface = false;
  std::string_view base;  // the last word of the name of the base class; "" if there is none
  TokenRange range;
};

struct Declarations {
  std::vector<Class> classes;             // class 0 is the code outside of classes
  std::vector<Function> functions;        // functions of classes and files, without nested functions
  std::vector<Member> members;            // also values of enumerations, without an initializer
  std::vector<TokenRange> loose;          // statements outside of functions
  std::vector<std::string_view> imports;  // the last words of imported names
};

/// Returns true if a token assigns to the operand before it.
bool is_assignment(const Token& token);

/// Returns true if `++` or `--` is next to a token.
bool is_counted(const Tokens& tokens, TokenNumber at);

/// Returns the token after a type that begins at `at`, such as `Vector.<String>` or `Array<Int>`.
TokenNumber after_type(const Tokens& tokens, TokenNumber at, TokenNumber end);

/// Returns the last word of the name of a type between two tokens, without its type arguments.
std::string_view name_of_type(const Tokens& tokens, TokenNumber at, TokenNumber end);

/// Returns the token after the type arguments `<…>` that begin at `at`; `at` if they do not end.
TokenNumber after_arguments_of_type(const Tokens& tokens, TokenNumber at, TokenNumber end);

/// Reads the parameters and the body of a function. `first` is the position of the word `function`.
Function read_function(const Tokens& tokens, TokenNumber first, TokenNumber end);

/// Returns the end of the expression that begins at `at`: a comma, a semicolon, or a closing bracket.
TokenNumber end_of_expression(const Tokens& tokens, TokenNumber at, TokenNumber end);

/// Returns the token after the statement that begins at `at`: after its semicolon or its block. `if`, loops and the
/// like are statements with all their parts.
TokenNumber end_of_statement(const Tokens& tokens, TokenNumber at, TokenNumber end);

Declarations read_declarations(const Tokens& tokens, Language language);

}  // namespace agal::source_code
