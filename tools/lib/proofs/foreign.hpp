// Reads untrusted shaders: text, and words of SPIR-V. glslang and spirv-val run in child processes, because some input
// makes them crash, hang or use all memory. On Windows they run in this process.
#pragma once

#include <span>

#include "os/child.hpp"
#include "proofs/front_end.hpp"

namespace agal::proofs {

/// Like `read_text`, but the words are also validated. Undecided if the compiler does not end normally ("glslang ended
/// with signal 11"), or makes invalid words.
ReadText read_foreign_text(const std::string& text, Stage stage, const TextDialect& dialect,
                           const std::string& entry_point = "main", const agalc::os::ChildLimits& limits = {});

/// The result of validating words for an environment. A build without a validator accepts all words.
struct ForeignCheck {
  // The message of the validator, or the reason why it failed: "spirv-val ended with signal 11". "" if the words are
  // valid.
  std::string fault;
  ReadStatus status = ReadStatus::Read;
};
ForeignCheck check_foreign_words(std::span<const std::uint32_t> words, Environment environment,
                                 const agalc::os::ChildLimits& limits = {});

}  // namespace agal::proofs
