// What a proof says, for people and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "agal/prove.hpp"

namespace agal::prove {

/// A program, and what was compared with it.
struct ProofSubject {
  std::string program;  // what it is called
  Stage stage = Stage::Vertex;
  std::string with;         // the name of a target, or of a file
  bool one_of_two = false;  // the program is a half of a pair
};

/// "equal", "equal up to rounding", "different", "not decided".
std::string answer_of(const Proof& proof);

/// "spv: equal\n"; of a difference also the inputs, and the terms.
std::string proof_text(const ProofSubject& subject, const Proof& proof);

/// One line, with inputs as `agalc run --in` reads them.
std::string proof_json(const ProofSubject& subject, const Proof& proof);

/// The same for a target that cannot express the program.
std::string not_expressible_text(const ProofSubject& subject, std::string_view codes);
std::string not_expressible_json(const ProofSubject& subject, std::string_view codes);

}  // namespace agal::prove
