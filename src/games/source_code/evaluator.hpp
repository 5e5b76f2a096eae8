// Follows the texts of a source: constants, variables, concatenation, lists, conditions, and calls in the same file.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agal/games/sources.hpp"
#include "source_code/declarations.hpp"
#include "source_code/values.hpp"

namespace agal::source_code {

enum class UseKind : std::uint8_t { Argument, Returned, Stored };

/// One of the texts that code may use at a place.
struct UsedText {
  FlatText flat;
  std::vector<std::string> items;  // the items, if it is a list instead of a text
  bool is_list = false;
  bool is_variant = false;  // true if the code may use other texts instead, except for a whole constant
  bool is_sample = false;   // see Alternative
  std::string detail;       // the decisions that lead to the text
};

/// The texts that code may use at one place.
struct Use {
  UseKind kind = UseKind::Stored;
  std::string name;                 // the name of the called method, or of the variable
  std::uint32_t class_number = 0;   // an index in Declarations::classes
  std::uint32_t function = 0;       // a unique number for each method and member
  std::uint32_t version = 0;        // the AGAL version that the code passes with the text; 0 if it is unknown
  std::uint32_t block = 0;          // a number that uses in the same block on the same path share
  bool is_version_unknown = false;  // true if the code passes a version that is unknown
  bool is_edit = false;             // true if the code makes another, unknown text of it
  bool is_extended = false;         // true if other code appends to the text
  bool is_excluded = false;         // true if no path leads to it
  bool is_fallback = false;     // true for a mere read, which only counts if the strings of the text have no other use
  std::vector<UsedText> texts;  // the texts that contain a tracked string
};

/// Returns true if a method takes whole programs, so that an argument of one line is a program: the methods of the
/// assemblers of Adobe and OpenFL, and of Starling. `path` ends with the method's name: "assembler.assemble".
bool takes_programs(std::string_view path);

struct Findings {
  std::vector<Use> uses;
  /// Pairs of a caller's number (Use::function) and the name of a method to which it also passes something other than
  /// text.
  std::set<std::pair<std::uint32_t, std::string>> open_calls;
  bool complete = true;  // false if the steps were exhausted
};

/// Returns the position of the argument with the version of AGAL: for the methods that `takes_programs` knows by their
/// whole name.
std::optional<std::size_t> version_argument(std::string_view path);

/// Adds the facts about one source: for the other files of the program, or for the source itself.
void note_facts(const std::vector<Token>& tokens, SourceFacts& facts, bool in_other_files);

/// Evaluates a source. `tracked` is true for each token whose string looks like assembly. The time is linear in the
/// number of tokens.
Findings evaluate(const TokenList& tokens, const Declarations& declarations, const std::vector<bool>& tracked,
                  const SourceFacts& facts, std::size_t max_steps);

// ---------------------------------------------------------------------------------------------- the implementation

struct Variable {
  Value value;
  bool is_read = false;
};
using Variables = std::map<std::string_view, Variable>;

/// The variables of a method on the current path.
struct State {
  Variables locals, fields;
  Paths path{Decisions()};
  bool ended = false;  // true after a return, throw, break or continue
};

/// A constant in a comparison. Constants of one kind with different numbers are different.
struct Constant {
  std::string_view kind;
  std::int64_t number = 0;
};

class Evaluator {
 public:
  Evaluator(const TokenList& tokens, const Declarations& declarations, const std::vector<bool>& tracked,
            const SourceFacts& facts, std::size_t max_steps);
  Findings run();

 private:
  static constexpr int max_depth = 64;             // the maximum depth of nested statements and expressions
  static constexpr int max_calls = 5;              // the maximum depth of calls
  static constexpr int max_turns = 64;             // the maximum number of iterations of a loop
  static constexpr std::size_t max_results = 256;  // the maximum number of results of a method or a switch

  // ---- statements.cpp
  void statements(TokenNumber end);
  void statement(TokenNumber end);
  void if_statement(TokenNumber end);
  /// Runs both sides of a condition, and merges the states at their ends.
  void branch(const Condition& condition, const std::function<void()>& then, const std::function<void()>& otherwise);
  void compiled_block(TokenNumber end);
  bool run_arm(TokenNumber end);
  Paths with_arm(std::uint32_t number);
  Decision choice_of_arm(const Arm& arm);
  Paths without_arms(std::uint32_t last);
  void loop_statement(TokenNumber end);
  bool run_counted(TokenRange head, TokenRange body);
  bool run_items(TokenRange head, TokenRange body);
  void run_body(TokenRange body);
  void run_unknown(TokenRange head, TokenRange body);
  void switch_statement(TokenNumber end);
  void run_case(TokenNumber close);
  TokenNumber next_label(TokenNumber at, TokenNumber close) const;
  void try_statement(TokenNumber end);
  State after_error(const State& before, const State& after);
  void declare_variables(TokenNumber end);
  void return_statement(TokenNumber end);
  TokenNumber end_of_statement(TokenNumber at, TokenNumber end) const;
  State merged(State a, const Paths& of_a, State b, const Paths& of_b);
  void merge(Variables& into, Variables& other, const Paths& of_into, const Paths& of_other, bool fields);
  Value value_before(std::string_view name);
  State cases_merged(const State& before, const std::vector<std::pair<State, Paths>>& ends);
  Paths case_labels(TokenRange subject, Decision side, TokenNumber close, std::string& label);

  // ---- conditions.cpp
  /// Returns the ways on which a value is true and false. `range` has the tokens of the expression.
  Condition truth(const Value& value, TokenRange range);
  Value boolean_of(const Condition& condition, TokenRange range);
  Value compared(std::string_view op, const Value& left, TokenRange of_left, const Value& right, TokenRange of_right);
  /// Returns the true side of the choice that an unknown expression makes.
  Decision choice_of(TokenRange range);
  Decision equality(TokenRange left, TokenRange right);
  Decision new_choice(const std::string& key, std::string when_true, std::string when_false);
  std::optional<Decision> choice_of_variable(std::string_view description);
  std::string key_of(TokenRange range);
  std::string key_of(const std::string& text, std::size_t assignments, bool reads_fields, bool calls = false,
                     bool may_change = false);
  std::optional<Constant> constant_of(TokenRange range);
  std::uint32_t subject_of(const std::string& key, std::string_view kind);
  bool is_boolean(TokenRange range) const;
  bool is_pure(TokenNumber open) const;
  std::string source_of(TokenRange range) const;
  std::string describe(const Decisions& decisions, const Decisions& common) const;

  // ---- expressions.cpp
  Value expression(TokenNumber end);
  Value conditional(TokenNumber end);
  Value binary(TokenNumber end, int level);
  Value unary(TokenNumber end);
  Value prefixed(std::string_view sign, const Value& value, TokenRange operand);
  Value increased(const Value& value, std::int64_t by, std::string_view name);
  Value postfix(TokenNumber end);
  Value indexed(const Value& list, std::string_view& path, TokenNumber end);
  Value logical(std::string_view op, const Value& left, TokenRange of_left, TokenNumber end, int level);
  bool may_change(TokenNumber begin, TokenNumber end);
  Value combined(std::string_view op, const Value& left, TokenRange of_left, const Value& right, TokenRange of_right);
  Value primary(TokenNumber end);
  Value word(TokenNumber end);
  Value list_literal(TokenNumber end);
  Value block_or_object(TokenNumber end);
  Value function_literal(TokenNumber end);
  Value if_expression(TokenNumber end);
  Value new_expression(TokenNumber end);
  void note_change(std::string_view target);
  Value assign(std::string_view target, std::string_view op, const Value& value);
  Value look_up(std::string_view name);
  Value member_of(std::uint32_t class_number, std::string_view name);
  std::optional<Value> look_up_path(std::string_view path);

  // ---- calls.cpp
  Value call(const Value& callee, std::string_view path, const Value* receiver, TokenNumber end);
  Value with_overrides(std::string_view path, std::uint32_t number, Value result);
  void note_unknown_call(std::string_view path, std::string_view target, const Value* receiver);
  std::optional<Value> text_method(std::string_view path, const Value& receiver, const std::vector<Value>& arguments,
                                   std::string_view target);
  std::optional<Value> known_function(std::string_view path, const std::vector<Value>& arguments);
  std::optional<std::uint32_t> function_of(std::string_view path) const;
  Value follow(std::uint32_t function, const std::vector<Value>& arguments);
  void run_function(const Function& function, const std::vector<Value>* arguments);
  /// Evaluates the arguments in the parentheses that begin here, and continues after them.
  std::vector<Value> arguments_of_call(TokenNumber end);
  std::optional<std::uint32_t> version_of_call(std::string_view path, const std::vector<Value>& arguments);
  void use_arguments(std::string_view path, const std::vector<Value>& arguments);
  void mark_replaced(Use& use, const std::set<std::string, std::less<>>& parts) const;

  // ---- uses.cpp
  void use(UseKind kind, std::string_view name, const Value& value, std::optional<std::uint32_t> version = 0);
  void fall_back(std::string_view name, const Value& value);
  void note_edit(std::string_view name, const Value& value);
  void end_variables(Variables& variables);
  Use use_of(UseKind kind, std::string_view name, const Value& value);
  std::optional<UsedText> text_of(const Alternative& alternative);
  void run_members();
  void run_functions();

  const Token& token() const { return tokens_[at_]; }
  bool at(std::string_view sign, TokenNumber end) const { return at_ < end && tokens_[at_].is(sign); }
  bool accept(std::string_view sign, TokenNumber end) {
    if (!at(sign, end)) return false;
    ++at_;
    return true;
  }
  TokenNumber close_of(TokenNumber open, TokenNumber end) const { return std::min(tokens_[open].partner, end); }

  const std::vector<Token>& tokens_;
  const std::vector<Arm>& arms_;
  Language language_;
  const Declarations& declarations_;
  const std::vector<bool>& tracked_;
  const SourceFacts& facts_;
  Values values_;
  TokenNumber at_ = 0;
  int depth_ = 0, calls_ = 0;
  State state_;
  std::vector<Use> uses_, fallbacks_;
  std::set<std::pair<std::uint32_t, std::string>> open_calls_;
  std::set<std::string_view> extended_;  // fields with unknown content to which code appends

  std::uint32_t class_ = 0, function_ = 0, block_ = 0, blocks_ = 0;
  bool is_excluded_ = false;  // true in a branch whose condition contradicts the conditions around it
  std::string_view target_;   // the variable that the last operand names, for assignments; "" if it is not a variable
  std::vector<Value>* returns_ = nullptr;  // the results of the current call
  std::vector<State>* breaks_ = nullptr;   // the states at each `break` of the current switch
  std::uint32_t current_arm_ = 0;
  std::set<std::uint32_t> run_arms_;        // the arms of conditional compilation that were run as conditions
  std::vector<std::uint32_t> followed_;     // the methods of the open calls
  std::vector<bool> is_followed_;           // indexed by method
  std::vector<std::uint8_t> member_state_;  // indexed by member; 0: not evaluated, 1: in progress, 2: done
  std::vector<Value> member_values_;
  std::vector<bool> member_read_;

  std::map<std::string, std::uint32_t, std::less<>> choices_;   // choices by the text of the condition
  std::vector<std::vector<std::string>> sides_;                 // indexed by choice
  std::map<std::string, std::uint32_t, std::less<>> subjects_;  // see Decision::subject
  std::map<std::string, std::int64_t, std::less<>> constants_;  // the numbers of constants that are not numbers
  std::map<std::string_view, std::uint32_t> assignments_;       // the number of assignments to each name
  std::uint32_t field_assignments_ = 0;                         // the number of assignments to fields
  std::uint32_t unknown_calls_ = 0;    // the number of calls of other files that may assign to fields of this object
  std::uint32_t unknown_results_ = 0;  // the number of conditions with calls whose result may change each time
};

}  // namespace agal::source_code
