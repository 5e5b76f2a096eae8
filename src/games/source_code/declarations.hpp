// Finds the classes, methods and members that a source declares, by its brackets.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source_code/tokens.hpp"

namespace agal::source_code {

using TokenNumber = std::uint32_t;

/// A range of tokens.
struct TokenRange {
  TokenNumber begin = 0, end = 0;
};

struct Parameter {
  std::string_view name;
  TokenRange initializer;  // the default; empty if there is none
};

struct Function {
  std::string_view name;
  std::uint32_t class_number = 0;
  std::vector<Parameter> parameters;
  TokenRange body;             // the body without its braces
  bool is_expression = false;  // true if the body is an expression, which is the result
  TokenNumber first = 0;       // the position of the word `function`
};

struct Member {
  std::string_view name;
  std::uint32_t class_number = 0;
  TokenRange initializer;
  bool is_fixed = false;     // true for `const` and `final`
  bool is_private = false;   // true if code of other files cannot assign to it
  bool is_repeated = false;  // true if the class has several of this name, as with conditional compilation
};

struct Declarations {
  std::vector<std::string> classes;      // names with packages; class 0 is the code outside of classes
  std::vector<TokenRange> class_ranges;  // indexed by class, ascending
  std::vector<Function> functions;       // functions of classes and files, without nested functions
  std::vector<Member> members;
  std::map<std::string_view, std::uint32_t> class_numbers;  // class numbers by name without package
  std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t>
      function_numbers;  // function numbers by class and name
  std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> member_numbers;
  std::set<std::string_view> booleans;  // names of variables that are only declared as true or false
  bool assigns_any = false;             // true if code assigns to fields whose names are unknown: `this[name] = …`
  std::set<std::string_view> assigned;  // names that any code assigns to, and names of lists that it changes
};

bool is_assignment(const Token& token);

/// Returns the position of the name whose value changes at a token: before an assignment, at `++`, and before a call
/// that changes a list. Returns nullopt for other tokens.
std::optional<TokenNumber> changed_name(const std::vector<Token>& tokens, TokenNumber at);

/// Returns true if a token begins an assignment to any field of this object: `this[name] = …`.
bool assigns_any_field(const std::vector<Token>& tokens, TokenNumber at);

/// Returns the token after a type that begins at `at`, such as `Vector.<String>` or `Array<Int>`.
TokenNumber after_type(const std::vector<Token>& tokens, TokenNumber at, TokenNumber end);

/// Reads the parameters and the body of a function. `first` is the position of the word `function`.
Function read_function(const std::vector<Token>& tokens, TokenNumber first, TokenNumber end);

/// Returns the end of the expression that begins at `at`: a comma, a semicolon, or a closing bracket.
TokenNumber end_of_expression(const std::vector<Token>& tokens, TokenNumber at, TokenNumber end);

Declarations read_declarations(const std::vector<Token>& tokens);

}  // namespace agal::source_code
