// Generates programs that are one step simpler than a given program. They may be invalid.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "agal/program.hpp"

namespace agal::reduce {

/// A conditional: the indices of its tokens. Without els, `otherwise` is `end`.
struct Region {
  std::size_t begin = 0, otherwise = 0, end = 0;
};

/// Returns the balanced conditionals in the order of their ends.
std::vector<Region> regions(const Program& program);

/// Returns the program without the tokens [first, last).
Program without(const Program& program, std::size_t first, std::size_t last);

/// Takes a candidate. Returns true if the candidate has replaced the program, which stops the generation of candidates
/// of this kind.
using Attempt = std::function<bool(const Program&)>;

/// Tries the program without the conditional, without its els, and with only one of its arms.
bool simpler_region(const Program& program, const Region& region, const Attempt& attempt);

/// Tries the program with one simpler token: a simpler opcode, operand, mask or sampler.
bool simpler_token(const Program& program, std::size_t token, const Attempt& attempt);

/// Tries a simpler state of one sampler in all tokens that use it.
bool simpler_samplers(const Program& program, const Attempt& attempt);

/// Tries a lower number for one register in all tokens.
bool lower_registers(const Program& program, const Attempt& attempt);

}  // namespace agal::reduce
