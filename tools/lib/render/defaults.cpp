// Chooses the default inputs of programs: attributes and constants by their use in the program.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "agal/operands.hpp"
#include "render/scene.hpp"

namespace agal::render {
namespace {

// The uses of an attribute in a program.
struct Reading {
  bool as_direction = false;  // read by m33, nrm, dp3, crs
  bool as_row = false;        // a row of a matrix
  bool as_index = false;      // the index of a relative address
  bool as_operand = false;    // anything else
};

// Temporaries that have the value of an attribute. Many programs move an attribute before they use it.
class Copies {
 public:
  bool contains(const Access& access) const {
    return access.is(RegisterType::Temporary) && access.count == 1 && numbers_.contains(access.first);
  }
  // Follows a token. `has_value` is true if it reads the attribute or a copy.
  void follow(const Instruction& token, bool has_value) {
    constexpr WriteMask xyz = 7;
    if (token.dst.type_code() != static_cast<std::uint32_t>(RegisterType::Temporary)) return;
    if ((token.dst.mask() & xyz) != xyz) return;
    if (token.is(Opcode::Mov) && has_value)
      numbers_.insert(token.dst.index());
    else
      numbers_.erase(token.dst.index());
  }

 private:
  std::set<std::uint32_t> numbers_;
};

Reading reading_of(const Program& program, std::uint32_t number) {
  Reading reading;
  Copies copies;
  for (const Instruction& token : program.instructions) {
    const bool direction =
        token.is(Opcode::M33) || token.is(Opcode::Nrm) || token.is(Opcode::Dp3) || token.is(Opcode::Crs);
    bool has_value = false;
    for_each_access(token, [&](const Access& access) {
      const bool is_attribute = access.is(RegisterType::Attribute) && number >= access.first && number < access.end();
      if (access.kind == AccessKind::Index && is_attribute) reading.as_index = true;
      if (access.kind != AccessKind::Read || !(is_attribute || copies.contains(access))) return;
      has_value = true;
      reading.as_operand = true;
      const bool row = access.operand == Operand::Source2 && token.info()->src2 == SourceRule::Matrix;
      if (row) reading.as_row = true;
      if (direction && !row) reading.as_direction = true;
    });
    copies.follow(token, has_value);
  }
  return reading;
}

// Returns the varyings that a fragment program uses as texture coordinates.
std::set<std::uint32_t> sampled_varyings(const Program& fragment) {
  std::set<std::uint32_t> numbers;
  for (const Instruction& token : fragment.instructions) {
    if (!token.samples()) continue;
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Read && access.is(RegisterType::Varying)) numbers.insert(access.first);
    });
  }
  return numbers;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t i = 0; i < 4; ++i) result[row][column] += a[row][i] * b[i][column];
  return result;
}

// Returns a matrix that moves the mesh to the center, scales it to fit, and rotates it slightly to the left and toward
// the viewer.
Matrix model_matrix(const Mesh& mesh, float seconds) {
  constexpr float fits = 1.3f, turn_at_start = 0.4f, turn_per_second = 0.6f, tilt = 0.5f;
  const float turn = turn_at_start + turn_per_second * seconds;
  const Extent extent = extent_of(mesh);
  const float scale = extent.radius > 0 && std::isfinite(extent.radius) ? fits / extent.radius : 1;
  const Matrix place{{{scale, 0, 0, -scale * extent.center[0]},
                      {0, scale, 0, -scale * extent.center[1]},
                      {0, 0, scale, -scale * extent.center[2]},
                      {0, 0, 0, 1}}};
  const Matrix about_y{
      {{std::cos(turn), 0, std::sin(turn), 0}, {0, 1, 0, 0}, {-std::sin(turn), 0, std::cos(turn), 0}, {0, 0, 0, 1}}};
  const Matrix about_x{
      {{1, 0, 0, 0}, {0, std::cos(tilt), std::sin(tilt), 0}, {0, -std::sin(tilt), std::cos(tilt), 0}, {0, 0, 0, 1}}};
  return product(about_x, product(about_y, place));
}

// Returns the matrix of a camera at (0, 0, -3) that looks along z. The vertical field of view is 60 degrees, and the
// near and far planes are at distances 1 and 9.
Matrix view_projection(float aspect) {
  constexpr float eye = -3, near = 1, far = 9;
  const float focal = 1 / std::tan(std::numbers::pi_v<float> / 6), range = far / (far - near);
  return {{{focal / aspect, 0, 0, 0}, {0, focal, 0, 0}, {0, 0, range, -range * (eye + near)}, {0, 0, 1, -eye}}};
}

struct NamedMatrix {
  std::string_view word;
  Matrix (*of)(const Mesh& mesh, float aspect, float seconds);
};
constexpr std::array<NamedMatrix, 4> matrices{{
    {"model-view-projection",
     [](const Mesh& mesh, float aspect, float seconds) {
       return product(view_projection(aspect), model_matrix(mesh, seconds));
     }},
    {"view-projection", [](const Mesh&, float aspect, float) { return view_projection(aspect); }},
    {"model", [](const Mesh& mesh, float, float seconds) { return model_matrix(mesh, seconds); }},
    {"identity",
     [](const Mesh&, float, float) {
       return Matrix{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
     }},
}};

}  // namespace

std::vector<std::string_view> matrix_words() {
  std::vector<std::string_view> words;
  for (const NamedMatrix& row : matrices) words.push_back(row.word);
  return words;
}

std::optional<Matrix> matrix_by_word(std::string_view word, const Mesh& mesh, float aspect, float seconds) {
  for (const NamedMatrix& row : matrices)
    if (row.word == word) return row.of(mesh, aspect, seconds);
  return std::nullopt;
}

std::string_view guess_mesh(std::span<const std::string_view> attributes) {
  const auto has = [&](std::string_view word) {
    return std::find(attributes.begin(), attributes.end(), word) != attributes.end();
  };
  if (has("index") || has("corner")) return "sprites";
  return has("normal") ? "sphere" : "quad";
}

std::vector<std::string_view> guess_attributes(const Program& vertex) {
  std::vector<std::string_view> words;
  std::vector<std::string_view> directions{"normal", "tangent"}, rows{"row0", "row1", "row2", "row3"},
      others{"uv", "color", "uv2"};
  const auto take = [](std::vector<std::string_view>& list) {
    const std::string_view word = list.front();
    if (list.size() > 1) list.erase(list.begin());
    return word;
  };
  bool first = true;
  for (const std::uint32_t number : registers_read(vertex, RegisterType::Attribute)) {
    if (words.size() <= number) words.resize(number + 1);
    const Reading reading = reading_of(vertex, number);
    if (reading.as_index && !reading.as_operand) {
      words[number] = "zero";
      continue;
    }
    words[number] = first                  ? "position"
                    : reading.as_row       ? take(rows)
                    : reading.as_direction ? take(directions)
                                           : take(others);
    first = false;
  }
  return words;
}

std::vector<std::string_view> guess_attributes(const Program& vertex, const Program& fragment) {
  std::vector<std::string_view> words = guess_attributes(vertex);
  const std::set<std::uint32_t> coordinates = sampled_varyings(fragment);
  std::set<std::uint32_t> as_coordinate, otherwise;  // the attributes that are written to varyings
  for (const Instruction& token : vertex.instructions) {
    std::optional<std::uint32_t> varying;
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Write && access.is(RegisterType::Varying)) varying = access.first;
    });
    if (!varying) continue;
    std::set<std::uint32_t>& uses = coordinates.contains(*varying) ? as_coordinate : otherwise;
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Read && access.is(RegisterType::Attribute)) uses.insert(access.first);
    });
  }
  const auto first_of = [&](const std::set<std::uint32_t>& uses, std::string_view word) {
    return std::find_if(uses.begin(), uses.end(), [&](std::uint32_t n) { return words[n] == word; });
  };
  const auto color = first_of(as_coordinate, "color"), uv = first_of(otherwise, "uv");
  if (color != as_coordinate.end() && uv != otherwise.end() && !as_coordinate.contains(*uv))
    std::swap(words[*color], words[*uv]);
  return words;
}

std::vector<Float4> default_constants(const Program& program, const Mesh& mesh, float aspect) {
  std::vector<Float4> constants(constant_array_size(program), default_constant);
  for (const MatrixGuess& guess : guess_matrices(program)) {
    const std::optional<Matrix> matrix = matrix_by_word(guess.word, mesh, aspect);
    if (!matrix) continue;
    for (std::uint32_t i = 0; i < guess.count && guess.first + i < constants.size(); ++i)
      constants[guess.first + i] = (*matrix)[i % guess.rows];
  }
  return constants;
}

void bind_attributes(Scene& scene, const std::vector<std::string_view>& words) {
  scene.attributes.assign(words.size(), {});
  for (std::size_t i = 0; i < words.size(); ++i) {
    const AttributeOf of = find_attribute(words[i]);
    if (of == nullptr) continue;
    for (const MeshVertex& vertex : scene.mesh.vertices) scene.attributes[i].push_back(of(vertex));
  }
}

}  // namespace agal::render
