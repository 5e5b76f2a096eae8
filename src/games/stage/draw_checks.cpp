// Notes draws that read outside of a buffer, and calls that Ruffle draws differently (docs/frames.md).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "agal/operands.hpp"
#include "stage/stage.hpp"

namespace agal::frames {
namespace {

constexpr std::array vertex_bytes{
#define AGAL_VERTEX_FORMAT(id, word, bytes, ...) std::uint32_t{bytes},
#include "stage3d/draw_state.def"
};

}  // namespace

std::uint32_t Object::max_index(std::uint32_t first, std::uint32_t count) const {
  const auto [row, is_new] = max_indices.try_emplace({first, count}, 0);
  for (std::uint32_t i = 0; is_new && i < count; ++i) {
    std::uint16_t index = 0;
    std::memcpy(&index, bytes.data() + sizeof index * (std::size_t{first} + i), sizeof index);
    row->second = std::max<std::uint32_t>(row->second, index);
  }
  return row->second;
}

const std::vector<std::uint32_t>& DrawChecks::attributes_of(const Pair& pair) {
  const auto [row, is_new] = attributes_.try_emplace(&pair);
  if (is_new) row->second = registers_read(pair.vertex, RegisterType::Attribute);
  return row->second;
}

void DrawChecks::check(const Stage& stage, const Call& call, const DrawCall& draw) {
  check_reads(stage, call, draw);
  check_player(stage, call, draw);
}

void DrawChecks::set_stencil_face(std::string_view face) {
  if (face == "front") stencil_faces_ |= 1;
  if (face == "back") stencil_faces_ |= 2;
  if (face == "frontAndBack") stencil_faces_ = 0;
}

void DrawChecks::check_reads(const Stage& stage, const Call& call, const DrawCall& draw) {
  const Object& indices = *stage.find(draw.indices);
  const std::size_t at = call.method == "drawTrianglesInstanced" ? 2 : 1;
  const double triangles = call.number(at + 1, -1), all = static_cast<double>(indices.bytes.size() / indices.stride);
  if (call.number(at) > all || (triangles > 0 && std::max(call.number(at), 0.0) + 3 * triangles > all))
    outside_.add("indices after the end of the index buffer", call);
  if (draw.count == 0 || draw.instances == 0) return;
  const std::uint64_t highest = indices.max_index(draw.first, draw.count);
  for (const std::uint32_t number : attributes_of(*stage.find(stage.settings().program)->pair)) {
    if (number >= max_streams) continue;
    const VertexStream& stream = stage.settings().streams[number];
    const Object* const buffer = stage.find(stream.object);
    if (buffer == nullptr || buffer->kind != Object::Kind::Vertices) continue;
    const std::uint64_t last = buffer->per_instances == 0 ? highest : (draw.instances - 1) / buffer->per_instances;
    const std::uint64_t end =
        last * buffer->stride + stream.offset + vertex_bytes[static_cast<std::size_t>(stream.format)];
    if (end > buffer->bytes.size())
      outside_.add(fmt::format("attribute va{} after the end of its vertex buffer", number), call);
  }
}

void DrawChecks::check_player(const Stage& stage, const Call& call, const DrawCall& draw) {
  const Object& indices = *stage.find(draw.indices);
  const std::size_t at = call.method == "drawTrianglesInstanced" ? 2 : 1;
  const std::uint32_t known = indices.vector_items > draw.first ? indices.vector_items - draw.first : 0;
  if (call.number(at + 1, -1) < 0 && known - known % 3 != draw.count)
    in_ruffle_.add("without a number of triangles, it draws the indices up to the end of the last uploadFromVector",
                   call);
  if (stage.settings().culling == stage3d::Culling::FrontAndBack) in_ruffle_.add("culling frontAndBack", call);
  if (stencil_faces_ == 3) in_ruffle_.add("stencil actions that were set for each face alone", call);
}

// Ruffle clears with the next draw, into the target of that draw.
void DrawChecks::end_call(const Call& call, const RenderTarget& target) {
  if (call.is_draw()) cleared_ = nullptr;
  if (cleared_ != nullptr && call.method != "present" && target != cleared_target_)
    in_ruffle_.add("a clear is lost if the target changes before a draw", *cleared_);
  if (call.method == "present" || target != cleared_target_) cleared_ = nullptr;
  if (call.method != "clear") return;
  cleared_ = &call;
  cleared_target_ = target;
}

}  // namespace agal::frames
