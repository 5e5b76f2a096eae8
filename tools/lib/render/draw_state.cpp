#include "render/draw_state.hpp"

namespace agal::render {

#define AGAL_BLEND_FACTOR(id, word, vulkan) word,
template <>
std::vector<std::string_view> words_of<BlendFactor>() {
  return {
#include "render/draw_state.def"
  };
}
#define AGAL_COMPARE(id, word, vulkan) word,
template <>
std::vector<std::string_view> words_of<Compare>() {
  return {
#include "render/draw_state.def"
  };
}
#define AGAL_CULLING(id, word, vulkan) word,
template <>
std::vector<std::string_view> words_of<Culling>() {
  return {
#include "render/draw_state.def"
  };
}
#define AGAL_STENCIL_ACTION(id, word, vulkan) word,
template <>
std::vector<std::string_view> words_of<StencilAction>() {
  return {
#include "render/draw_state.def"
  };
}

}  // namespace agal::render
