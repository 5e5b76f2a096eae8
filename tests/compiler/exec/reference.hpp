// The results of the interpreter for a subject, with the range of tolerated results.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exec/subject.hpp"
#include "exec/tolerance.hpp"

namespace agal::exec {

/// The outputs of a draw as a list of numbers, in an order that depends only on the interface. A vertex program has x,
/// y, z, w of the position, z in OpenGL's convention, then the varyings. A fragment program has, for each pixel, 1 if
/// it is killed (otherwise 0), the colors, and the depth. Numbers that are not written are nullopt.
using Numbers = std::vector<std::optional<float>>;

Numbers numbers_of(const Interface& interface, const VertexOutput& output, float gl_clip_z);
Numbers numbers_of(const Interface& interface, const QuadOutput& output);

/// Returns the name of number `i`: "position.z", "pixel 2 oc1.x".
std::string label_of(const Interface& interface, Stage stage, std::size_t i);

/// The range of values that a device may give for a number.
struct Range {
  float exact = 0;  // the result of the interpreter
  float low = 0, high = 0;
  bool written = false;  // true if the number is compared
  bool defined = false;  // true if every tolerated device gives a finite number

  void widen(float value);
};

/// The ranges of each number of each draw.
struct Reference {
  std::vector<std::vector<Range>> draws;
  std::set<std::pair<std::size_t, std::uint32_t>>
      refined;  // draws and the number of additional devices simulated for each
  // The ranges with more latitude, for the draws that needed it.
  std::map<std::pair<std::size_t, Latitude>, std::vector<Range>> wider;
  std::string fault;  // the message of the interpreter if it rejects the program
};

/// Runs the interpreter once exactly, and `devices` times with tolerated arithmetic.
Reference make_reference(const Subject& subject, const Semantics& semantics, std::uint32_t devices = 8);

/// Runs the interpreter `devices` more times for one draw, before a number counts as a mismatch.
void refine(const Subject& subject, const Semantics& semantics, std::size_t draw, std::uint32_t devices,
            Latitude latitude, std::vector<Range>& ranges);

}  // namespace agal::exec
