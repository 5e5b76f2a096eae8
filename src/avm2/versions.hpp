// The AGAL versions of the programs that methods assemble from their arguments: `assemble(mode, source, 2)`.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>

#include "avm2/abc.hpp"

namespace agal::avm2 {

/// Where the version of the programs that a method assembles comes from.
struct VersionSource {
  bool is_argument = false;
  std::uint32_t value = 0;  // the number of the argument, from 1, or the version
  bool operator==(const VersionSource&) const = default;
};

class AgalVersions {
 public:
  /// Finds the methods that write the header of a program: an assembler.
  explicit AgalVersions(const Abc& abc);

  /// A method passes its texts on to another, and where it takes the version from. Returns whether that is new.
  bool note(std::uint32_t method, const VersionSource& source);
  /// Of a method; if it is unknown which one, of all methods with the name.
  std::optional<VersionSource> source(std::uint32_t method, std::uint32_t name) const;
  /// The strings of the names of these methods; of constructors, those of their classes.
  std::set<std::uint32_t> names() const;

 private:
  const Abc& abc_;
  std::unordered_map<std::uint32_t, std::optional<VersionSource>> by_method_, by_name_;  // nullopt: several
};

}  // namespace agal::avm2
