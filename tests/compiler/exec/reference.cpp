#include "exec/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace agal::exec {
namespace {

constexpr std::string_view lane_names = "xyzw";
constexpr std::size_t position_numbers = 5;

void append(Numbers& numbers, const std::vector<std::optional<Float4>>& registers, std::uint32_t number) {
  const bool written = number < registers.size() && registers[number];
  for (std::size_t c = 0; c < 4; ++c)
    numbers.push_back(written ? std::optional<float>((*registers[number])[c]) : std::nullopt);
}

// Runs the subject's program with the interpreter's exact arithmetic, or with a device's.
class Runner {
 public:
  static Result<Runner> prepare(const Subject& subject, const Semantics& semantics) {
    Runner runner(subject, semantics);
    const Diagnostics found =
        runner.is_vertex()
            ? VertexInterpreter::prepare(subject.program, runner.bindings_, runner.options_).diagnostics()
            : FragmentInterpreter::prepare(subject.program, runner.bindings_, runner.options_).diagnostics();
    if (found.has_errors()) return found;
    return runner;
  }

  void set_constants(const std::vector<Float4>& constants) { bindings_.constants = constants; }

  // `device` may be nullptr.
  Numbers run(std::size_t draw, ToleratedDevice* device) const {
    const Program& program = subject_->program;
    if (!is_vertex())
      return numbers_of(subject_->interface,
                        interpret::run_quad(program, bindings_, subject_->quads[draw], options_, device));
    const VertexOutput output = interpret::run_vertex(program, bindings_, subject_->points[draw], options_, device);
    float z = 0;
    if (const auto& position = output.position)
      z = device == nullptr ? 2 * (*position)[2] - (*position)[3] : device->gl_clip_z((*position)[2], (*position)[3]);
    return numbers_of(subject_->interface, output, z);
  }

 private:
  Runner(const Subject& subject, const Semantics& semantics)
      : subject_(&subject), bindings_(bindings_of(subject.textures)) {
    options_.semantics = semantics;
  }
  bool is_vertex() const { return subject_->program.stage == Stage::Vertex; }

  const Subject* subject_;
  Bindings bindings_;
  InterpretOptions options_;
};

void widen(std::vector<Range>& ranges, const Numbers& numbers) {
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (ranges[i].written) ranges[i].widen(numbers[i].value_or(std::numeric_limits<float>::quiet_NaN()));
}

void ask(Runner& runner, std::size_t draw, std::uint32_t devices, Latitude latitude, std::vector<Range>& ranges) {
  const std::uint64_t first = draw * 1000003 + (devices > 8 ? devices * 100 : 0);
  for (std::uint32_t i = 0; i < devices; ++i) {
    ToleratedDevice device(first + i, latitude);
    widen(ranges, runner.run(draw, &device));
  }
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
    for (const std::uint32_t number : interface.colors) append(numbers, pixel.colors, number);
    if (interface.depth) numbers.push_back(pixel.depth);
  }
  return numbers;
}

std::string label_of(const Interface& interface, Stage stage, std::size_t i) {
  if (stage == Stage::Vertex) {
    if (i == 4) return "position.z of OpenGL";
    if (i < position_numbers) return fmt::format("position.{}", lane_names[i]);
    i -= position_numbers;
    return fmt::format("v{}.{}", interface.varyings.at(i / 4), lane_names[i % 4]);
  }
  const std::size_t per_pixel = 1 + 4 * interface.colors.size() + (interface.depth ? 1 : 0);
  const std::size_t pixel = i / per_pixel, rest = i % per_pixel;
  if (rest == 0) return fmt::format("pixel {} killed", pixel);
  if (rest == per_pixel - 1 && interface.depth) return fmt::format("pixel {} depth", pixel);
  return fmt::format("pixel {} oc{}.{}", pixel, interface.colors.at((rest - 1) / 4), lane_names[(rest - 1) % 4]);
}

Reference make_reference(const Subject& subject, const Semantics& semantics, std::uint32_t devices) {
  Reference reference;
  Result<Runner> runner = Runner::prepare(subject, semantics);
  if (!runner) {
    const Diagnostics& found = runner.diagnostics();
    reference.fault = found.empty() ? "the interpreter refuses it" : found.begin()->message;
    return reference;
  }
  for (std::size_t draw = 0; draw < subject.draws.size(); ++draw) {
    std::vector<Range>& ranges = reference.draws.emplace_back();
    runner->set_constants(subject.draws[draw].constants);
    for (const std::optional<float>& number : runner->run(draw, nullptr)) {
      const float value = number.value_or(0);
      ranges.push_back({value, value, value, number.has_value(), std::isfinite(value)});
    }
    ask(*runner, draw, devices, Latitude::Granted, ranges);
  }
  return reference;
}

void refine(const Subject& subject, const Semantics& semantics, std::size_t draw, std::uint32_t devices,
            Latitude latitude, std::vector<Range>& ranges) {
  Result<Runner> runner = Runner::prepare(subject, semantics);
  runner->set_constants(subject.draws[draw].constants);
  ask(*runner, draw, devices, latitude, ranges);
}

}  // namespace agal::exec
