// Programs that are one step simpler than a given one. They may be invalid.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "agal/program.hpp"

namespace agal::reduce {

/// One conditional: the numbers of its tokens, 0-based. `otherwise` is `end` if there is no els.
struct Region {
  std::size_t begin = 0, otherwise = 0, end = 0;
};

/// The conditionals, in the order of their ends, without unbalanced ones.
std::vector<Region> regions(const Program& program);

/// The program without the tokens [first, last).
Program without(const Program& program, std::size_t first, std::size_t last);

/// Takes a candidate; true stops the generation of this kind, because the program has changed.
using Attempt = std::function<bool(const Program&)>;

/// Without the conditional; without its els; and with only one of its arms.
bool simpler_region(const Program& program, const Region& region, const Attempt& attempt);

/// With one simpler token: a simpler opcode, operand, mask or sampler.
bool simpler_token(const Program& program, std::size_t token, const Attempt& attempt);

/// With a simpler state of one sampler in all tokens that use it.
bool simpler_samplers(const Program& program, const Attempt& attempt);

/// With a lower number for one register in all tokens.
bool lower_registers(const Program& program, const Attempt& attempt);

}  // namespace agal::reduce
