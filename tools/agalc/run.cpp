// agalc run: runs a program in the reference interpreter.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"
#include "inputs.hpp"
#include "options.hpp"

namespace agalc {
namespace {

using agal::Float4;
using agal::RegisterType;

enum class Format { Text, Json };

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

struct Outcome {
  std::vector<Invocation> invocations;
  agal::Trace trace;
};

OutputValue named(RegisterType type, std::size_t number, agal::Stage stage, const Float4& value) {
  return {agal::register_name(static_cast<std::uint32_t>(type), static_cast<std::uint32_t>(number), stage), value};
}

void add_all(std::vector<OutputValue>& list, RegisterType type, agal::Stage stage,
             const std::vector<std::optional<Float4>>& values) {
  for (std::size_t n = 0; n < values.size(); ++n)
    if (values[n]) list.push_back(named(type, n, stage, *values[n]));
}

agal::Result<Outcome> run_vertex(const agal::Program& program, const Inputs& inputs,
                                 const agal::InterpretOptions& options) {
  agal::Result<agal::VertexOutput> result = interpret_vertex(program, inputs.bindings, inputs.vertex, options);
  if (!result) return std::move(result.diagnostics());
  Invocation invocation;
  if (result->position) invocation.outputs.push_back(named(RegisterType::Output, 0, program.stage, *result->position));
  add_all(invocation.outputs, RegisterType::Varying, program.stage, result->varyings);
  return Outcome{{std::move(invocation)}, std::move(result->trace)};
}

agal::Result<Outcome> run_quad(const agal::Program& program, const Inputs& inputs,
                               const agal::InterpretOptions& options) {
  agal::Result<agal::QuadOutput> result = interpret_quad(program, inputs.bindings, inputs.quad, options);
  if (!result) return std::move(result.diagnostics());
  Outcome outcome;
  for (const agal::PixelOutput& pixel : result->pixels) {
    Invocation invocation;
    invocation.killed = pixel.killed;
    add_all(invocation.outputs, RegisterType::Output, program.stage, pixel.colors);
    if (pixel.depth) {
      invocation.outputs.push_back(named(RegisterType::Depth, 0, program.stage, {*pixel.depth, 0, 0, 0}));
      invocation.outputs.back().scalar = true;
    }
    outcome.invocations.push_back(std::move(invocation));
  }
  outcome.trace = std::move(result->trace);
  return outcome;
}

std::string as_text(const agal::Program& program, const Outcome& outcome) {
  const bool quad = program.stage == agal::Stage::Fragment;
  std::string out = format_trace(program, outcome.trace);
  if (!out.empty()) out += "\n";
  for (std::size_t i = 0; i < outcome.invocations.size(); ++i) {
    const Invocation& invocation = outcome.invocations[i];
    if (quad) out += fmt::format("pixel {}{}\n", i, invocation.killed ? "  killed" : "");
    for (const OutputValue& output : invocation.outputs) {
      const Float4& v = output.value;
      const std::string value =
          output.scalar ? fmt::format("{}", v[0]) : fmt::format("({}, {}, {}, {})", v[0], v[1], v[2], v[3]);
      out += fmt::format("{}{} = {}\n", quad ? "  " : "", output.name, value);
    }
  }
  return out;
}

// As JSON lines: one object for each invocation.
std::string as_json(const agal::Program& program, const Outcome& outcome) {
  std::string out;
  for (const Invocation& invocation : outcome.invocations) {
    std::string line;
    if (program.stage == agal::Stage::Fragment) line = fmt::format("\"killed\":{}", invocation.killed);
    for (const OutputValue& output : invocation.outputs) {
      const Float4& v = output.value;
      line += fmt::format("{}\"{}\":", line.empty() ? "" : ",", output.name);
      line += output.scalar ? float_text(v[0])
                            : fmt::format("[{},{},{},{}]", float_text(v[0]), float_text(v[1]), float_text(v[2]),
                                          float_text(v[3]));
    }
    out += "{" + line + "}\n";
  }
  return out;
}

class Run {
 public:
  std::string path, inputs, output = "-";
  Format format = Format::Text;
  InputOptions input;
  agal::InterpretOptions options;
  agal::ValidateOptions validation;

  ExitStatus operator()(const Console& console) {
    if (path == "-" && inputs == "-") return console.report(usage_error("only one of the inputs can be stdin"));
    if (options.trace && format == Format::Json)
      return console.report(usage_error("a trace cannot be printed as JSON", "omit --trace or --format=json"));
    if (same_file(path, output) || same_file(inputs, output))
      return console.report(usage_error("the product would overwrite the input " + output));
    options.semantics.allow_reserved = validation.allow_reserved;
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> program = load(path, input, console, status);
    if (!program) return status;
    agal::Diagnostics found = validate(*program, validation);
    if (input.warnings_are_errors) found.promote_warnings();
    status = worse(status, console.report(found));
    if (found.has_errors()) return status;
    const agal::Result<Inputs> given = read_inputs(program->stage);
    status = worse(status, console.report(given.diagnostics()));
    if (!given) return status;
    const agal::Result<Outcome> outcome = program->stage == agal::Stage::Vertex ? run_vertex(*program, *given, options)
                                                                                : run_quad(*program, *given, options);
    // If there is a value, its messages at level Off have been reported above.
    if (!outcome) return worse(status, console.report(outcome.diagnostics()));
    const std::string text = format == Format::Text ? as_text(*program, *outcome) : as_json(*program, *outcome);
    return worse(status, console.report(write_output(output, text)));
  }

 private:
  agal::Result<Inputs> read_inputs(agal::Stage stage) const {
    if (inputs.empty()) return Inputs{};
    agal::Result<std::vector<std::byte>> bytes = read_input(inputs);
    if (!bytes) return std::move(bytes.diagnostics());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return parse_inputs(text, display_name(inputs), stage);
  }
};

}  // namespace

Action build_run(CLI::App& app, Console& console) {
  const auto run = std::make_shared<Run>();
  app.add_option("IN", run->path, "A program: bytecode or assembly text; - is stdin")->required();
  app.add_option("--in", run->inputs, "The inputs as JSON (docs/interpreter.md); - is stdin")
      ->type_name("FILE")
      ->take_last();
  app.add_option("-o,--output", run->output, "The outputs; - is stdout")->type_name("FILE")->take_last();
  app.add_flag("--trace", run->options.trace, "Print each token and its effect before the outputs");
  const Choices<Format> formats{{"text", Format::Text}, {"json", Format::Json}};
  add_choice(app, "--format", "format", formats, run->format, "Format of the outputs");
  add_input_options(app, run->input);
  add_semantics_options(app, run->options.semantics);
  add_validation_options(app, run->validation);
  add_examples(app, {"agalc run water.vert.agal", "agalc run water.frag.agal --in inputs.json --trace",
                     "agalc run water.frag.agal --format=json"});
  add_console_options(app, console);
  return [run, &console] { return (*run)(console); };
}

}  // namespace agalc
