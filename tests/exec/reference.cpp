#include "exec/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>


namespace agal::exec {
namespace {

constexpr std::string_view lanes = "xyzw";
constexpr std::size_t position_numbers = 5;

void append(Numbers& numbers, const std::vector<std::optional<Float4>>& registers, std::uint32_t number) {
  const bool written = number < registers.size() && registers[number];
  for (std::size_t c = 0; c < 4; ++c)
    numbers.push_back(written ? std::optional<float>((*registers[number])[c]) : std::nullopt);
}

// One run: as the interpreter defines it if there is no device.
Result<Numbers> run(const Subject& subject, const Semantics& semantics, std::size_t draw, ToleratedDevice* device) {
  InterpretOptions options;
  options.semantics = semantics;
  options.device = device;
  if (subject.program.stage == Stage::Fragment) {
    auto output = interpret_quad(subject.program, subject.bindings[draw], subject.quads[draw], options);
    if (!output) return output.diagnostics();
    return numbers_of(subject.interface, *output);
  }
  auto output = interpret_vertex(subject.program, subject.bindings[draw], subject.points[draw], options);
  if (!output) return output.diagnostics();
  float z = 0;
  if (const auto& position = output->position)
    z = device == nullptr ? 2 * (*position)[2] - (*position)[3] : device->gl_clip_z((*position)[2], (*position)[3]);
  return numbers_of(subject.interface, *output, z);
}

void widen(std::vector<Range>& ranges, const Numbers& numbers) {
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (ranges[i].written) ranges[i].widen(numbers[i].value_or(std::numeric_limits<float>::quiet_NaN()));
}

}  // namespace

void Range::widen(float value) {
  defined = defined && std::isfinite(value);
  low = std::min(low, value);
  high = std::max(high, value);
}

Numbers numbers_of(const Interface& interface, const VertexOutput& output, float gl_clip_z) {
  Numbers numbers;
  append(numbers, {output.position}, 0);
  numbers.push_back(output.position ? std::optional<float>(gl_clip_z) : std::nullopt);
  for (const std::uint32_t number : interface.varyings) append(numbers, output.varyings, number);
  return numbers;
}

Numbers numbers_of(const Interface& interface, const QuadOutput& output) {
  Numbers numbers;
  for (const PixelOutput& pixel : output.pixels) {
    numbers.push_back(pixel.killed ? 1.0f : 0.0f);
    for (const std::uint32_t number : interface.colours) append(numbers, pixel.colours, number);
    if (interface.depth) numbers.push_back(pixel.depth);
  }
  return numbers;
}

std::string label_of(const Interface& interface, Stage stage, std::size_t i) {
  if (stage == Stage::Vertex) {
    if (i == 4) return "position.z of OpenGL";
    if (i < position_numbers) return fmt::format("position.{}", lanes[i]);
    i -= position_numbers;
    return fmt::format("v{}.{}", interface.varyings.at(i / 4), lanes[i % 4]);
  }
  const std::size_t per_pixel = 1 + 4 * interface.colours.size() + (interface.depth ? 1 : 0);
  const std::size_t pixel = i / per_pixel, rest = i % per_pixel;
  if (rest == 0) return fmt::format("pixel {} killed", pixel);
  if (rest == per_pixel - 1 && interface.depth) return fmt::format("pixel {} depth", pixel);
  return fmt::format("pixel {} oc{}.{}", pixel, interface.colours.at((rest - 1) / 4), lanes[(rest - 1) % 4]);
}

Reference make_reference(const Subject& subject, const Semantics& semantics, std::uint32_t devices) {
  Reference reference;
  for (std::size_t draw = 0; draw < subject.draws.size(); ++draw) {
    const Result<Numbers> exact = run(subject, semantics, draw, nullptr);
    if (!exact) {
      reference.fault = exact.diagnostics().empty() ? "refused" : exact.diagnostics().begin()->message;
      return reference;
    }
    std::vector<Range>& ranges = reference.draws.emplace_back();
    for (const std::optional<float>& number : *exact) {
      const float value = number.value_or(0);
      ranges.push_back({value, value, value, number.has_value(), std::isfinite(value)});
    }
    refine(subject, semantics, draw, devices, Grouping::AsWritten, ranges);
  }
  return reference;
}

void refine(const Subject& subject, const Semantics& semantics, std::size_t draw, std::uint32_t devices,
            Grouping grouping, std::vector<Range>& ranges) {
  const std::uint64_t first = draw * 1000003 + (devices > 8 ? 500 : 0);
  for (std::uint32_t i = 0; i < devices; ++i) {
    ToleratedDevice device(first + i, grouping);
    widen(ranges, *run(subject, semantics, draw, &device));
  }
}

}  // namespace agal::exec
