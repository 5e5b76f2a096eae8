// The functions of agal.h that take programs.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "agal/lint.hpp"
#include "agal/validate.hpp"
#include "base/json_writer.hpp"
#include "c/objects.hpp"
#include "c/programs.hpp"

namespace agal::c {
namespace {

// Adds the words or the text of a compiled program. Moves the text.
void add_product(agal_result& result, Compilation& product) {
  if (info(product.target).is_binary())
    result.add_bytes(name(product.stage), std::as_bytes(std::span(product.spirv)));
  else
    result.add_text(name(product.stage), std::move(product.text));
}

// Moves the interface of a compiled program.
void add_interface(agal_result& result, Compilation& product) {
  if (product.program_interface) result.add(std::move(*product.program_interface));
}

bool has_reflection(const CompileOptions& options) { return options.reflect && !options.bindings_only; }

// Compiles a program, and adds the steps as JSON lines in the part "steps".
Result<Compilation> compile_in_steps(agal_result& result, const Program& program, CompileOptions options) {
  base::JsonWriter steps(base::JsonStyle::Compact);
  options.on_step = [&](std::string_view step, std::string_view text) {
    steps.object({{"step", step}, {"summary", step_summary(step)}, {"text", text}});
    steps.end_line();
  };
  Result<Compilation> product = compile(program, options);
  result.add_text("steps", std::string(steps.text()));
  return product;
}

void check(const Program& program, const agal_options& options, Diagnostics& diagnostics) {
  const ValidateOptions& validation = options.all.compile.validation;
  diagnostics.append(validate(program, validation));
  if (options.all.lint.rules.empty()) return;
  LintOptions lints;
  lints.rules = options.all.lint.rules;
  lints.profile = validation.profile;
  lints.ignore_limits = validation.ignore_limits;
  lints.validated = validation.level;
  diagnostics.append(lint(program, lints));
}

void link_pair(agal_result& result, const Bytes& vertex, const Bytes& fragment, const agal_options& options) {
  Result<Program> first = load_given(vertex, options.vertex_name, options);
  Result<Program> second = load_given(fragment, options.fragment_name, options);
  Diagnostics diagnostics = std::move(first.diagnostics());
  diagnostics.append(std::move(second.diagnostics()));
  if (first && second) {
    Result<LinkedCompilation> linked = link(*first, *second, options.all.compile);
    diagnostics.append(std::move(linked.diagnostics()));
    if (linked) {
      if (linked->both.empty()) {
        add_product(result, linked->vertex);
        add_product(result, linked->fragment);
      } else {
        result.add_text("both", std::move(linked->both));
      }
      for (Compilation* const each : {&linked->vertex, &linked->fragment}) add_interface(result, *each);
      if (has_reflection(options.all.compile)) result.add_text("reflection", std::move(linked->reflection));
    }
  }
  result.add(std::move(diagnostics));
}

template <class Output>
void add_run(agal_result& result, const Program& program, Result<Output> output, bool traced,
             Diagnostics& diagnostics) {
  diagnostics.append(std::move(output.diagnostics()));
  if (!output) return;
  result.add_text("outputs", format_outputs(*output, OutputFormat::Json));
  if (traced) result.add_text("trace", format_trace(program, output->trace));
}

void run(agal_result& result, const Program& program, const agal_inputs& inputs, const agal_options& options,
         Diagnostics& diagnostics) {
  InterpretOptions interpret = options.all.interpret;
  const CompileOptions& compile = options.all.compile;
  interpret.semantics = compile.semantics;
  diagnostics.append(validate(program, compile.validation));
  if (diagnostics.has_errors()) return;
  if (program.stage == Stage::Vertex)
    add_run(result, program, interpret_vertex(program, inputs.bindings, inputs.vertex, interpret), interpret.trace,
            diagnostics);
  else
    add_run(result, program, interpret_quad(program, inputs.bindings, inputs.quad, interpret), interpret.trace,
            diagnostics);
}

}  // namespace

void add_compilation(agal_result& result, Result<Compilation> product, const CompileOptions& options,
                     Diagnostics& diagnostics) {
  diagnostics.append(std::move(product.diagnostics()));
  if (!product) return;
  add_product(result, *product);
  add_interface(result, *product);
  if (has_reflection(options)) result.add_text("reflection", std::move(product->reflection));
}

}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_assemble(const char* text, std::size_t size, const agal_options* options) {
  return operate({{text, size}}, options, [&](agal_result& result, const agal_options& given) {
    Result<Program> program = load_text({text, size}, given.name, given.all.assemble);
    if (program) result.add_bytes("bytecode", write_bytecode(*program));
    result.add(std::move(program.diagnostics()));
  });
}

agal_result* agal_disassemble(const void* program, std::size_t size, const agal_options* options) {
  return operate({{program, size}}, options, [&](agal_result& result, const agal_options& given) {
    with_program(result, {program, size}, given.name, given, [&](const Program& loaded, Diagnostics&) {
      result.add_text("assembly", disassemble(loaded, given.all.disassemble));
    });
  });
}

agal_result* agal_validate(const void* program, std::size_t size, const agal_options* options) {
  return operate({{program, size}}, options, [&](agal_result& result, const agal_options& given) {
    with_program(result, {program, size}, given.name, given,
                 [&](const Program& loaded, Diagnostics& diagnostics) { check(loaded, given, diagnostics); });
  });
}

agal_result* agal_compile(const void* program, std::size_t size, const agal_options* options) {
  return operate({{program, size}}, options, [&](agal_result& result, const agal_options& given) {
    with_program(result, {program, size}, given.name, given, [&](const Program& loaded, Diagnostics& diagnostics) {
      const CompileOptions& chosen = given.all.compile;
      add_compilation(result, given.steps ? compile_in_steps(result, loaded, chosen) : compile(loaded, chosen), chosen,
                      diagnostics);
    });
  });
}

agal_result* agal_link(const void* vertex, std::size_t vertex_size, const void* fragment, std::size_t fragment_size,
                       const agal_options* options) {
  return operate({{vertex, vertex_size}, {fragment, fragment_size}}, options,
                 [&](agal_result& result, const agal_options& given) {
                   link_pair(result, {vertex, vertex_size}, {fragment, fragment_size}, given);
                 });
}

agal_result* agal_interpret(const void* program, std::size_t size, const agal_inputs* inputs,
                            const agal_options* options) {
  return operate({{program, size}}, options, [&](agal_result& result, const agal_options& given) {
    const agal_inputs nothing;
    with_program(result, {program, size}, given.name, given, [&](const Program& loaded, Diagnostics& diagnostics) {
      run(result, loaded, inputs == nullptr ? nothing : *inputs, given, diagnostics);
    });
  });
}

}  // extern "C"
