// The other side of a proof: the SPIR-V that a program is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"

namespace agal::prove {

/// A SPIR-V module and the options for comparing it.
struct ReferenceModule {
  std::vector<std::uint32_t> words;
  ProofOptions options;
};

/// Returns true if a file begins with the magic number of SPIR-V, in either byte order.
bool begins_like_module(std::span<const std::byte> bytes);

/// Returns the words of a file. Trailing bytes that do not fill a word are dropped.
std::vector<std::uint32_t> as_words(std::span<const std::byte> bytes);

/// Finds the first mapping or assumption about a register that no program of these stages has. Returns the option and
/// the register: "assume vc0"; "" if there is none.
std::string foreign_register(const ProofOptions& options, std::span<const Stage> stages);

/// Finds two assumptions that give one lane different values. Returns "fc0.x is assumed to be 1 and 2"; "" if there are
/// none.
std::string contradiction(std::span<const Assumption> assumptions, std::span<const Stage> stages);

/// Returns the first name of a mapping that does not occur in these modules; "" if there is none.
std::string unknown_name(std::span<const RegisterMapping> mappings,
                         std::span<const std::span<const std::uint32_t>> modules);

/// Translates another program to SPIR-V without optimization. Errors: the errors of `translate`.
Result<ReferenceModule> program_given(const Program& program, TranslateOptions options, const ProofOptions& proof);

}  // namespace agal::prove
