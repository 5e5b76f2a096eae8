// Reads and stores the operands of a function: variables, members and items.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sources/variables.hpp"

namespace agal::source_code {

/// An operand. Its object and its key, if it has them, are on the stack, but its value is not, except for Kind::Value.
struct Operand {
  enum class Kind : std::uint8_t { Value, Literal, Variable, Name, Member, Item, Class, Super };
  Kind kind = Kind::Value;
  Variable variable{};
  std::size_t literal = 0;  // for Literal, its number; see Access::literal
  std::uint32_t name = 0;   // the string of a name or a member
  Type type{};
  std::string_view word;                 // the name as written
  const MemberInfo* member = nullptr;    // the member that it is, if it is known
  std::uint32_t in_class = 0;            // for Class, the class; see Type::in_class
  bool is_own = false;                   // true for a member of `this` or of a class by its name
  bool is_stored = false;                // true for an assignment whose value was not kept
  std::optional<std::int32_t> number{};  // the value of a literal number
  std::optional<bool> truth{};           // the value of `true` and `false`

  bool is_assignable() const { return kind != Kind::Value && kind != Kind::Literal && kind != Kind::Super; }
};

/// Returns an operand whose value is on the stack.
inline Operand pushed(Type type = {}) {
  Operand out;
  out.type = type;
  return out;
}

/// Writes the instructions that read and store operands, and those that stand for what other code does to them.
class Access {
 public:
  /// `in_class` is the class around the function; nullptr if there is none.
  Access(Movie& movie, std::uint32_t file, const ClassInfo* in_class, CodeWriter& code, const Variables& variables)
      : movie_(movie), file_(file), class_(in_class), code_(code), variables_(variables) {}

  /// Returns a literal text. `literal` returns its characters and tokens, to which others may be appended.
  Operand make_literal(LiteralText text);
  LiteralText& literal(const Operand& operand) { return literals_[operand.literal]; }
  /// Returns the operand that a name without an object is. Pushes its object, if it has one.
  std::optional<Operand> named(std::string_view name, bool is_call);
  /// Returns a member of the object on the stack. `of` is the class of the object, if it is known.
  Operand member(const ClassInfo* of, std::string_view name, bool is_own) const;
  /// Returns the member, or any member with this name, without regard to who may access it.
  Operand member_by_name(const ClassInfo* of, std::string_view name) const;

  /// Pushes the value of an operand, which becomes a value.
  void load(Operand& operand);
  /// Copies the object and the key of an operand, so that it can be read and then stored to.
  void keep_for_store(const Operand& operand);
  /// Stores the value on the stack. With `keeps_value`, it stays there. The operand must be assignable.
  void store(const Operand& operand, bool keeps_value);
  /// Notes that a member with this name of an unknown object was assigned to. It may be a member of any class.
  void store_elsewhere(std::string_view name);
  /// Notes the call of a method. A method that the movie does not have may change any field, unless it is known.
  void note_unknown_call(std::string_view name = {});
  /// Assigns unknown values to everything that code may assign to.
  void assign_unknown(const Tokens& tokens, TokenRange range);
  /// Assigns an unknown value to the members with a name.
  void assign_unknown_to_member(std::string_view name);

 private:
  const MemberInfo* accessible(const MemberInfo* member) const;
  Operand own_member(const MemberInfo& member, std::string_view name, bool is_call);

  Movie& movie_;
  std::uint32_t file_;
  const ClassInfo* class_;
  CodeWriter& code_;
  const Variables& variables_;
  std::vector<LiteralText> literals_;
};

}  // namespace agal::source_code
