#include "stage/resolved_calls.hpp"

#include <cmath>
#include <cstring>

namespace agal::frames {
namespace {

using base::JsonWriter;
using stage3d::word_of;

constexpr std::size_t block_registers = 16;

bool is_step(const Call& call) { return call.is_draw() || call.method == "clear" || call.method == "present"; }

std::string_view sampler_word(const SamplerOperand& state, SamplerField field) {
  const SamplerOptionInfo* const option = find_sampler_option(field, state.field(field));
  return option != nullptr ? option->text : std::string_view();
}

// Writes a number that JSON may not have as a string, like a file of frames.
void write_float(JsonWriter& json, float value) {
  if (std::isfinite(value)) return json.value(value);
  json.value(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

void write_side(JsonWriter& json, const RenderTarget::Side& side) {
  if (side.object == 0) return json.raw("null");
  json.object({{"object", side.object}, {"side", side.side}});
}

void write_face(JsonWriter& json, const StencilTest& face) {
  json.object({{"compare", word_of(face.compare)},
               {"pass", word_of(face.pass)},
               {"depthFail", word_of(face.depth_fail)},
               {"stencilFail", word_of(face.fail)}});
}

void add_pipeline(JsonWriter& json, const PipelineSettings& now, const PipelineSettings* last) {
  const auto differs = [&](auto member) { return last == nullptr || now.*member != last->*member; };
  using Settings = PipelineSettings;
  if (differs(&Settings::blend))
    json.key("blend").object(
        {{"source", word_of(now.blend.source)}, {"destination", word_of(now.blend.destination)}});
  if (differs(&Settings::depth_write) || differs(&Settings::depth_compare))
    json.key("depth").object({{"write", now.depth_write}, {"compare", word_of(now.depth_compare)}});
  if (differs(&Settings::culling)) json.member("culling", word_of(now.culling));
  if (differs(&Settings::color_mask)) {
    std::string mask;
    for (std::size_t i = 0; i < now.color_mask.size(); ++i)
      if (now.color_mask[i]) mask += std::string_view("rgba")[i];
    json.member("colorMask", mask);
  }
  if (differs(&Settings::stencil) || differs(&Settings::stencil_reference))
    json.key("stencil").object([&] {
      write_face(json.key("front"), now.stencil[0]);
      write_face(json.key("back"), now.stencil[1]);
      const auto [reference, read_mask, write_mask] = now.stencil_reference;
      json.members({{"reference", reference}, {"readMask", read_mask}, {"writeMask", write_mask}});
    });
}

// Writes [slot, value] for each slot whose value differs. Does not write the member if there are no such slots.
template <class Differs, class Write>
void add_slots(JsonWriter& json, std::string_view name, std::size_t count, Differs&& differs, Write&& write) {
  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < count; ++i)
    if (differs(i)) slots.push_back(i);
  if (slots.empty()) return;
  json.key(name).list(slots, [&](std::size_t slot) {
    json.list([&] {
      json.value(slot);
      write(slot);
    });
  });
}

void add_clear(JsonWriter& json, const ClearCall& clear) {
  json.key("color").list(clear.color, [&](float channel) { write_float(json, channel); });
  json.members({{"depth", clear.depth}, {"stencil", clear.stencil}, {"mask", clear.mask}});
}

}  // namespace

std::string ResolvedCalls::write(JsonWriter& json, const Call& call) {
  std::string problem = stage_.apply(call);
  const bool is_creation = call.method.starts_with("create"), is_content = is_creation || call.method.starts_with("upload"),
             is_back_buffer = call.method == "configureBackBuffer";
  const std::uint32_t number = is_creation ? call.result : call.on;
  const Object* const object = is_content ? stage_.find(number) : nullptr;
  const bool is_changed = object != nullptr && object->kind != Object::Kind::Program;
  if (!is_step(call) && (!problem.empty() || !(is_changed || is_back_buffer))) return problem;
  json.object([&] {
    if (call.frame > 0) json.member("frame", call.frame);
    json.member("call", call.method);
    if (is_changed) return add_content(json, number, is_creation);
    if (is_back_buffer) return add_back_buffer(json);
    State now = state();
    json.key("state").object([&] { add_changes(json, now); });
    last_ = std::move(now);
    if (call.method == "clear") add_clear(json, Stage::clear_of(call));
    if (!call.is_draw() || !problem.empty()) return;
    if (const std::optional<DrawCall> draw = stage_.draw_of(call)) add_draw(json, *draw);
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
    json.members({{"width", object.width},
                  {"height", object.height},
                  {"isCube", object.is_cube},
                  {"format", object.format}});
  json.member("isHalf", object.format == half_format);
  json.key("levels").list(stage_.take_changes(number), [&](const std::array<std::uint32_t, 2>& changed) {
    const auto [side, level] = changed;
    json.list(std::array<std::uint64_t, 3>{side, level, store_(object.sides[side][level].pixels)});
  });
}

void ResolvedCalls::add_back_buffer(JsonWriter& json) {
  const BackBuffer& back = stage_.back_buffer();
  json.key("backBuffer")
      .object({{"number", ++back_buffers_},
               {"width", back.width},
               {"height", back.height},
               {"antiAlias", back.is_antialiased ? 4 : 0},
               {"depthAndStencil", back.depth}});
}

void ResolvedCalls::add_draw(JsonWriter& json, const DrawCall& draw) const {
  json.members({{"indices", draw.indices},
                {"firstIndex", draw.first},
                {"count", draw.count},
                {"instances", draw.instances}});
}

ResolvedCalls::State ResolvedCalls::state() const {
  State now{stage_.settings(), nullptr, stage_.outputs(), {}, stage_.back_buffer().width > 0 ? back_buffers_ : 0};
  if (!now.outputs.empty()) now.outputs.erase(now.outputs.begin());  // the target
  if (const Object* const program = stage_.find(now.settings.program)) now.pair = program->pair;
  const auto [width, height] = stage_.target_size();
  const stage3d::PixelRectangle part = stage_.drawn_part();
  if (part != stage3d::PixelRectangle{0, 0, width, height}) now.scissor = part;
  return now;
}

void ResolvedCalls::add_changes(JsonWriter& json, const State& now) const {
  add_inputs(json, now);
  add_pipeline(json, now.settings, last_ ? &last_->settings : nullptr);
  if (!last_ || now.scissor != last_->scissor) {
    json.key("scissor");
    if (now.scissor)
      json.list(*now.scissor);
    else
      json.raw("null");
  }
  const RenderTarget& target = now.settings.target;
  if (!last_ || target != last_->settings.target) {
    json.key("target");
    if (target.object == 0)
      json.raw("null");
    else
      json.object({{"object", target.object}, {"side", target.side}, {"depth", target.depth}});
  }
  if (!last_ || now.outputs != last_->outputs)
    json.key("outputs").list(now.outputs, [&](const RenderTarget::Side& side) { write_side(json, side); });
  if (!last_ || now.back_buffer != last_->back_buffer) json.member("backBuffer", now.back_buffer);
}

void ResolvedCalls::add_inputs(JsonWriter& json, const State& now) const {
  if (!last_ || now.pair != last_->pair) {
    json.key("program");
    if (now.pair == nullptr) {
      json.raw("null");
    } else {
      const auto& [vertex, fragment] = stage_.find(now.settings.program)->key;
      json.value(vertex + " " + fragment);
    }
  }
  const Settings& settings = now.settings;
  add_slots(
      json, "attributes", max_streams,
      [&](std::size_t i) { return !last_ || settings.streams[i] != last_->settings.streams[i]; },
      [&](std::size_t i) {
        const VertexStream& stream = settings.streams[i];
        const Object* const buffer = stage_.find(stream.object);
        if (buffer == nullptr || buffer->kind != Object::Kind::Vertices) return json.raw("null");
        json.object({{"object", stream.object},
                     {"offset", stream.offset},
                     {"format", word_of(stream.format)},
                     {"stride", buffer->stride},
                     {"instances", buffer->per_instances}});
      });
  add_slots(
      json, "textures", max_textures,
      [&](std::size_t i) { return !last_ || settings.textures[i] != last_->settings.textures[i]; },
      [&](std::size_t i) {
        const Object* const texture = stage_.find(settings.textures[i]);
        json.value(texture != nullptr && texture->kind == Object::Kind::Texture ? settings.textures[i] : 0);
      });
  add_slots(
      json, "samplers", max_textures,
      [&](std::size_t i) {
        return !last_ || settings.samplers[i] != last_->settings.samplers[i] ||
               settings.set_samplers[i] != last_->settings.set_samplers[i];
      },
      [&](std::size_t i) {
        json.object({{"wrap", sampler_word(settings.samplers[i], SamplerField::Wrap)},
                     {"filter", sampler_word(settings.samplers[i], SamplerField::Filter)},
                     {"mip", sampler_word(settings.samplers[i], SamplerField::Mip)},
                     {"isSet", settings.set_samplers[i]}});
      });
  add_constants(json, now);
}

void ResolvedCalls::add_constants(JsonWriter& json, const State& now) const {
  constexpr std::size_t blocks = max_constants / block_registers;
  const auto bytes_of = [](const State& state, std::size_t block) {
    const auto& registers = state.settings.constants[block / blocks];
    return std::as_bytes(std::span(registers).subspan(block % blocks * block_registers, block_registers));
  };
  add_slots(
      json, "constants", 2 * blocks,
      [&](std::size_t i) {
        const base::Bytes bytes = bytes_of(now, i);
        return !last_ || std::memcmp(bytes.data(), bytes_of(*last_, i).data(), bytes.size()) != 0;
      },
      [&](std::size_t i) { json.value(store_(bytes_of(now, i))); });
}

}  // namespace agal::frames
