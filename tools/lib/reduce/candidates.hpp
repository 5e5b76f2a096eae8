// Programs that are one step simpler than a given one. Whether they are any good is for others to say.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "agal/program.hpp"

namespace agal::reduce {

/// One conditional: the numbers of its tokens, 0-based. `otherwise` is `end` where there is no els.
struct Region {
  std::size_t begin = 0, otherwise = 0, end = 0;
};

/// The conditionals, in the order of their ends. Those that are broken are left out.
std::vector<Region> regions(const Program& program);

/// The program without the tokens from `first` to before `last`.
Program without(const Program& program, std::size_t first, std::size_t last);

/// Takes a candidate; true means that nothing more is wanted of the same kind, as the program has changed.
using Attempt = std::function<bool(const Program&)>;

/// Without the conditional; without its els; and with either of its arms alone.
bool simpler_region(const Program& program, const Region& region, const Attempt& attempt);

/// With one token simpler: a plainer opcode, operand, mask or sampler.
bool simpler_token(const Program& program, std::size_t token, const Attempt& attempt);

/// With one sampler simpler in all tokens that use it.
bool simpler_samplers(const Program& program, const Attempt& attempt);

/// With one register under a lower number in all tokens.
bool lower_registers(const Program& program, const Attempt& attempt);

}  // namespace agal::reduce
