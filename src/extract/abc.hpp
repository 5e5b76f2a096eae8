// ABC files: what ActionScript is compiled to. Read as far as strings, classes and code go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/reader.hpp"

namespace agal::extraction {

struct PoolString {
  std::size_t offset = 0;  // of its first byte, in the ABC file
  std::string_view text;
};

struct Multiname {
  std::uint32_t name = 0;        // index of its string; 0: none, or known at run time only
  std::uint8_t pops = 0;         // how many values it takes from the stack
  std::uint32_t name_space = 0;  // index of a namespace; 0: none, or several
};

struct MethodBody {
  std::uint32_t method = 0;
  std::size_t offset = 0;  // of the code
  Bytes code;
};

/// Index 0 of every list is the empty one that ABC files do not write down.
struct Abc {
  std::vector<PoolString> strings;
  std::vector<std::uint32_t> namespaces;  // index of the name's string
  std::vector<Multiname> multinames;
  std::vector<std::uint32_t> class_of_method;  // index of the class name's multiname; 0: none
  std::vector<MethodBody> bodies;
  std::string problem;         // what is wrong with it, "" if nothing is
  std::size_t problem_at = 0;  // offset

  std::string_view string(std::uint32_t index) const { return index < strings.size() ? strings[index].text : ""; }
  /// `flash.display::Sprite`; "" where the name is not known.
  std::string class_name(std::uint32_t method) const;
};

/// Reads as much as there is.
Abc read_abc(Bytes bytes);

}  // namespace agal::extraction
