#include "stage/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace agal::frames {
namespace {

constexpr std::uint32_t max_side = 8192, lane_bytes = 4;
// The side of the pattern that replaces a video.
constexpr std::uint32_t video_side = 64;
// The bytes of depth and stencil per sample of a target.
constexpr std::uint64_t depth_bytes = 8;

// Returns an argument as an integer. Negative numbers and NaN give 0.
std::uint32_t count_of(const Call& call, std::size_t index, std::uint32_t otherwise = 0) {
  const double value = call.number(index, otherwise);
  return value > 0 ? static_cast<std::uint32_t>(std::min(value, double{UINT32_MAX})) : 0;
}

std::int32_t integer_of(float value) {
  constexpr float limit = 1 << 29;
  return std::isnan(value) ? 0 : static_cast<std::int32_t>(std::clamp(value, -limit, limit));
}

}  // namespace

std::uint32_t Object::levels() const {
  std::size_t count = 1;
  for (const std::vector<Level>& side : sides) count = std::max(count, side.size());
  return static_cast<std::uint32_t>(count);
}

// ------------------------------------------------------------------------------------------------------ objects

std::string Stage::reserve(std::uint64_t bytes) {
  bytes_ += bytes;
  return bytes_ <= options_.max_bytes
             ? ""
             : fmt::format("the game's buffers, textures and targets have more than {} bytes", options_.max_bytes);
}

void Stage::note(const Call& call, std::string_view what) {
  warnings_.try_emplace(fmt::format("{}: {}", call.method, what), call.line);
}

void Stage::mark(const Call& call, std::uint32_t number, Object& object, std::string problem) {
  object.problem = std::move(problem);
  warnings_.try_emplace(fmt::format("texture {}: {}", number, object.problem), call.line);
}

std::set<std::string> Stage::warnings() const {
  std::set<std::string> all;
  for (const auto& [text, line] : warnings_) all.insert(fmt::format("{} (line {})", text, line));
  return all;
}

std::string Stage::create_program(const Call& call) {
  objects_[call.result] = {};
  return {};
}

std::string Stage::create_buffer(const Call& call) {
  Object object;
  object.kind = call.method == "createIndexBuffer" ? Object::Kind::Indices : Object::Kind::Vertices;
  if (object.kind == Object::Kind::Vertices) object.stride = lane_bytes * std::min(count_of(call, 1), 64u);
  if (call.method == "createVertexBufferForInstances") object.per_instances = std::max(count_of(call, 2, 1), 1u);
  const std::uint64_t bytes = std::uint64_t{count_of(call, 0)} * object.stride;
  if (std::string problem = reserve(bytes); !problem.empty()) return problem;
  object.bytes.resize(static_cast<std::size_t>(bytes));
  objects_[call.result] = std::move(object);
  return {};
}

std::string Stage::create_texture(const Call& call) {
  const bool is_video = call.method == "createVideoTexture";
  Object object;
  object.kind = Object::Kind::Texture;
  object.is_cube = call.method == "createCubeTexture";
  object.width = is_video ? video_side : count_of(call, 0);
  object.height = is_video || object.is_cube ? object.width : count_of(call, 1);
  object.format = call.text(object.is_cube ? 1 : 2, "bgra");
  if (!is_format(object.format)) note(call, "an argument is unknown");
  object.sides.resize(object.is_cube ? 6 : 1);
  const auto fits = [](std::uint32_t side) { return side >= 1 && side <= max_side; };
  if (!fits(object.width) || !fits(object.height)) return "the size of a texture is malformed";
  const std::uint64_t pixels = std::uint64_t{object.width} * object.height * object.sides.size();
  if (std::string problem = reserve(bytes_of_pixel(object.format) * pixels); !problem.empty()) return problem;
  if (is_video) {
    mark(call, call.result, object, "videos are not recorded");
    set_levels(object, {{marked_level(video_side, video_side, {})}});
  }
  objects_[call.result] = std::move(object);
  return {};
}

std::string Stage::upload(const Call& call) {
  const auto found = objects_.find(call.on);
  if (found == objects_.end()) return "it uploads to an object that was not created";
  Object& object = found->second;
  object.problem.clear();
  switch (object.kind) {
    case Object::Kind::Program: {
      if (call.programs == nullptr) return "it does not have two programs";
      object.key = *call.programs;
      object.pair = &pairs_.at(object.key);
      return {};
    }
    case Object::Kind::Vertices:
    case Object::Kind::Indices: return upload_items(call, object);
    case Object::Kind::Texture: break;
  }
  return call.method == "uploadCompressedTextureFromByteArray" ? upload_atf(call, object) : upload_level(call, object);
}

std::string Stage::upload_items(const Call& call, Object& object) {
  const BlobArgument* const blob = call.blob(0);
  if (blob == nullptr) return "it has no data";
  const std::size_t at = call.method == "uploadFromVector" ? 1 : 2;
  const std::uint64_t start = std::uint64_t{count_of(call, at)} * object.stride,
                      size = std::uint64_t{count_of(call, at + 1)} * object.stride;
  if (start > object.bytes.size()) return "it begins after the end of the buffer";
  const std::uint64_t count = std::min({size, object.bytes.size() - start, std::uint64_t{blob->bytes->size()}});
  if (count > 0)
    std::memcpy(object.bytes.data() + static_cast<std::size_t>(start), blob->bytes->data(),
                static_cast<std::size_t>(count));
  object.uploaded = {static_cast<std::size_t>(start), static_cast<std::size_t>(count)};
  object.max_indices.clear();
  if (call.method == "uploadFromVector") object.vector_items = count_of(call, at) + count_of(call, at + 1);
  return {};
}

std::string Stage::upload_level(const Call& call, Object& object) {
  const BlobArgument* const blob = call.blob(0);
  if (blob == nullptr) return "it has no data";
  const bool is_bytes = call.method == "uploadFromByteArray";
  const std::size_t at = std::size_t{is_bytes ? 2u : 1u} + (object.is_cube ? 1 : 0);
  const std::uint32_t side = object.is_cube ? count_of(call, at - 1) : 0, number = count_of(call, at);
  if (side >= object.sides.size()) return "a cube has six sides";
  const bool is_level = (std::max(object.width, object.height) >> std::min(number, 31u)) > 0;
  if (!is_level) note(call, "its level does not exist");
  if (!is_level || (number > 0 && options_.mode == Mode::Ruffle)) return {};
  std::vector<Level>& levels = object.sides[side];
  if (levels.size() <= number) levels.resize(number + 1);
  Level& level = levels[number];
  if (level.pixels.empty()) {
    level = {std::max(object.width >> number, 1u), std::max(object.height >> number, 1u), {}};
    const std::size_t size = bytes_of_pixel(object.format) * level.width * level.height;
    // The first level was reserved when the texture was made.
    if (std::string problem = reserve(number > 0 ? size : 0); !problem.empty()) return problem;
    level.pixels.resize(size);
  }
  object.changed.push_back({side, number});
  if (is_bytes && object.format.find("Packed") != object.format.npos) checks_.note_packed_bytes(call);
  if (!is_bytes && object.format != half_format) {
    decode_bitmap(*blob->bytes, blob->width, blob->height, level);
  } else if (!is_bytes || !decode_bytes(*blob->bytes, object.format, level)) {
    level = marked_level(level.width, level.height, object.format);
    mark(call, call.on, object, fmt::format("its format {} is not decoded", object.format));
  }
  return {};
}

// Each upload decodes its file again, so each upload counts against `max_unpacked_bytes`.
std::string Stage::upload_atf(const Call& call, Object& object) {
  const BlobArgument* const blob = call.blob(0);
  if (blob == nullptr) return "it has no data";
  std::uint64_t pixels = 0;
  for (std::uint32_t number = 0; (std::max(object.width, object.height) >> number) > 0; ++number)
    pixels += std::uint64_t{std::max(object.width >> number, 1u)} * std::max(object.height >> number, 1u);
  const std::uint64_t bytes = bytes_of_pixel({}) * pixels * object.sides.size();
  if (std::string problem = reserve(bytes); !problem.empty()) return problem;
  AtfImage image;
  if (options_.decode_atf != nullptr)
    image = options_.decode_atf(*blob->bytes, {object.width, object.height, object.is_cube});
  else
    image.problem = "Adobe's Texture Format is not decoded";
  if (!image.problem.empty()) {
    mark(call, call.on, object, std::move(image.problem));
    image.sides.assign(object.sides.size(), {marked_level(object.width, object.height, {})});
  }
  if (object.format == half_format) object.format = "rgba";
  set_levels(object, std::move(image.sides));
  return {};
}

void Stage::set_levels(Object& object, std::vector<std::vector<Level>> sides) const {
  object.sides = std::move(sides);
  for (std::uint32_t side = 0; side < object.sides.size(); ++side) {
    if (options_.mode == Mode::Ruffle) object.sides[side].resize(1);
    for (std::uint32_t level = 0; level < object.sides[side].size(); ++level) object.changed.push_back({side, level});
  }
}

const Object* Stage::find(std::uint32_t number) const {
  const auto found = objects_.find(number);
  return found == objects_.end() ? nullptr : &found->second;
}

std::vector<std::array<std::uint32_t, 2>> Stage::take_changes(std::uint32_t texture) {
  return std::exchange(objects_.at(texture).changed, {});
}

// ------------------------------------------------------------------------------------------------------ settings

template <class E>
void Stage::take_word(const Call& call, std::size_t index, E& to) {
  const std::string_view word = call.text(index);
  const std::optional<E> found = stage3d::find_word<E>(word);
  to = found.value_or(to);
  if (!found && !word.empty()) note(call, "an argument is unknown");
}

bool Stage::is_index(const Call& call, std::size_t end) {
  if (count_of(call, 0) < end) return true;
  note(call, "its index is too large");
  return false;
}

std::string Stage::set_stream(const Call& call) {
  if (!is_index(call, max_streams)) return {};
  VertexStream& stream = settings_.streams[count_of(call, 0)];
  stream = {call.object(1), lane_bytes * std::min(count_of(call, 2), 64u)};
  take_word(call, 3, stream.format);
  return {};
}

std::string Stage::set_texture(const Call& call) {
  if (is_index(call, max_textures)) settings_.textures[count_of(call, 0)] = call.object(1);
  return {};
}

// A program sets the states of the samplers that it reads, except samplers with `ignoresampler`.
std::string Stage::set_program(const Call& call) {
  settings_.program = call.object(0);
  settings_.set_samplers = {};
  const Object* const object = find(settings_.program);
  if (object == nullptr || object->pair == nullptr) return {};
  for (const Program* program : {&object->pair->fragment, &object->pair->vertex})
    for (const Instruction& token : program->instructions)
      if (token.samples() && token.sampler().index() < max_textures &&
          !token.sampler().has(SamplerOption::IgnoreSampler))
        settings_.samplers[token.sampler().index()] = token.sampler();
  return {};
}

std::string Stage::set_sampler(const Call& call) {
  if (!is_index(call, max_textures)) return {};
  const std::uint32_t slot = count_of(call, 0);
  SamplerOperand state = SamplerOperand::make(slot);
  for (std::size_t i = 1; i <= 3; ++i)
    if (const SamplerOptionInfo* const option = find_sampler_option(call.text(i)))
      state = state.with(option->field, option->value);
    else
      note(call, "an argument is unknown");
  if (call.text(2).starts_with("anisotropic")) note(call, "anisotropic filters are drawn as linear");
  settings_.samplers[slot] = state;
  settings_.set_samplers[slot] = true;
  return {};
}

std::string Stage::set_blend(const Call& call) {
  take_word(call, 0, settings_.blend.source);
  take_word(call, 1, settings_.blend.destination);
  return {};
}

std::string Stage::set_depth(const Call& call) {
  settings_.depth_write = call.number(0) != 0;
  take_word(call, 1, settings_.depth_compare);
  return {};
}

std::string Stage::set_culling(const Call& call) {
  take_word(call, 0, settings_.culling);
  return {};
}

std::string Stage::set_color_mask(const Call& call) {
  for (std::size_t i = 0; i < settings_.color_mask.size(); ++i) settings_.color_mask[i] = call.number(i, 1) != 0;
  return {};
}

std::string Stage::set_fill_mode(const Call& call) {
  if (call.text(0) == "wireframe") note(call, "wireframes are drawn as triangles");
  return {};
}

std::string Stage::set_stencil(const Call& call) {
  const std::string_view face = call.text(0, "frontAndBack");
  constexpr std::array<std::string_view, 2> faces{"front", "back"};
  StencilTest test;
  take_word(call, 1, test.compare);
  take_word(call, 2, test.pass);
  take_word(call, 3, test.depth_fail);
  take_word(call, 4, test.fail);
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (face == faces[i] || face == "frontAndBack") settings_.stencil[i] = test;
  checks_.set_stencil_face(face);
  return {};
}

std::string Stage::set_stencil_reference(const Call& call) {
  for (std::size_t i = 0; i < settings_.stencil_reference.size(); ++i)
    settings_.stencil_reference[i] = static_cast<std::uint8_t>(count_of(call, i, i == 0 ? 0 : 255) & 255);
  return {};
}

std::string Stage::set_scissor(const Call& call) {
  const std::vector<float>* const box = call.numbers(0);
  settings_.scissor.reset();
  if (box != nullptr && box->size() == 4)
    settings_.scissor = {integer_of((*box)[0]), integer_of((*box)[1]), integer_of((*box)[2]), integer_of((*box)[3])};
  return {};
}

std::string Stage::set_back_buffer(const Call&) {
  settings_.target = {};
  return {};
}

// A texture cannot be sampled while it is drawn to, so it is removed from the textures that the next draws sample. If
// the first output has no texture, the back buffer is the target.
std::string Stage::set_target(const Call& call) {
  const std::uint32_t number = call.object(0), output = count_of(call, 4);
  if (output >= max_outputs) return "a fragment program has four outputs";
  RenderTarget& target = settings_.target;
  if (number == 0) {
    if (output == 0)
      target = {};
    else
      target.others[output - 1] = {};
    return {};
  }
  const Object* const object = find(number);
  if (object == nullptr || object->kind != Object::Kind::Texture) return "it does not draw into a texture";
  if (call.number(2) > 0) note(call, "textures are drawn with one sample for each pixel");
  const std::uint32_t side = object->is_cube ? std::min(count_of(call, 3), 5u) : 0;
  if (output == 0)
    target = {number, side, call.number(1) != 0, target.others};
  else
    target.others[output - 1] = {number, side};
  if (targets_.insert(target).second)
    if (std::string problem = reserve(depth_bytes * object->width * object->height); !problem.empty()) return problem;
  for (std::uint32_t& texture : settings_.textures)
    if (texture == number) texture = 0;
  return {};
}

std::string Stage::set_constants(const Call& call) {
  const bool is_bytes = call.method == "setProgramConstantsFromByteArray";
  const bool is_matrix = call.method == "setProgramConstantsFromMatrix";
  const std::vector<float>* const values = call.numbers(is_bytes ? 3 : 2);
  if (values == nullptr) return "it has no numbers";
  std::size_t count = values->size();
  const double registers = call.number(3, -1);
  if (!is_bytes && !is_matrix && registers >= 0) count = std::min<std::size_t>(count, 4 * count_of(call, 3));
  if (call.text(0) != "vertex" && call.text(0) != "fragment") note(call, "an argument is unknown");
  auto& constants = settings_.constants[call.text(0) == "fragment" ? 1 : 0];
  const bool is_transposed = is_matrix && call.number(3) != 0 && count == 16;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = count_of(call, 1) + i / 4;
    if (row < constants.size()) constants[row][i % 4] = (*values)[is_transposed ? 4 * (i % 4) + i / 4 : i];
  }
  return {};
}

std::string Stage::configure(const Call& call) {
  back_ = {count_of(call, 0), count_of(call, 1), call.number(2) > 1, call.number(3, 1) != 0};
  if (back_.width > max_side || back_.height > max_side) return "the size of the back buffer is malformed";
  if (back_.width == 0 || back_.height == 0) back_ = {};
  const std::uint64_t samples = back_.is_antialiased ? 4 : 1;
  bytes_ -= std::exchange(back_bytes_, samples * (bytes_of_pixel({}) + depth_bytes) * back_.width * back_.height);
  return reserve(back_bytes_);
}

// ------------------------------------------------------------------------------------------------------ draws

std::string Stage::check_draw(const Call& call) {
  const std::optional<DrawCall> draw = draw_of(call);
  const Object* const program = find(settings_.program);
  const bool is_rejected = program != nullptr && program->pair != nullptr && !program->pair->problem.empty();
  if (!draw && !is_rejected) note(call, "it draws nothing, because it lacks a program, indices or a target");
  const bool fits =
      !draw || std::uint64_t{draw->count} * draw->instances <= 3 * std::uint64_t{stage3d::max_draw_triangles};
  if (draw && fits) checks_.check(*this, call, *draw);
  return fits ? "" : fmt::format("it draws more than {} triangles", stage3d::max_draw_triangles);
}

ClearCall Stage::clear_of(const Call& call) {
  ClearCall clear;
  const auto channel = [&](std::size_t i, double otherwise) { return static_cast<float>(call.number(i, otherwise)); };
  clear.color = {channel(0, 0), channel(1, 0), channel(2, 0), channel(3, 1)};
  clear.depth = std::clamp(channel(4, 1), 0.0f, 1.0f);
  if (std::isnan(clear.depth)) clear.depth = 0;
  clear.stencil = count_of(call, 5) & 255;
  clear.mask = count_of(call, 6, UINT32_MAX);
  return clear;
}

std::optional<DrawCall> Stage::draw_of(const Call& call) const {
  const Object* const indices = find(call.object(0));
  const Object* const program = find(settings_.program);
  if (indices == nullptr || indices->kind != Object::Kind::Indices || program == nullptr || program->pair == nullptr ||
      !program->pair->problem.empty() || target_size()[0] == 0)
    return std::nullopt;
  const bool is_instanced = call.method == "drawTrianglesInstanced";
  const std::size_t at = is_instanced ? 2 : 1;
  const auto all = static_cast<std::uint32_t>(indices->bytes.size() / indices->stride);
  DrawCall draw{call.object(0), std::min(count_of(call, at), all), 0, is_instanced ? count_of(call, 1) : 1};
  const std::uint32_t left = all - draw.first;
  const bool to_end = call.number(at + 1, -1) < 0;
  draw.count = to_end ? left : static_cast<std::uint32_t>(std::min<std::uint64_t>(3ull * count_of(call, at + 1), left));
  draw.count -= draw.count % 3;
  return draw;
}

std::vector<RenderTarget::Side> Stage::outputs() const {
  const RenderTarget& target = settings_.target;
  std::vector<RenderTarget::Side> outputs;
  if (target.object == 0) return outputs;
  outputs.push_back({target.object, target.side});
  for (const RenderTarget::Side& other : target.others) {
    const Object* const object = find(other.object);
    const bool fits = object != nullptr && std::array{object->width, object->height} == target_size();
    outputs.push_back(fits ? other : RenderTarget::Side());
  }
  while (outputs.back().object == 0) outputs.pop_back();
  return outputs;
}

std::array<std::uint32_t, 2> Stage::target_size() const {
  if (settings_.target.object == 0) return {back_.width, back_.height};
  const Object& texture = objects_.at(settings_.target.object);
  return {texture.width, texture.height};
}

stage3d::PixelRectangle Stage::drawn_part() const {
  const auto [width, height] = target_size();
  const stage3d::PixelRectangle all{0, 0, width, height};
  if (!settings_.scissor) return all;
  const auto& [x, y, w, h] = *settings_.scissor;
  const std::int32_t left = std::max(x, 0), top = std::max(y, 0),
                     right = std::min(x + w, static_cast<std::int32_t>(width)),
                     bottom = std::min(y + h, static_cast<std::int32_t>(height));
  if (right <= left || bottom <= top) return all;
  const auto size = [](std::int32_t value) { return static_cast<std::uint32_t>(value); };
  return {size(left), size(top), size(right - left), size(bottom - top)};
}

}  // namespace agal::frames
