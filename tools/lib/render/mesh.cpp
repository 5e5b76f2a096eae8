// The built-in meshes, and functions for all meshes.
#include "render/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace agal::render {
namespace {

constexpr std::uint32_t grid_cells = 16;
constexpr std::uint32_t sphere_columns = 32, sphere_rows = 16;
constexpr std::uint32_t sprite_count = 8, sprite_columns = 4, sprite_rows = 2;

// Adds a patch of columns × rows cells over u and v. `place` creates the vertex at (u, v).
template <class Place>
void add_patch(Mesh& mesh, std::uint32_t columns, std::uint32_t rows, Place&& place) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::uint32_t row = 0; row <= rows; ++row)
    for (std::uint32_t column = 0; column <= columns; ++column) {
      const float u = static_cast<float>(column) / static_cast<float>(columns);
      const float v = static_cast<float>(row) / static_cast<float>(rows);
      MeshVertex vertex = place(u, v);
      vertex.u = u;
      vertex.v = v;
      vertex.corner_x = 2 * u - 1;
      vertex.corner_y = 1 - 2 * v;
      mesh.vertices.push_back(vertex);
    }
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t a = first + row * (columns + 1) + column, b = a + 1, c = a + columns + 1, d = c + 1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({c, b, d});
    }
}

MeshVertex flat(float u, float v) {
  MeshVertex vertex;
  vertex.position = {2 * u - 1, 1 - 2 * v, 0, 1};
  return vertex;
}

Mesh make_quad() {
  Mesh mesh;
  add_patch(mesh, 1, 1, flat);
  return mesh;
}

Mesh make_grid() {
  Mesh mesh;
  add_patch(mesh, grid_cells, grid_cells, flat);
  return mesh;
}

Mesh make_sphere() {
  Mesh mesh;
  add_patch(mesh, sphere_columns, sphere_rows, [](float u, float v) {
    const float p = 2 * std::numbers::pi_v<float> * u, t = std::numbers::pi_v<float> * v;
    MeshVertex vertex;
    vertex.normal = {-std::sin(t) * std::sin(p), std::cos(t), std::sin(t) * std::cos(p), 1};
    vertex.position = vertex.normal;
    vertex.tangent = {-std::cos(p), 0, -std::sin(p), 1};
    return vertex;
  });
  return mesh;
}

// Creates a cube. From the outside, u runs to the right of each face, and v down.
Mesh make_cube() {
  using Axis = std::array<float, 3>;
  struct Face {
    Axis normal, right, down;
  };
  constexpr std::array<Face, 6> faces{{{{0, 0, -1}, {1, 0, 0}, {0, -1, 0}},
                                       {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                                       {{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}},
                                       {{-1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
                                       {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
                                       {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  Mesh mesh;
  for (const Face& face : faces)
    add_patch(mesh, 1, 1, [&](float u, float v) {
      MeshVertex vertex;
      for (std::size_t i = 0; i < 3; ++i) {
        vertex.position[i] = face.normal[i] + (2 * u - 1) * face.right[i] + (2 * v - 1) * face.down[i];
        vertex.normal[i] = face.normal[i];
        vertex.tangent[i] = face.right[i];
      }
      return vertex;
    });
  return mesh;
}

// Creates sprites. Some programs place sprites themselves, with corner and index. For other programs, the positions are
// side by side.
Mesh make_sprites() {
  Mesh mesh;
  mesh.depth = false;
  for (std::uint32_t sprite = 0; sprite < sprite_count; ++sprite) {
    const std::uint32_t x = sprite % sprite_columns, y = sprite / sprite_columns;
    const auto column = static_cast<float>(x), row = static_cast<float>(y);
    add_patch(mesh, 1, 1, [&](float u, float v) {
      MeshVertex vertex = flat((column + u) / sprite_columns, (row + v) / sprite_rows);
      vertex.index = static_cast<float>(sprite);
      return vertex;
    });
  }
  return mesh;
}

struct BuiltIn {
  std::string_view word;
  Mesh (*make)();
};
constexpr std::array<BuiltIn, 5> built_in{{{"quad", make_quad},
                                           {"grid", make_grid},
                                           {"sphere", make_sphere},
                                           {"cube", make_cube},
                                           {"sprites", make_sprites}}};

using Vector = std::array<float, 3>;

float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector xyz(const Float4& value) { return {value[0], value[1], value[2]}; }

Vector difference(const Float4& a, const Float4& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Returns an arbitrary direction perpendicular to the normal.
Vector any_across(const Vector& normal) {
  const Vector axis = std::fabs(normal[0]) < 0.9f ? Vector{1, 0, 0} : Vector{0, 1, 0};
  return cross(normal, axis);
}

}  // namespace

std::optional<Mesh> built_in_mesh(std::string_view word) {
  for (const BuiltIn& row : built_in)
    if (row.word == word) return row.make();
  return std::nullopt;
}

const std::vector<std::string_view>& built_in_mesh_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> list;
    list.reserve(std::size(built_in));
    for (const BuiltIn& row : built_in) list.push_back(row.word);
    return list;
  }();
  return words;
}

void compute_tangents(Mesh& mesh) {
  std::vector<Vector> along_u(mesh.vertices.size()), along_v(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles) {
    const MeshVertex &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
    const Vector ab = difference(b.position, a.position), ac = difference(c.position, a.position);
    const float bu = b.u - a.u, bv = b.v - a.v, cu = c.u - a.u, cv = c.v - a.v;
    const float sign = bu * cv - cu * bv < 0 ? -1.0f : 1.0f;
    for (const std::uint32_t vertex : triangle)
      for (std::size_t i = 0; i < 3; ++i) {
        along_u[vertex][i] += sign * (cv * ab[i] - bv * ac[i]);
        along_v[vertex][i] += sign * (bu * ac[i] - cu * ab[i]);
      }
  }
  for (std::size_t n = 0; n < mesh.vertices.size(); ++n) {
    MeshVertex& vertex = mesh.vertices[n];
    const Vector normal = xyz(vertex.normal);
    Vector tangent = along_u[n];
    const float lean = dot(normal, tangent);
    for (std::size_t i = 0; i < 3; ++i) tangent[i] -= lean * normal[i];
    if (!(dot(tangent, tangent) > 1e-20f)) tangent = any_across(normal);
    const float length = std::sqrt(dot(tangent, tangent));
    const float side = dot(cross(normal, tangent), along_v[n]) < 0 ? -1.0f : 1.0f;
    vertex.tangent = {tangent[0] / length, tangent[1] / length, tangent[2] / length, side};
  }
}

Extent extent_of(const Mesh& mesh) {
  Extent extent;
  if (mesh.vertices.empty()) return extent;
  Float4 low = mesh.vertices.front().position, high = low;
  for (const MeshVertex& vertex : mesh.vertices)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], vertex.position[i]);
      high[i] = std::max(high[i], vertex.position[i]);
    }
  for (std::size_t i = 0; i < 3; ++i) extent.center[i] = low[i] / 2 + high[i] / 2;
  for (const MeshVertex& vertex : mesh.vertices) {
    const Vector from{vertex.position[0] - extent.center[0], vertex.position[1] - extent.center[1],
                      vertex.position[2] - extent.center[2]};
    extent.radius = std::max(extent.radius, std::hypot(from[0], from[1], from[2]));
  }
  return extent;
}

}  // namespace agal::render
