// Finds the AGAL versions that the code of a movie writes into programs.
#pragma once

#include <cstdint>
#include <set>

namespace agal::avm2 {

class Executor;
class PassedValues;

struct Versions {
  std::set<std::uint32_t> known{};  // versions that the code passes or writes
  bool is_open = false;             // true if the code may also use other versions
  bool is_patched = false;          // true if the code may change the version after a call of `assemble`
  /// The version of a call of `assemble` that does not pass a version; 0 if it is not known.
  std::uint32_t implied = 0;

  /// Returns the versions that a text may have if no call that assembles it was read. The text needs `least`.
  std::set<std::uint32_t> from(std::uint32_t least) const;
};

/// Follows the version back from the code that writes the headers of programs. If the movie does not have such code,
/// follows the argument of `assemble`, the method of AGALMiniAssembler.
Versions find_versions(Executor& executor, PassedValues& passed);

}  // namespace agal::avm2
