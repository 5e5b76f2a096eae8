#include "candidate_scenes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "agal/operands.hpp"

namespace agal::report {
namespace {

using render::Description;
using Registers = std::map<std::uint32_t, Float4>;

constexpr std::array<Float4, 4> identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

// Puts the whole transformation into the matrix of the position. Other matrices are the identity.
void place_matrices(const Program& vertex, const render::Mesh& mesh, Registers& constants) {
  const render::Matrix whole = *render::matrix_by_word("model-view-projection", mesh, 1);
  for (const render::MatrixGuess& guess : render::guess_matrices(vertex)) {
    const bool projects = guess.word.ends_with("projection");
    const render::Matrix& matrix = projects ? whole : identity;
    for (std::uint32_t i = 0; i < guess.count; ++i) constants[guess.first + i] = matrix[i % guess.rows];
  }
}

Registers filled(const Program& program, const Float4& value) {
  Registers constants;
  for (std::uint32_t i = 0; i < constant_array_size(program); ++i) constants[i] = value;
  return constants;
}

}  // namespace

std::string mesh_for(const Program& vertex) {
  return std::string(render::guess_mesh(render::guess_attributes(vertex)));
}

std::vector<Description> candidate_scenes(const Program& vertex, const Program& fragment) {
  // Constants are mostly steps, ranges and signs. Programs differ in the registers that hold a zero or a one.
  constexpr std::array<Float4, 4> guesses{{{1, 0.5f, 0.25f, 1}, {0, 1, 0.5f, 1}, {1, 1, 1, 1}, {0.5f, 0.5f, 2, 0.5f}}};
  const std::string mesh = mesh_for(vertex);
  const render::Mesh shape = *render::built_in_mesh(mesh);
  std::vector<Description> list;
  for (const Float4& guess : guesses) {
    Description description;
    description.mesh = mesh;
    description.vertex_constants = filled(vertex, guess);
    place_matrices(vertex, shape, description.vertex_constants);
    description.fragment_constants = filled(fragment, guess);
    list.push_back(std::move(description));
  }
  return list;
}

bool shows_something(const render::Picture& picture) {
  constexpr int visible = 32;  // a difference in 255ths; black differs less from the background
  const render::Pixel& first = picture.pixels.front();
  const auto differs = [&](const render::Pixel& pixel) {
    for (std::size_t lane = 0; lane < 3; ++lane)
      if (std::abs(int{pixel[lane]} - int{first[lane]}) > visible) return true;
    return false;
  };
  const auto count = std::count_if(picture.pixels.begin(), picture.pixels.end(), differs);
  return static_cast<std::size_t>(count) * 100 >= picture.pixels.size();
}

}  // namespace agal::report
