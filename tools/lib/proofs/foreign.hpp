// Reads untrusted text and words. glslang and spirv-val run in child processes, because some input makes them crash,
// hang or use all memory. On Windows they run in this process.
#pragma once

#include <span>

#include "os/child.hpp"
#include "proofs/front_end.hpp"

namespace agal::proofs {

/// Like `read_text`; the words are valid. Undecided if the compiler ends otherwise: "glslang ended with signal 11".
ReadText read_foreign_text(const std::string& text, Stage stage, const TextDialect& dialect,
                           const std::string& entry_point = "main", const agalc::os::ChildLimits& limits = {});

/// Validates words for an environment. A build without a validator accepts all words.
struct ForeignCheck {
  std::string fault;  // the message of the validator, or why it has none: "spirv-val ended with signal 11"; "" if valid
  ReadStatus status = ReadStatus::Read;
};
ForeignCheck check_foreign_words(std::span<const std::uint32_t> words, Environment environment,
                                 const agalc::os::ChildLimits& limits = {});

}  // namespace agal::proofs
