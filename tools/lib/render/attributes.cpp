// The possible contents of attributes, by word.
#include <algorithm>
#include <cmath>

#include "render/mesh.hpp"

namespace agal::render {
namespace {

Float4 weights(const MeshVertex& m) {
  const float t = 1 - m.v;
  return {(1 - t) * (1 - t), 2 * t * (1 - t), t * t, 0};
}

Float4 phase(const MeshVertex& m) {
  const float sum = 7.3f * m.u + 3.1f * m.v;
  return {sum - std::floor(sum), 0, 0, 1};
}

struct Attribute {
  std::string_view word;
  AttributeOf of;
};
constexpr std::array<Attribute, 17> contents{{
    {"position", [](const MeshVertex& m) { return m.position; }},
    {"normal", [](const MeshVertex& m) { return m.normal; }},
    {"tangent", [](const MeshVertex& m) { return m.tangent; }},
    {"uv",
     [](const MeshVertex& m) {
       return Float4{m.u, m.v, 0, 1};
     }},
    {"uv2",
     [](const MeshVertex& m) {
       return Float4{m.u, m.v, 0, 1};
     }},
    {"color",
     [](const MeshVertex& m) {
       return Float4{m.u, m.v, 1 - m.u, 1};
     }},
    {"corner",
     [](const MeshVertex& m) {
       return Float4{m.corner_x, m.corner_y, 0, 1};
     }},
    {"index",
     [](const MeshVertex& m) {
       return Float4{m.index, 0, 0, 1};
     }},
    {"bone",
     [](const MeshVertex& m) {
       return Float4{std::min(std::floor(3 * (1 - m.v)), 2.0f), 0, 0, 1};
     }},
    {"bones",
     [](const MeshVertex&) {
       return Float4{0, 1, 2, 3};
     }},
    {"weights", weights},
    {"phase", phase},
    {"row0",
     [](const MeshVertex&) {
       return Float4{0.8f, -0.2f, 0, 0.1f};
     }},
    {"row1",
     [](const MeshVertex&) {
       return Float4{0.2f, 0.8f, 0, -0.1f};
     }},
    {"row2",
     [](const MeshVertex&) {
       return Float4{0, 0, 1, 0};
     }},
    {"row3",
     [](const MeshVertex&) {
       return Float4{0, 0, 0, 1};
     }},
    {"zero", [](const MeshVertex&) { return Float4{}; }},
}};

}  // namespace

AttributeOf find_attribute(std::string_view word) {
  for (const Attribute& row : contents)
    if (row.word == word) return row.of;
  return nullptr;
}

std::vector<std::string_view> attribute_words() {
  std::vector<std::string_view> words;
  words.reserve(std::size(contents));
  for (const Attribute& row : contents) words.push_back(row.word);
  return words;
}

}  // namespace agal::render
