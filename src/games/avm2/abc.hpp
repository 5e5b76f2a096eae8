// Reads ABC files, the bytecode of ActionScript: their strings, classes and code.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agal::avm2 {

using base::Bytes;

struct PoolString {
  std::size_t offset = 0;  // the position of the first byte in the ABC file
  std::string_view text;
};

struct Multiname {
  std::uint32_t name = 0;        // the index of a string; 0 if there is none, or if it is only known at run time
  std::uint8_t pops = 0;         // the number of values that it pops from the stack
  std::uint32_t name_space = 0;  // the index of a namespace; 0 if there is none or several
  bool is_public = false;        // true if it cannot name a private or protected member
};

struct MethodBody {
  std::uint32_t method = 0;
  std::size_t limits_at = 0;  // the position of the limits before the code: stack, locals, scopes, length of the code
  std::size_t offset = 0;     // the position of the code in its file
  Bytes code;
  std::uint32_t file = 0;     // the index in Abc::files
  bool is_summary = false;    // true if it only stands for calls and stores of other code, and never runs
  bool has_handlers = false;  // true if there are exception handlers, which no path of the executor enters
  /// The variables that functions in the body share with it: pairs of the number of a slot and the string of a name.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> variables{};
};

/// A value in the constant pool of a file: the initial value of a constant or a variable, or the default of a
/// parameter.
struct Constant {
  enum class Kind : std::uint8_t { None, Other, String, Integer, True, False, Null };
  Kind kind = Kind::None;
  std::uint32_t value = 0;  // the index of the string, or the bits of the number
  bool operator==(const Constant&) const = default;
};

/// The kind of a declared type: numbers and truth values, lists, or any other type.
enum class TypeKind : std::uint8_t { Any, Number, List };

/// The range of the number of arguments of a call.
struct Arity {
  static constexpr std::uint32_t any = 0xffff'ffffu;
  std::uint32_t min = 0, max = any;
};

struct Method {
  std::uint32_t class_name = 0;  // the index of the multiname of the class; 0 if there is none
  std::uint32_t name = 0;        // the index of a string; 0 if there is none
  bool is_getter = false;
  bool is_static = false;
  bool is_override = false;
  bool is_hidden = false;  // true if private or protected, and not an override: only code of the movie calls it
  std::uint32_t parameters = 0;
  bool has_rest = false;  // true if a list of all other arguments follows the parameters
  Arity arguments;
  std::vector<Constant> defaults{};  // the defaults of the last parameters
  std::vector<TypeKind> parameter_types{};
};

/// A member of a class.
struct Member {
  enum class Kind : std::uint8_t { Method, Constant, Variable, Other };
  Kind kind = Kind::Other;
  bool is_static = false;
  bool is_hidden = false;    // true if private or protected
  std::uint32_t method = 0;  // the index of a method, a getter or a setter
  Constant constant;         // the initial value of a constant or a variable
};

/// A class. `name`, `base` and the keys of `members` are indices of strings.
struct Class {
  std::uint32_t name = 0, base = 0;
  std::uint32_t constructor = 0;  // the index of a method
  std::uint32_t file = 0;         // the index in Abc::files
  std::map<std::uint32_t, Member> members{};
};

/// A list in the constant pool of a file. `count` includes entry 0, which is not stored.
struct PoolList {
  std::size_t count_at = 0, begin = 0, end = 0;  // positions of the count, of the first entry, and after the last one
  std::uint32_t count = 0;
};

/// One of the linked files, and the positions of its entries in the common lists.
struct AbcFile {
  std::vector<PoolString> strings;    // the string pool of the file
  std::vector<std::uint32_t> number;  // the index in Abc::strings of each entry of `strings`
  /// The positions of the file's first entries in the common lists.
  std::uint32_t integers = 0, unsigned_integers = 0, namespaces = 0, multinames = 0, methods = 0;
  std::size_t first_body = 0, end_body = 0;
  std::uint32_t first_string = 0, end_string = 0;  // the range of the strings in Abc::strings that no earlier file has
  PoolList string_list, namespace_list, multiname_list;
  std::string problem;         // the error in the file, "" if there is none
  std::size_t problem_at = 0;  // the position of the error
};

/// One or several ABC files, linked by name like in the player. Entry 0 of every list of a file is implicit: the file
/// does not store it.
struct Abc {
  std::vector<AbcFile> files;
  std::vector<std::uint32_t> integers, unsigned_integers;
  std::vector<PoolString> strings;  // without duplicates; the offset is in the first file that has the string
  std::unordered_map<std::string_view, std::uint32_t> string_number;
  std::vector<std::uint32_t> namespaces;  // for each namespace, the index of the string of its name
  std::vector<std::uint8_t> namespace_kinds;
  std::vector<Multiname> multinames;
  std::vector<Method> methods;
  std::vector<Class> classes;
  /// The index of each class, by the string of its name; `ambiguous` if several classes have the name.
  std::unordered_map<std::uint32_t, std::uint32_t> class_called;
  std::vector<MethodBody> bodies;
  /// The index of each method, by the string of its name; `ambiguous` if several methods have the name.
  std::unordered_map<std::uint32_t, std::uint32_t> method_called;
  /// The kind of type that all variables with a name have, by the string of the name. The variables are members of
  /// classes, and variables that functions share.
  std::unordered_map<std::uint32_t, TypeKind> type_of_variable;
  std::size_t entries = 0;      // the number of entries in all lists
  bool is_application = false;  // true for a movie with a main class: other movies do not call its hidden methods
  bool is_source = false;       // true for code that was compiled from sources: some of them may be missing
  std::unordered_set<std::uint32_t> constants;    // the strings of constants of code that is missing: they never change
  std::unordered_set<std::uint32_t> data_fields;  // the strings of variables that hold XML, whose parts code reads
  std::uint32_t unknown_call = 0;  // the string of a method that stands for code that may change any field; 0: none

  std::string_view string(std::uint32_t index) const { return index < strings.size() ? strings[index].text : ""; }
  static constexpr std::uint32_t ambiguous = 0xffff'ffffu;
  /// Returns the index of the string of a name; 0 if the name is only known at run time.
  std::uint32_t name_string(std::uint32_t multiname) const {
    return multiname < multinames.size() ? multinames[multiname].name : 0;
  }
  /// Returns the kind of the type that a multiname names.
  TypeKind type_kind(std::uint32_t multiname) const;
  /// Returns a method, or a method without a name if the number is invalid.
  const Method& method(std::uint32_t number) const {
    static const Method none;
    return number < methods.size() ? methods[number] : none;
  }
  const Method& method_of(std::size_t body) const { return method(bodies[body].method); }
  /// Returns the string of the name of a method's class, without the package; 0 if it is unknown.
  std::uint32_t class_string(std::uint32_t number) const { return name_string(method(number).class_name); }
  /// Returns the qualified name of a method's class, such as `flash.display.Sprite`; "" if it is unknown.
  std::string class_name(std::uint32_t number) const;
  /// Returns the class with this name; nullptr if there is none or several.
  const Class* find_class(std::uint32_t name) const;
  /// Returns the member of a class or of its bases; nullptr if there is none, or if a class is missing or ambiguous.
  const Member* find_member(std::uint32_t class_name, std::uint32_t name) const;
};

/// Reads a file. A damaged file is read as far as possible.
Abc read_abc(Bytes bytes);
/// Reads another file and links it to the files that were read before.
void append_abc(Abc& abc, Bytes bytes);

}  // namespace agal::avm2
