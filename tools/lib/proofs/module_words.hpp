// Reads and writes the words of a SPIR-V module, instruction by instruction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace agal::proofs {

using Id = std::uint32_t;
using WordList = std::vector<std::uint32_t>;

inline constexpr std::size_t header_words = 5, bound_word = 3;

struct Instruction {
  spv::Op op = spv::OpNop;
  std::span<const std::uint32_t> words;

  /// Returns word `n`, or 0 beyond the end.
  std::uint32_t operator[](std::size_t n) const { return n < words.size() ? words[n] : 0; }
  /// Returns the string that begins at word `n`.
  std::string string_at(std::size_t n) const {
    std::string out;
    for (; n < words.size(); ++n)
      for (unsigned shift = 0; shift < 32; shift += 8) {
        const char c = static_cast<char>(words[n] >> shift & 0xff);
        if (c == '\0') return out;
        out += c;
      }
    return out;
  }
};

/// Returns the instructions of a valid module, which must outlive them.
inline std::vector<Instruction> instructions_of(std::span<const std::uint32_t> words) {
  std::vector<Instruction> out;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t length = std::clamp<std::size_t>(words[at] >> 16, 1, words.size() - at);
    out.push_back({static_cast<spv::Op>(words[at] & 0xffff), words.subspan(at, length)});
    at += length;
  }
  return out;
}

/// Returns the first word of an instruction.
inline std::uint32_t head_of(spv::Op op, std::size_t length) {
  return static_cast<std::uint32_t>(length) << 16 | static_cast<std::uint32_t>(op);
}

inline void append(WordList& out, spv::Op op, std::initializer_list<std::uint32_t> operands) {
  out.push_back(head_of(op, operands.size() + 1));
  out.insert(out.end(), operands);
}

/// Appends an instruction with a string as the last operand.
inline void append_string(WordList& out, spv::Op op, WordList operands, std::string_view text) {
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i % 4 == 0) operands.push_back(0);
    if (i < text.size()) operands.back() |= std::uint32_t{static_cast<unsigned char>(text[i])} << (i % 4 * 8);
  }
  out.push_back(head_of(op, operands.size() + 1));
  out.insert(out.end(), operands.begin(), operands.end());
}

}  // namespace agal::proofs
