#include "gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "console/console.hpp"
#include "vulkan/executables.hpp"
#include "vulkan/pipeline.hpp"
#include "vulkan/surface.hpp"

namespace agal::gpu_cost {
namespace {

constexpr std::uint32_t bytes_of_attribute = 16;

// The names that RADV in Debian 12 accepts: any other name would abort the process.
constexpr auto known_families = std::to_array<std::string_view>(
    {"tahiti",    "pitcairn", "verde",   "oland",   "hainan", "bonaire", "kabini",    "kaveri",
     "hawaii",    "tonga",    "iceland", "carrizo", "fiji",   "stoney",  "polaris10", "polaris11",
     "polaris12", "vegam",    "vega10",  "vega12",  "vega20", "raven",   "raven2",    "renoir",
     "navi10",    "navi12",   "navi14",  "navi21",  "navi22", "navi23",  "vangogh",   "gfx1100"});

// "" if RADV is not installed.
std::string installed_driver() {
  namespace fs = std::filesystem;
  for (const char* folder : {"/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"}) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
      if (entry.path().filename().string().starts_with("radeon_icd.")) return entry.path().string();
  }
  return {};
}

// Variables that the driver reads once: the GPU to emulate, and that pipelines are not cached.
void set_environment(const std::string& family, const std::string& driver) {
  ::setenv("VK_ICD_FILENAMES", driver.c_str(), 1);
  ::setenv("VK_DRIVER_FILES", driver.c_str(), 1);
  ::setenv("RADV_FORCE_FAMILY", family.c_str(), 1);
  ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
  ::setenv("RADV_DEBUG", "nocache,nonggc", 1);
}

vk::DescriptorType type_of(Resource::Kind kind) {
  switch (kind) {
    case Resource::Kind::Uniforms: return vk::DescriptorType::eUniformBuffer;
    case Resource::Kind::CombinedSampler: return vk::DescriptorType::eCombinedImageSampler;
    case Resource::Kind::Image: return vk::DescriptorType::eSampledImage;
    case Resource::Kind::Sampler: return vk::DescriptorType::eSampler;
  }
  return {};
}

vk::Format format_of(std::uint32_t lanes) {
  constexpr std::array formats{vk::Format::eR32Sfloat, vk::Format::eR32G32Sfloat, vk::Format::eR32G32B32Sfloat,
                               vk::Format::eR32G32B32A32Sfloat};
  return formats[lanes - 1];
}

// The requirements of two shaders on the rest of a pipeline.
class Layout {
 public:
  Layout(const vulkan::Device& device, const Shader& vertex, const Shader& fragment) {
    std::map<std::uint32_t, std::map<std::uint32_t, vk::DescriptorSetLayoutBinding>> sets;
    add(sets, vertex, vk::ShaderStageFlagBits::eVertex);
    add(sets, fragment, vk::ShaderStageFlagBits::eFragment);
    std::vector<vk::DescriptorSetLayout> handles;
    const std::uint32_t count = sets.empty() ? 0 : sets.rbegin()->first + 1;
    for (std::uint32_t set = 0; set < count; ++set) {
      std::vector<vk::DescriptorSetLayoutBinding> bindings;
      for (const auto& [number, binding] : sets[set]) bindings.push_back(binding);
      sets_.push_back(device.handle().createDescriptorSetLayoutUnique(vk::DescriptorSetLayoutCreateInfo{
          .bindingCount = static_cast<std::uint32_t>(bindings.size()), .pBindings = bindings.data()}));
      handles.push_back(*sets_.back());
    }
    const vk::PushConstantRange range{
        .stageFlags = vk::ShaderStageFlagBits::eVertex | vk::ShaderStageFlagBits::eFragment,
        .size = (std::max(vertex.push_constants, fragment.push_constants) + 3) / 4 * 4};
    layout_ = device.handle().createPipelineLayoutUnique(
        vk::PipelineLayoutCreateInfo{.setLayoutCount = count,
                                     .pSetLayouts = handles.data(),
                                     .pushConstantRangeCount = range.size != 0 ? 1u : 0u,
                                     .pPushConstantRanges = &range});
  }

  vk::PipelineLayout handle() const { return *layout_; }

 private:
  template <class Sets>
  static void add(Sets& sets, const Shader& shader, vk::ShaderStageFlagBits stage) {
    for (const Resource& resource : shader.resources) {
      vk::DescriptorSetLayoutBinding& binding = sets[resource.set][resource.binding];
      binding.binding = resource.binding;
      binding.descriptorType = type_of(resource.kind);
      binding.descriptorCount = std::max(binding.descriptorCount, resource.count);
      binding.stageFlags |= stage;
    }
  }

  std::vector<vk::UniqueDescriptorSetLayout> sets_;
  vk::UniquePipelineLayout layout_;
};

// The reason why a pair cannot be one pipeline; "" if it can.
std::string mismatch(const Shader& vertex, const Shader& fragment) {
  if (vertex.stage != Stage::Vertex || fragment.stage != Stage::Fragment)
    return "a pair needs a vertex and a fragment shader";
  for (const Variable& input : fragment.inputs) {
    const auto writes = [&](const Variable& output) { return output.location == input.location; };
    if (std::none_of(vertex.outputs.begin(), vertex.outputs.end(), writes))
      return "the fragment shader reads location " + std::to_string(input.location) +
             ", which the vertex shader does not write";
  }
  for (const Resource& a : vertex.resources)
    for (const Resource& b : fragment.resources)
      if (a.set == b.set && a.binding == b.binding && a.kind != b.kind)
        return "the shaders have different resources at binding " + std::to_string(a.binding);
  return {};
}

Cost cost_of(const vulkan::Executable& executable) {
  Cost cost;
  for (std::size_t i = 0; i < statistic_table.size(); ++i)
    for (const vulkan::Executable::Statistic& statistic : executable.statistics)
      if (statistic.name == statistic_table[i].driver_name) cost.values[i] = statistic.value;
  return cost;
}

std::string listing_of(const std::vector<vulkan::Executable>& executables) {
  std::string text;
  for (const vulkan::Executable& executable : executables)
    for (const vulkan::Executable::Representation& representation : executable.representations)
      text += "---- " + vk::to_string(executable.stages) + ": " + representation.name + "\n" + representation.text;
  return text;
}

}  // namespace

Cost& Cost::operator+=(const Cost& other) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
  return *this;
}

struct Gpu::State {
  State() : device({.hardware = true, .statistics = true}) {}

  vk::RenderPass pass(std::uint32_t colors) {
    vk::UniqueRenderPass& made = passes[colors];
    if (!made) made = vulkan::make_pass(device, vk::Format::eR8G8B8A8Unorm, colors);
    return *made;
  }

  PairCost cost(const Shader& vertex, const Shader& fragment, Listing listing);

  vulkan::Device device;
  std::map<std::uint32_t, vk::UniqueRenderPass> passes;  // by the number of colors
};

PairCost Gpu::State::cost(const Shader& vertex, const Shader& fragment, Listing listing) {
  const Layout layout(device, vertex, fragment);
  const vk::UniqueShaderModule vertex_module = device.make_shader(vertex.words);
  const vk::UniqueShaderModule fragment_module = device.make_shader(fragment.words);
  const std::uint32_t colors = fragment.outputs.empty() ? 1 : fragment.outputs.back().location + 1;
  vulkan::PipelineSetup setup;
  setup.layout = layout.handle();
  setup.pass = pass(colors);
  setup.stages = {vulkan::stage(vk::ShaderStageFlagBits::eVertex, vertex_module),
                  vulkan::stage(vk::ShaderStageFlagBits::eFragment, fragment_module)};
  for (const Variable& input : vertex.inputs) {
    setup.attributes.push_back({.location = input.location,
                                .format = format_of(input.lanes),
                                .offset = bytes_of_attribute * static_cast<std::uint32_t>(setup.attributes.size())});
    setup.stride += bytes_of_attribute;
  }
  using Channel = vk::ColorComponentFlagBits;
  setup.colors.assign(colors, vk::PipelineColorBlendAttachmentState{.colorWriteMask = Channel::eR | Channel::eG |
                                                                                      Channel::eB | Channel::eA});
  setup.flags = vk::PipelineCreateFlagBits::eCaptureStatisticsKHR;
  if (listing == Listing::Yes) setup.flags |= vk::PipelineCreateFlagBits::eCaptureInternalRepresentationsKHR;
  const vk::UniquePipeline pipeline = vulkan::make_pipeline(device, setup);
  PairCost cost;
  const std::vector<vulkan::Executable> executables = vulkan::executables_of(device, *pipeline, setup.flags);
  for (const vulkan::Executable& executable : executables) {
    if (executable.stages & vk::ShaderStageFlagBits::eVertex) cost.vertex = cost_of(executable);
    if (executable.stages & vk::ShaderStageFlagBits::eFragment) cost.fragment = cost_of(executable);
  }
  if (listing == Listing::Yes) cost.listing = listing_of(executables);
  return cost;
}

Gpu::Gpu(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gpu::Gpu(Gpu&&) noexcept = default;
Gpu& Gpu::operator=(Gpu&&) noexcept = default;
Gpu::~Gpu() = default;

const std::string& Gpu::name() const { return state_->device.name(); }

Result<Gpu> Gpu::open(const std::string& family, const std::string& driver) try {
  if (std::find(known_families.begin(), known_families.end(), family) == known_families.end()) {
    const std::string names = fmt::format("RADV supports {}", fmt::join(known_families, ", "));
    return agalc::only(agalc::make_diagnostic("gpu-driver-missing", {}, {family, names}));
  }
  const std::string manifest = driver.empty() ? installed_driver() : driver;
  if (manifest.empty())
    return agalc::only(agalc::make_diagnostic("gpu-driver-missing", {}, {family, "RADV is not installed"}));
  set_environment(family, manifest);
  return Gpu(std::make_unique<State>());
} catch (const std::exception& error) {
  return agalc::only(agalc::make_diagnostic("gpu-driver-missing", {}, {family, error.what()}));
}

Result<PairCost> Gpu::cost(const Shader& vertex, const Shader& fragment, const std::string& what, Listing listing) const
    try {
  if (const std::string fault = mismatch(vertex, fragment); !fault.empty())
    return agalc::only(agalc::make_diagnostic("shader-unusable", what, {fault}));
  return state_->cost(vertex, fragment, listing);
} catch (const std::exception& error) {
  return agalc::only(agalc::make_diagnostic("gpu-compile-failed", what, {error.what()}));
}

}  // namespace agal::gpu_cost
