#include "draw_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "agal/operands.hpp"
#include "render/scene.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;

// Replaces infinity and NaN, which JSON does not have, by 0.
double finite(float value) { return std::isfinite(value) ? double{value} : 0; }

Json json_of(const Float4& value) { return {finite(value[0]), finite(value[1]), finite(value[2]), finite(value[3])}; }

class Writer {
 public:
  Writer(const Stage& stage, const DrawCall& draw, const DrawSource& source)
      : stage_(stage), settings_(stage.settings()), draw_(draw), source_(source) {}

  DrawFiles write() {
    const Object& program = *stage_.find(settings_.program);
    out_.vertex = program.pair->vertex;
    out_.fragment = program.pair->fragment;
    out_.hashes = {content_hash(out_.vertex), content_hash(out_.fragment)};
    for (Program* each : {&out_.vertex, &out_.fragment}) set_samplers(*each);
    add_program("vert.agal", "vertex", out_.hashes.first, out_.vertex);
    add_program("frag.agal", "fragment", out_.hashes.second, out_.fragment);
    add_mesh();
    for (const Program* each : {&out_.vertex, &out_.fragment}) {
      add_constants(*each);
      add_textures(*each);
    }
    add_settings();
    out_.add("scene.json", scene_.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    return std::move(out_);
  }

 private:
  // The second line has the hash of the game's program, which `agalc replay --replace` reads.
  void add_program(const std::string& name, std::string_view stage, const std::string& hash, const Program& program) {
    std::string text = disassemble(program);
    text.insert(text.find('\n') + 1, fmt::format("// {}, the {} program of {}\n", hash, stage, source_.title));
    out_.add(name, text);
    scene_[std::string(stage)] = name;
  }
  void set_samplers(Program& program);
  void add_mesh();
  void add_constants(const Program& program);
  void add_textures(const Program& program);
  Json add_texture(const std::string& name, std::uint32_t number, bool is_cube);
  std::string add_level(const std::string& name, std::uint32_t number, std::uint32_t side, std::uint32_t level);
  void add_settings();

  const Stage& stage_;
  const Settings& settings_;
  const DrawCall& draw_;
  const DrawSource& source_;
  DrawFiles out_;
  Json scene_ = Json::object();
};

// Sets the sampler states of the game. A plane texture that has one level, or is missing, is sampled without mip
// levels.
void Writer::set_samplers(Program& program) {
  for (Instruction& token : program.instructions) {
    if (!token.samples() || token.sampler().index() >= max_textures) continue;
    SamplerOperand operand = token.sampler();
    const std::size_t slot = operand.index();
    const SamplerOperand state = settings_.samplers[slot];
    for (const SamplerField field : {SamplerField::Wrap, SamplerField::Mip, SamplerField::Filter})
      operand = operand.with(field, state.field(field));
    const Object* const texture = stage_.find(settings_.textures[slot]);
    if (operand.kind() == TextureKind::Plane && (texture == nullptr || texture->levels() == 1))
      operand = operand.with(SamplerField::Mip, agal::info(SamplerOption::MipNone).value);
    token.src2.bits = operand.bits;
  }
}

void Writer::add_mesh() {
  const DrawnVertices drawn = vertices_of(stage_, draw_);
  if (drawn.instances < draw_.instances)
    out_.left_out.push_back(fmt::format("instances after the first {}", drawn.instances));
  const auto& vertices = drawn.vertices;
  std::string positions, faces;
  for (std::size_t i = 0; i < drawn.indices.size(); ++i)
    faces += fmt::format("{} {}{}", i % 3 == 0 ? "f" : "", drawn.indices[i] + 1, i % 3 == 2 ? "\n" : "");
  const std::vector<std::uint32_t> attributes = registers_read(out_.vertex, RegisterType::Attribute);
  Json& lists = scene_["attributes"] = Json::object();
  for (const std::uint32_t number : attributes) {
    if (number >= max_streams) continue;
    Json& list = lists[fmt::format("va{}", number)] = Json::array();
    for (const auto& [vertex, instance] : vertices)
      list.push_back(json_of(vertex_value(stage_, settings_.streams[number], vertex, instance)));
  }
  const VertexStream first =
      attributes.empty() || attributes[0] >= max_streams ? VertexStream{} : settings_.streams[attributes[0]];
  for (const auto& [vertex, instance] : vertices) {
    const Float4 p = vertex_value(stage_, first, vertex, instance);
    positions += fmt::format("v {} {} {}\n", finite(p[0]), finite(p[1]), finite(-p[2]));
  }
  out_.add("mesh.obj", fmt::format("# {}\n{}{}", source_.title, positions, faces));
  scene_["mesh"] = "mesh.obj";
}

void Writer::add_constants(const Program& program) {
  const bool is_vertex = program.stage == agal::Stage::Vertex;
  Json list = Json::array();
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(constant_array_size(program), max_constants); ++i)
    list.push_back(json_of(settings_.constants[is_vertex ? 0 : 1][i]));
  if (!list.empty()) scene_["constants"][is_vertex ? "vc0" : "fc0"] = std::move(list);
}

std::string Writer::add_level(const std::string& name, std::uint32_t number, std::uint32_t side, std::uint32_t level) {
  const Object* const object = stage_.find(number);
  const std::string file = name + ".png";
  const auto found = source_.drawn.find({number, side});
  const Level* const drawn = found != source_.drawn.end() && level == 0 ? &found->second : nullptr;
  out_.files.push_back({file, render::write_png(picture_of_level(object, side, level, drawn))});
  return file;
}

Json Writer::add_texture(const std::string& name, std::uint32_t number, bool is_cube) {
  constexpr std::array<std::string_view, 6> sides{"px", "nx", "py", "ny", "pz", "nz"};
  const Object* const object = stage_.find(number);
  if (object != nullptr && object->format == half_format)
    out_.left_out.push_back(fmt::format("parts of {} beyond eight bits", name));
  if (is_cube) {
    Json files = Json::array();
    for (std::uint32_t side = 0; side < sides.size(); ++side)
      files.push_back(add_level(fmt::format("{}.{}", name, sides[side]), number, side, 0));
    return files;
  }
  Json texture{{"image", add_level(name, number, 0, 0)}};
  for (std::uint32_t level = 1; object != nullptr && level < object->levels(); ++level)
    texture["levels"].push_back(add_level(fmt::format("{}.{}", name, level), number, 0, level));
  return texture;
}

void Writer::add_textures(const Program& program) {
  for (const SamplerOperand& operand : render::samplers_of(program)) {
    if (operand.index() >= max_textures) continue;
    const std::string name = register_name(operand.type_code(), operand.index(), program.stage);
    scene_["textures"][name] =
        add_texture(name, settings_.textures[operand.index()], operand.kind() == TextureKind::Cube);
  }
}

void Writer::add_settings() {
  scene_["size"] = stage_.target_size();
  scene_["background"] = json_of(source_.background);
  // Ruffle does not antialias textures.
  const bool is_back_buffer = settings_.target.object == 0;
  const bool has_samples = is_back_buffer && stage_.back_buffer().is_antialiased;
  scene_["target"] = {{"kind", is_back_buffer ? "backBuffer" : "texture"}, {"samples", has_samples ? 4 : 1}};
  const bool has_depth = is_back_buffer ? stage_.back_buffer().depth : settings_.target.depth;
  scene_["depth"] = false;
  if (has_depth)
    scene_["depth"] = {{"write", settings_.depth_write}, {"compare", stage3d::word_of(settings_.depth_compare)}};
  scene_["blend"] = {stage3d::word_of(settings_.blend.source), stage3d::word_of(settings_.blend.destination)};
  scene_["culling"] = stage3d::word_of(settings_.culling);
  std::string mask;
  for (std::size_t i = 0; i < settings_.color_mask.size(); ++i)
    if (settings_.color_mask[i]) mask += std::string_view("rgba")[i];
  scene_["colorMask"] = mask;
  if (settings_.scissor) scene_["scissor"] = stage_.drawn_part();
  if (stage_.outputs().size() > 1) out_.left_out.emplace_back("the outputs oc1 to oc3");
  const auto tests = [](const StencilTest& test) {
    return test.compare != stage3d::Compare::Always || test.pass != stage3d::StencilAction::Keep;
  };
  if (has_depth && std::any_of(settings_.stencil.begin(), settings_.stencil.end(), tests))
    out_.left_out.emplace_back("the stencil test");
}

}  // namespace

Float4 vertex_value(const Stage& stage, const VertexStream& stream, std::uint32_t vertex, std::uint32_t instance) {
  Float4 value{0, 0, 0, 1};
  const Object* const object = stage.find(stream.object);
  if (object == nullptr || object->kind != Object::Kind::Vertices) return value;
  const std::uint32_t row = object->per_instances == 0 ? vertex : instance / object->per_instances;
  const std::size_t at = std::size_t{row} * object->stride + stream.offset;
  const bool is_bytes = stream.format == stage3d::VertexFormat::Bytes4;
  const std::size_t lanes = is_bytes ? 4 : static_cast<std::size_t>(stream.format) + 1;
  const std::size_t size = is_bytes ? 1 : sizeof(float);
  if (at + lanes * size > object->bytes.size()) return {};
  for (std::size_t i = 0; i < lanes; ++i) {
    if (is_bytes)
      value[i] = render::from_byte(std::to_integer<std::uint8_t>(object->bytes[at + i]));
    else
      std::memcpy(&value[i], object->bytes.data() + at + i * size, size);
  }
  return value;
}

DrawnVertices vertices_of(const Stage& stage, const DrawCall& draw) {
  const base::ByteVector& indices = stage.find(draw.indices)->bytes;
  const std::uint32_t max_instances =
      std::max(1u, static_cast<std::uint32_t>(render::max_mesh_size) / std::max(draw.count, 1u));
  DrawnVertices drawn;
  drawn.instances = std::min(draw.instances, max_instances);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  for (std::uint32_t instance = 0; instance < drawn.instances; ++instance)
    for (std::uint32_t i = 0; i < draw.count; ++i) {
      std::uint16_t index = 0;
      std::memcpy(&index, indices.data() + sizeof index * (draw.first + i), sizeof index);
      const auto [row, is_new] =
          numbers.try_emplace({index, instance}, static_cast<std::uint32_t>(drawn.vertices.size()));
      if (is_new) drawn.vertices.emplace_back(index, instance);
      drawn.indices.push_back(row->second);
    }
  return drawn;
}

render::Picture picture_of_level(const Object* object, std::uint32_t side, std::uint32_t level, const Level* drawn) {
  const Level* pixels = drawn;
  if (pixels == nullptr && object != nullptr && side < object->sides.size() && level < object->sides[side].size())
    pixels = &object->sides[side][level];
  Level empty{1, 1, {}};
  if (object != nullptr && object->kind == Object::Kind::Texture)
    empty = {std::max(object->width >> level, 1u), std::max(object->height >> level, 1u), {}};
  empty.pixels.resize(std::size_t{8} * empty.width * empty.height);
  const bool is_empty = pixels == nullptr || pixels->pixels.empty();
  return picture_of(is_empty ? empty : *pixels, object != nullptr ? object->format : "");
}

void DrawFiles::add(const std::string& name, std::string_view text) {
  base::ByteVector bytes;
  base::put_text(bytes, text);
  files.push_back({name, std::move(bytes)});
}

std::vector<std::uint32_t> textures_of_draw(const Stage& stage) {
  std::vector<std::uint32_t> textures;
  const Pair& pair = *stage.find(stage.settings().program)->pair;
  for (const Program* program : {&pair.vertex, &pair.fragment})
    for (const SamplerOperand& operand : render::samplers_of(*program))
      if (operand.index() < max_textures) textures.push_back(stage.settings().textures[operand.index()]);
  return textures;
}

DrawFiles files_of_draw(const Stage& stage, const DrawCall& draw, const DrawSource& source) {
  return Writer(stage, draw, source).write();
}

}  // namespace agal::frames
