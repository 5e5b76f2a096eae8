#include "stage/resolved_calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace agal::frames {
namespace {

using base::JsonStyle;
using base::JsonWriter;
using stage3d::word_of;

std::string_view sampler_word(const SamplerOperand& state, SamplerField field) {
  const SamplerOptionInfo* const option = find_sampler_option(field, state.field(field));
  return option != nullptr ? option->text : std::string_view();
}

// Writes a number that JSON may not have as a string, like a file of frames.
void write_float(JsonWriter& json, float value) {
  if (std::isfinite(value)) return json.value(value);
  json.value(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

void write_face(JsonWriter& json, const StencilTest& face) {
  json.object({{"compare", word_of(face.compare)},
               {"pass", word_of(face.pass)},
               {"depthFail", word_of(face.depth_fail)},
               {"stencilFail", word_of(face.fail)}});
}

}  // namespace

std::string ResolvedCalls::write(JsonWriter& json, const Call& call) {
  std::string problem = stage_.apply(call);
  const bool is_step = call.is_draw() || call.method == "clear" || call.method == "present",
             is_back_buffer = call.method == "configureBackBuffer", is_creation = call.method.starts_with("create");
  const std::uint32_t number = is_creation ? call.result : call.on;
  const Object* const object = is_creation || call.method.starts_with("upload") ? stage_.find(number) : nullptr;
  const bool is_content = object != nullptr && object->kind != Object::Kind::Program;
  if (!is_step && (!problem.empty() || !(is_content || is_back_buffer))) return problem;
  json.object([&] {
    if (call.frame > 0) json.member("frame", call.frame);
    json.member("call", call.method);
    if (is_step) return add_step(json, call, problem.empty());
    if (is_content) return add_content(json, number, is_creation);
    const BackBuffer& back = stage_.back_buffer();
    json.key("backBuffer")
        .object({{"number", ++back_buffers_},
                 {"width", back.width},
                 {"height", back.height},
                 {"antiAlias", back.is_antialiased ? 4 : 0},
                 {"depthAndStencil", back.depth}});
  });
  return problem;
}

void ResolvedCalls::add_content(JsonWriter& json, std::uint32_t number, bool is_creation) {
  const Object& object = *stage_.find(number);
  json.member("object", number);
  if (object.kind != Object::Kind::Texture) {
    const auto [at, size] = object.uploaded;
    if (is_creation)
      json.members({{"size", object.bytes.size()}, {"isIndices", object.kind == Object::Kind::Indices}});
    else
      json.members({{"at", at}, {"begin", store_(base::Bytes(object.bytes).subspan(at, size))}, {"size", size}});
    return;
  }
  if (is_creation)
    json.members(
        {{"width", object.width}, {"height", object.height}, {"isCube", object.is_cube}, {"format", object.format}});
  json.member("isHalf", object.format == half_format);
  json.key("levels").list(stage_.take_changes(number), [&](const std::array<std::uint32_t, 2>& changed) {
    const auto [side, level] = changed;
    json.list(std::array<std::uint64_t, 3>{side, level, store_(object.sides[side][level].pixels)});
  });
}

void ResolvedCalls::add_step(JsonWriter& json, const Call& call, bool is_valid) {
  const Settings& settings = stage_.settings();
  json.key("state").object([&] {
    add_inputs(json, settings);
    add_constants(json, settings);
    add_pipeline(json, settings);
    add_target(json, settings);
  });
  if (call.method == "clear") {
    const ClearCall clear = Stage::clear_of(call);
    json.key("color").list(clear.color, [&](float channel) { write_float(json, channel); });
    json.members({{"depth", clear.depth}, {"stencil", clear.stencil}, {"mask", clear.mask}});
  }
  if (const std::optional<DrawCall> draw = call.is_draw() && is_valid ? stage_.draw_of(call) : std::nullopt)
    json.members({{"indices", draw->indices},
                  {"firstIndex", draw->first},
                  {"count", draw->count},
                  {"instances", draw->instances}});
}

void ResolvedCalls::add(JsonWriter& json, std::string_view name, const Write& write) {
  JsonWriter now(JsonStyle::Compact);
  write(now);
  std::vector<std::string>& last = last_[name];
  if (!last.empty() && last[0] == now.text()) return;
  last.assign(1, std::string(now.text()));
  json.key(name).raw(last[0]);
}

void ResolvedCalls::add_slots(JsonWriter& json, std::string_view name, std::size_t count, const WriteSlot& write) {
  std::vector<std::string>& last = last_[name];
  last.resize(count);
  std::vector<std::size_t> changed;
  for (std::size_t slot = 0; slot < count; ++slot) {
    JsonWriter now(JsonStyle::Compact);
    write(now, slot);
    if (last[slot] == now.text()) continue;
    last[slot] = now.text();
    changed.push_back(slot);
  }
  if (changed.empty()) return;
  json.key(name).list(changed, [&](std::size_t slot) {
    json.list([&] {
      json.value(slot);
      json.raw(last[slot]);
    });
  });
}

void ResolvedCalls::add_inputs(JsonWriter& json, const Settings& settings) {
  add(json, "program", [&](JsonWriter& now) {
    const Object* const program = stage_.find(settings.program);
    if (program == nullptr || program->pair == nullptr) return now.raw("null");
    now.value(program->key.first + " " + program->key.second);
  });
  add_slots(json, "attributes", max_streams, [&](JsonWriter& now, std::size_t slot) {
    const VertexStream& stream = settings.streams[slot];
    const Object* const buffer = stage_.find(stream.object);
    if (buffer == nullptr || buffer->kind != Object::Kind::Vertices) return now.raw("null");
    now.object({{"object", stream.object},
                {"offset", stream.offset},
                {"format", word_of(stream.format)},
                {"stride", buffer->stride},
                {"instances", buffer->per_instances}});
  });
  add_slots(json, "textures", max_textures, [&](JsonWriter& now, std::size_t slot) {
    const Object* const texture = stage_.find(settings.textures[slot]);
    now.value(texture != nullptr && texture->kind == Object::Kind::Texture ? settings.textures[slot] : 0);
  });
  add_slots(json, "samplers", max_textures, [&](JsonWriter& now, std::size_t slot) {
    const SamplerOperand& state = settings.samplers[slot];
    now.object({{"wrap", sampler_word(state, SamplerField::Wrap)},
                {"filter", sampler_word(state, SamplerField::Filter)},
                {"mip", sampler_word(state, SamplerField::Mip)},
                {"isSet", settings.set_samplers[slot]}});
  });
}

// Stores the blocks that differ from the last block that was stored.
void ResolvedCalls::add_constants(JsonWriter& json, const Settings& settings) {
  constexpr std::size_t block_bytes = 256, blocks = 32;
  const base::Bytes all = std::as_bytes(std::span(settings.constants));
  static_assert(sizeof settings.constants == blocks * block_bytes);
  blocks_.resize(blocks);
  std::vector<std::string>& last = last_["constants"];
  add_slots(json, "constants", blocks, [&](JsonWriter& now, std::size_t slot) {
    const base::Bytes block = all.subspan(slot * block_bytes, block_bytes);
    if (std::ranges::equal(block, blocks_[slot])) return now.raw(last[slot]);
    blocks_[slot].assign(block.begin(), block.end());
    now.value(store_(block));
  });
}

void ResolvedCalls::add_pipeline(JsonWriter& json, const PipelineSettings& settings) {
  add(json, "blend", [&](JsonWriter& now) {
    now.object({{"source", word_of(settings.blend.source)}, {"destination", word_of(settings.blend.destination)}});
  });
  add(json, "depth", [&](JsonWriter& now) {
    now.object({{"write", settings.depth_write}, {"compare", word_of(settings.depth_compare)}});
  });
  add(json, "culling", [&](JsonWriter& now) { now.value(word_of(settings.culling)); });
  add(json, "colorMask", [&](JsonWriter& now) {
    std::string mask;
    for (std::size_t i = 0; i < settings.color_mask.size(); ++i)
      if (settings.color_mask[i]) mask += std::string_view("rgba")[i];
    now.value(mask);
  });
  add(json, "stencil", [&](JsonWriter& now) {
    now.object([&] {
      write_face(now.key("front"), settings.stencil[0]);
      write_face(now.key("back"), settings.stencil[1]);
      const auto [reference, read_mask, write_mask] = settings.stencil_reference;
      now.members({{"reference", reference}, {"readMask", read_mask}, {"writeMask", write_mask}});
    });
  });
}

void ResolvedCalls::add_target(JsonWriter& json, const Settings& settings) {
  add(json, "scissor", [&](JsonWriter& now) {
    const auto [width, height] = stage_.target_size();
    const stage3d::PixelRectangle part = stage_.drawn_part();
    if (part == stage3d::PixelRectangle{0, 0, width, height}) return now.raw("null");
    now.list(part);
  });
  add(json, "target", [&](JsonWriter& now) {
    const RenderTarget& target = settings.target;
    if (target.object == 0) return now.raw("null");
    now.object({{"object", target.object}, {"side", target.side}, {"depth", target.depth}});
  });
  add(json, "outputs", [&](JsonWriter& now) {
    const std::vector<RenderTarget::Side> outputs = stage_.outputs();
    now.list(std::span(outputs).subspan(outputs.empty() ? 0 : 1), [&](const RenderTarget::Side& side) {
      if (side.object == 0) return now.raw("null");
      now.object({{"object", side.object}, {"side", side.side}});
    });
  });
  add(json, "backBuffer", [&](JsonWriter& now) { now.value(stage_.back_buffer().width > 0 ? back_buffers_ : 0); });
}

}  // namespace agal::frames
