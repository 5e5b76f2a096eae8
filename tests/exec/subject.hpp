// A program with the inputs for its execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "exec/backend.hpp"

namespace agal::exec {

/// Parameters of the inputs.
struct InputOptions {
  std::uint64_t seed = 1;
  std::uint32_t draws = 64;
  std::vector<Float4> constants;  // the program's own values, if it has any; half of the draws use them
};

/// A program, and the inputs of each draw: the same values in the form for the interpreter (`points`, `quads`) and in
/// the form for a backend (`draws`).
struct Subject {
  std::string name;
  Program program;
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  std::vector<VertexInput> points;  // vertex programs: one for each draw
  std::vector<QuadInput> quads;     // fragment programs: one for each draw
  std::string unsuitable;           // the reason why it cannot be executed, "" if it can
};

/// The textures for the interpreter, and the constants of the draw.
Bindings bindings_of(const std::vector<TextureSlot>& textures);

/// A sampler with two states in a program actually has only that of its first token, so all tokens of the program get
/// this state. Two dimensions make a program unsuitable.
Subject make_subject(std::string name, const Program& program, const InputOptions& options);

}  // namespace agal::exec
