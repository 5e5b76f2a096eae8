#include "port/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/console.hpp"
#include "port/program_texts.hpp"

namespace agal::port {
namespace {

// Returns the row of an engine whose module is TypeScript, or JavaScript with its types apart. WebGL has row 0 of a
// texture at the bottom.
WriterInfo script(Host host, std::string_view creates, std::string_view parameter, bool has_types_apart,
                  std::string_view stencil_advice) {
  WriterInfo row{host, write_script, create_function, {"materials.ts", "bind.js", "bind.d.ts"}};
  if (has_types_apart) row.files = {"materials.js", "materials.d.ts", "bind.js", "bind.d.ts"};
  row.flips_textures = true;
  row.creates = creates;
  row.parameter = parameter;
  row.has_types_apart = has_types_apart;
  row.stencil_advice = stencil_advice;
  return row;
}

}  // namespace

const std::vector<WriterInfo>& writers() {
  static const std::vector<WriterInfo> rows{
      // In JavaScript: the engine, what a function creates, a parameter, types apart, advice about stencil tests.
      script(Host::Three, "a RawShaderMaterial", "", true, "set material.stencilRef to the game's value"),
      script(Host::Pixi, "{shader, state, blendMode}", "", false, "set state.stencil to [the game's value, 255, 255]"),
      script(Host::Babylon, "a ShaderMaterial", "Scene", false, "set material.stencil.funcRef to the game's value"),
      {Host::Sdl,
       write_sdl,
       sdl_function,
       {"materials.h", "materials.c", "bind.h", "bind.c"},
       true,
       {Target::Msl20, Target::Hlsl51},
       false,
       "pass the game's value to SDL_SetGPUStencilReference"},
      {Host::Wgpu,
       write_wgpu,
       wgpu_function,
       {"materials.rs", "bind.rs"},
       true,
       {},
       false,
       "pass the game's value to set_stencil_reference"}};
  return rows;
}

const WriterInfo* find_writer(Host host) {
  const auto row =
      std::find_if(writers().begin(), writers().end(), [&](const auto& other) { return other.host == host; });
  return row == writers().end() ? nullptr : &*row;
}

void Gaps::add(const Material& material, std::string_view state, std::string_view instead, std::string_view advice) {
  Diagnostic diagnostic = agalc::make_diagnostic(
      "state-not-expressible", {},
      {function_(material), std::string(info(engine_).title), std::string(state), std::string(instead)});
  if (!advice.empty()) {
    diagnostic.help = advice;
    advice_[material.name] += fmt::format(" For {}, {}.", state, advice);
  }
  diagnostics_.add(std::move(diagnostic));
}

std::string Gaps::advice(const Material& material) const {
  const auto found = advice_.find(material.name);
  return found == advice_.end() ? "" : found->second;
}

void Gaps::add_parts_of_stencil(const Material& material, std::string_view reference_advice) {
  const std::optional<Stencil>& stencil = material.state.stencil;
  if (!stencil) return;
  if (!stencil->is_for_both_faces)
    add(material, "the stencil test of one face", "the same test for both faces",
        "draw front and back faces separately");
  if (!stencil->has_reference)
    add(material, "the reference value of the stencil test, which a log does not have", "0", reference_advice);
}

void Gaps::add_culling(const Material& material, std::string_view instead) {
  if (material.state.culling == Culling::FrontAndBack) add(material, "the culling frontAndBack", instead);
}

void Gaps::add_color_mask(const Material& material) {
  if (material.state.color_mask != "rgba") add(material, "the color mask " + material.state.color_mask, "rgba");
}

void Gaps::add_formats(const Material& material) {
  std::vector<std::string> names;
  for (const Attribute& each : material.attributes)
    if (!each.format) names.push_back(each.name);
  if (!names.empty())
    diagnostics_.add(agalc::make_diagnostic("vertex-format-unknown", {}, {function_(material), joined(names, ", ")}));
}

std::vector<File> bind_files(Host engine) {
  std::vector<File> files;
  for (const ProgramText& row : program_texts)
    if (row.engine == engine && row.use == TextUse::Module) {
      const bool is_c = row.text.substr(0, 2) == "/*";
      files.push_back({std::string(row.name), fmt::format("{}{}{}\n{}", is_c ? "/* " : "// ", head_line(engine),
                                                          is_c ? " */" : "", row.text)});
    }
  return files;
}

std::string create_function(const Material& material) { return "create" + material.name; }

std::string head_line(Host engine) {
  return fmt::format("Materials of {} for pairs of shaders that a game drew. agalc wrote this file.",
                     info(engine).title);
}

bool begins_with_control(std::string_view text) {
  const auto is_between = [&](std::string_view first, std::string_view last) {
    return text.substr(0, first.size()) >= first && text.substr(0, last.size()) <= last;
  };
  return is_between("\u2028", "\u202e") || is_between("\u2066", "\u2069");
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
      base::append(result, "\\{:03o}", static_cast<unsigned char>(c));
  return result + '"';
}

std::string quoted_rust(std::string_view path) {
  std::string result = "\"";
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (begins_with_control(path.substr(i))) {
      // In UTF-8, all these characters begin with the byte 0xE2, which stands for the bits 0x2000.
      const auto bits = [&](std::size_t at) { return static_cast<unsigned char>(path[i + at]) & 0x3fu; };
      base::append(result, "\\u{{{:x}}}", 0x2000u | bits(1) << 6 | bits(2));
      i += 2;
    } else {
      result += c;
    }
  }
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

bool repeats_u(const Sampler& sampler) { return sampler.wrap == "repeat" || sampler.wrap == "repeat_u_clamp_v"; }
bool repeats_v(const Sampler& sampler) { return sampler.wrap == "repeat" || sampler.wrap == "clamp_u_repeat_v"; }

std::string_view mip_name(const Sampler& sampler) {
  return !sampler.has_mips() ? "NONE" : sampler.mip == "miplinear" ? "LINEAR" : "NEAREST";
}

}  // namespace agal::port
