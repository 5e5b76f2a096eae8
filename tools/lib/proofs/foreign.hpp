// What somebody else wrote, text or words: compilers and validators of others run in child processes, because some input
// makes them crash, hang or use all memory. On Windows there are no such children, and agalc may end with them.
#pragma once

#include <span>

#include "os/child.hpp"
#include "proofs/front_end.hpp"

namespace agal::proofs {

/// Like `read_text`; the words are valid. Undecided if the compiler ends otherwise: "glslang ended with signal 11".
ReadText read_foreign_text(const std::string& text, Stage stage, const TextDialect& dialect,
                           const std::string& entry_point = "main", const agalc::os::ChildLimits& limits = {});

/// Whether words are valid for an environment. A build without a validator takes all words as valid.
struct ForeignCheck {
  std::string fault;  // the message of the validator, or why it has none: "spirv-val ended with signal 11"; "" if valid
  ReadStatus status = ReadStatus::Read;
};
ForeignCheck check_foreign_words(std::span<const std::uint32_t> words, Environment environment,
                                 const agalc::os::ChildLimits& limits = {});

}  // namespace agal::proofs
