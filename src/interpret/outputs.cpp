// The outputs of a run as text and as JSON.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "agal/interpret.hpp"

namespace agal {
namespace {

// One output register of an invocation: all of it, or only x.
struct OutputValue {
  std::string name;
  Float4 value;
  bool scalar = false;
};

struct Invocation {
  std::vector<OutputValue> outputs;
  bool killed = false;
};

OutputValue named(RegisterType type, std::size_t number, Stage stage, const Float4& value) {
  return {register_name(type, static_cast<std::uint32_t>(number), stage), value};
}

void add_all(std::vector<OutputValue>& list, RegisterType type, Stage stage,
             const std::vector<std::optional<Float4>>& values) {
  for (std::size_t n = 0; n < values.size(); ++n)
    if (values[n]) list.push_back(named(type, n, stage, *values[n]));
}

Invocation invocation_of(const VertexOutput& vertex) {
  Invocation out;
  if (vertex.position) out.outputs.push_back(named(RegisterType::Output, 0, Stage::Vertex, *vertex.position));
  add_all(out.outputs, RegisterType::Varying, Stage::Vertex, vertex.varyings);
  return out;
}

Invocation invocation_of(const PixelOutput& pixel) {
  Invocation out;
  out.killed = pixel.killed;
  add_all(out.outputs, RegisterType::Output, Stage::Fragment, pixel.colors);
  if (pixel.depth) {
    out.outputs.push_back(named(RegisterType::Depth, 0, Stage::Fragment, {*pixel.depth, 0, 0, 0}));
    out.outputs.back().scalar = true;
  }
  return out;
}

void append_text(std::string& out, const Invocation& invocation, std::string_view indentation) {
  for (const OutputValue& output : invocation.outputs) {
    const Float4& v = output.value;
    const std::string value =
        output.scalar ? fmt::format("{}", v[0]) : fmt::format("({}, {}, {}, {})", v[0], v[1], v[2], v[3]);
    fmt::format_to(std::back_inserter(out), "{}{} = {}\n", indentation, output.name, value);
  }
}

void append_json(std::string& out, const Invocation& invocation, Stage stage) {
  std::string line;
  if (stage == Stage::Fragment) line = fmt::format("\"killed\":{}", invocation.killed);
  for (const OutputValue& output : invocation.outputs) {
    const Float4& v = output.value;
    line += fmt::format("{}\"{}\":", line.empty() ? "" : ",", output.name);
    line += output.scalar ? float_as_json(v[0])
                          : fmt::format("[{},{},{},{}]", float_as_json(v[0]), float_as_json(v[1]), float_as_json(v[2]),
                                        float_as_json(v[3]));
  }
  out += "{" + line + "}\n";
}

}  // namespace

std::string float_as_json(float value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value < 0 ? "\"-inf\"" : "\"inf\"";
  return fmt::format("{}", value);
}

std::string format_outputs(const VertexOutput& output, OutputFormat format) {
  std::string out;
  if (format == OutputFormat::Json)
    append_json(out, invocation_of(output), Stage::Vertex);
  else
    append_text(out, invocation_of(output), "");
  return out;
}

std::string format_outputs(const QuadOutput& output, OutputFormat format) {
  std::string out;
  for (std::size_t i = 0; i < output.pixels.size(); ++i) {
    const Invocation invocation = invocation_of(output.pixels[i]);
    if (format == OutputFormat::Json) {
      append_json(out, invocation, Stage::Fragment);
      continue;
    }
    fmt::format_to(std::back_inserter(out), "pixel {}{}\n", i, invocation.killed ? "  killed" : "");
    append_text(out, invocation, "  ");
  }
  return out;
}

}  // namespace agal
