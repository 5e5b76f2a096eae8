// The outputs of a run as text and as JSON.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "agal/interpret.hpp"
#include "base/json_writer.hpp"

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

void write_line(base::JsonWriter& json, const Invocation& invocation, Stage stage) {
  json.object([&] {
    if (stage == Stage::Fragment) json.member("killed", invocation.killed);
    for (const OutputValue& output : invocation.outputs) {
      json.key(output.name);
      if (output.scalar)
        json.raw(float_as_json(output.value[0]));
      else
        json.list([&] {
          for (const float lane : output.value) json.raw(float_as_json(lane));
        });
    }
  });
  json.end_line();
}

}  // namespace

std::string float_as_json(float value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value < 0 ? "\"-inf\"" : "\"inf\"";
  return fmt::format("{}", value);
}

std::string format_outputs(const VertexOutput& output, OutputFormat format) {
  const Invocation invocation = invocation_of(output);
  std::string out;
  base::JsonWriter json(base::JsonStyle::Compact);
  switch (format) {
    case OutputFormat::Text: append_text(out, invocation, ""); break;
    case OutputFormat::Json: write_line(json, invocation, Stage::Vertex); break;
  }
  return out.append(json.text());
}

std::string format_outputs(const QuadOutput& output, OutputFormat format) {
  std::string out;
  base::JsonWriter json(base::JsonStyle::Compact);
  for (std::size_t i = 0; i < output.pixels.size(); ++i) {
    const Invocation invocation = invocation_of(output.pixels[i]);
    switch (format) {
      case OutputFormat::Text:
        fmt::format_to(std::back_inserter(out), "pixel {}{}\n", i, invocation.killed ? "  killed" : "");
        append_text(out, invocation, "  ");
        break;
      case OutputFormat::Json: write_line(json, invocation, Stage::Fragment); break;
    }
  }
  return out.append(json.text());
}

}  // namespace agal
