// The AGAL converters of OpenFL and AwayJS, and proofs of their output. ./tools/lab/converters installs the converters.
// The environment variable AGAL_CONVERTERS names the folder of another copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/prove/prove.hpp"

namespace agal::test {

enum class Converter : std::uint8_t { OpenFl, AwayJs };

/// Returns the reason why the converters cannot be run, or "".
std::string missing_converters();

/// The result of converting a program and comparing the text with it.
enum class Fate : std::uint8_t { Equal, EqualUpTo, Different, NotDecided, DoesNotCompile, Refused };

struct Converted {
  Fate fate = Fate::Refused;
  /// The message of the converter or compiler that rejects the program, or the prover's reason if no inputs show a
  /// difference.
  std::string said;
  std::string text;
  Proof proof;
};

/// Converts the programs, compiles each text by the rules of its version of GLSL ES, and compares it with the program.
/// If `clip_space` is true, z of the position must have the range of OpenGL, as the host draws it. The converter of
/// OpenFL keeps the range of Direct3D in all programs, which is wrong.
std::vector<Converted> convert(Converter converter, const std::vector<Program>& programs, bool clip_space = false);

/// Returns the package and its version, such as "openfl 8.9.6". Call `convert` first.
std::string package_of(Converter converter);

}  // namespace agal::test
