// The variables of a function, and how its code uses names.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
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

class Variables {
 public:
  /// `outer` has the variables of the function around this one; nullptr if there is none.
  Variables(Movie& movie, const SourceFile& source, CodeWriter& code, const Variables* outer)
      : movie_(movie), source_(source), tokens_(source.list.tokens), code_(code), outer_(outer), scopes_(1) {}

  /// Finds out how code uses names: whether it reads them, and whether functions inside it use them.
  void find_usage(TokenRange range);
  /// Declares the functions inside a function that have names, because code may call them before their declarations.
  void declare_functions(TokenRange range);
  /// Returns true if code assigns to a name, apart from its declaration.
  bool is_assigned(std::string_view name) const {
    const auto row = usage_.find(name);
    return row != usage_.end() && row->second.is_assigned;
  }

  void open_scope() { scopes_.emplace_back(); }
  void close_scope() { scopes_.pop_back(); }
  /// Runs code that does not see the variables of the function.
  template <class Run>
  void hide(const Run& run) {
    std::vector<Scope> scopes(1);
    scopes.swap(scopes_);
    const Variables* const outer = std::exchange(outer_, nullptr);
    run();
    outer_ = outer;
    scopes.swap(scopes_);
  }

  /// Declares a variable, or returns the one that the function has already.
  Variable declare(std::string_view name, Type type);
  /// Declares a parameter in a register. Functions inside use a copy of it.
  void declare_parameter(std::string_view name, Type type, std::uint32_t number);
  /// Declares a function in the innermost scope, or in the scope of variables.
  Variable declare_function(std::string_view name, bool by_var);
  const Variable* find_local(std::string_view name) const;
  /// Returns a variable of this function or of one around it; nullptr if there is none whose value can be read.
  const Variable* find(std::string_view name) const;
  /// Pushes the value of a variable.
  void load(const Variable& variable) const;
  /// Stores the value on the stack.
  void store(const Variable& variable) const;

 private:
  using Scope = std::unordered_map<std::string_view, Variable>;
  struct Usage {
    bool is_read = false, is_captured = false, is_assigned = false, is_assigned_inside = false;
  };
  void note_usage(TokenNumber at, bool inside);
  void place_in_slot(Variable& variable, std::string_view name);
  TokenRange nested_function(TokenNumber at, TokenNumber end) const;
  bool is_haxe() const { return source_.list.language == Language::Haxe; }
  /// Returns the scope of variables: in ActionScript, the whole function.
  Scope& declaring_scope() { return is_haxe() ? scopes_.back() : scopes_.front(); }

  Movie& movie_;
  const SourceFile& source_;
  const Tokens& tokens_;
  CodeWriter& code_;
  const Variables* outer_;
  std::vector<Scope> scopes_;
  std::unordered_map<std::string_view, Usage> usage_;
};

}  // namespace agal::source_code
