// Facts about the ActionScript and Haxe sources of one program, which are searched file by file.
#pragma once

#include <functional>
#include <set>
#include <string>

namespace agal {

/// Facts about all sources of a program. Code in one file may change the fields and the texts of another.
struct SourceFacts {
  std::set<std::string, std::less<>> assigned{};  // the members of other files that a source assigns to
  std::set<std::string, std::less<>> replaced{};  // the parts that a source replaces in texts
  bool has_assembly = false;                      // true if a source has a string of assembly
};

}  // namespace agal
