// The proof of a result as structures of agal.h.
#pragma once

#include <vector>

#include "agal/agal.h"
#include "agal/prove/prove.hpp"

namespace agal::c {

/// Owns the structures of a proof, which point to each other, and the texts to which they point.
class ProofRows {
 public:
  ProofRows(Proof proof, Stage stage);
  ProofRows(const ProofRows&) = delete;
  ProofRows& operator=(const ProofRows&) = delete;

  const agal_proof& root() const { return root_; }

 private:
  void add_difference(const Counterexample& example, Stage stage);

  Proof proof_;
  agal_proof root_{};
  agal_difference difference_{};
  std::vector<agal_proof_rule> rules_;
  std::vector<agal_proof_input> inputs_;
};

}  // namespace agal::c
