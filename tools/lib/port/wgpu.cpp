// Writes materials for wgpu in Rust, in the format of rustfmt.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "port/writers.hpp"

namespace agal::port {
namespace {

constexpr std::string_view wgpu_head = R"(//! {}
//!
//! Constants are registers of four floats: `queue.write_buffer(buffer, 0, bytes)`. The comment before
//! each function numbers its attributes: bind attribute n to vertex buffer slot n. It lists the textures in the order of
//! the parameter `textures`.
#![allow(dead_code)] // not every material and every member is used

/// The formats of the textures that are drawn to.
#[derive(Clone, Copy, Debug)]
pub struct Target {{
    pub color: wgpu::TextureFormat,
    pub depth: Option<wgpu::TextureFormat>,
}}

/// A pipeline, and the resources of its shaders.
#[derive(Debug)]
pub struct Material {{
    pub pipeline: wgpu::RenderPipeline,
    pub bind_groups: Vec<(u32, wgpu::BindGroup)>,
    pub vertex_constants: Option<wgpu::Buffer>,
    pub fragment_constants: Option<wgpu::Buffer>,
}}

impl Material {{
    /// Sets the pipeline and its bind groups.
    pub fn bind(&self, pass: &mut wgpu::RenderPass) {{
        pass.set_pipeline(&self.pipeline);
        for (number, group) in &self.bind_groups {{
            pass.set_bind_group(*number, group, &[]);
        }}
    }}
}}

struct Attribute {{
    stride: u64,
    step_mode: wgpu::VertexStepMode,
    attribute: wgpu::VertexAttribute,
}}

/// The states in which pipelines differ.
struct Description<'a> {{
    vertex: &'a str,
    fragment: &'a str,
    attributes: &'a [Attribute],
    source_factor: wgpu::BlendFactor,
    destination_factor: wgpu::BlendFactor,
    write_mask: wgpu::ColorWrites,
    cull_mode: Option<wgpu::Face>,
    depth_write: bool,
    depth_compare: wgpu::CompareFunction,
}}

fn attribute(location: u32, format: wgpu::VertexFormat, offset: u64, stride: u64) -> Attribute {{
    Attribute {{
        stride,
        step_mode: wgpu::VertexStepMode::Vertex,
        attribute: wgpu::VertexAttribute {{
            format,
            offset,
            shader_location: location,
        }},
    }}
}}

fn per_instance(location: u32, format: wgpu::VertexFormat, offset: u64, stride: u64) -> Attribute {{
    Attribute {{
        step_mode: wgpu::VertexStepMode::Instance,
        ..attribute(location, format, offset, stride)
    }}
}}

fn create_pipeline(
    device: &wgpu::Device,
    target: &Target,
    description: &Description,
) -> wgpu::RenderPipeline {{
    let [vertex, fragment] = [description.vertex, description.fragment].map(|text| {{
        device.create_shader_module(wgpu::ShaderModuleDescriptor {{
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        }})
    }});
    let buffers: Vec<_> = description
        .attributes
        .iter()
        .map(|each| {{
            Some(wgpu::VertexBufferLayout {{
                array_stride: each.stride,
                step_mode: each.step_mode,
                attributes: std::slice::from_ref(&each.attribute),
            }})
        }})
        .collect();
    let blend = wgpu::BlendComponent {{
        src_factor: description.source_factor,
        dst_factor: description.destination_factor,
        operation: wgpu::BlendOperation::Add,
    }};
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {{
        label: None,
        layout: None, // from the shaders
        vertex: wgpu::VertexState {{
            module: &vertex,
            entry_point: Some({}),
            compilation_options: Default::default(),
            buffers: &buffers,
        }},
        primitive: wgpu::PrimitiveState {{
            front_face: wgpu::FrontFace::Cw,
            cull_mode: description.cull_mode,
            ..Default::default()
        }},
        depth_stencil: target.depth.map(|format| wgpu::DepthStencilState {{
            format,
            depth_write_enabled: Some(description.depth_write),
            depth_compare: Some(description.depth_compare),
            stencil: Default::default(),
            bias: Default::default(),
        }}),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {{
            module: &fragment,
            entry_point: Some({}),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {{
                format: target.color,
                blend: Some(wgpu::BlendState {{
                    color: blend,
                    alpha: blend,
                }}),
                write_mask: description.write_mask,
            }})],
        }}),
        multiview_mask: None,
        cache: None,
    }})
}}

fn create_constants(device: &wgpu::Device, registers: u64) -> wgpu::Buffer {{
    device.create_buffer(&wgpu::BufferDescriptor {{
        label: None,
        size: 16 * registers,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }})
}}

fn create_bind_group(
    device: &wgpu::Device,
    pipeline: &wgpu::RenderPipeline,
    number: u32,
    entries: &[(u32, wgpu::BindingResource)],
) -> (u32, wgpu::BindGroup) {{
    let entries: Vec<_> = entries
        .iter()
        .map(|(binding, resource)| wgpu::BindGroupEntry {{
            binding: *binding,
            resource: resource.clone(),
        }})
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {{
        label: None,
        layout: &pipeline.get_bind_group_layout(number),
        entries: &entries,
    }});
    (number, group)
}}
)";

// The maximum widths in rustfmt: of a line, and of the elements of a list on one line.
constexpr std::size_t max_line = 100, max_list = 60;

std::string indented(std::size_t level) { return std::string(4 * level, ' '); }

// Returns a statement with a list, on one line if the list is short. `level` is the indentation of the statement.
// `before` and `after` are the text around the list, with the brackets.
std::string rust_list(std::size_t level, std::string before, const std::vector<std::string>& items,
                      std::string_view after, std::size_t max_items = max_list) {
  const std::string list = joined(items, ", ");
  if (list.size() <= max_items && 4 * level + before.size() + list.size() + after.size() <= max_line)
    return indented(level) + before + list + std::string(after) + "\n";
  std::string text = indented(level) + before + "\n";
  for (const std::string& item : items) text += indented(level + 1) + item + ",\n";
  return text + indented(level) + std::string(after) + "\n";
}

// Converts camel case: "WaterShader" becomes "water_shader".
std::string snake_case(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && !result.empty()) result += '_';
    result += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

class Wgpu {
 public:
  Module write(const std::vector<Material>& materials) {
    const auto entry_point = [](const Shader& shader) { return quoted_rust(shader.entry_point(Target::Wgsl)); };
    const Material& first = materials.front();
    std::string text =
        fmt::format(wgpu_head, head_line(Host::Wgpu), entry_point(first.vertex), entry_point(first.fragment));
    for (const Material& material : materials) text += function(material);
    return {{{"materials.rs", std::move(text)}}, gaps_.take()};
  }

 private:
  static std::string function_name(const Material& material) { return "create_" + snake_case(material.name); }

  std::string function(const Material& material) {
    const std::vector<Sampler> samplers = material.samplers();
    std::vector<std::string> parameters{"device: &wgpu::Device", "target: &Target"};
    if (!samplers.empty()) parameters.push_back(fmt::format("textures: [&wgpu::TextureView; {}]", samplers.size()));
    std::string text = fmt::format("\n/// {}. {}\n", material.title, interface_text(material));
    text += rust_list(0, fmt::format("pub fn {}(", function_name(material)), parameters, ") -> Material {", max_line);
    text += pipeline(material);
    text += constants("vertex", material.vertex) + constants("fragment", material.fragment);
    for (std::size_t i = 0; i < samplers.size(); ++i) text += sampler(material, i, samplers[i]);
    const std::string groups = bind_groups(material, samplers, text);
    const auto buffer = [](std::string_view stage, const Shader& shader) {
      return shader.buffer ? fmt::format("Some({}_constants)", stage) : std::string("None");
    };
    return text + fmt::format(
                      "    Material {{\n        pipeline,\n        bind_groups: vec![{}],\n"
                      "        vertex_constants: {},\n        fragment_constants: {},\n    }}\n}}\n",
                      groups, buffer("vertex", material.vertex), buffer("fragment", material.fragment));
  }

  std::string pipeline(const Material& material) {
    const State& state = material.state;
    gaps_.add_culling(material, "back");
    gaps_.add_stencil(material);
    std::string_view culling = info(state.culling).wgpu;
    if (state.culling == Culling::FrontAndBack) culling = info(Culling::Back).wgpu;
    std::string text = "    let description = Description {\n";
    text += include("vertex", material.vertex) + include("fragment", material.fragment);
    std::vector<std::string> attributes;
    for (const Attribute& each : material.attributes) attributes.push_back(attribute(material, each));
    text += rust_list(2, "attributes: &[", attributes, "],");
    return text + fmt::format(
                      "        source_factor: wgpu::BlendFactor::{},\n"
                      "        destination_factor: wgpu::BlendFactor::{},\n"
                      "        write_mask: {},\n"
                      "        cull_mode: {},\n"
                      "        depth_write: {},\n"
                      "        depth_compare: wgpu::CompareFunction::{},\n"
                      "    }};\n"
                      "    let pipeline = create_pipeline(device, target, &description);\n",
                      info(state.source).wgpu, info(state.destination).wgpu, write_mask(state.color_mask),
                      state.culling == Culling::None ? "None" : fmt::format("Some(wgpu::Face::{})", culling),
                      state.depth_write, info(state.depth_compare).wgpu);
  }

  static std::string include(std::string_view stage, const Shader& shader) {
    return fmt::format("        {}: include_str!({}),\n", stage, quoted_rust(shader.path));
  }

  std::string attribute(const Material& material, const Attribute& each) {
    if (each.instances > 1)
      gaps_.add(material, fmt::format("{} instances for a value of {}", each.instances, each.name), "one");
    return fmt::format("{}({}, wgpu::VertexFormat::{}, {}, {})", each.instances > 0 ? "per_instance" : "attribute",
                       each.location, each.format_info().wgpu, each.offset, each.stride);
  }

  static std::string write_mask(const std::string& mask) {
    if (mask == "rgba") return "wgpu::ColorWrites::ALL";
    if (mask.empty()) return "wgpu::ColorWrites::empty()";
    std::vector<std::string> channels;
    for (const char channel : mask)
      channels.push_back(fmt::format("wgpu::ColorWrites::{}", channel == 'r'   ? "RED"
                                                              : channel == 'g' ? "GREEN"
                                                              : channel == 'b' ? "BLUE"
                                                                               : "ALPHA"));
    return joined(channels, " | ");
  }

  static std::string constants(std::string_view stage, const Shader& shader) {
    if (!shader.buffer) return "";
    return fmt::format("    let {}_constants = create_constants(device, {});\n", stage, shader.buffer->count);
  }

  std::string sampler(const Material& material, std::size_t number, const Sampler& sampler) {
    const auto wrap = [](bool repeats) { return repeats ? "Repeat" : "ClampToEdge"; };
    // In wgpu, all filters of an anisotropic sampler are linear. Without mip levels, the filter between levels has no
    // effect.
    const bool anisotropic = sampler.anisotropy > 1 && (!sampler.has_mips() || sampler.mip == "miplinear");
    if (sampler.anisotropy > 1 && !anisotropic)
      gaps_.add(material, "anisotropic filtering with mipnearest", "linear filtering");
    return fmt::format(
        "    let sampler{0} = device.create_sampler(&wgpu::SamplerDescriptor {{\n"
        "        address_mode_u: wgpu::AddressMode::{1},\n"
        "        address_mode_v: wgpu::AddressMode::{2},\n"
        "        mag_filter: wgpu::FilterMode::{3},\n"
        "        min_filter: wgpu::FilterMode::{3},\n"
        "        mipmap_filter: wgpu::MipmapFilterMode::{4},\n"
        "        lod_max_clamp: {5}.0,\n"
        "        anisotropy_clamp: {6},\n"
        "        ..Default::default()\n"
        "    }});\n",
        number, wrap(repeats_u(sampler)), wrap(repeats_v(sampler)), sampler.filter == "nearest" ? "Nearest" : "Linear",
        anisotropic || sampler.mip == "miplinear" ? "Linear" : "Nearest", sampler.has_mips() ? 32 : 0,
        anisotropic ? sampler.anisotropy : 1);
  }

  // Appends the bind groups, and returns their names.
  static std::string bind_groups(const Material& material, const std::vector<Sampler>& samplers, std::string& text) {
    std::map<std::uint32_t, std::vector<std::string>> groups;
    for (const auto& [stage, shader] :
         {std::pair{"vertex", &material.vertex}, std::pair{"fragment", &material.fragment}})
      if (shader->buffer)
        groups[shader->buffer->set].push_back(
            fmt::format("({}, {}_constants.as_entire_binding())", shader->buffer->binding, stage));
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      const Sampler& each = samplers[i];
      groups[each.set].push_back(
          fmt::format("({}, wgpu::BindingResource::TextureView(textures[{}]))", each.binding, i));
      groups[each.sampler_set].push_back(
          fmt::format("({}, wgpu::BindingResource::Sampler(&sampler{}))", each.sampler_binding, i));
    }
    std::vector<std::string> names;
    for (const auto& [set, entries] : groups) {
      text += rust_list(1, "let entries = [", entries, "];");
      text += fmt::format("    let group{0} = create_bind_group(device, &pipeline, {0}, &entries);\n", set);
      names.push_back(fmt::format("group{}", set));
    }
    return joined(names, ", ");
  }

  Gaps gaps_{Host::Wgpu, function_name};
};

}  // namespace

Module write_wgpu(const std::vector<Material>& materials) { return Wgpu().write(materials); }

}  // namespace agal::port
