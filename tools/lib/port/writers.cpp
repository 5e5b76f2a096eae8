#include "port/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "console/console.hpp"

namespace agal::port {
namespace {

const std::vector<WriterInfo>& writers() {
  static const std::vector<WriterInfo> rows{
      {Host::Three, write_three, {"materials.js", "materials.d.ts"}},
      {Host::Pixi, write_pixi, {"materials.ts"}},
      {Host::Babylon, write_babylon, {"materials.ts"}},
      {Host::Sdl, write_sdl, {"materials.h", "materials.c"}, true, {Target::Msl20, Target::Hlsl51}},
      {Host::Wgpu, write_wgpu, {"materials.rs"}, true}};
  return rows;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$()*+,;=@").find(c) != std::string_view::npos;
}

}  // namespace

const WriterInfo* find_writer(Host host) {
  const auto row =
      std::find_if(writers().begin(), writers().end(), [&](const auto& other) { return other.host == host; });
  return row == writers().end() ? nullptr : &*row;
}

void Gaps::add(const Material& material, std::string_view state, std::string_view instead) {
  diagnostics_.add(agalc::make_diagnostic(
      "state-not-expressible", {},
      {function_(material), std::string(info(engine_).title), std::string(state), std::string(instead)}));
}

void Gaps::add_culling(const Material& material, std::string_view instead) {
  if (material.state.culling == Culling::FrontAndBack) add(material, "the culling frontAndBack", instead);
}

void Gaps::add_color_mask(const Material& material) {
  if (material.state.color_mask != "rgba") add(material, "the color mask " + material.state.color_mask, "rgba");
}

// The log does not have the reference value.
void Gaps::add_stencil(const Material& material) {
  if (material.state.stencil) add(material, "the stencil test of a log", "none");
}

std::string create_function(const Material& material) { return "create" + material.name; }

std::string head_line(Host engine) {
  return fmt::format("Materials of {} for pairs of shaders that a game drew. agalc wrote this file.",
                     info(engine).title);
}

std::string quoted_url(const std::string& path, char quote) {
  std::string result = fmt::format("{}./", quote);
  for (const char c : path)
    if (is_plain(c))
      result += c;
    else
      fmt::format_to(std::back_inserter(result), "%{:02X}", static_cast<unsigned char>(c));
  return result + quote;
}

std::string quoted_c(std::string_view path) {
  std::string result = "\"";
  for (const char c : path)
    // Question marks could begin a trigraph.
    if (c == '"' || c == '\\' || c == '?')
      result += {'\\', c};
    else if (c >= ' ' && c <= '~')
      result += c;
    else
      fmt::format_to(std::back_inserter(result), "\\{:03o}", static_cast<unsigned char>(c));
  return result + '"';
}

std::string quoted_rust(std::string_view path) {
  std::string result = "\"";
  for (const char c : path)
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else
      result += c;
  return result + '"';
}

std::string interface_text(const Material& material) {
  std::vector<std::string> attributes, constants, samplers;
  for (const Attribute& attribute : material.attributes)
    attributes.push_back(attribute.format ? fmt::format("{} ({})", attribute.name, info(*attribute.format).word)
                                          : attribute.name);
  for (const Constants& each : material.constants()) constants.push_back(fmt::format("{} ({})", each.name, each.count));
  for (const Sampler& sampler : material.samplers()) samplers.push_back(sampler.name);
  std::string text;
  const auto add = [&](std::string_view title, const std::vector<std::string>& names) {
    if (!names.empty()) text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", title, joined(names, ", "));
  };
  add("Attributes", attributes);
  add("Constants", constants);
  add("Textures", samplers);
  return text;
}

std::string lower_camel_case(std::string name) {
  if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

const BlendModeInfo* find_blend_mode(const State& state) {
  for (const BlendModeInfo& row : blend_mode_table)
    if (row.source == state.source && row.destination == state.destination) return &row;
  return nullptr;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

bool repeats_u(const Sampler& sampler) { return sampler.wrap == "repeat" || sampler.wrap == "repeat_u_clamp_v"; }
bool repeats_v(const Sampler& sampler) { return sampler.wrap == "repeat" || sampler.wrap == "clamp_u_repeat_v"; }

std::string texture_members(const Material& material, std::string_view (*type)(TextureKind)) {
  std::vector<std::string> members;
  for (const Sampler& sampler : material.samplers())
    members.push_back(fmt::format("{}: {}", sampler.name, type(sampler.kind)));
  return joined(members, "; ");
}

}  // namespace agal::port
