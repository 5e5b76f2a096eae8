// The smith generates valid AGAL programs from a seed, to compare the results of different implementations.
//
// It is driven by the tables in include/agal/tables: new opcodes, sampler options and register types are used without a
// change here, except that an opcode needs a row in opcode_traits.cpp. The programs pass `validate` at level Strict,
// and pairs pass `validate_pair`. Values flow from the inputs to the outputs and mostly stay small, if attributes,
// varyings and constants are between about -2 and 2.
#pragma once

#include <cstdint>

#include "agal/program.hpp"

namespace agal::smith {

struct Options {
  std::uint64_t seed = 1;
  std::uint32_t size = 30;      // approximate number of tokens; limited to the maximum of the version
  std::uint32_t version = 0;    // 1 to 4; 0: any
  bool allow_reserved = false;  // also use `sgn` and `ted`, which pass validation only with `allow_reserved`
  bool allow_volume = false;    // also use 3d textures, which pass validation only at level Warn
};

struct Pair {
  Program vertex;
  Program fragment;
};

/// Generates a program of this stage. The same stage and options give the same tokens on every machine.
Program generate(Stage stage, const Options& options);

/// Generates two programs of one version as a pair. The vertex program writes all varyings that the fragment program
/// reads, and sometimes additional varyings.
Pair generate_pair(const Options& options);

}  // namespace agal::smith
