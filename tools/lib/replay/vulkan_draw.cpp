#include "vulkan_draw.hpp"

#include <algorithm>
#include <cstring>

#include "agal/operands.hpp"
#include "render/scene.hpp"
#include "render/vulkan_state.hpp"
#include "vulkan/pipeline.hpp"

namespace agal::frames {
namespace {

constexpr std::size_t register_bytes = sizeof(Float4);

struct FormatRow {
  vk::Format format;
  std::uint32_t bytes;
};
constexpr std::array vertex_formats{
#define AGAL_VERTEX_FORMAT(id, word, bytes, vulkan, ...) FormatRow{vk::Format::vulkan, bytes},
#include "stage3d/draw_state.def"
};

}  // namespace

CompiledPair compile_pair(const vulkan::Device& device, const Pair& pair) {
  CompiledPair result;
  CompileOptions options;
  options.target = Target::Spv;
  options.flip_y = true;  // row 0 is on top, as in Vulkan
  const Result<LinkedCompilation> linked = link(pair.vertex, pair.fragment, options);
  if (!linked || linked.diagnostics().has_errors()) {
    result.problem = linked.diagnostics().begin()->message;
    return result;
  }
  result.vertex = device.make_shader(linked->vertex.spirv);
  result.fragment = device.make_shader(linked->fragment.spirv);
  result.attributes = registers_read(pair.vertex, RegisterType::Attribute);
  std::size_t stage = 0;
  for (const Program* program : {&pair.vertex, &pair.fragment}) {
    result.constants[stage++] = std::max(static_cast<std::uint32_t>(constant_array_size(*program)), 1u);
    for (const SamplerOperand& operand : render::samplers_of(*program))
      result.slots.push_back({default_sampler_binding(program->stage, operand.index()), operand.index(), operand});
  }
  for (const NamedLocation& output : linked->fragment.program_interface->outputs.colors)
    if (output.location < max_outputs) result.writes[output.location] = true;
  if (!result.attributes.empty() && result.attributes.back() >= max_streams)
    result.problem = "it has too many attributes";
  std::vector<std::uint32_t> bindings;
  for (const CompiledPair::Slot& slot : result.slots) bindings.push_back(slot.binding);
  result.layout = vulkan::make_binding_layout(device, static_cast<std::uint32_t>(result.constants.size()), bindings);
  return result;
}

// ------------------------------------------------------------------------------------------------------ inputs

DrawInputs::DrawInputs(const vulkan::Device& device, const Stage& stage, const DrawCall& draw, const CompiledPair& pair)
    : device_(device), stage_(stage), draw_(draw), pair_(pair) {
  const Object& index_buffer = *stage.find(draw.indices);
  const base::ByteVector& indices = index_buffer.bytes;
  indices_ = device.make_buffer(base::Bytes(indices).subspan(std::size_t{2} * draw.first), std::size_t{2} * draw.count,
                                vk::BufferUsageFlagBits::eIndexBuffer);
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    const auto& registers = stage.settings().constants[i];
    constants_[i] = device.make_buffer(std::as_bytes(std::span(registers)), register_bytes * pair.constants[i],
                                       vk::BufferUsageFlagBits::eUniformBuffer);
  }
  const std::uint64_t rows = std::uint64_t{index_buffer.max_index(draw.first, draw.count)} + 1;
  for (const std::uint32_t number : pair.attributes) add_stream(number, stage.settings().streams[number], rows);
}

// Adds the buffer of an attribute. Vertices beyond the end of the game's buffer are zero. An attribute without a buffer
// is (0, 0, 0, 1).
void DrawInputs::add_stream(std::uint32_t number, const VertexStream& stream, std::uint64_t rows) {
  const auto binding = static_cast<std::uint32_t>(bindings.size());
  constexpr auto usage = vk::BufferUsageFlagBits::eVertexBuffer;
  const Object* const object = stage_.find(stream.object);
  if (object == nullptr || object->kind != Object::Kind::Vertices) {
    constexpr Float4 missing{0, 0, 0, 1};
    attributes.push_back({number, binding, vk::Format::eR32G32B32A32Sfloat, 0});
    bindings.push_back({binding, 0, vk::VertexInputRate::eVertex});
    streams_.push_back(device_.make_buffer(std::as_bytes(std::span(missing)), register_bytes, usage));
    return;
  }
  const FormatRow& row = vertex_formats[static_cast<std::size_t>(stream.format)];
  const std::uint32_t stride = object->stride;
  attributes.push_back({number, binding, row.format, 0});
  if (object->per_instances == 0) {
    const base::Bytes bytes =
        base::Bytes(object->bytes).subspan(std::min<std::size_t>(stream.offset, object->bytes.size()));
    bindings.push_back({binding, stride, vk::VertexInputRate::eVertex});
    streams_.push_back(device_.make_buffer(bytes, stride * rows + row.bytes, usage));
    return;
  }
  // Expand the elements to one for each instance, because instances can share an element.
  base::ByteVector values(std::size_t{row.bytes} * draw_.instances);
  for (std::size_t i = 0; i < draw_.instances; ++i) {
    const std::size_t from = i / object->per_instances * stride + stream.offset;
    if (from + row.bytes <= object->bytes.size())
      std::memcpy(values.data() + i * row.bytes, object->bytes.data() + from, row.bytes);
  }
  bindings.push_back({binding, row.bytes, vk::VertexInputRate::eInstance});
  streams_.push_back(device_.make_buffer(values, values.size(), usage));
}

void DrawInputs::make_set(const std::vector<vk::ImageView>& views) {
  std::vector<vulkan::TextureBinding> textures;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const CompiledPair::Slot& slot = pair_.slots[i];
    samplers_.push_back(
        device_.make_sampler(slot.texture < max_textures ? stage_.settings().samplers[slot.texture] : slot.operand));
    textures.push_back(
        {slot.binding, {.sampler = *samplers_.back(), .imageView = views[i], .imageLayout = any_layout}});
  }
  set_ = vulkan::make_bound_set(device_, pair_.layout, constants_, textures);
}

void DrawInputs::bind(vk::CommandBuffer commands) const {
  for (std::uint32_t i = 0; i < streams_.size(); ++i)
    commands.bindVertexBuffers(i, *streams_[i].buffer, vk::DeviceSize{0});
  commands.bindIndexBuffer(*indices_.buffer, 0, vk::IndexType::eUint16);
  commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *pair_.layout.pipeline, 0, set_.set, {});
}

// ------------------------------------------------------------------------------------------------------ pipelines

vk::UniquePipeline make_pipeline(const vulkan::Device& device, const PipelineSettings& settings, const Canvas& canvas,
                                 const CompiledPair& pair, const DrawInputs& inputs) {
  vulkan::PipelineSetup setup;
  setup.pass = canvas.pass();
  setup.layout = *pair.layout.pipeline;
  setup.stages = {vulkan::stage(vk::ShaderStageFlagBits::eVertex, pair.vertex),
                  vulkan::stage(vk::ShaderStageFlagBits::eFragment, pair.fragment)};
  setup.attributes = inputs.attributes;
  setup.bindings = inputs.bindings;
  setup.depth = canvas.has_depth();
  setup.depth_write = settings.depth_write;
  setup.depth_compare = render::vulkan_compare(settings.depth_compare);
  setup.culling = render::vulkan_culling(settings.culling);
  setup.samples = canvas.samples();
  if (canvas.has_depth()) {
    setup.stencil.emplace();
    for (std::size_t i = 0; i < settings.stencil.size(); ++i) {
      const StencilTest& test = settings.stencil[i];
      const auto& [reference, read, write] = settings.stencil_reference;
      (*setup.stencil)[i] = {.failOp = render::vulkan_action(test.fail),
                             .passOp = render::vulkan_action(test.pass),
                             .depthFailOp = render::vulkan_action(test.depth_fail),
                             .compareOp = render::vulkan_compare(test.compare),
                             .compareMask = read,
                             .writeMask = write,
                             .reference = reference};
    }
  }
  for (std::size_t i = 0; i < canvas.outputs().size(); ++i)
    setup.colors.push_back(
        render::vulkan_blend(settings.blend, pair.writes[i] ? settings.color_mask : stage3d::ColorMask{}));
  return vulkan::make_pipeline(device, setup);
}

}  // namespace agal::frames
