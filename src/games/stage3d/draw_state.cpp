#include "stage3d/draw_state.hpp"

namespace agal::stage3d {

#define AGAL_BLEND_FACTOR(id, word, ...) word,
template <>
std::vector<std::string_view> words_of<BlendFactor>() {
  return {
#include "stage3d/draw_state.def"
  };
}
#define AGAL_COMPARE(id, word, ...) word,
template <>
std::vector<std::string_view> words_of<Compare>() {
  return {
#include "stage3d/draw_state.def"
  };
}
#define AGAL_CULLING(id, word, ...) word,
template <>
std::vector<std::string_view> words_of<Culling>() {
  return {
#include "stage3d/draw_state.def"
  };
}
#define AGAL_STENCIL_ACTION(id, word, ...) word,
template <>
std::vector<std::string_view> words_of<StencilAction>() {
  return {
#include "stage3d/draw_state.def"
  };
}
#define AGAL_VERTEX_FORMAT(id, word, ...) word,
template <>
std::vector<std::string_view> words_of<VertexFormat>() {
  return {
#include "stage3d/draw_state.def"
  };
}

}  // namespace agal::stage3d
