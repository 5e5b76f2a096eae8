// The rows of rules.def as terms, for tests that compare their two sides.
#pragma once

#include <span>
#include <vector>

#include "prove/rules.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// Both sides of a row, as untouched terms.
struct RewriteSides {
  Rule rule;
  Term left, right;
  bool (*condition)(float c, float d, float e, float f);  // evaluates the row's condition for values of its constants
};

/// Returns all rows, in the order of `rewrite_texts`. `store` must be untouched. `variables` are the terms of a, b, g,
/// c, d, e, f, u and k, in this order.
std::vector<RewriteSides> rewrite_sides(Store& store, std::span<const Term> variables);

}  // namespace agal::prove
