#include "scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/format.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "corpus/manifest.hpp"
#include "corpus/parse_json.hpp"
#include "json_reader.hpp"

namespace agalc {
namespace {

using agal::Float4;
using agal::RegisterType;
using agal::Stage;
using agal::render::AttributeSource;
using agal::render::Description;
using agal::render::TextureSource;
using nlohmann::json;

constexpr std::size_t cube_faces = 6, max_levels = 16;

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

class SceneReader : public JsonReader {
 public:
  explicit SceneReader(const std::string& file) : JsonReader(file, "scene-malformed"), folder_(folder_of(file)) {}

  Description scene(const json& root);
  Manifest manifest(const agal::corpus::Manifest& listed);

 private:
  void read_constants(const json& object, Description& to);
  void read_attributes(const json& object, Description& to);
  void read_textures(const json& object, Description& to);
  std::optional<TextureSource> texture(const std::string& path, const json& value);
  std::optional<TextureSource> image(const std::string& path, const json& value);
  std::optional<AttributeSource> attribute(const std::string& path, const json& value);

  std::string text(const std::string& path, const json& value);
  std::optional<Float4> color(const std::string& path, const json& value);
  std::optional<bool> flag(const std::string& path, const json& value);
  std::optional<std::uint32_t> count(const std::string& path, const json& value);
  std::string mesh(const std::string& path, const json& value);
  std::vector<std::string> files(const std::string& path, const json& value);
  void read_depth(const json& value, Description& to);
  void check_target(const json& value);
  std::optional<agal::stage3d::Blend> blend(const json& value);
  std::optional<agal::stage3d::ColorMask> color_mask(const json& value);
  template <class E>
  std::optional<E> word(const std::string& path, const json& value);
  template <std::size_t N>
  std::optional<std::array<std::uint32_t, N>> counts(const std::string& path, const json& value);
  std::string file_path(const std::string& name) const { return name.front() == '/' ? name : folder_ + name; }

  Manifest::Program program(const agal::corpus::Program& listed);
  Manifest::Pair pair(const std::string& path, const agal::corpus::Pair& listed);

  std::string folder_;
};

// ------------------------------------------------------------------------------------------------------ values

std::string SceneReader::text(const std::string& path, const json& value) {
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) return value.get<std::string>();
  fault(path, "must be a non-empty string");
  return {};
}

std::optional<bool> SceneReader::flag(const std::string& path, const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  fault(path, "must be true or false");
  return std::nullopt;
}

std::optional<std::uint32_t> SceneReader::count(const std::string& path, const json& value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= agal::render::max_draw_triangles)
    return value.get<std::uint32_t>();
  fault(path, "must be a non-negative integer");
  return std::nullopt;
}

std::optional<Float4> SceneReader::color(const std::string& path, const json& value) {
  if (value.is_array()) return vector(path, value, {0, 0, 0, 1});
  std::optional<Float4> result;
  if (value.is_string()) result = agal::render::parse_color(value.get_ref<const std::string&>());
  if (!result) fault(path, "must be a color: \"#rrggbb\", \"#rrggbbaa\" or a list of numbers");
  return result;
}

std::string SceneReader::mesh(const std::string& path, const json& value) {
  const std::string word = text(path, value);
  return ends_with(word, ".obj") ? file_path(word) : word;
}

std::vector<std::string> SceneReader::files(const std::string& path, const json& value) {
  std::vector<std::string> result;
  if (!value.is_array() || value.size() > max_levels) {
    fault(path, "must be a list of PNG files");
    return result;
  }
  for (std::size_t i = 0; i < value.size(); ++i)
    if (const std::string name = text(fmt::format("{}[{}]", path, i), value[i]); !name.empty())
      result.push_back(file_path(name));
  return result;
}

// ------------------------------------------------------------------------------------------------------ settings

template <class E>
std::optional<E> SceneReader::word(const std::string& path, const json& value) {
  const std::optional<E> found =
      value.is_string() ? agal::stage3d::find_word<E>(value.get_ref<const std::string&>()) : std::nullopt;
  if (!found) fault(path, fmt::format("must be one of {}", agal::base::joined(agal::stage3d::words_of<E>(), ", ")));
  return found;
}

template <std::size_t N>
std::optional<std::array<std::uint32_t, N>> SceneReader::counts(const std::string& path, const json& value) {
  std::array<std::uint32_t, N> result{};
  if (!value.is_array() || value.size() != N) {
    fault(path, fmt::format("must be a list of {} numbers", N));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < N; ++i) {
    const std::optional<std::uint32_t> each = count(fmt::format("{}[{}]", path, i), value[i]);
    if (!each) return std::nullopt;
    result[i] = *each;
  }
  return result;
}

void SceneReader::read_depth(const json& value, Description& to) {
  if (!value.is_object()) {
    to.depth = flag("depth", value);
    return;
  }
  to.depth = true;
  for (const auto& [key, part] : value.items()) {
    if (key == "write")
      to.depth_write = flag("depth.write", part);
    else if (key == "compare")
      to.depth_compare = word<agal::stage3d::Compare>("depth.compare", part);
    else
      unknown_key("depth", key, {"write", "compare"});
  }
}

// Says what a game drew to. This does not change the picture: agalc render has one sample for each pixel, and row 0 on
// top.
void SceneReader::check_target(const json& value) {
  if (!value.is_object()) return fault("target", "must be an object");
  for (const auto& [key, part] : value.items()) {
    if (key == "kind" && part != "backBuffer" && part != "texture")
      fault("target.kind", "must be backBuffer or texture");
    else if (key == "samples")
      static_cast<void>(count("target.samples", part));
    else if (key != "kind")
      unknown_key("target", key, {"kind", "samples"});
  }
}

std::optional<agal::stage3d::Blend> SceneReader::blend(const json& value) {
  using agal::stage3d::Blend;
  using agal::stage3d::BlendFactor;
  if (!value.is_array() || value.size() != 2) {
    const std::optional<bool> blends = flag("blend", value);
    return blends ? std::optional(*blends ? Blend::Premultiplied : Blend::None) : std::nullopt;
  }
  const auto source = word<BlendFactor>("blend[0]", value[0]), destination = word<BlendFactor>("blend[1]", value[1]);
  return source && destination ? std::optional(Blend{*source, *destination}) : std::nullopt;
}

// Reads a mask: some of the letters r, g, b and a.
std::optional<agal::stage3d::ColorMask> SceneReader::color_mask(const json& value) {
  constexpr std::string_view channels = "rgba";
  const std::string letters = value.is_string() ? value.get<std::string>() : "?";
  if (letters.find_first_not_of(channels) != letters.npos) {
    fault("colorMask", "must be some of the letters rgba");
    return std::nullopt;
  }
  agal::stage3d::ColorMask mask;
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = letters.find(channels[i]) != letters.npos;
  return mask;
}

// ------------------------------------------------------------------------------------------------------ registers

void SceneReader::read_constants(const json& object, Description& to) {
  registers("constants", object, RegisterType::Constant, std::nullopt,
            [&](const std::string& path, Stage stage, std::uint32_t first, const json& value) {
              add_constants(path, first, value, stage == Stage::Vertex ? to.vertex_constants : to.fragment_constants);
            });
}

std::optional<AttributeSource> SceneReader::attribute(const std::string& path, const json& value) {
  AttributeSource source;
  constexpr Float4 missing{0, 0, 0, 1};
  if (value.is_string()) {
    source.word = text(path, value);
    return source;
  }
  const bool several = is_list_of_lists(value);
  for (std::size_t i = 0; i < (several ? value.size() : 1); ++i) {
    const std::optional<Float4> row =
        vector(several ? fmt::format("{}[{}]", path, i) : path, several ? value[i] : value, missing);
    if (!row) return std::nullopt;
    source.values.push_back(*row);
  }
  return source;
}

void SceneReader::read_attributes(const json& object, Description& to) {
  registers("attributes", object, RegisterType::Attribute, Stage::Vertex,
            [&](const std::string& path, Stage, std::uint32_t n, const json& value) {
              std::optional<AttributeSource> source = attribute(path, value);
              if (source) to.attributes[n] = *std::move(source);
            });
}

// Reads an image: a word, a color, a file, or six files.
std::optional<TextureSource> SceneReader::image(const std::string& path, const json& value) {
  TextureSource source;
  if (value.is_array() && value.size() == cube_faces) {
    for (std::size_t i = 0; i < cube_faces; ++i) {
      const std::string name = text(fmt::format("{}[{}]", path, i), value[i]);
      if (name.empty()) return std::nullopt;
      source.files.push_back(file_path(name));
    }
    return source;
  }
  if (!value.is_string() || value.get_ref<const std::string&>().starts_with('#')) {
    source.color = color(path, value);
    return source.color ? std::optional(source) : std::nullopt;
  }
  const std::string word = text(path, value);
  if (word.empty()) return std::nullopt;
  if (ends_with(word, ".png"))
    source.files = {file_path(word)};
  else
    source.word = word;
  return source;
}

std::optional<TextureSource> SceneReader::texture(const std::string& path, const json& value) {
  if (!value.is_object()) return image(path, value);
  TextureSource source;
  for (const auto& [key, part] : value.items()) {
    const std::string place = fmt::format("{}.{}", path, key);
    if (key == "image") {
      const TextureSource before = source;
      source = image(place, part).value_or(TextureSource{});
      source.state = before.state;
      source.levels = before.levels;
    } else if (key == "levels") {
      source.levels = files(place, part);
    } else if (key == "state") {
      source.state = state(place, part);
    } else {
      unknown_key(path, key, {"image", "levels", "state"});
    }
  }
  return source;
}

void SceneReader::read_textures(const json& object, Description& to) {
  registers("textures", object, RegisterType::Sampler, std::nullopt,
            [&](const std::string& path, Stage stage, std::uint32_t n, const json& value) {
              std::optional<TextureSource> source = texture(path, value);
              if (source) (stage == Stage::Vertex ? to.vertex_textures : to.fragment_textures)[n] = *std::move(source);
            });
}

// ------------------------------------------------------------------------------------------------------ scenes

Description SceneReader::scene(const json& root) {
  Description result;
  if (!is_object("the file", root)) return result;
  for (const auto& [key, value] : root.items()) {
    if (key == "vertex" || key == "fragment") {
      const std::string name = text(key, value);
      if (!name.empty()) (key == "vertex" ? result.vertex : result.fragment) = file_path(name);
    } else if (key == "size") {
      result.size = counts<2>(key, value);
    } else if (key == "mesh") {
      result.mesh = mesh(key, value);
    } else if (key == "instances") {
      result.instances = count(key, value);
    } else if (key == "attributes") {
      read_attributes(value, result);
    } else if (key == "constants") {
      read_constants(value, result);
    } else if (key == "textures") {
      read_textures(value, result);
    } else if (key == "background") {
      result.background = color(key, value);
    } else if (key == "depth") {
      read_depth(value, result);
    } else if (key == "blend") {
      result.blend = blend(value);
    } else if (key == "culling") {
      result.culling = word<agal::stage3d::Culling>(key, value);
    } else if (key == "colorMask") {
      result.color_mask = color_mask(value);
    } else if (key == "scissor") {
      result.scissor = counts<4>(key, value);
    } else if (key == "colorOutput") {
      result.color_output = count(key, value);
    } else if (key == "target") {
      check_target(value);
    } else {
      unknown_key("the scene", key,
                  {"vertex", "fragment", "size", "mesh", "instances", "attributes", "constants", "textures",
                   "background", "depth", "blend", "culling", "colorMask", "scissor", "colorOutput", "target"});
    }
  }
  return result;
}

// ------------------------------------------------------------------------------------------------------ manifests

// Converts a program of the manifest. Keys that do not affect pictures are ignored.
Manifest::Program SceneReader::program(const agal::corpus::Program& listed) {
  Manifest::Program result{folder_ + listed.path, {}};
  for (const auto& [key, value] : listed.fields.items()) {
    if (key == "constants") read_constants(value, result.bindings);
    if (key == "attributes") read_attributes(value, result.bindings);
    if (key == "textures") read_textures(value, result.bindings);
  }
  return result;
}

Manifest::Pair SceneReader::pair(const std::string& path, const agal::corpus::Pair& listed) {
  Manifest::Pair result{listed.vertex, listed.fragment, {}, false};
  for (const auto& [key, value] : listed.fields.items()) {
    if (key == "mesh") result.drawing.mesh = mesh(path + ".mesh", value);
    if (key == "instances") result.drawing.instances = count(path + ".instances", value);
    if (key == "compare") result.loose = text(path + ".compare", value) == "loose";
  }
  return result;
}

Manifest SceneReader::manifest(const agal::corpus::Manifest& listed) {
  Manifest result;
  result.folder = listed.folder;
  for (const agal::corpus::Program& each : listed.programs)
    if (!each.assembly) result.programs.push_back(program(each));
  for (std::size_t i = 0; i < listed.pairs.size(); ++i)
    result.pairs.push_back(pair(fmt::format("pairs[{}]", i), listed.pairs[i]));
  return result;
}

agal::Result<std::string> read_text(const std::string& file) {
  const agal::Result<std::vector<std::byte>> bytes = read_data(file, "scene-not-json");
  if (!bytes) return bytes.diagnostics();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

}  // namespace

agal::Result<Description> parse_scene(std::string_view text, const std::string& file) {
  const agal::Result<json> root = agal::corpus::parse_json(text, file, "scene-not-json");
  if (!root) return root.diagnostics();
  SceneReader reader(file);
  Description description = reader.scene(*root);
  if (reader.diagnostics.has_errors()) return std::move(reader.diagnostics);
  return description;
}

agal::Result<Manifest> parse_manifest(std::string_view text, const std::string& file) {
  const agal::Result<agal::corpus::Manifest> listed = agal::corpus::parse_manifest(text, file);
  if (!listed) return listed.diagnostics();
  SceneReader reader(file);
  Manifest manifest = reader.manifest(*listed);
  if (reader.diagnostics.has_errors()) return std::move(reader.diagnostics);
  return manifest;
}

agal::Result<Description> read_scene(const std::string& file) {
  const agal::Result<std::string> text = read_text(file);
  return text ? parse_scene(*text, display_name(file)) : agal::Result<Description>(text.diagnostics());
}

agal::Result<Manifest> read_manifest(const std::string& file) {
  const agal::Result<std::string> text = read_text(file);
  return text ? parse_manifest(*text, display_name(file)) : agal::Result<Manifest>(text.diagnostics());
}

const Manifest::Program* Manifest::find(const std::string& path) const {
  std::error_code ignored;
  for (const Program& program : programs)
    if (program.path == path || os::fs::equivalent(program.path, path, ignored)) return &program;
  return nullptr;
}

const Manifest::Pair* Manifest::find(const std::string& vertex, const std::string& fragment) const {
  const Program* const v = find(vertex);
  const Program* const f = find(fragment);
  for (const Pair& pair : pairs)
    if (v != nullptr && f != nullptr && v->path == folder + pair.vertex && f->path == folder + pair.fragment)
      return &pair;
  return nullptr;
}

}  // namespace agalc
