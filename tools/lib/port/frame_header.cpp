// Writes the data of a frame as C.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "manifest/json_values.hpp"
#include "port/program_texts.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

using manifest::Json;
using manifest::member;

std::string numbers_in(const Json& list) {
  std::vector<std::string> numbers;
  if (list.is_array())
    for (const Json& number : list) numbers.push_back(number.dump());
  return joined(numbers, ", ");
}

std::string range_of(const Json& place) {
  return fmt::format("{{ {}, {} }}", manifest::count_at(place, "at"), manifest::count_at(place, "size"));
}

class FrameHeader {
 public:
  FrameHeader(const std::vector<Material>& materials, const Json& frame) : materials_(materials), frame_(frame) {
    for (const auto& [name, files] : member(frame, "textures").items()) number(textures_, name);
    for (const auto& [name, target] : member(frame, "targets").items()) {
      number(textures_, name);
      number(targets_, name);
    }
    for (const Material& material : materials) number(functions_, sdl_function(material));
  }

  std::string write() {
    text_ = fmt::format("/* The data of draw.c. {} */\n", manifest::text_at(frame_, "about"));
    add_functions();
    add_textures();
    add_targets();
    text_ += "\nstatic const Step steps[] = {\n";
    for (const Json& step : member(frame_, "steps")) add_step(step);
    return text_ + "};\n";
  }

 private:
  using Numbers = std::map<std::string, std::size_t>;
  static void number(Numbers& numbers, const std::string& name) { numbers.emplace(name, numbers.size()); }

  void add_functions() {
    text_ += "\nstatic const CreateFunction functions[] = {\n";
    for (const Material& material : materials_) text_ += fmt::format("    {},\n", sdl_function(material));
    text_ += "};\n";
  }

  void add_textures() {
    text_ += "\n/* The last element is empty. */\nstatic const Texture textures[] = {\n";
    for (const auto& [name, files] : member(frame_, "textures").items())
      for (const auto& [kind, list] : files.items()) {
        std::vector<std::string> names;
        for (const Json& file : list) names.push_back(quoted_c(file.get_ref<const std::string&>()));
        const bool is_cube = kind == "sides";
        text_ += fmt::format("    {{ (const char *const[]){{ {} }}, {}, {}, {} }}, /* {} */\n", joined(names, ", "),
                             names.size(), is_cube, is_cube, name);
      }
    text_ += "    { NULL, 0, false, false },\n};\n";
  }

  void add_targets() {
    text_ += "\n/* The last element is the back buffer. */\nstatic Target targets[] = {\n";
    for (const auto& [name, target] : member(frame_, "targets").items()) add_target(target, 1, name);
    add_target(frame_, manifest::count_at(frame_, "samples"), "the back buffer");
    text_ += "};\n";
  }

  void add_target(const Json& target, std::uint64_t samples, std::string_view name) {
    const Json& size = member(target, "size");
    text_ += fmt::format(
        "    {{ .width = {}, .height = {}, .has_depth = {}, .samples = SDL_GPU_SAMPLECOUNT_{} }}, /* {} */\n",
        size.at(0).dump(), size.at(1).dump(), member(target, "depth").dump(), samples, name);
  }

  void add_step(const Json& step) {
    const std::string target = manifest::text_at(step, "target");
    const Json &clear = member(step, "clear"), &draws = member(step, "draws");
    const bool clears_color = member(clear, "color").is_array(), clears_depth = member(clear, "depth") == Json(true),
               clears_stencil = member(clear, "stencil") == Json(true);
    text_ += fmt::format(
        "    {{ {}, {}, {{ {} }}, {}, {}, {},\n", target.empty() ? targets_.size() : targets_.at(target), clears_color,
        clears_color ? numbers_in(member(clear, "color")) : "0, 0, 0, 0", clears_depth, clears_stencil, draws.size());
    text_ += draws.empty() ? "      NULL },\n" : "      (const Draw[]){\n";
    for (const Json& draw : draws) add_draw(draw, size_of(target));
    if (!draws.empty()) text_ += "      } },\n";
  }

  const Json& size_of(const std::string& target) const {
    return member(target.empty() ? frame_ : member(member(frame_, "targets"), target.c_str()), "size");
  }

  void add_draw(const Json& draw, const Json& size) {
    const std::size_t function = functions_.at(manifest::text_at(draw, "create"));
    const Material& material = materials_[function];
    std::vector<std::string> attributes, textures;
    for (const Attribute& each : material.attributes)
      attributes.push_back(range_of(member(member(draw, "attributes"), each.name.c_str())));
    for (const Sampler& each : material.samplers())
      textures.push_back(std::to_string(textures_.at(manifest::text_at(member(draw, "textures"), each.name.c_str()))));
    const Json& scissor = member(draw, "scissor");
    const Json& stencil = member(draw, "stencil");
    text_ += fmt::format("          {{ {}, {}, {}, {}, {}, {}, {}, {},\n", function, list("Range", attributes),
                         attributes.size(), range_of(member(draw, "indices")), manifest::count_at(draw, "instances"),
                         list("Uint32", textures),
                         scissor.is_array() ? fmt::format("{{ {} }}", numbers_in(scissor))
                                            : fmt::format("{{ 0, 0, {} }}", numbers_in(size)),
                         stencil.is_array() ? stencil[0].dump() : "0");
    const Json& constants = member(draw, "constants");
    text_ +=
        fmt::format("            {},\n            {} }},{}\n", constants_of(material.vertex, member(constants, "vc")),
                    constants_of(material.fragment, member(constants, "fc")),
                    draw.contains("draw") ? fmt::format(" /* draw {} */", draw["draw"].dump()) : "");
  }

  static std::string list(std::string_view type, const std::vector<std::string>& items) {
    return items.empty() ? "NULL" : fmt::format("(const {}[]){{ {} }}", type, joined(items, ", "));
  }

  // Returns the values of all registers of a shader. `values` lacks registers of zeros at the end, like the list in C.
  static std::string constants_of(const Shader& shader, const Json& values) {
    if (!shader.buffer) return "{ NULL, 0 }";
    constexpr std::size_t lanes = 4;
    Json own = values.is_array() ? values : Json::array();
    const std::size_t count = lanes * shader.buffer->count;
    if (own.size() > count) own.erase(own.begin() + static_cast<std::ptrdiff_t>(count), own.end());
    return fmt::format("{{ (const float[{}]){{ {} }}, {} }}", count, own.empty() ? "0" : numbers_in(own),
                       sizeof(float) * count);
  }

  const std::vector<Material>& materials_;
  const Json& frame_;
  Numbers textures_, targets_, functions_;  // targets follow the textures in files
  std::string text_;
};

}  // namespace

std::string frame_header(const std::vector<Material>& materials, const manifest::Json& frame) {
  return FrameHeader(materials, frame).write();
}

}  // namespace agal::port
