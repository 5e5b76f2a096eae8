#include "render/description.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/format.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "render/textures.hpp"

namespace agal::render {
namespace {

// Returns the default state of a sampler, for fetches that use the state of the texture.
SamplerOperand default_state() {
  SamplerOperand state = SamplerOperand::make(0);
  for (const SamplerOption option : {SamplerOption::Linear, SamplerOption::MipLinear, SamplerOption::Repeat})
    state = state.with(info(option).field, info(option).value);
  return state;
}

// The part of a rectangle that is in the picture; it may be empty.
stage3d::PixelRectangle within(stage3d::PixelRectangle rectangle, std::uint32_t width, std::uint32_t height) {
  auto& [x, y, w, h] = rectangle;
  x = std::min(x, width);
  y = std::min(y, height);
  w = std::min(w, width - x);
  h = std::min(h, height - y);
  return rectangle;
}

class Builder {
 public:
  Builder(const Description& description, TextureCache& texture_cache)
      : description_(description), texture_cache_(texture_cache) {}

  Scene scene;
  Diagnostics found;

  void build();

 private:
  void fault(const std::string& what, std::string_view message) {
    found.add(agalc::make_diagnostic("scene-malformed", {}, {what, message}));
  }
  void read_mesh();
  void set_attributes();
  void set_attribute(std::uint32_t number, const AttributeSource& source);
  std::vector<Float4> constants(const Program& program, const std::map<std::uint32_t, Float4>& given, bool complete);
  void set_textures(const Program& program, const std::map<std::uint32_t, TextureSource>& given, StageInputs& inputs);
  std::shared_ptr<const Texture> texture(const std::string& what, const TextureSource& source, Texture::Kind kind);
  std::shared_ptr<const Texture> texture_from_files(const std::string& what, const TextureSource& source);
  std::optional<std::vector<Picture>> pictures(const std::vector<std::string>& files);

  const Description& description_;
  TextureCache& texture_cache_;
};

void Builder::read_mesh() {
  const std::string word = description_.mesh.empty() ? "quad" : description_.mesh;
  if (std::optional<Mesh> mesh = built_in_mesh(word)) {
    scene.mesh = *std::move(mesh);
    return;
  }
  const Result<std::vector<std::byte>> bytes = agalc::read_data(word, "mesh-malformed");
  if (!bytes) return found.append(bytes.diagnostics());
  Result<Mesh> mesh = read_obj({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, word);
  if (!mesh) return found.append(std::move(mesh.diagnostics()));
  scene.mesh = *std::move(mesh);
}

void Builder::set_attribute(std::uint32_t number, const AttributeSource& source) {
  const std::size_t vertices = scene.mesh.vertices.size();
  if (scene.attributes.size() <= number) scene.attributes.resize(number + 1);
  std::vector<Float4>& values = scene.attributes[number];
  values.clear();
  if (source.values.size() == 1) {
    values.assign(vertices, source.values.front());
  } else if (!source.values.empty()) {
    if (source.values.size() != vertices)
      return fault(fmt::format("attributes.va{}", number),
                   fmt::format("has {} values, but the mesh has {} vertices", source.values.size(), vertices));
    values = source.values;
  } else if (const AttributeOf of = find_attribute(source.word)) {
    for (const MeshVertex& vertex : scene.mesh.vertices) values.push_back(of(vertex));
  } else {
    fault(fmt::format("attributes.va{}", number),
          fmt::format("'{}' is not one of {}", source.word, base::joined(attribute_words(), ", ")));
  }
}

// Binds the attributes. Attributes without a description are guessed from the whole pair, independently of the
// others.
void Builder::set_attributes() {
  bind_attributes(scene, guess_attributes(scene.vertex, scene.fragment));
  for (const auto& [number, source] : description_.attributes) set_attribute(number, source);
}

std::vector<Float4> Builder::constants(const Program& program, const std::map<std::uint32_t, Float4>& given,
                                       bool complete) {
  const float aspect = static_cast<float>(scene.width) / static_cast<float>(scene.height);
  std::vector<Float4> list;
  if (!complete) list = default_constants(program, scene.mesh, aspect);
  for (const auto& [number, value] : given) {
    if (list.size() <= number) list.resize(number + 1);
    list[number] = value;
  }
  return list;
}

std::optional<std::vector<Picture>> Builder::pictures(const std::vector<std::string>& files) {
  std::vector<Picture> pictures;
  for (const std::string& file : files) {
    const Result<std::vector<std::byte>> bytes = agalc::read_data(file, "picture-unreadable");
    if (!bytes) found.append(bytes.diagnostics());
    if (!bytes) return std::nullopt;
    Result<Picture> picture = read_png(*bytes, file);
    if (!picture) found.append(std::move(picture.diagnostics()));
    if (!picture) return std::nullopt;
    pictures.push_back(*std::move(picture));
  }
  return pictures;
}

std::shared_ptr<const Texture> Builder::texture_from_files(const std::string& what, const TextureSource& source) {
  const std::optional<std::vector<Picture>> read = this->pictures(source.files), levels = this->pictures(source.levels);
  if (!read || !levels) return nullptr;
  const std::vector<Picture>& pictures = *read;
  if (pictures.size() == 1) {
    Texture texture = texture_of(pictures.front());
    if (!levels->empty()) texture.levels.resize(1);
    for (const Picture& picture : *levels) {
      const Texture::Level& before = texture.levels.back();
      if (picture.width != std::max(before.width / 2, 1u) || picture.height != std::max(before.height / 2, 1u)) {
        fault(what, "each level must have half the width and height of the level before it");
        return nullptr;
      }
      texture.levels.push_back(std::move(texture_of(picture).levels.front()));
    }
    return std::make_shared<const Texture>(std::move(texture));
  }
  const std::uint32_t side = pictures.front().width;
  if (std::any_of(pictures.begin(), pictures.end(),
                  [&](const Picture& p) { return p.width != side || p.height != side; })) {
    fault(what, "the six pictures of a cube must be square and of the same size");
    return nullptr;
  }
  return std::make_shared<const Texture>(cube_of(pictures));
}

std::shared_ptr<const Texture> Builder::texture(const std::string& what, const TextureSource& source,
                                                Texture::Kind kind) {
  if (source.color) return std::make_shared<const Texture>(plain_texture(kind, *source.color));
  if (!source.files.empty()) return texture_from_files(what, source);
  if (source.word.empty()) return texture_cache_.by_default(kind);
  std::shared_ptr<const Texture> result = texture_cache_.by_word(source.word);
  if (result == nullptr)
    fault(what, fmt::format("'{}' is not a PNG file, a color or one of {}", source.word,
                            base::joined(texture_words(), ", ")));
  return result;
}

void Builder::set_textures(const Program& program, const std::map<std::uint32_t, TextureSource>& given,
                           StageInputs& inputs) {
  for (const SamplerOperand& operand : samplers_of(program)) {
    const std::string what = "textures." + register_name(operand.type_code(), operand.index(), program.stage);
    const auto row = given.find(operand.index());
    const TextureSource source = row == given.end() ? TextureSource{} : row->second;
    if (inputs.textures.size() <= operand.index()) inputs.textures.resize(operand.index() + 1);
    // Unknown dimensions are rejected when the scene is checked.
    const std::uint32_t dimension = std::min(operand.field(SamplerField::Dim), 2u);
    SceneTexture& slot = inputs.textures[operand.index()];
    slot.texture = texture(what, source, static_cast<Texture::Kind>(dimension));
    slot.state = source.state.value_or(default_state());
  }
}

void Builder::build() {
  read_mesh();
  if (found.has_errors()) return;
  scene.instances = description_.instances.value_or(1);
  if (description_.background) scene.background = *description_.background;
  scene.depth = description_.depth.value_or(scene.mesh.depth);
  scene.depth_write = description_.depth_write.value_or(scene.depth_write);
  scene.depth_compare = description_.depth_compare.value_or(scene.depth_compare);
  scene.blend = description_.blend.value_or(scene.blend);
  scene.culling = description_.culling.value_or(scene.culling);
  scene.color_mask = description_.color_mask.value_or(scene.color_mask);
  if (description_.scissor) scene.scissor = within(*description_.scissor, scene.width, scene.height);
  scene.color_output = description_.color_output.value_or(0);
  set_attributes();
  scene.vertex_inputs.constants =
      constants(scene.vertex, description_.vertex_constants, description_.complete_vertex_constants);
  scene.fragment_inputs.constants =
      constants(scene.fragment, description_.fragment_constants, description_.complete_fragment_constants);
  set_textures(scene.vertex, description_.vertex_textures, scene.vertex_inputs);
  set_textures(scene.fragment, description_.fragment_textures, scene.fragment_inputs);
}

template <class T>
void take(std::optional<T>& into, const std::optional<T>& from) {
  if (from) into = from;
}

template <class T>
void take(std::map<std::uint32_t, T>& into, const std::map<std::uint32_t, T>& from) {
  for (const auto& [number, value] : from) into[number] = value;
}

}  // namespace

Description merged(Description base, const Description& over) {
  if (!over.mesh.empty()) base.mesh = over.mesh;
  take(base.instances, over.instances);
  take(base.attributes, over.attributes);
  take(base.vertex_constants, over.vertex_constants);
  take(base.fragment_constants, over.fragment_constants);
  base.complete_vertex_constants |= over.complete_vertex_constants;
  base.complete_fragment_constants |= over.complete_fragment_constants;
  take(base.vertex_textures, over.vertex_textures);
  take(base.fragment_textures, over.fragment_textures);
  take(base.background, over.background);
  take(base.size, over.size);
  take(base.depth, over.depth);
  take(base.depth_write, over.depth_write);
  take(base.depth_compare, over.depth_compare);
  take(base.blend, over.blend);
  take(base.culling, over.culling);
  take(base.color_mask, over.color_mask);
  take(base.scissor, over.scissor);
  take(base.color_output, over.color_output);
  return base;
}

std::shared_ptr<const Texture> TextureCache::by_word(const std::string& word) {
  const auto [place, is_new] = words_.try_emplace(word);
  if (is_new)
    if (std::optional<Texture> texture = texture_by_word(word))
      place->second = std::make_shared<const Texture>(*std::move(texture));
  return place->second;
}

std::shared_ptr<const Texture> TextureCache::by_default(Texture::Kind kind) {
  std::shared_ptr<const Texture>& place = defaults_[kind];
  if (place == nullptr) place = std::make_shared<const Texture>(default_texture(kind));
  return place;
}

Result<Scene> build_scene(Program vertex, Program fragment, const Description& description, std::uint32_t width,
                          std::uint32_t height, TextureCache& texture_cache) {
  Builder builder(description, texture_cache);
  builder.scene.vertex = std::move(vertex);
  builder.scene.fragment = std::move(fragment);
  builder.scene.width = width;
  builder.scene.height = height;
  builder.build();
  if (builder.found.has_errors()) return std::move(builder.found);
  return std::move(builder.scene);
}

}  // namespace agal::render
