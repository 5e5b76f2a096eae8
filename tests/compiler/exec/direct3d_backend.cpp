// HLSL on Direct3D 11. FXC compiles it, and wine's Direct3D runs it on the software renderer of Mesa.
//
// Limitations: interpolated varyings lose the sign of zero and become NaN if they are infinite, like on OpenGL, which
// wine uses for drawing.
#include <fmt/format.h>

#include <algorithm>

#include "exec/direct3d/child.hpp"
#include "exec/gl_job.hpp"
#include "support/wine.hpp"
#include "vulkan/drivers.hpp"

namespace agal::exec {
namespace {

direct3d::Texture texture_of(const TextureSlot& slot) {
  const SamplerOperand state = slot.state;
  direct3d::Texture texture;
  texture.slot = slot.sampler;
  texture.kind = static_cast<direct3d::Kind>(slot.texture.kind);
  for (const Texture::Level& level : slot.texture.levels)
    texture.levels.push_back({level.width, level.height, level.depth, gl::bytes_of(level)});
  texture.linear = state.has(SamplerOption::Nearest) ? 0 : 1;
  texture.mips = state.has(SamplerOption::MipLinear) ? 2 : state.has(SamplerOption::MipNearest) ? 1 : 0;
  const bool repeat = state.has(SamplerOption::Repeat) && slot.texture.kind != Texture::Kind::Cube;
  texture.repeats = {repeat || state.has(SamplerOption::RepeatUClampV),
                     repeat || state.has(SamplerOption::ClampURepeatV), repeat};
  return texture;
}

void append(std::vector<float>& data, const Float4& value) { data.insert(data.end(), value.begin(), value.end()); }

// Adds three vertices for each draw. Each has the position, then v0, v1, …
void add_corners(const Job& job, direct3d::Request& request) {
  std::size_t varyings = 0;
  for (const Draw& draw : job.draws)
    for (const std::vector<Float4>& corner : draw.corners) varyings = std::max(varyings, corner.size());
  request.registers = static_cast<std::uint32_t>(varyings) + 1;
  for (std::uint32_t i = 0; i < request.registers; ++i) request.numbers.push_back(i);
  for (const Draw& draw : job.draws)
    for (std::size_t corner = 0; corner < corner_places.size(); ++corner) {
      append(request.vertices, corner_places[corner]);
      for (std::size_t i = 0; i < varyings; ++i)
        append(request.vertices, i < draw.corners[corner].size() ? draw.corners[corner][i] : Float4{});
    }
}

direct3d::Request request_of(const Job& job) {
  direct3d::Request request;
  request.vertex = job.stage == Stage::Vertex ? 1 : 0;
  request.shader = job.shader.text;
  request.partner = job.partner.text;
  request.colors = job.interface.colors;
  request.depth = job.interface.depth ? 1 : 0;
  request.surface_size = surface_size;
  request.cell_size = cell_size;
  request.triangle_size = triangle_size;
  request.untouched = untouched;
  for (const TextureSlot& slot : job.textures) request.textures.push_back(texture_of(slot));
  if (job.stage == Stage::Vertex) {
    request.numbers = job.interface.attributes;
    request.registers = static_cast<std::uint32_t>(request.numbers.size());
    request.vertices = gl::attribute_data(job);
  } else {
    add_corners(job, request);
  }
  const bool instanced = job.shader.text.find("SV_InstanceID") != std::string::npos;
  for (std::size_t i = 0; i < job.draws.size(); ++i) {
    direct3d::Draw& draw = request.draws.emplace_back();
    draw.x = cell_of(i).x;
    draw.y = cell_of(i).y;
    draw.instances = instanced ? job.draws[i].instance + 1 : 1;
    for (const Float4& constant : job.draws[i].constants) append(draw.constants, constant);
  }
  return request;
}

Outcome vertex_outcome(const Job& job, const direct3d::Reply& reply) {
  Outcome outcome;
  const std::size_t record = (1 + reply.varyings.size()) * 4;
  if (reply.records.size() != job.draws.size() * record) return {"the reply has another size", {}, {}};
  for (std::size_t i = 0; i < job.draws.size(); ++i) {
    const float* next = reply.records.data() + i * record;
    const auto take = [&] {
      const Float4 value{next[0], next[1], next[2], next[3]};
      next += 4;
      return value;
    };
    VertexOutput& vertex = outcome.vertices.emplace_back();
    vertex.position = take();
    for (const std::uint32_t number : reply.varyings) {
      if (vertex.varyings.size() <= number) vertex.varyings.resize(number + 1);
      vertex.varyings[number] = take();
    }
  }
  return outcome;
}

Outcome outcome_of(const Job& job, const direct3d::Reply& reply) {
  if (!reply.fault.empty()) return {reply.fault, {}, {}};
  if (job.stage == Stage::Vertex) return vertex_outcome(job, reply);
  constexpr std::size_t pixels = std::size_t{surface_size} * surface_size;
  const bool whole = reply.colors.size() == job.interface.colors.size() &&
                     std::all_of(reply.colors.begin(), reply.colors.end(),
                                 [](const std::vector<float>& image) { return image.size() == pixels * 4; }) &&
                     reply.depth.size() == (job.interface.depth ? pixels : 0);
  if (!whole) return {"the reply has another size", {}, {}};
  const std::vector<std::span<const float>> images(reply.colors.begin(), reply.colors.end());
  return fragment_outcome(job, images, reply.depth);
}

class Direct3dBackend final : public Backend {
 public:
  explicit Direct3dBackend(std::unique_ptr<direct3d::Child> child)
      : child_(std::move(child)), device_(child_->device()) {}

  std::string_view name() const override { return "d3d11"; }
  Target target() const override { return Target::Hlsl50; }
  std::string device() const override { return device_; }
  std::string cannot(const Job&) const override { return {}; }

  std::vector<Outcome> run(std::span<const Job> jobs) override {
    std::vector<Outcome> outcomes;
    for (const Job& job : jobs) {
      const std::string fault = gl::defect_of(job);
      outcomes.push_back(fault.empty() ? run_one(job) : Outcome{fault, {}, {}});
    }
    return outcomes;
  }

 private:
  // Runs one job. If the program does not survive it, the next job gets a new process.
  Outcome run_one(const Job& job) {
    if (!child_->fault().empty()) child_ = std::make_unique<direct3d::Child>(AGAL_DIRECT3D_PROGRAM);
    direct3d::Request request = request_of(job);
    return outcome_of(job, child_->run(request));
  }

  std::unique_ptr<direct3d::Child> child_;
  std::string device_;
};

}  // namespace

Opened open_direct3d() {
  if (std::string missing = test::missing_wine(AGAL_DIRECT3D_PROGRAM); !missing.empty()) return {nullptr, missing};
  vulkan::precise_software_rasterizer();
  auto child = std::make_unique<direct3d::Child>(AGAL_DIRECT3D_PROGRAM);
  if (!child->fault().empty()) return {nullptr, child->fault()};
  return {std::make_unique<Direct3dBackend>(std::move(child)), {}};
}

}  // namespace agal::exec
