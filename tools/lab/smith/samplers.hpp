// Generates the states of samplers.
#pragma once

#include <vector>

#include "draft.hpp"

namespace agal::smith {

/// Returns the samplers of a program, each with one state for the whole program.
std::vector<SamplerOperand> make_samplers(Dice& dice, const Draft& draft, const Options& options);

}  // namespace agal::smith
