// Names for SPIRV-Tools' disassembler, so that it takes linear time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agal::khronos {

/// The disassembler calls an id by its OpName, and tells equal names apart by numbers: `ft0`, `ft0_0`, `ft0_1`. It
/// tries one number after the other, for each id from the beginning. With debug information, a name occurs once for
/// each value of the register. So the disassembler gets a module in which each name has its number already.
class UniqueNames {
 public:
  /// A module that cannot be read stays as it is: the disassembler says what is wrong with it.
  explicit UniqueNames(std::span<const std::uint32_t> words);

  /// The module to disassemble.
  std::span<const std::uint32_t> words() const { return words_; }

  /// The disassembly of that module, with the strings of OpName as they were.
  std::string with_original_strings(std::string text) const;

 private:
  struct Renamed {
    std::size_t number;  // among all OpName, from 0
    std::string original;
  };

  std::vector<std::uint32_t> words_;
  std::vector<Renamed> renamed_;  // in the order of the module
};

}  // namespace agal::khronos
