// What the interpreter says that a subject computes, and how certain that is.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exec/subject.hpp"
#include "exec/tolerance.hpp"

namespace agal::exec {

/// The outputs of one draw as a list of numbers, in an order that depends on the interface alone: of a vertex program
/// x, y, z, w of the position, z as OpenGL has it, then the varyings; of a fragment program for each pixel
/// 1 if it is killed, the colors, the depth. Nothing: not written.
using Numbers = std::vector<std::optional<float>>;

Numbers numbers_of(const Interface& interface, const VertexOutput& output, float gl_clip_z);
Numbers numbers_of(const Interface& interface, const QuadOutput& output);

/// What number `i` is: "position.z", "pixel 2 oc1.x".
std::string label_of(const Interface& interface, Stage stage, std::size_t i);

/// The numbers that a device may give.
struct Range {
  float exact = 0;  // the interpreter's own
  float low = 0, high = 0;
  bool written = false;  // not written numbers are not compared
  bool defined = false;  // whether every tolerated device gives a finite number

  void widen(float value);
};

/// One range for each number of each draw.
struct Reference {
  std::vector<std::vector<Range>> draws;
  std::set<std::pair<std::size_t, std::uint32_t>> refined;  // draws for which so many more devices have been asked
  // With more latitude, of the draws where that was asked for.
  std::map<std::pair<std::size_t, Latitude>, std::vector<Range>> wider;
  std::string fault;  // the interpreter's message if it refused the program
};

/// Runs the interpreter once as it is and `devices` times with tolerated arithmetic.
Reference make_reference(const Subject& subject, const Semantics& semantics, std::uint32_t devices = 8);

/// Runs the interpreter `devices` more times for one draw, to be certain before something is called a mismatch.
void refine(const Subject& subject, const Semantics& semantics, std::size_t draw, std::uint32_t devices,
            Latitude latitude, std::vector<Range>& ranges);

}  // namespace agal::exec
