// Meshes: triangles of vertices. A vertex has the content of every kind of attribute.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/interpret.hpp"

namespace agal::render {

/// A vertex. The space is left-handed with y up; u runs to the right and v down. corpus/README.md describes all
/// members.
struct MeshVertex {
  Float4 position{0, 0, 0, 1};
  Float4 normal{0, 0, -1, 1};
  Float4 tangent{1, 0, 0, 1};  // w is the sign of the bitangent
  float u = 0, v = 0;
  float corner_x = 0, corner_y = 0;  // u and v as coordinates from -1 to 1, with y up
  float index = 0;                   // only for sprites
};

struct Mesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  bool depth = true;  // the default for the depth test
};

/// Returns the built-in mesh with this word: quad, grid, sphere, cube or sprites. Returns nullopt for other words.
std::optional<Mesh> built_in_mesh(std::string_view word);
const std::vector<std::string_view>& built_in_mesh_words();

/// The maximum number of vertices, and of triangles, in a file.
inline constexpr std::size_t max_mesh_size = 1'000'000;

/// Reads a Wavefront OBJ file: v, vt, vn and f. Other lines are skipped. Polygons become fans. z is negated, because
/// the space of such files is right-handed, and v is flipped, because it counts from the bottom. Missing normals are
/// averages of the faces around a vertex; missing texture coordinates follow x and y. Errors have a line number.
Result<Mesh> read_obj(std::string_view text, const std::string& name);

/// Sets the tangents from positions, normals and texture coordinates.
void compute_tangents(Mesh& mesh);

/// The center of the bounding box of a mesh, and the maximum distance of a vertex from it.
struct Extent {
  std::array<float, 3> center{};
  float radius = 0;
};
Extent extent_of(const Mesh& mesh);

// ------------------------------------------------------------------------------------------------------ attributes

/// Returns the content of an attribute at a vertex. corpus/README.md describes the words.
using AttributeOf = Float4 (*)(const MeshVertex&);
/// Returns nullptr for an unknown word.
AttributeOf find_attribute(std::string_view word);
std::vector<std::string_view> attribute_words();

}  // namespace agal::render
