// ABC files, the bytecode of ActionScript: their strings, classes and code.
#pragma once

#include <cstdint>
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
};

struct MethodBody {
  std::uint32_t method = 0;
  std::size_t offset = 0;  // of the code
  Bytes code;
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
  std::uint32_t parameters = 0;
  Arity arguments;
};

/// Index 0 of every list is an entry that ABC files do not store.
struct Abc {
  std::vector<std::uint32_t> integers, unsigned_integers;
  std::vector<PoolString> strings;
  std::vector<std::uint32_t> namespaces;  // index of the name's string
  std::vector<Multiname> multinames;
  std::vector<Method> methods;
  /// The strings of the names of each class and of its base class.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> base_of_class;
  std::vector<MethodBody> bodies;
  /// By the string of a name: the method, or the string constant, that is called so; `ambiguous` if there are several.
  std::unordered_map<std::uint32_t, std::uint32_t> method_called, constant_called;
  std::string problem;         // the error in it, "" if there is none
  std::size_t problem_at = 0;  // offset

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
};

/// Reads as much as possible of a damaged file.
Abc read_abc(Bytes bytes);

}  // namespace agal::avm2
