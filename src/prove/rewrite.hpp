// The rows of rules.def as terms, for the tests that compare the two sides.
#pragma once

#include <span>
#include <vector>

#include "prove/terms.hpp"

namespace agal::prove {

/// Both sides of a row, untouched by rules.
struct RewriteSides {
  Rule rule;
  Term left, right;
  bool (*condition)(float c, float d, float e, float f);  // of the row, for these values of its constants
};

/// All rows, in the order of `rewrite_texts`. `store` is untouched; `variables` are a, b, g, c, d, e, f, u and k.
std::vector<RewriteSides> rewrite_sides(Store& store, std::span<const Term> variables);

}  // namespace agal::prove
