// ABC files, the bytecode of ActionScript: their strings, classes and code.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agal::avm2 {

using base::Bytes;

struct PoolString {
  std::size_t offset = 0;  // of its first byte, in the ABC file
  std::string_view text;
};

struct Multiname {
  std::uint32_t name = 0;        // index of its string; 0: none, or only known at run time
  std::uint8_t pops = 0;         // number of values that it pops from the stack
  std::uint32_t name_space = 0;  // index of a namespace; 0: none, or several
  bool is_public = false;        // it does not name a private or protected member
};

struct MethodBody {
  std::uint32_t method = 0;
  std::size_t offset = 0;  // of the code, in its file
  Bytes code;
  std::uint32_t file = 0;     // index into Abc::files
  bool has_handlers = false;  // of exceptions, to which no path leads
};

/// A value that the pool of a file has: of a constant, or of an argument that is left out.
struct Constant {
  enum class Kind : std::uint8_t { None, Other, String, Integer, True, False, Null };
  Kind kind = Kind::None;
  std::uint32_t value = 0;  // the string, or the bits of the number
  bool operator==(const Constant&) const = default;
};

/// How many arguments a call may have.
struct Arity {
  static constexpr std::uint32_t any = 0xffff'ffffu;
  std::uint32_t min = 0, max = any;
};

struct Method {
  std::uint32_t class_name = 0;  // index of its multiname; 0: none
  std::uint32_t name = 0;        // its string; 0: none
  bool is_getter = false;
  bool is_static = false;
  bool is_override = false;
  bool is_hidden = false;  // private or protected, and not an override: only code of the movie calls it
  std::uint32_t parameters = 0;
  bool has_rest = false;  // a list of all other arguments follows the parameters
  Arity arguments;
  std::vector<Constant> defaults{};  // of the last parameters
};

/// A method or a constant of a class, by the name that code uses.
struct Member {
  enum class Kind : std::uint8_t { Method, Constant, Variable, Other };
  Kind kind = Kind::Other;
  bool is_static = false;
  bool is_hidden = false;    // private or protected
  std::uint32_t method = 0;  // of a method
  Constant constant;         // the first value of a constant or a variable
};

/// A class. Its members are by the string of their name.
struct Class {
  std::uint32_t name = 0, base = 0;  // strings
  std::uint32_t constructor = 0;     // a method
  std::uint32_t file = 0;            // index into Abc::files
  std::map<std::uint32_t, Member> members{};
};

/// One of the files, and where its entries are in the common lists.
struct AbcFile {
  std::vector<PoolString> strings;    // of its own pool, in order
  std::vector<std::uint32_t> number;  // by string of its own pool: in Abc::strings
  std::uint32_t integers = 0, unsigned_integers = 0, namespaces = 0, multinames = 0, methods = 0;  // the first of each
  std::size_t first_body = 0, end_body = 0;
  std::uint32_t first_string = 0, end_string = 0;  // those that no file before has
  std::string problem;                             // the error in it, "" if there is none
  std::size_t problem_at = 0;                      // offset
};

/// One or several ABC files, linked by name as the player links them. Index 0 of every list of a file is an entry that
/// the file does not store.
struct Abc {
  std::vector<AbcFile> files;
  std::vector<std::uint32_t> integers, unsigned_integers;
  std::vector<PoolString> strings;  // of all files, without duplicates; offsets are those in the first file that has it
  std::unordered_map<std::string_view, std::uint32_t> string_number;
  std::vector<std::uint32_t> namespaces;  // index of the name's string
  std::vector<std::uint8_t> namespace_kinds;
  std::vector<Multiname> multinames;
  std::vector<Method> methods;
  std::vector<Class> classes;
  std::unordered_map<std::uint32_t, std::uint32_t> class_called;  // by the string of a name; `ambiguous` if several are
  std::vector<MethodBody> bodies;
  /// By the string of a name: the method that is called so; `ambiguous` if there are several.
  std::unordered_map<std::uint32_t, std::uint32_t> method_called;
  std::size_t entries = 0;      // of all lists
  bool is_application = false;  // the movie has a main class: no other movie calls its private and protected methods

  std::string_view string(std::uint32_t index) const { return index < strings.size() ? strings[index].text : ""; }
  static constexpr std::uint32_t ambiguous = 0xffff'ffffu;
  /// The index of the string of a name; 0 if it is only known at run time.
  std::uint32_t name_string(std::uint32_t multiname) const {
    return multiname < multinames.size() ? multinames[multiname].name : 0;
  }
  /// A method; one without a name if there is none with this number.
  const Method& method(std::uint32_t number) const {
    static const Method none;
    return number < methods.size() ? methods[number] : none;
  }
  const Method& method_of(std::size_t body) const { return method(bodies[body].method); }
  /// The string of the name of a method's class, without its package; 0 if it is unknown.
  std::uint32_t class_string(std::uint32_t number) const { return name_string(method(number).class_name); }
  /// `flash.display::Sprite`; "" if the name is unknown.
  std::string class_name(std::uint32_t number) const;
  /// The only class with this name; nullptr if there is none.
  const Class* find_class(std::uint32_t name) const;
  /// The member of a class or of its bases; nullptr if there is none, or if it is unknown which one it is.
  const Member* find_member(std::uint32_t class_name, std::uint32_t name) const;
};

/// Reads as much as possible of a damaged file.
Abc read_abc(Bytes bytes);
/// Adds a file to those that are there.
void append_abc(Abc& abc, Bytes bytes);

}  // namespace agal::avm2
