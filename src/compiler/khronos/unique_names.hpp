// Makes the names of a module unique, so that SPIRV-Tools' disassembler takes linear time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agal::khronos {

/// A module with unique names. The disassembler names an id after its OpName, and appends numbers to equal names:
/// `ft0`, `ft0_0`, `ft0_1`. For each id, it tries all numbers from the beginning. With debug information, a name occurs
/// once for each value of a register, so this takes quadratic time. Therefore, this class appends the numbers to the
/// OpName strings in advance.
class UniqueNames {
 public:
  /// Makes the names unique. A module that cannot be read stays unchanged, so that the disassembler reports the
  /// problem.
  explicit UniqueNames(std::span<const std::uint32_t> words);

  /// Returns the module to disassemble.
  std::span<const std::uint32_t> words() const { return words_; }

  /// Restores the original OpName strings in the disassembly of `words()`.
  std::string with_original_strings(std::string text) const;

 private:
  struct Renamed {
    std::size_t number;  // the 0-based number of the OpName
    std::string original;
  };

  std::vector<std::uint32_t> words_;
  std::vector<Renamed> renamed_;  // sorted by `number`
};

}  // namespace agal::khronos
