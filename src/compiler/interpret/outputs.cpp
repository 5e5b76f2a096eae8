// Prints the outputs of a run as text and as JSON, and its trace as text.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "agal/interpret.hpp"
#include "base/format.hpp"
#include "base/json_writer.hpp"

namespace agal {
namespace {

// One output register of an invocation. A scalar uses only x.
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

// Converts a number to text. NaN is printed without a sign, because the sign depends on the compiler of agalc.
std::string float_text(float value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

std::string vector_text(const Float4& value, WriteMask mask) {
  std::string out;
  for (std::size_t c = 0; c < 4; ++c)
    if (mask >> c & 1) base::append(out, "{}{}", out.empty() ? "" : ", ", float_text(value[c]));
  return "(" + out + ")";
}

void append_text(std::string& out, const Invocation& invocation, std::string_view indentation) {
  for (const OutputValue& output : invocation.outputs) {
    const std::string value = output.scalar ? float_text(output.value[0]) : vector_text(output.value, 0xf);
    base::append(out, "{}{} = {}\n", indentation, output.name, value);
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
        base::append(out, "pixel {}{}\n", i, invocation.killed ? "  killed" : "");
        append_text(out, invocation, "  ");
        break;
      case OutputFormat::Json: write_line(json, invocation, Stage::Fragment); break;
    }
  }
  return out.append(json.text());
}

// ------------------------------------------------------------------------------------------------------------ traces

namespace {

std::string set_text(std::uint8_t set) {
  std::string out;
  for (std::uint32_t i = 0; i < quad_size; ++i)
    if (set >> i & 1) base::append(out, "{}{}", out.empty() ? "" : " ", i);
  return out.empty() ? "none" : out;
}

// Returns the outcome of a condition: "yes" or "no" for a single invocation, otherwise the pixels that satisfy it.
std::string decision(const TraceStep& step, const Trace& trace, bool kills) {
  const auto set = static_cast<std::uint8_t>(kills ? step.holds & step.active : step.holds);
  if (trace.invocations == 1) return set != 0 ? "yes" : "no";
  return fmt::format("{}: {}", kills ? "kills" : "yes", set_text(set));
}

std::string change_text(const TraceStep& step, const Trace& trace, Stage stage) {
  const TraceStep::Change& change = *step.change;
  const std::string name = register_name(change.type, change.number, stage) + mask_text(change.mask);
  if (trace.invocations == 1) return fmt::format("        {} = {}\n", name, vector_text(change.values[0], change.mask));
  std::string out;
  for (std::size_t i = 0; i < trace.invocations; ++i)
    base::append(out, "        {} [{}] = {}{}\n", name, i, vector_text(change.values[i], change.mask),
                 step.active >> i & 1 ? "" : "  (not in this branch)");
  return out;
}

}  // namespace

std::string format_trace(const Program& program, const Trace& trace) {
  std::string out;
  for (const TraceStep& step : trace.steps) {
    if (step.token >= program.instructions.size()) break;  // the trace belongs to another program
    const Instruction& token = program.instructions[step.token];
    base::append(out, "{:>5}  {}", step.token + 1, format_token(token, program.stage).text);
    const Flow flow = token.info() == nullptr ? Flow::None : token.info()->flow;
    if (step.active == 0)
      out += "  ; not reached\n";
    else if (flow == Flow::If || flow == Flow::Kill)
      base::append(out, "  ; {}\n", decision(step, trace, flow == Flow::Kill));
    else
      out += "\n";
    if (step.change && step.active != 0) out += change_text(step, trace, program.stage);
  }
  return out;
}

}  // namespace agal
