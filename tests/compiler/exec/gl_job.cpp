#include "exec/gl_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace agal::exec::gl {
namespace {

constexpr std::uint32_t gl_nearest = 0x2600, gl_linear = 0x2601;
constexpr std::uint32_t gl_nearest_mipmap_nearest = 0x2700, gl_linear_mipmap_nearest = 0x2701;
constexpr std::uint32_t gl_nearest_mipmap_linear = 0x2702, gl_linear_mipmap_linear = 0x2703;
constexpr std::uint32_t gl_repeat = 0x2901, gl_clamp_to_edge = 0x812f;

std::optional<std::uint32_t> number_at(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  const char* const first = text.data() + at;
  const char* const last = text.data() + text.size();
  return std::from_chars(first, last, number).ec == std::errc{} ? std::optional(number) : std::nullopt;
}

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view version_line(std::string_view shader) { return shader.substr(0, shader.find('\n')); }

// Returns true if the inputs of vertex shaders are declared by `attribute`.
bool has_attributes(std::string_view shader) {
  return version_line(shader) == "#version 100" || version_line(shader) == "#version 120";
}

// Matches `vec4 v3;` at the end of the declaration of an input, an output or a varying.
std::optional<Varying> varying_in(std::string_view line) {
  constexpr std::string_view type = "vec4 v";
  const std::size_t at = line.rfind(type);
  if (at == std::string_view::npos || line.empty() || line.back() != ';') return std::nullopt;
  const std::string_view before = line.substr(0, at);
  const auto has_word = [&](std::string_view word) {
    return before.substr(0, word.size()) == word || before.find(" " + std::string(word)) != std::string_view::npos;
  };
  if (!has_word("in ") && !has_word("out ") && !has_word("varying ")) return std::nullopt;
  const std::optional<std::uint32_t> number = number_at(line, at + type.size());
  if (!number || line != fmt::format("{}vec4 v{};", before, *number)) return std::nullopt;
  return Varying{*number, std::string(line)};
}

bool is_wgsl(std::string_view shader) { return shader.substr(0, 8) != "#version"; }

// Matches a member or a parameter such as `@location(3) v3: vec4f`, which may have further attributes before its name.
void add_varyings_of_wgsl(std::string_view shader, std::vector<Varying>& found) {
  constexpr std::string_view location = "@location(", type = ": vec4f";
  for (std::size_t at = shader.find(location); at != std::string_view::npos; at = shader.find(location, at + 1)) {
    const std::optional<std::uint32_t> number = number_at(shader, at + location.size());
    const std::size_t end = shader.find(type, at);
    if (!number || end == std::string_view::npos) continue;
    const std::string_view declaration = shader.substr(at, end + type.size() - at);
    if (declaration.ends_with(fmt::format(" v{}{}", *number, type)))
      found.push_back({*number, std::string(declaration)});
  }
}

// Returns the same declaration for the other stage: `in` becomes `out`, and `varying` is unchanged.
std::string as_output(std::string_view declaration) {
  std::string text(declaration);
  const std::size_t type = text.rfind("vec4 v");
  const std::size_t at = text.rfind("in ", type);
  const bool word = at != std::string::npos && (at == 0 || text[at - 1] == ' ');
  return word ? text.replace(at, 2, "out") : text;
}

template <class T>
T at_or(const std::vector<T>& values, std::size_t i, const T& otherwise) {
  return i < values.size() ? values[i] : otherwise;
}

void append(std::vector<float>& data, const Float4& value) { data.insert(data.end(), value.begin(), value.end()); }

}  // namespace

std::vector<Varying> varyings_of(std::string_view shader) {
  std::vector<Varying> found;
  if (is_wgsl(shader)) add_varyings_of_wgsl(shader, found);
  for_each_line(shader, [&](std::string_view line) {
    if (std::optional<Varying> varying = varying_in(line)) found.push_back(*std::move(varying));
  });
  return found;
}

std::uint32_t constants_of(std::string_view shader) {
  for (const std::string_view array : {" vec4 c[", " vec4 vc[", " vec4 fc[", "array<vec4f, "})
    if (const std::size_t at = shader.find(array); at != std::string_view::npos)
      return number_at(shader, at + array.size()).value_or(0);
  return 0;
}

bool counts_instances(std::string_view shader) { return shader.find("gl_InstanceID") != std::string_view::npos; }

std::string corner_attribute(std::uint32_t varying) { return fmt::format("agal_v{}", varying); }

std::string pass_through(std::string_view fragment) {
  const std::string_view attribute = has_attributes(fragment) ? "attribute" : "in";
  std::string text = fmt::format("{}\n{} vec4 {};\n", version_line(fragment), attribute, corner_position);
  std::string body = fmt::format("  gl_Position = {};\n", corner_position);
  for (const Varying& varying : varyings_of(fragment)) {
    text +=
        fmt::format("{} vec4 {};\n{}\n", attribute, corner_attribute(varying.number), as_output(varying.declaration));
    body += fmt::format("  v{} = {};\n", varying.number, corner_attribute(varying.number));
  }
  return fmt::format("{}void main() {{\n{}}}\n", text, body);
}

std::string empty_fragment(std::string_view vertex) {
  return fmt::format("{}\nvoid main() {{}}\n", version_line(vertex));
}

std::string with_saved_position(std::string_view vertex) {
  constexpr std::string_view own = "void main()";
  std::string text(vertex);
  if (const std::size_t at = text.find(own); at != std::string::npos) text.replace(at, own.size(), "void agal_main()");
  return text + fmt::format(
                    "\nuniform vec2 agal_cell;\nvarying vec4 {0};\nvoid main() {{\n  agal_main();\n"
                    "  {0} = gl_Position;\n  gl_Position = vec4(agal_cell, 0.0, 1.0);\n  gl_PointSize = 1.0;\n}}\n",
                    saved_position);
}

std::string varyings_to_buffers(const std::vector<std::string>& varyings) {
  std::string text = "#version 100\n#extension GL_EXT_draw_buffers : require\nprecision highp float;\n", body;
  for (std::size_t i = 0; i < varyings.size(); ++i) {
    text += fmt::format("varying vec4 {};\n", varyings[i]);
    body += fmt::format("  gl_FragData[{}] = {};\n", i, varyings[i]);
  }
  return fmt::format("{}void main() {{\n{}}}\n", text, body);
}

std::vector<std::string> captured(const Job& job, std::string_view position) {
  std::vector<std::string> names{std::string(position)};
  for (const Varying& varying : varyings_of(declarations_of(job).text))
    names.push_back(fmt::format("v{}", varying.number));
  return names;
}

std::vector<float> corner_data(const Job& job, const std::vector<Varying>& varyings) {
  std::vector<float> data;
  for (const Draw& draw : job.draws)
    for (std::size_t corner = 0; corner < corner_places.size(); ++corner) {
      append(data, corner_places[corner]);
      for (const Varying& varying : varyings) append(data, at_or(draw.corners[corner], varying.number, Float4{}));
    }
  return data;
}

std::vector<float> attribute_data(const Job& job) {
  std::vector<float> data;
  for (const Draw& draw : job.draws)
    for (const std::uint32_t number : job.interface.attributes)
      append(data, at_or(draw.attributes, number, Float4{0, 0, 0, 1}));
  return data;
}

std::vector<float> constant_data(const Job& job, std::uint32_t length) {
  std::vector<float> data;
  for (const Draw& draw : job.draws)
    for (std::uint32_t number = 0; number < length; ++number) append(data, at_or(draw.constants, number, Float4{}));
  return data;
}

std::vector<SamplerName> all_samplers() {
  const Limits& limits = version_limits(newest_version);
  std::vector<SamplerName> all;
  for (const Stage stage : {Stage::Fragment, Stage::Vertex})
    for (std::uint32_t i = 0; i < limits.count(RegisterType::Sampler, stage); ++i)
      all.push_back({register_name(static_cast<std::uint32_t>(RegisterType::Sampler), i, stage),
                     default_sampler_binding(stage, i)});
  return all;
}

SamplerParameters parameters_of(const TextureSlot& slot) {
  const SamplerOperand state = slot.state;
  const bool nearest = state.has(SamplerOption::Nearest);
  const bool repeat = state.has(SamplerOption::Repeat) && slot.texture.kind != Texture::Kind::Cube;
  const auto wrap = [](bool repeats) { return repeats ? gl_repeat : gl_clamp_to_edge; };
  SamplerParameters p;
  p.mag_filter = nearest ? gl_nearest : gl_linear;
  p.min_filter = p.mag_filter;
  if (state.has(SamplerOption::MipNearest))
    p.min_filter = nearest ? gl_nearest_mipmap_nearest : gl_linear_mipmap_nearest;
  if (state.has(SamplerOption::MipLinear)) p.min_filter = nearest ? gl_nearest_mipmap_linear : gl_linear_mipmap_linear;
  p.wrap_s = wrap(repeat || state.has(SamplerOption::RepeatUClampV));
  p.wrap_t = wrap(repeat || state.has(SamplerOption::ClampURepeatV));
  p.wrap_r = wrap(repeat);
  return p;
}

std::vector<std::uint8_t> bytes_of(const Texture::Level& level) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(level.texels.size() * 4);
  for (const Float4& texel : level.texels)
    for (const float channel : texel)
      bytes.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(channel, 0.0f, 1.0f) * 255.0f)));
  return bytes;
}

std::string defect_of(const Job& job) {
  if (job.shader.text.empty()) return "the job has no shader";
  if (job.draws.size() > max_job_draws) return fmt::format("{} draws, more than {}", job.draws.size(), max_job_draws);
  for (const TextureSlot& slot : job.textures)
    for (const Texture::Level& level : slot.texture.levels)
      if (level.texels.size() != std::size_t{level.width} * level.height * level.depth)
        return fmt::format("the texture of sampler {} has levels of the wrong size", slot.sampler);
  return {};
}

Outcome outcome_of_images(const Job& job, const std::vector<std::vector<float>>& colors,
                          const std::vector<float>& depth) {
  std::vector<float> depths;
  for (std::size_t i = 0; i < depth.size(); i += 4) depths.push_back(depth[i]);
  const std::vector<std::span<const float>> images(colors.begin(), colors.end());
  return fragment_outcome(job, images, depths);
}

Outcome vertex_outcome(const Job& job, const std::vector<float>& records) {
  Outcome outcome;
  const std::vector<Varying> varyings = varyings_of(declarations_of(job).text);
  const std::size_t registers = job.interface.varyings.empty() ? 0 : job.interface.varyings.back() + 1;
  const float* next = records.data();
  const auto take = [&] {
    const Float4 value{next[0], next[1], next[2], next[3]};
    next += 4;
    return value;
  };
  for (std::size_t draw = 0; draw < job.draws.size(); ++draw) {
    VertexOutput vertex;
    vertex.position = take();
    vertex.varyings.resize(registers);
    for (const Varying& varying : varyings) {
      if (varying.number >= vertex.varyings.size()) vertex.varyings.resize(varying.number + 1);
      vertex.varyings[varying.number] = take();
    }
    outcome.vertices.push_back(std::move(vertex));
  }
  return outcome;
}

}  // namespace agal::exec::gl
