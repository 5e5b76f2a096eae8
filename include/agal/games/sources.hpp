// Facts about the ActionScript and Haxe sources of one program, which are searched file by file.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

namespace agal {

/// Facts about all sources of a program. Code in one file may change the fields and the texts of another.
struct SourceFacts {
  std::set<std::string, std::less<>> assigned{};    // the members of other files that a source assigns to
  std::set<std::string, std::less<>> replaced{};    // the parts that a source replaces in texts
  std::set<std::string, std::less<>> edited{};      // the members from which a source makes other, unknown texts
  std::set<std::string, std::less<>> overridden{};  // the methods that a class overrides
  bool has_assembly = false;                        // true if a source has a string of assembly
  std::set<std::uint32_t> versions{};               // the versions of AGAL that calls of assemblers pass
  bool has_unknown_version = false;                 // true if such a call may pass other versions
};

}  // namespace agal
