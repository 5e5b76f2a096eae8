// Prints proofs as text and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "agal/prove/prove.hpp"

namespace agal::prove {

/// A program, and the other side of its proof.
struct ProofSubject {
  std::string program;  // the name of the program
  Stage stage = Stage::Vertex;
  std::string with;         // the other side: the name of a target or a file
  bool one_of_two = false;  // true if the program is part of a pair
  std::string front_end{};  // the compiler that read the other side; "" if it is not named
};

/// Returns "equal", "equal up to rounding", "different" or "not decided".
std::string answer_of(const Proof& proof);

/// Returns the text of a proof: "spv: equal\n". For a difference, the text also has the inputs and the terms.
std::string proof_text(const ProofSubject& subject, const Proof& proof);

/// Returns a proof as one line of JSON. Its inputs have the format of `agalc run --in`.
std::string proof_json(const ProofSubject& subject, const Proof& proof);

/// Return the answer for a target that cannot express the program. `codes` lists the codes of the diagnostics.
std::string not_expressible_text(const ProofSubject& subject, std::string_view codes);
std::string not_expressible_json(const ProofSubject& subject, std::string_view codes);

}  // namespace agal::prove
