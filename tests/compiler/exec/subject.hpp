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
  std::vector<Float4> constants;  // values that suit the program, which half of the draws use, or empty
};

/// A program, and the inputs of each draw. `points` and `quads` are the values in the form for the interpreter, and
/// `draws` in the form for a backend.
struct Subject {
  std::string name;
  Program program;
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  std::vector<VertexInput> points;  // vertex programs: one point for each draw
  std::vector<QuadInput> quads;     // fragment programs: one quad for each draw
  std::string unsuitable;           // the reason why the program cannot be executed, or ""
};

/// Returns bindings with the textures, but without constants, for the interpreter.
Bindings bindings_of(const std::vector<TextureSlot>& textures);

/// Prepares a program. APIs have one state for each sampler, so all tokens of a sampler get the state of its first
/// token. If a sampler has two dimensions, the program is unsuitable.
Subject make_subject(std::string name, const Program& program, const InputOptions& options);

}  // namespace agal::exec
