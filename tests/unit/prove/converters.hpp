// The AGAL converters of OpenFL and AwayJS, and what their text computes. ./tools/dev/converters installs them; the
// environment variable AGAL_CONVERTERS is the folder of another copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/prove.hpp"

namespace agal::test {

enum class Converter : std::uint8_t { OpenFl, AwayJs };

/// The reason why they cannot be run, "" if they can.
std::string missing_converters();

/// What became of a program.
enum class Fate : std::uint8_t { Equal, EqualUpTo, Different, NotDecided, DoesNotCompile, Refused };

struct Converted {
  Fate fate = Fate::Refused;
  std::string said;  // by the converter or the compiler that refuses it; why it is different, without inputs
  std::string text;
  Proof proof;
};

/// Converts the programs, compiles the text by the rules of its own version of GLSL ES, and compares it with the
/// program. Positions are compared as the converter's host draws them, if `clip_space` holds: OpenFL's leaves z as it
/// is for Direct3D, which is wrong in all programs.
std::vector<Converted> convert(Converter converter, const std::vector<Program>& programs, bool clip_space = false);

/// The package and its version: "openfl 8.9.6". Known after `convert`.
std::string package_of(Converter converter);

}  // namespace agal::test
