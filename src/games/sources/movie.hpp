// The sources of one program, compiled to a movie: code, classes and strings as avm2::Abc has them (docs/adr/0057).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "avm2/abc.hpp"
#include "sources/declarations.hpp"
#include "sources/tokens.hpp"

namespace agal::source_code {

struct SourceFile {
  std::string name;
  std::string text;
  TokenList list;
  Declarations declarations{};
  std::set<std::string_view> maps{};      // names of variables that are only objects without a class
  std::vector<std::uint32_t> next_arm{};  // for each arm of conditional compilation, the next one of the same `#if`
};

/// A token of one of the files.
struct Place {
  std::uint32_t file = 0;
  TokenNumber token = 0;
  auto operator<=>(const Place&) const = default;
};

/// A text that is written in the source, as one string or as a sum of strings and numbers.
struct LiteralText {
  std::string text;
  std::vector<Place> places;  // its strings
};

/// A type of a variable or of a value, as far as it is known.
struct Type {
  static constexpr std::string_view new_object = "{}";  // an object that the code makes as a map
  std::string_view name;                                // "" if it is not declared
  std::uint32_t in_class = 0;                           // the number of the class in the movie + 1; 0 for other types
  bool is(std::string_view one) const { return name == one; }
  /// Returns true if an assignment to an item may be one to a member of a class of the movie.
  bool may_have_members() const {
    return in_class != 0 || name.empty() || name == "Object" || name == "Dynamic" || name == "*" || name == "Class";
  }
  bool is_boolean() const { return name == "Boolean" || name == "Bool"; }
  bool is_number() const {
    return name == "int" || name == "uint" || name == "Number" || name == "Int" || name == "UInt" || name == "Float";
  }
  avm2::TypeKind kind() const {
    if (is_list()) return avm2::TypeKind::List;
    return is_number() || is_boolean() ? avm2::TypeKind::Number : avm2::TypeKind::Any;
  }
  bool is_text() const { return name == "String"; }
  bool is_list() const {
    return name == "Array" || name == "Vector" || name == "ByteArray" || name == "Dictionary" || name == "Map" ||
           name == "BitmapData" || name == "Bytes" || name == new_object;
  }
};

/// A member of a class of the movie.
struct MemberInfo {
  std::uint32_t name = 0;      // its string; a variable has a string of its own
  std::uint32_t in_class = 0;  // the number of the class
  bool is_variable = false, is_method = false, is_static = false, is_fixed = false;
  bool is_private = false;  // true if no other class can access it
  bool is_hidden = false;   // true if only the class and its derived classes can access it
  bool has_getter = false;  // see Member
  std::string_view type;
  const Function* function = nullptr;  // nullptr if it is a variable, or several functions
};

struct ClassInfo {
  const Class* declaration = nullptr;
  std::uint32_t file = 0, number = 0;  // `number` is its number in the file
  std::uint32_t index = 0;             // its number in the movie
  std::uint32_t name = 0, multiname = 0;
  std::optional<std::uint32_t> base;
  std::map<std::string_view, MemberInfo> members{};
  std::vector<const Member*> declared_members{};
  std::vector<const Function*> functions{};
  std::vector<TokenRange> loose{};  // statements outside of functions
};

/// A movie. The addresses of its files and strings stay valid.
class Movie {
 public:
  Movie();
  Movie(const Movie&) = delete;
  Movie& operator=(const Movie&) = delete;

  /// Adds a file unless the movie has an equal one. Returns its number.
  std::uint32_t add(std::string name, std::string text, Language language);
  /// Returns the number of the file with this text; nullopt if there is none.
  std::optional<std::uint32_t> find(std::string_view text) const;
  /// Compiles all files. `is_tracked` returns true for a string that looks like assembly.
  void compile(const std::function<bool(std::string_view)>& is_tracked);

  const std::deque<SourceFile>& files() const { return files_; }
  const avm2::Abc& abc() const { return abc_; }
  /// Returns true if code of a file assigns to an item of an object by a key that is not a number.
  bool assigns_item(std::uint32_t file) const { return assigning_items_.contains(file); }
  /// Returns true if a string is the name of one variable of a class.
  bool is_variable(std::uint32_t string) const { return own_variables_.contains(string); }
  const std::vector<bool>& tracked() const { return tracked_; }
  /// Returns the tokens of a string that may have assembly; nothing for other strings.
  const std::vector<Place>& places_of(std::uint32_t string) const;

  // ---- for the compiler
  std::uint32_t string(std::string_view text);
  /// Adds a string that is different from all others, although it may have the same text. The text must stay valid.
  std::uint32_t own_string(std::string_view text);
  /// Adds a string that the compiler made.
  std::uint32_t made_string(std::string text);
  std::uint32_t string_of(LiteralText text);
  /// Returns the name of the flag that a condition of conditional compilation tests.
  std::uint32_t flag(std::string_view condition);
  /// Returns the name of a constant of a class that the movie does not have.
  std::uint32_t constant(std::string_view of_class, std::string_view name);
  std::uint32_t integer(std::int32_t number);
  std::uint32_t multiname(std::uint32_t string);
  /// Returns the name of an item whose key is on the stack.
  std::uint32_t item_name() const { return item_name_; }
  std::uint32_t next_slot() { return ++slots_; }
  std::uint32_t add_method(avm2::Method method);
  void set_body(std::uint32_t method, std::uint32_t file, base::ByteVector code);
  /// Adds a method that only stands for calls and stores of other code.
  void add_summary(std::uint32_t name, base::ByteVector code);
  void note_method_name(std::uint32_t name, std::uint32_t method);
  avm2::Method& method(std::uint32_t number) { return abc_.methods[number]; }

  const ClassInfo& class_info(std::uint32_t number) const { return classes_[number]; }
  /// Returns the class that a name means in a file.
  const ClassInfo* find_class(std::uint32_t file, std::string_view name) const;
  /// Returns the number of the class around a token of a file; 0 if there is none.
  std::uint32_t class_at(std::uint32_t file, TokenNumber token) const;
  /// Returns the class of the code outside of classes of a file.
  const ClassInfo& script_of(std::uint32_t file) const { return classes_[scripts_[file]]; }
  const MemberInfo* find_member(const ClassInfo& of, std::string_view name) const;
  Type type_of(std::uint32_t file, std::string_view name) const;
  /// Returns true if a class of the movie has a method, a getter or a setter with this name.
  bool has_method(std::string_view name) const { return methods_.contains(name); }
  /// Returns true if a class of the movie overrides a method with this name.
  bool is_overridden(std::string_view name) const { return overridden_.contains(name); }
  /// Returns the name of a method that stores to all variables with this name; 0 if there are none.
  std::uint32_t storing_method(std::string_view variable);
  /// Notes that a variable has XML.
  void note_data(std::uint32_t variable) { abc_.data_fields.insert(variable); }
  void note_item_assignment(std::uint32_t file) { assigning_items_.insert(file); }
  /// Notes that code of a class may assign to any variable of an object.
  void note_any_assignment(const ClassInfo* by, Type of);

 private:
  void add_classes();
  void add_members(ClassInfo& info);
  void compile_class(const ClassInfo& info);
  void compile_member(const ClassInfo& info, const Member& member);
  std::uint32_t compile_constructor(const ClassInfo& info, const Function* body);
  std::uint32_t name_of_method(ClassInfo& of, std::string_view name);
  void name_methods();
  void write_general_methods();
  void write_storing_methods();

  std::deque<SourceFile> files_;
  std::deque<std::string> made_texts_;
  std::unordered_map<std::string_view, std::uint32_t> file_with_text_;
  avm2::Abc abc_;
  std::vector<bool> tracked_;
  std::function<bool(std::string_view)> is_tracked_;
  std::unordered_map<std::uint32_t, std::vector<Place>> places_;
  std::map<Place, std::uint32_t> string_at_;  // the tracked string that begins with a token
  std::unordered_map<std::int32_t, std::uint32_t> integers_;
  std::unordered_map<std::uint32_t, std::uint32_t> multinames_;
  std::uint32_t item_name_ = 0, slots_ = 0;
  std::deque<base::ByteVector> codes_;
  std::deque<ClassInfo> classes_;
  std::vector<std::uint32_t> scripts_;  // for each file, the index of its class 0
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> classes_called_;
  std::set<std::string_view> methods_, overridden_;
  std::map<std::string_view, std::set<std::uint32_t>> families_;      // for each name, the strings of its methods
  std::map<std::string_view, std::vector<std::uint32_t>> variables_;  // the strings of the variables of each name
  std::unordered_set<std::uint32_t> own_variables_;                   // the strings of all variables
  std::map<std::string_view, std::uint32_t> storing_;                 // the name of the method that stores to them
  std::map<std::string_view, std::uint32_t> flags_;
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> constants_;
  std::set<std::uint32_t> assigning_items_;
  bool assigns_any_ = false;
  std::set<std::uint32_t> assigning_any_;  // the classes whose private variables such code may change
  std::set<std::uint32_t> assigned_any_;   // the classes of whose objects code may change any variable
};

}  // namespace agal::source_code
