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

#[path = "bind.rs"]
mod bind;
pub use bind::*;
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
    std::string text = fmt::format(wgpu_head, head_line(Host::Wgpu));
    for (const Material& material : materials) text += function(material);
    text += create_by_name(materials);
    Module module{bind_files(Host::Wgpu), gaps_.take()};
    module.files.push_back({"materials.rs", std::move(text)});
    return module;
  }

 private:
  // Programs read the names from a file, and Rust does not find functions by name.
  static std::string create_by_name(const std::vector<Material>& materials) {
    const bool has_textures = std::any_of(materials.begin(), materials.end(),
                                          [](const Material& material) { return !material.samplers().empty(); });
    std::string text = fmt::format(
        "\n/// Creates a material with the function of this name. Returns `None` if there is no such function, or if "
        "it has\n"
        "/// another number of textures.\n"
        "pub fn create(\n    name: &str,\n    device: &wgpu::Device,\n    target: &Target,\n"
        "    {}textures: &[&wgpu::TextureView],\n) -> Option<Material> {{\n    Some(match name {{\n",
        has_textures ? "" : "_");
    for (const Material& material : materials) {
      const std::string name = wgpu_function(material);
      std::vector<std::string> arguments{"device", "target"};
      if (!material.samplers().empty()) arguments.emplace_back("textures.try_into().ok()?");
      const std::string arm = fmt::format("\"{0}\" => {0}(", name), call = joined(arguments, ", ") + ")";
      // rustfmt puts a long call into a block.
      if (2 * 4 + arm.size() + call.size() + 1 <= max_line)
        text += indented(2) + arm + call + ",\n";
      else
        text += fmt::format("{}\"{}\" => {{\n{}{}}}\n", indented(2), name, rust_list(3, name + "(", arguments, ")"),
                            indented(2));
    }
    return text + "        _ => return None,\n    })\n}\n";
  }

  std::string function(const Material& material) {
    const std::vector<Sampler> samplers = material.samplers();
    std::vector<std::string> parameters{"device: &wgpu::Device", "target: &Target"};
    if (!samplers.empty()) parameters.push_back(fmt::format("textures: [&wgpu::TextureView; {}]", samplers.size()));
    std::string text = fmt::format("\n/// {}. {}\n", material.title, interface_text(material));
    text += rust_list(0, fmt::format("pub fn {}(", wgpu_function(material)), parameters, ") -> Material {", max_line);
    text += description(material);
    return text + fmt::format("    create_material(device, target, &description, {})\n}}\n",
                              samplers.empty() ? "&[]" : "&textures");
  }

  std::string description(const Material& material) {
    const State& state = material.state;
    gaps_.add_formats(material);
    gaps_.add_culling(material, "back");
    gaps_.add_parts_of_stencil(material, find_writer(Host::Wgpu)->stencil_advice);
    std::string_view culling = info(material.drawn_culling()).wgpu;
    if (state.culling == Culling::FrontAndBack) culling = info(Culling::Back).wgpu;
    std::string text = "    let description = Description {\n";
    text += include("vertex", material.vertex) + include("fragment", material.fragment);
    text += fmt::format("        entry_points: [{}, {}],\n", quoted_rust(material.vertex.entry_point(Target::Wgsl)),
                        quoted_rust(material.fragment.entry_point(Target::Wgsl)));
    std::vector<std::string> attributes;
    for (const Attribute& each : material.attributes) attributes.push_back(attribute(material, each));
    text += rust_list(2, "attributes: &[", attributes, "],");
    text += fmt::format(
        "        source_factor: wgpu::BlendFactor::{},\n"
        "        destination_factor: wgpu::BlendFactor::{},\n"
        "        write_mask: {},\n"
        "        cull_mode: {},\n"
        "        depth_write: {},\n"
        "        depth_compare: wgpu::CompareFunction::{},\n{}",
        info(state.source).wgpu, info(state.destination).wgpu, write_mask(state.color_mask),
        state.culling == Culling::None ? "None" : fmt::format("Some(wgpu::Face::{})", culling), state.depth_write,
        info(state.depth_compare).wgpu, stencil(state));
    std::vector<std::string> samplers;
    for (const Sampler& each : material.samplers()) samplers.push_back(sampler(material, each));
    text += rust_list(2, "samplers: &[", samplers, "],");
    return text + rust_list(2, "bindings: &[", bindings(material), "],") + "    };\n";
  }

  static std::string stencil(const State& state) {
    if (!state.stencil) return "        stencil: None,\n";
    const Stencil& test = *state.stencil;
    return fmt::format(
        "        stencil: Some(wgpu::StencilFaceState {{\n"
        "            compare: wgpu::CompareFunction::{},\n"
        "            fail_op: wgpu::StencilOperation::{},\n"
        "            depth_fail_op: wgpu::StencilOperation::{},\n"
        "            pass_op: wgpu::StencilOperation::{},\n"
        "        }}),\n",
        info(test.compare).wgpu, info(test.fail).wgpu, info(test.depth_fail).wgpu, info(test.pass).wgpu);
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

  std::string sampler(const Material& material, const Sampler& sampler) {
    const auto wrap = [](bool repeats) { return repeats ? "REPEAT" : "CLAMP"; };
    if (sampler.anisotropy > 1 && sampler.mip == "mipnearest")
      gaps_.add(material, "anisotropic filtering with mipnearest", "linear filtering");
    return fmt::format("sampler({}, {}, {}, MIP_{}, {})", wrap(repeats_u(sampler)), wrap(repeats_v(sampler)),
                       sampler.filter == "nearest" ? "NEAREST" : "LINEAR", mip_name(sampler), sampler.anisotropy);
  }

  // Returns the bindings, sorted by group.
  static std::vector<std::string> bindings(const Material& material) {
    std::map<std::uint32_t, std::vector<std::string>> groups;
    const auto add = [&](std::uint32_t group, std::uint32_t number, std::string_view resource, std::size_t value) {
      groups[group].push_back(fmt::format("binding({}, {}, Resource::{}({}))", group, number, resource, value));
    };
    for (const auto& [resource, shader] :
         {std::pair{"VertexConstants", &material.vertex}, std::pair{"FragmentConstants", &material.fragment}})
      if (shader->buffer) add(shader->buffer->set, shader->buffer->binding, resource, shader->buffer->count);
    const std::vector<Sampler> samplers = material.samplers();
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      add(samplers[i].set, samplers[i].binding, "Texture", i);
      add(samplers[i].sampler_set, samplers[i].sampler_binding, "Sampler", i);
    }
    std::vector<std::string> items;
    for (const auto& [group, list] : groups) items.insert(items.end(), list.begin(), list.end());
    return items;
  }

  Gaps gaps_{Host::Wgpu, wgpu_function};
};

}  // namespace

std::string wgpu_function(const Material& material) { return "create_" + snake_case(material.name); }

Module write_wgpu(const WriterInfo&, const std::vector<Material>& materials) { return Wgpu().write(materials); }

}  // namespace agal::port
