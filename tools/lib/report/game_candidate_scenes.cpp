// Makes candidate scenes for a pair with a captured draw.
#include <algorithm>
#include <array>
#include <cmath>

#include "candidate_scenes.hpp"
#include "game_draw.hpp"
#include "render/mesh.hpp"

namespace agal::report {
namespace {

using render::Description;
using render::Mesh;
using render::MeshVertex;
using Columns = std::array<Float4, 4>;  // columns of a matrix

// Solves columns * x = target by elimination with pivots. Uses as many components of the target as there are columns,
// in the order x, y, w, z. nullopt: the solution is not unique.
std::optional<Float4> solved(const std::vector<Float4>& columns, const Float4& target) {
  constexpr std::array<std::size_t, 4> order{0, 1, 3, 2};
  const std::size_t size = columns.size();
  std::array<std::array<double, 5>, 4> rows{};
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) rows[i][j] = static_cast<double>(columns[j][order[i]]);
    for (std::size_t j = 0; j < size; ++j) largest = std::max(largest, std::abs(rows[i][j]));
    rows[i][size] = static_cast<double>(target[order[i]]);
  }
  constexpr double too_small = 1e-9;
  for (std::size_t step = 0; step < size; ++step) {
    std::size_t pivot = step;
    for (std::size_t i = step + 1; i < size; ++i)
      if (std::abs(rows[i][step]) > std::abs(rows[pivot][step])) pivot = i;
    std::swap(rows[step], rows[pivot]);
    if (!(std::abs(rows[step][step]) > too_small * largest)) return std::nullopt;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == step) continue;
      const double factor = rows[i][step] / rows[step][step];
      for (std::size_t j = step; j <= size; ++j) rows[i][j] -= factor * rows[step][j];
    }
  }
  Float4 result{};
  for (std::size_t i = 0; i < size; ++i) result[i] = static_cast<float>(rows[i][size] / rows[i][i]);
  return result;
}

// The transformation of positions by the vertex program.
class PositionFunction {
 public:
  PositionFunction(const VertexInterpreter& interpreter, std::uint32_t attribute)
      : interpreter_(interpreter), attribute_(attribute) {}

  // Sets the attributes of a vertex. Each call of `at` replaces the attribute of the position.
  void set_attributes(std::vector<Float4> attributes) { input_.attributes = std::move(attributes); }

  Float4 at(float x, float y, float z) {
    input_.attributes[attribute_] = {x, y, z, 1};
    return interpreter_.run(input_).position.value_or(Float4{});
  }

  // Returns the columns of the matrix that multiplies (x, y, z, 1).
  Columns columns() {
    constexpr float step = 1024;  // far from the origin, the differences of small steps are not precise
    const Float4 origin = at(0, 0, 0);
    Columns result{at(step, 0, 0), at(0, step, 0), at(0, 0, step), origin};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t lane = 0; lane < 4; ++lane) result[i][lane] = (result[i][lane] - origin[lane]) / step;
    return result;
  }

  bool is_affine() {
    constexpr Float4 probe{2, -3, 5, 1};
    const Columns matrix = columns();
    const Float4 value = at(probe[0], probe[1], probe[2]);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      float sum = 0, size = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        sum += matrix[i][lane] * probe[i];
        size += std::abs(matrix[i][lane] * probe[i]);
      }
      if (!(std::abs(sum - value[lane]) <= 1e-3f * size + 1e-6f)) return false;
    }
    return true;
  }

 private:
  const VertexInterpreter& interpreter_;
  std::uint32_t attribute_;
  VertexInput input_;
};

bool is_flat(const std::string& format) { return format == "float1" || format == "float2"; }

// Returns a position that the program moves to this place in clip space, or to a place with the same x / w and y / w. A
// position that is not flat also gets the same z / w, if possible.
std::optional<Float4> position_for(const Columns& matrix, const Float4& clip, bool flat) {
  if (!flat)
    if (const std::optional<Float4> all = solved({matrix.begin(), matrix.end()}, clip); all && (*all)[3] != 0)
      return Float4{(*all)[0] / (*all)[3], (*all)[1] / (*all)[3], (*all)[2] / (*all)[3], 1};
  const std::optional<Float4> plane = solved({matrix[0], matrix[1], matrix[3]}, clip);
  if (!plane || (*plane)[2] == 0) return std::nullopt;
  return Float4{(*plane)[0] / (*plane)[2], (*plane)[1] / (*plane)[2], 0, 1};
}

// Returns the word for the content of each attribute. Formats distinguish texture coordinates from colors.
std::vector<std::string_view> words_for(const Program& vertex, const Program& fragment, const GameDraw& draw) {
  std::vector<std::string_view> words = render::guess_attributes(vertex, fragment);
  for (const auto& [index, format] : draw.formats) {
    if (index >= words.size()) continue;
    std::string_view& word = words[index];
    if (word == "color" && is_flat(format)) word = "uv";
    if (word.starts_with("uv") && (format == "bytes4" || format == "float4")) word = "color";
  }
  return words;
}

std::map<std::uint32_t, Float4> numbered(const std::vector<Float4>& registers) {
  std::map<std::uint32_t, Float4> result;
  for (std::size_t i = 0; i < registers.size(); ++i) result[static_cast<std::uint32_t>(i)] = registers[i];
  return result;
}

class GameCandidateScenes {
 public:
  GameCandidateScenes(const Program& vertex, const Program& fragment, const GameDraw& draw)
      : vertex_(vertex),
        draw_(draw),
        words_(words_for(vertex, fragment, draw)),
        mesh_(*render::built_in_mesh(mesh_for(vertex))) {}

  // Describes everything except the place of the mesh.
  Description plain() const {
    Description description;
    description.mesh = mesh_for(vertex_);
    description.complete_vertex_constants = description.complete_fragment_constants = true;
    description.vertex_constants = numbered(draw_.vertex_constants);
    description.fragment_constants = numbered(draw_.fragment_constants);
    description.blend = draw_.blends ? stage3d::Blend::Premultiplied : stage3d::Blend::None;
    for (const auto& [index, state] : draw_.samplers)
      description.vertex_textures[index].state = description.fragment_textures[index].state = state;
    for (std::uint32_t index = 0; index < words_.size(); ++index)
      if (!words_[index].empty())
        for (const MeshVertex& vertex : mesh_.vertices)
          description.attributes[index].values.push_back(value_of(index, vertex));
    return description;
  }

  // Places the mesh where it is visible; nullopt if no such place is found.
  std::optional<Description> placed() const {
    const auto position = std::find(words_.begin(), words_.end(), "position");
    if (position == words_.end()) return std::nullopt;
    const auto attribute = static_cast<std::uint32_t>(position - words_.begin());
    const Result<VertexInterpreter> interpreter = VertexInterpreter::prepare(vertex_, {draw_.vertex_constants, {}});
    if (!interpreter) return std::nullopt;
    const render::Matrix rows = *render::matrix_by_word("model-view-projection", mesh_, 1);
    PositionFunction function(*interpreter, attribute);
    Description description = plain();
    for (std::size_t i = 0; i < mesh_.vertices.size(); ++i) {
      function.set_attributes(attributes_of(mesh_.vertices[i]));
      if (i == 0 && !function.is_affine()) return std::nullopt;
      const Float4 clip = product(rows, mesh_.vertices[i].position);
      const std::optional<Float4> place = position_for(function.columns(), clip, is_flat(format_of(attribute)));
      if (!place) return std::nullopt;
      description.attributes[attribute].values[i] = in_format(*place, format_of(attribute));
    }
    return description;
  }

 private:
  std::string format_of(std::uint32_t index) const {
    const auto place = draw_.formats.find(index);
    return place == draw_.formats.end() ? std::string() : place->second;
  }

  Float4 value_of(std::uint32_t index, const MeshVertex& vertex) const {
    return in_format(render::find_attribute(words_[index])(vertex), format_of(index));
  }

  std::vector<Float4> attributes_of(const MeshVertex& vertex) const {
    std::vector<Float4> values(words_.size(), Float4{0, 0, 0, 1});
    for (std::uint32_t index = 0; index < words_.size(); ++index)
      if (!words_[index].empty()) values[index] = value_of(index, vertex);
    return values;
  }

  static Float4 product(const render::Matrix& rows, const Float4& vector) {
    Float4 result{};
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t i = 0; i < 4; ++i) result[row] += rows[row][i] * vector[i];
    return result;
  }

  const Program& vertex_;
  const GameDraw& draw_;
  std::vector<std::string_view>
      words_;  // the word for the content of each attribute, "" if the program does not read it
  Mesh mesh_;
};

}  // namespace

Float4 in_format(const Float4& value, const std::string& format) {
  const auto byte = [](float lane) { return std::round(std::clamp(lane, 0.0f, 1.0f) * 255) / 255; };
  if (format == "float1") return {value[0], 0, 0, 1};
  if (format == "float2") return {value[0], value[1], 0, 1};
  if (format == "float3") return {value[0], value[1], value[2], 1};
  if (format == "bytes4") return {byte(value[0]), byte(value[1]), byte(value[2]), byte(value[3])};
  return value;
}

std::vector<Description> game_candidate_scenes(const Program& vertex, const Program& fragment, const GameDraw& draw) {
  const GameCandidateScenes scenes(vertex, fragment, draw);
  std::vector<Description> list;
  if (std::optional<Description> placed = scenes.placed()) list.push_back(*std::move(placed));
  list.push_back(scenes.plain());
  return list;
}

}  // namespace agal::report
