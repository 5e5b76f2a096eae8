#include "agal/interpret.hpp"

#include <string>
#include <utility>

#include "agal/validate.hpp"
#include "interpret/device.hpp"
#include "interpret/machine.hpp"
#include "interpret/sampler.hpp"
#include "program/locate.hpp"

namespace agal {
namespace {

using interpret::Machine;

void check_texture(const Program& program, std::uint32_t token, const Bindings& bindings, Diagnostics& found) {
  const SamplerOperand sampler = program.instructions[token].sampler();
  const std::string name = register_name(RegisterType::Sampler, sampler.index(), program.stage);
  const auto report = [&](diag::Rule rule, std::initializer_list<std::string_view> arguments) {
    found.add(program::diagnose(program, token, Operand::Source2, rule, arguments));
  };
  if (sampler.index() >= bindings.textures.size() || !bindings.textures[sampler.index()])
    return report(diag::Rule::TextureMissing, {name});
  const Texture& texture = bindings.textures[sampler.index()]->texture;
  if (texture.kind != sampler.kind())
    report(diag::Rule::TextureDimension, {name, agal::name(sampler.kind()), agal::name(texture.kind)});
  else if (const std::string fault = interpret::fault_of(texture); !fault.empty())
    report(diag::Rule::TextureMalformed, {name, fault});
}

// Checks the textures of all fetches. Each error about a sampler is reported once.
void check_textures(const Program& program, const Bindings& bindings, Diagnostics& found) {
  std::vector<SamplerOperand> seen;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& token = program.instructions[i];
    if (!token.samples()) continue;
    if (token.sampler().index() >= seen.size()) seen.resize(token.sampler().index() + 1);
    SamplerOperand& known = seen[token.sampler().index()];
    if (known == token.sampler()) continue;
    known = token.sampler();
    check_texture(program, i, bindings, found);
  }
}

Diagnostics check(const Program& program, Stage stage, const Bindings& bindings) {
  ValidateOptions validation;
  validation.level = ValidationLevel::Off;
  validation.allow_reserved = true;
  Diagnostics found = validate(program, validation);
  if (program.stage != stage)
    found.add(program::diagnose(program, diag::Rule::WrongStage, {name(program.stage), name(stage)}));
  if (!found.has_errors()) check_textures(program, bindings, found);
  return found;
}

// Returns the result of `make` if the program can be run, otherwise the errors.
template <class Make>
auto checked(const Program& program, Stage stage, const Bindings& bindings, Make make) -> Result<decltype(make())> {
  Diagnostics found = check(program, stage, bindings);
  if (found.has_errors()) return found;
  return {make(), std::move(found)};
}

std::optional<Float4> output(const Machine& machine, RegisterType type, std::uint32_t number, std::size_t invocation) {
  if (!machine.written(type, number)) return std::nullopt;
  return machine.value(type, number, invocation);
}

std::vector<std::optional<Float4>> outputs(const Machine& machine, RegisterType type, std::size_t invocation) {
  std::vector<std::optional<Float4>> list;
  for (std::uint32_t n = 0; n < machine.count(type); ++n) list.push_back(output(machine, type, n, invocation));
  return list;
}

}  // namespace

namespace interpret {

VertexOutput run_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                        const InterpretOptions& options, DeviceModel* device) {
  Machine machine(program, bindings, options, device);
  machine.set_input(0, input.attributes);
  machine.set_instance(input.instance);
  machine.run();
  VertexOutput result;
  result.position = output(machine, RegisterType::Output, 0, 0);
  result.varyings = outputs(machine, RegisterType::Varying, 0);
  result.trace = machine.take_trace();
  return result;
}

QuadOutput run_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                    const InterpretOptions& options, DeviceModel* device) {
  Machine machine(program, bindings, options, device);
  for (std::size_t i = 0; i < quad_size; ++i) machine.set_input(i, input.varyings[i]);
  machine.run();
  QuadOutput result;
  for (std::size_t i = 0; i < quad_size; ++i) {
    PixelOutput& pixel = result.pixels[i];
    pixel.killed = machine.killed(i);
    pixel.colors = outputs(machine, RegisterType::Output, i);
    if (machine.written(RegisterType::Depth, 0)) pixel.depth = machine.value(RegisterType::Depth, 0, i)[0];
  }
  result.trace = machine.take_trace();
  return result;
}

}  // namespace interpret

Result<VertexOutput> interpret_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                                      const InterpretOptions& options) {
  return checked(program, Stage::Vertex, bindings,
                 [&] { return interpret::run_vertex(program, bindings, input, options, nullptr); });
}

Result<QuadOutput> interpret_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                                  const InterpretOptions& options) {
  return checked(program, Stage::Fragment, bindings,
                 [&] { return interpret::run_quad(program, bindings, input, options, nullptr); });
}

Result<VertexInterpreter> VertexInterpreter::prepare(Program program, Bindings bindings,
                                                     const InterpretOptions& options) {
  return checked(program, Stage::Vertex, bindings,
                 [&] { return VertexInterpreter(std::move(program), std::move(bindings), options); });
}

Result<FragmentInterpreter> FragmentInterpreter::prepare(Program program, Bindings bindings,
                                                         const InterpretOptions& options) {
  return checked(program, Stage::Fragment, bindings,
                 [&] { return FragmentInterpreter(std::move(program), std::move(bindings), options); });
}

VertexOutput VertexInterpreter::run(const VertexInput& input) const {
  return interpret::run_vertex(program_, bindings_, input, options_, nullptr);
}

QuadOutput FragmentInterpreter::run(const QuadInput& input) const {
  return interpret::run_quad(program_, bindings_, input, options_, nullptr);
}

}  // namespace agal
