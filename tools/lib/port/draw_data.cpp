#include "port/draw_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "manifest/json_values.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

using manifest::Json;
using manifest::member;

constexpr std::string_view header_head = R"(/* {0}: the data for draw.c. agalc wrote this file. */
#ifndef SCENE_H
#define SCENE_H

#include {6}

typedef struct SceneData
{{
    const void *values;
    Uint32 size;
}} SceneData;

/* The levels of a texture, or the sides of a cube: +x, -x, +y, -y, +z, -z. */
typedef struct SceneTexture
{{
    const char *const *files;
    Uint32 count;
    bool is_cube;
}} SceneTexture;

#define SCENE_WIDTH {1}
#define SCENE_HEIGHT {2}
#define SCENE_SAMPLES {7}
#define SCENE_CREATE {3}

static const SDL_FColor scene_background = {{ {4} }};
static const SDL_Rect scene_scissor = {{ {5} }};
)";

Json scene_of(const DrawnScene& scene) { return Json::parse(scene.text, nullptr, false); }

// Returns the numbers of a list, separated by commas.
std::string numbers_in(const Json& list) {
  std::vector<std::string> numbers;
  if (list.is_array())
    for (const Json& number : list) numbers.push_back(number.dump());
  return joined(numbers, ", ");
}

/// Writes the data of a draw as C.
class Header {
 public:
  Header(const Material& material, const DrawnScene& scene)
      : material_(material), scene_(scene_of(scene)), mesh_(scene.mesh) {}

  std::string write() {
    const Json &size = member(scene_, "size"), &scissor = member(scene_, "scissor");
    const std::string width = size.at(0).dump(), height = size.at(1).dump();
    text_ = fmt::format(
        header_head, material_.title, width, height, sdl_function(material_), numbers_in(member(scene_, "background")),
        scissor.is_array() ? numbers_in(scissor) : fmt::format("0, 0, {}, {}", width, height), "\"materials.h\"",
        material_.targets.front().samples > 1 ? "SDL_GPU_SAMPLECOUNT_4" : "SDL_GPU_SAMPLECOUNT_1");
    add_attributes();
    add_indices();
    add_constants(material_.vertex, "vertex", "vc0");
    add_constants(material_.fragment, "fragment", "fc0");
    add_textures();
    return text_ + "\n#endif /* SCENE_H */\n";
  }

 private:
  // Adds an array of the first `count` rows of a list.
  void add_rows(std::string_view name, const Json& rows, std::size_t count) {
    text_ += fmt::format("\nstatic const float {}[] = {{\n", name);
    for (std::size_t i = 0; i < count && i < rows.size(); ++i) text_ += fmt::format("    {},\n", numbers_in(rows[i]));
    text_ += "};\n";
  }

  void add_attributes() {
    std::string list;
    for (const Attribute& each : material_.attributes) {
      const Json& rows = member(member(scene_, "attributes"), each.name.c_str());
      add_rows("scene_" + each.name, rows, rows.size());
      list += fmt::format("    {{ scene_{0}, sizeof(scene_{0}) }},\n", each.name);
    }
    text_ += fmt::format(
        "\n/* In the order of the slots; the last element is empty. */\n"
        "static const SceneData scene_attributes[] = {{\n{}    {{ NULL, 0 }},\n}};\n",
        list);
  }

  // The indices are the corners of the faces in the OBJ file.
  void add_indices() {
    text_ += "\nstatic const Uint32 scene_corners[] = {\n";
    std::size_t at = 0;
    while (at < mesh_.size()) {
      const std::size_t end = std::min(mesh_.find('\n', at), mesh_.size());
      if (mesh_.substr(at, 2) == "f ") add_face(mesh_.substr(at + 2, end - at - 2));
      at = end + 1;
    }
    text_ += "};\nstatic const SceneData scene_indices = { scene_corners, sizeof(scene_corners) };\n";
  }

  // An OBJ file numbers the vertices from 1.
  void add_face(std::string_view face) {
    text_ += "   ";
    std::uint32_t number = 0;
    for (std::size_t i = 0; i <= face.size(); ++i) {
      if (i < face.size() && face[i] != ' ') {
        number = 10 * number + static_cast<std::uint32_t>(face[i] - '0');
        continue;
      }
      text_ += fmt::format(" {},", number - 1);
      number = 0;
    }
    text_ += '\n';
  }

  void add_constants(const Shader& shader, std::string_view stage, const char* key) {
    if (shader.buffer) {
      add_rows(fmt::format("scene_{}", key), member(member(scene_, "constants"), key), shader.buffer->count);
      text_ +=
          fmt::format("static const SceneData scene_{0}_constants = {{ scene_{1}, sizeof(scene_{1}) }};\n", stage, key);
    } else {
      text_ += fmt::format("\nstatic const SceneData scene_{}_constants = {{ NULL, 0 }};\n", stage);
    }
  }

  void add_textures() {
    std::string list;
    for (const Sampler& sampler : material_.samplers()) {
      const Json& texture = member(member(scene_, "textures"), sampler.name.c_str());
      const std::vector<std::string> files = files_of(texture);
      text_ +=
          fmt::format("\nstatic const char *const scene_{}_files[] = {{ {} }};\n", sampler.name, joined(files, ", "));
      list += fmt::format("    {{ scene_{0}_files, SDL_arraysize(scene_{0}_files), {1} }},\n", sampler.name,
                          texture.is_array());
    }
    text_ += fmt::format(
        "\n/* In the order of BindMaterial; the last element is empty. */\n"
        "static const SceneTexture scene_textures[] = {{\n{}    {{ NULL, 0, false }},\n}};\n",
        list);
  }

  static std::vector<std::string> files_of(const Json& texture) {
    std::vector<std::string> files;
    const auto add = [&](const Json& file) { files.push_back(quoted_c(file.get_ref<const std::string&>())); };
    if (texture.is_array()) {
      for (const Json& side : texture) add(side);
      return files;
    }
    add(member(texture, "image"));
    for (const Json& level : member(texture, "levels")) add(level);
    return files;
  }

  const Material& material_;
  const Json scene_;
  const std::string_view mesh_;
  std::string text_;
};

}  // namespace

std::string scene_header(const Material& material, const DrawnScene& scene) { return Header(material, scene).write(); }

std::string scene_names(const Material& material, std::uint32_t number) {
  const auto list = [](const auto& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(quoted_rust(item.name));
    return joined(names, ", ");
  };
  const bool samples = !material.samplers().empty();
  return fmt::format(
      "//! {}: the names of its data in scene.json. agalc wrote this file.\n"
      "use crate::materials::{{self, Material, Target}};\n\n"
      "/// In the order of the slots of vertex buffers.\n"
      "pub const ATTRIBUTES: &[&str] = &[{}];\n\n"
      "/// In the order of the parameter `textures`.\n"
      "pub const TEXTURES: &[&str] = &[{}];\n\n"
      "pub fn create_material(\n"
      "    device: &wgpu::Device,\n"
      "    target: &Target,\n"
      "    {}textures: &[wgpu::TextureView],\n"
      ") -> Material {{\n"
      "    materials::create_draw{}(device, target{})\n"
      "}}\n",
      material.title, list(material.attributes), list(material.samplers()), samples ? "" : "_", number,
      samples ? ", std::array::from_fn(|i| &textures[i])" : "");
}

}  // namespace agal::port
