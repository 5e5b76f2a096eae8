// The smith: makes valid AGAL programs out of a seed, to compare what different machines compute from them.
//
// What can be made is read from the tables: an opcode, a sampler option or a register type that is added to
// include/agal/tables is used without a change here. What is made passes `validate` at level Strict, and pairs pass
// `validate_pair`. Values flow from the inputs to the outputs, and mostly stay small: the programs are meant to be run
// with attributes, varyings and constants between about -2 and 2.
#pragma once

#include <cstdint>

#include "agal/program.hpp"

namespace agal::smith {

struct Options {
  std::uint64_t seed = 1;
  std::uint32_t size = 30;      // tokens of a program, about; cut to what its version allows
  std::uint32_t version = 0;    // 1 to 4; 0: any
  bool allow_reserved = false;  // use `sgn` and `ted` too, which pass validation with `allow_reserved` alone
  bool allow_volume = false;    // use 3d textures too, which pass validation at level Warn alone
};

struct Pair {
  Program vertex;
  Program fragment;
};

/// A program of this stage. The same stage and options give the same tokens on every machine.
Program generate(Stage stage, const Options& options);

/// Two programs of one version that fit together: the vertex program writes what the fragment program reads, and
/// sometimes more.
Pair generate_pair(const Options& options);

}  // namespace agal::smith
