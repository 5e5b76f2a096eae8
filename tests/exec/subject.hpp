// A program with the inputs that it is executed on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "exec/backend.hpp"

namespace agal::exec {

/// What an input is made of.
struct InputOptions {
  std::uint64_t seed = 1;
  std::uint32_t draws = 64;
  std::vector<Float4> constants;  // where a program comes with values of its own, half of the draws use them
};

/// A program, and for each draw what it reads. The same values are there as the interpreter takes them (`points`,
/// `quads`) and as a backend does (`draws`).
struct Subject {
  std::string name;
  Program program;
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  std::vector<VertexInput> points;  // vertex programs: one a draw
  std::vector<QuadInput> quads;     // fragment programs: one a draw
  std::string unsuitable;           // why it cannot be executed, "" if it can
};

/// The textures as the interpreter takes them; constants are those of each draw.
Bindings bindings_of(const std::vector<TextureSlot>& textures);

/// A sampler that a program uses with two filters has in truth only one: that of its first token, which all tokens of
/// the subject's program get. Two dimensions make a program unsuitable.
Subject make_subject(std::string name, const Program& program, const InputOptions& options);

}  // namespace agal::exec
