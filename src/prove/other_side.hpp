// The other side of a proof: the words that a program is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agal/prove.hpp"
#include "agal/translate.hpp"

namespace agal::prove {

/// The words, and the options that they are compared with.
struct Other {
  std::vector<std::uint32_t> words;
  ProofOptions options;
};

/// Whether a file begins as SPIR-V does, in either byte order.
bool begins_like_module(std::span<const std::byte> bytes);

/// The words of a file.
std::vector<std::uint32_t> as_words(std::span<const std::byte> bytes);

/// The first mapping or assumption about a register that no program of these stages has, as its option and that
/// register: "assume vc0"; "" if there is none.
std::string foreign_register(const ProofOptions& options, std::span<const Stage> stages);

/// Two assumptions that give one lane different values: "fc0.x is assumed to be 1 and 2"; "" if there are none.
std::string contradiction(std::span<const Assumption> assumptions, std::span<const Stage> stages);

/// The first name of a mapping that no variable, member or block of these modules has; "" if there is none.
std::string unknown_name(std::span<const RegisterMapping> mappings,
                         std::span<const std::span<const std::uint32_t>> modules);

/// Another program, as its SPIR-V, not optimized. Errors: those of `translate`.
Result<Other> program_given(const Program& program, TranslateOptions options, const ProofOptions& proof);

}  // namespace agal::prove
