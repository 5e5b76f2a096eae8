// Notes draws that read outside of a buffer, and calls that Ruffle draws differently (docs/frames.md).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "render/scene.hpp"
#include "stage.hpp"

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

// Returns the attributes that the current vertex program reads.
const std::vector<std::uint32_t>& Stage::attributes() {
  const Pair* const pair = find(settings_.program)->pair;
  const auto [row, is_new] = attributes_.try_emplace(pair);
  if (is_new) row->second = render::registers_read(pair->vertex, RegisterType::Attribute);
  return row->second;
}

void Stage::check_reads(const Call& call, const DrawCall& draw) {
  const Object& indices = *find(draw.indices);
  const std::size_t at = call.method == "drawTrianglesInstanced" ? 2 : 1;
  const double triangles = call.number(at + 1, -1), all = static_cast<double>(indices.bytes.size() / indices.stride);
  if (call.number(at) > all || (triangles > 0 && std::max(call.number(at), 0.0) + 3 * triangles > all))
    outside_.add("indices after the end of the index buffer", call);
  if (draw.count == 0 || draw.instances == 0) return;
  const std::uint64_t highest = indices.max_index(draw.first, draw.count);
  for (const std::uint32_t number : attributes()) {
    if (number >= max_streams) continue;
    const VertexStream& stream = settings_.streams[number];
    const Object* const buffer = find(stream.object);
    if (buffer == nullptr || buffer->kind != Object::Kind::Vertices) continue;
    const std::uint64_t last = buffer->per_instances == 0 ? highest : (draw.instances - 1) / buffer->per_instances;
    const std::uint64_t end =
        last * buffer->stride + stream.offset + vertex_bytes[static_cast<std::size_t>(stream.format)];
    if (end > buffer->bytes.size())
      outside_.add(fmt::format("attribute va{} after the end of its vertex buffer", number), call);
  }
}

void Stage::check_player(const Call& call, const DrawCall& draw) {
  const Object& indices = *find(draw.indices);
  const std::size_t at = call.method == "drawTrianglesInstanced" ? 2 : 1;
  const std::uint32_t known = indices.vector_items > draw.first ? indices.vector_items - draw.first : 0;
  if (call.number(at + 1, -1) < 0 && known - known % 3 != draw.count)
    in_ruffle_.add("without a number of triangles, it draws the indices up to the end of the last uploadFromVector",
                   call);
  if (settings_.culling == stage3d::Culling::FrontAndBack) in_ruffle_.add("culling frontAndBack", call);
  if (stencil_faces_ == 3) in_ruffle_.add("stencil actions that were set for each face alone", call);
}

// Ruffle clears with the next draw, into the target of that draw.
void Stage::check_clear(const Call& call) {
  if (call.is_draw()) cleared_ = nullptr;
  const RenderTarget& target = settings_.target;
  if (cleared_ != nullptr && call.method != "present" && target != cleared_target_)
    in_ruffle_.add("a clear is lost if the target changes before a draw", *cleared_);
  if (call.method == "present" || target != cleared_target_) cleared_ = nullptr;
  if (call.method != "clear") return;
  cleared_ = &call;
  cleared_target_ = target;
}

}  // namespace agal::frames
