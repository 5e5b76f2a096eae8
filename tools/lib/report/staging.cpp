#include "staging.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "agal/operands.hpp"

namespace agal::report {
namespace {

using render::Description;
using Constants = std::map<std::uint32_t, Float4>;

constexpr std::array<Float4, 4> identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

bool is_register(std::uint32_t type_code, RegisterType type) { return type_code == static_cast<std::uint32_t>(type); }

// Returns true if the token multiplies by a matrix in constants that it addresses directly.
bool has_constant_matrix(const Instruction& token) {
  const OpcodeInfo* const row = token.info();
  return row != nullptr && row->src2 == SourceRule::Matrix && !token.src2.indirect() &&
         is_register(token.src2.type_code(), RegisterType::Constant);
}

// Returns the matrix that computes the position; nullopt: none. It is found by following the first source of each token
// backward from the output.
std::optional<std::uint32_t> projection_of(const Program& vertex) {
  std::uint32_t type = static_cast<std::uint32_t>(RegisterType::Output), index = 0;
  for (auto token = vertex.instructions.rbegin(); token != vertex.instructions.rend(); ++token) {
    const OpcodeInfo* const row = token->info();
    if (row == nullptr || row->dest == DestinationRule::None) continue;
    if (token->dst.type_code() != type || token->dst.index() != index) continue;
    if (has_constant_matrix(*token)) return token->src2.index();
    if (token->src1.indirect() || !is_register(token->src1.type_code(), RegisterType::Temporary)) continue;
    type = token->src1.type_code();
    index = token->src1.index();
  }
  return std::nullopt;
}

// Puts the whole transformation into the matrix of the position. Other matrices are the identity.
void place_matrices(const Program& vertex, const std::vector<Float4>& defaults, Constants& constants) {
  const auto put = [&](std::uint32_t first, std::size_t rows, const Float4* matrix) {
    for (std::size_t i = 0; i < rows; ++i) constants[first + static_cast<std::uint32_t>(i)] = matrix[i];
  };
  for (const Instruction& token : vertex.instructions)
    if (has_constant_matrix(token)) put(token.src2.index(), token.info()->rows, identity.data());
  const std::optional<std::uint32_t> projection = projection_of(vertex);
  if (projection && defaults.size() >= identity.size()) put(*projection, identity.size(), defaults.data());
}

Constants filled(const Program& program, const Float4& value) {
  Constants constants;
  for (std::uint32_t i = 0; i < constant_array_size(program); ++i) constants[i] = value;
  return constants;
}

}  // namespace

std::string mesh_for(const Program& vertex) {
  return std::string(render::guess_mesh(render::guess_attributes(vertex)));
}

std::vector<Description> stagings(const Program& vertex, const Program& fragment) {
  // Constants are mostly steps, ranges and signs. Programs differ in the registers that hold a zero or a one.
  constexpr std::array<Float4, 4> guesses{{{1, 0.5f, 0.25f, 1}, {0, 1, 0.5f, 1}, {1, 1, 1, 1}, {0.5f, 0.5f, 2, 0.5f}}};
  const std::string mesh = mesh_for(vertex);
  const std::vector<Float4> defaults = render::default_constants(vertex, *render::built_in_mesh(mesh), 1);
  std::vector<Description> list;
  for (const Float4& guess : guesses) {
    Description description;
    description.mesh = mesh;
    description.vertex_constants = filled(vertex, guess);
    place_matrices(vertex, defaults, description.vertex_constants);
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
