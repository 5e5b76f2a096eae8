#include "proofs/mutant_runs.hpp"

#include <spirv/unified1/GLSL.std.450.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <spirv_cross/spirv_cross.hpp>

#include "prove/evaluate.hpp"
#include "prove/outputs.hpp"
#include "prove/spirv_places.hpp"

namespace agal::mutants {
namespace {

// The maximum difference by rounding, relative to the greater of 1 and the numbers.
constexpr float rounding = 1e-3f;

bool same_bits(const std::optional<float>& a, const std::optional<float>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  if (std::isnan(*a) && std::isnan(*b)) return true;
  return std::bit_cast<std::uint32_t>(*a) == std::bit_cast<std::uint32_t>(*b);
}

Float4& at(std::vector<Float4>& registers, std::uint32_t number) {
  if (registers.size() <= number) registers.resize(number + 1, Float4{});
  return registers[number];
}

// Sets a varying at the corners of the triangle so that it has these values in the pixels of a quad. The corners are
// half a pixel before the center of the first pixel, and three and a half pixels after it.
void set_corners(exec::Draw& draw, std::uint32_t number, const std::array<Float4, quad_size>& pixels) {
  constexpr std::array<std::array<float, 2>, 3> corners{{{-0.5f, -0.5f}, {3.5f, -0.5f}, {-0.5f, 3.5f}}};
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      const float dx = pixels[1][c] - pixels[0][c], dy = pixels[2][c] - pixels[0][c];
      at(draw.corners[i], number)[c] = pixels[0][c] + corners[i][0] * dx + corners[i][1] * dy;
    }
}

}  // namespace

ShaderRuns::ShaderRuns(exec::Backend& backend, exec::Subject subject, Compilation shader)
    : backend_(backend), subject_(std::move(subject)), shader_(std::move(shader)) {}

void ShaderRuns::add(const Counterexample& example) {
  add_draw(example);
  // Interpolation may round. A quad with the same values in all pixels is exact.
  Counterexample flat = example;
  bool changes = false;
  for (Counterexample::Input& input : flat.inputs) {
    changes = changes || input.values.size() > 1;
    if (input.values.size() > 1) input.values = {input.values[example.pixel]};
  }
  if (changes) add_draw(flat);
}

void ShaderRuns::add_draw(const Counterexample& example) {
  if (subject_.draws.size() >= exec::max_job_draws) return;
  const bool vertex = subject_.program.stage == Stage::Vertex;
  exec::Draw draw = subject_.draws[0];
  VertexInput point;
  if (vertex) point = subject_.points[0];
  QuadInput quad;
  if (!vertex) quad = subject_.quads[0];
  for (const Counterexample::Input& input : example.inputs) {
    if (input.number >= draw.constants.size()) continue;  // a module may read constants that a program cannot
    const Float4& first = input.values[0];
    if (input.type == RegisterType::Constant) at(draw.constants, input.number) = first;
    if (input.type == RegisterType::Attribute) at(draw.attributes, input.number) = first;
    if (input.type == RegisterType::InstanceId) draw.instance = static_cast<std::uint32_t>(first[0]);
    if (input.type != RegisterType::Varying) continue;
    std::array<Float4, quad_size> pixels;
    for (std::size_t i = 0; i < quad_size; ++i) {
      pixels[i] = input.values[input.values.size() == 1 ? 0 : i];
      at(quad.varyings[i], input.number) = pixels[i];
    }
    set_corners(draw, input.number, pixels);
  }
  draw.instance %= exec::instances;
  for (exec::TextureSlot& slot : subject_.textures) {
    if (slot.sampler >= example.textures.size() || !example.textures[slot.sampler]) continue;
    slot.texture = example.textures[slot.sampler]->texture;
    has_float_textures_ = true;
  }
  subject_.draws.push_back(draw);
  if (vertex)
    subject_.points.push_back({draw.attributes, draw.instance});
  else
    subject_.quads.push_back(std::move(quad));
}

exec::Job ShaderRuns::job_of(const Compilation& shader) const {
  exec::Job job;
  job.name = subject_.name;
  job.stage = subject_.program.stage;
  job.shader = shader;
  job.host = shader_;
  job.interface = subject_.interface;
  job.textures = subject_.textures;
  job.has_float_textures = has_float_textures_;
  job.draws = subject_.draws;
  job.program = subject_.program;
  return job;
}

std::vector<exec::Numbers> ShaderRuns::numbers_of(const exec::Outcome& outcome) const {
  std::vector<exec::Numbers> all;
  for (const VertexOutput& output : outcome.vertices)
    all.push_back(exec::numbers_of(subject_.interface, output, output.position ? (*output.position)[2] : 0));
  for (const QuadOutput& output : outcome.quads) all.push_back(exec::numbers_of(subject_.interface, output));
  return all;
}

std::vector<exec::Mismatch> ShaderRuns::mismatches_of(const exec::Job& job, const exec::Outcome& outcome,
                                                      std::size_t enough) {
  return exec::compare(subject_, {}, reference_, job, outcome, backend_, enough).mismatches;
}

std::string ShaderRuns::run_unchanged() {
  if (const exec::Job probe = job_of(shader_); !backend_.cannot(probe).empty()) return backend_.cannot(probe);
  reference_ = exec::make_reference(subject_, {}, 4);
  if (!reference_.fault.empty()) return reference_.fault;
  const exec::Job job = job_of(shader_);
  const exec::Outcome outcome = backend_.run({&job, 1})[0];
  if (!outcome.fault.empty()) return outcome.fault;
  unchanged_ = numbers_of(outcome);
  const std::vector<exec::Mismatch> mismatches = mismatches_of(job, outcome, 1);
  return mismatches.empty() ? "" : mismatches.front().text();
}

// Returns true if the program defines a number. Outputs of discarded pixels are not compared.
bool ShaderRuns::counts(std::size_t draw, std::size_t number) const {
  const std::vector<exec::Range>& ranges = reference_.draws[draw];
  if (!ranges[number].written || !ranges[number].defined) return false;
  if (subject_.program.stage == Stage::Vertex) return true;
  const std::size_t per_pixel = ranges.size() / quad_size, killed = number / per_pixel * per_pixel;
  return number == killed || ranges[killed].high == 0;
}

Executed ShaderRuns::run(const Compilation& mutant, bool thorough) {
  const exec::Job job = job_of(mutant);
  exec::Outcome outcome = backend_.run({&job, 1})[0];
  Executed out;
  out.fault = std::move(outcome.fault);
  const auto says = [&](std::string_view part) { return out.fault.find(part) != std::string::npos; };
  // The reasons are two variables at one location, an input that the host does not have, and the shader that captures
  // built-ins.
  out.is_rejected = says("does not compile") || says("No code generated") || says("puts explicitly assigned to") ||
                    says("overlapping ") || says("has no matching output") || says("not written by vertex shader") ||
                    says("builtin block differ");
  const std::vector<exec::Numbers> changed = numbers_of(outcome);
  if (out.fault.empty() && changed.size() != unchanged_.size()) out.fault = "results are missing";
  if (!out.fault.empty()) return out;
  out.has_same_bits = true;
  for (std::size_t d = 0; d < changed.size(); ++d)
    for (std::size_t i = 0; i < changed[d].size(); ++i) {
      const std::optional<float>&a = unchanged_[d][i], &b = changed[d][i];
      if (same_bits(a, b)) continue;
      const std::size_t per_pixel = changed[d].size() / quad_size, killed = i / per_pixel * per_pixel;
      const bool fragment = subject_.program.stage == Stage::Fragment;
      // Both shaders have discarded the pixel.
      if (fragment && i != killed && unchanged_[d][killed] == 1.0f && changed[d][killed] == 1.0f) continue;
      out.has_same_bits = false;
      if (!a || !std::isfinite(*a) || !std::isfinite(reference_.draws[d][i].exact)) continue;
      if (b && std::fabs(*a - *b) <= rounding * std::max({1.0f, std::fabs(*a), std::fabs(*b)})) continue;
      const std::string change = fmt::format("{} of draw {}: {}, not {}",
                                             exec::label_of(subject_.interface, job.stage, i), d, b.value_or(0), *a);
      if (out.change.empty()) out.change = change;
      if (out.defined_change.empty() && counts(d, i)) out.defined_change = change;
    }
  if (out.has_same_bits || (!thorough && !out.change.empty())) return out;
  out.mismatches = mismatches_of(job, outcome, thorough ? std::size_t{~0u} : 1);
  return out;
}

namespace {

void set_lanes(std::unordered_map<std::uint32_t, prove::Values>& values, std::uint32_t number, std::size_t pixel,
               const Float4& given) {
  for (std::uint32_t c = 0; c < 4; ++c) values[4 * number + c][pixel] = given[c];
}

// Returns the inputs of a draw. The inputs of a vertex are in the first invocation.
prove::Environment environment_of(const exec::Subject& subject, std::size_t draw) {
  prove::Environment environment;
  const std::vector<Float4>& constants = subject.draws[draw].constants;
  for (std::uint32_t n = 0; n < constants.size(); ++n)
    for (std::size_t pixel = 0; pixel < quad_size; ++pixel) set_lanes(environment.uniforms, n, pixel, constants[n]);
  if (subject.program.stage == Stage::Vertex) {
    const VertexInput& point = subject.points[draw];
    for (std::uint32_t n = 0; n < point.attributes.size(); ++n)
      set_lanes(environment.inputs, n, 0, point.attributes[n]);
    environment.instance[0] = static_cast<float>(point.instance);
    return environment;
  }
  for (std::size_t pixel = 0; pixel < quad_size; ++pixel) {
    const std::vector<Float4>& varyings = subject.quads[draw].varyings[pixel];
    for (std::uint32_t n = 0; n < varyings.size(); ++n) set_lanes(environment.inputs, n, pixel, varyings[n]);
  }
  return environment;
}

}  // namespace

void ShaderRuns::drop_open(Executed& executed, const std::vector<std::uint32_t>& mutant,
                           const ProofOptions& how) const {
  if (executed.mismatches.empty()) return;
  const Program& program = subject_.program;
  const auto model = program.stage == Stage::Vertex ? spv::ExecutionModelVertex : spv::ExecutionModelFragment;
  const std::optional<prove::SpirvModule> module = prove::read_spirv(mutant, model, "main");
  if (!module) return;
  const prove::Matching matching = prove::matching_of(program, how);
  prove::Store store(prove::Untouched{}, how.budget);
  const prove::Outputs outputs = prove::run_spirv(store, *module, prove::find_places(*module, matching), program.stage);
  std::vector<prove::Term> roots{outputs.killed};
  for (const prove::Output& output : outputs.list) roots.insert(roots.end(), output.lanes.begin(), output.lanes.end());
  prove::Evaluator evaluator(store, roots);
  const auto is_open = [&](const exec::Mismatch& mismatch) {
    if (!std::isfinite(mismatch.got)) return true;
    if (!outputs.problem.empty()) return false;
    evaluator.run(environment_of(subject_, mismatch.draw));
    evaluator.find_origins();
    const auto is_finite = [&](std::size_t pixel) {
      return std::ranges::all_of(roots,
                                 [&](prove::Term t) { return evaluator.origin(t, pixel) == prove::Origin::Finite; });
    };
    for (std::size_t pixel = 0; pixel < (program.stage == Stage::Vertex ? 1 : quad_size); ++pixel)
      if (!is_finite(pixel)) return true;
    return false;
  };
  std::erase_if(executed.mismatches, is_open);
}

bool leaves_open(const Proof& proof) {
  return std::any_of(proof.rules.begin(), proof.rules.end(),
                     [](const RuleUse& use) { return use.rule_class == ProofClass::Undefined; });
}

namespace {

// Describes a variable that a module uses in one line.
std::string line_of(const spirv_cross::Compiler& compiler, const spirv_cross::Resource& resource, std::string_view kind,
                    bool interpolates) {
  const spirv_cross::SPIRType& type = compiler.get_type(resource.base_type_id);
  const auto number = [&](spv::Decoration decoration) { return compiler.get_decoration(resource.id, decoration); };
  std::string line =
      fmt::format("{} location {}, set {}, binding {}, component {}, type {} x {}", kind,
                  number(spv::DecorationLocation), number(spv::DecorationDescriptorSet), number(spv::DecorationBinding),
                  number(spv::DecorationComponent), static_cast<int>(type.basetype), type.vecsize);
  for (const std::uint32_t size : compiler.get_type(resource.type_id).array) line += fmt::format("[{}]", size);
  if (type.basetype == spirv_cross::SPIRType::Image || type.basetype == spirv_cross::SPIRType::SampledImage)
    line += fmt::format(", {}{}{}{}", static_cast<int>(type.image.dim), type.image.arrayed ? " array" : "",
                        type.image.depth ? " depth" : "", type.image.ms ? " multisampled" : "");
  if (interpolates)  // the centroid of an output only affects the fragment shader
    for (const spv::Decoration decoration :
         {spv::DecorationFlat, spv::DecorationNoPerspective, spv::DecorationCentroid, spv::DecorationSample})
      if (compiler.has_decoration(resource.id, decoration) &&
          (decoration != spv::DecorationCentroid || kind == "input"))
        line += fmt::format(", decoration {}", static_cast<int>(decoration));
  return line;
}

// Returns a text if a block is larger than its buffer, or an index may exceed its array.
std::string blocks_beyond(const std::vector<std::uint32_t>& words, std::size_t max_block) {
  const spirv_cross::Compiler compiler(words);
  for (const spirv_cross::Resource& block : compiler.get_shader_resources().uniform_buffers)
    if (const std::size_t size = compiler.get_declared_struct_size(compiler.get_type(block.base_type_id));
        size > max_block)
      return fmt::format("has a block of {} bytes", size);
  return "";
}

// Adds the pairs of separate textures and samplers that are combined, by their bindings.
void add_combinations(const std::vector<std::uint32_t>& words, std::set<std::string>& lines) {
  std::map<std::uint32_t, std::uint32_t> bindings, loaded;
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
    const auto op = static_cast<spv::Op>(words[i] & 0xffff);
    if (op == spv::OpDecorate && words[i + 2] == spv::DecorationBinding) bindings[words[i + 1]] = words[i + 3];
    if (op == spv::OpLoad) loaded[words[i + 2]] = words[i + 3];
    if (op != spv::OpSampledImage) continue;
    const auto binding_of = [&](std::uint32_t id) { return bindings[loaded[id]]; };
    lines.insert(fmt::format("texture {} with sampler {}", binding_of(words[i + 3]), binding_of(words[i + 4])));
  }
}

std::set<std::string> interface_of(const std::vector<std::uint32_t>& words, bool outputs_interpolate) {
  const spirv_cross::Compiler compiler(words);
  const spirv_cross::ShaderResources all = compiler.get_shader_resources(compiler.get_active_interface_variables());
  const bool fragment = compiler.get_execution_model() == spv::ExecutionModelFragment;
  std::set<std::string> lines;
  add_combinations(words, lines);
  const auto add = [&](const auto& list, std::string_view kind, bool interpolates = false) {
    for (const spirv_cross::Resource& resource : list) lines.insert(line_of(compiler, resource, kind, interpolates));
  };
  add(all.stage_inputs, "input", fragment);
  add(all.stage_outputs, "output", !fragment && outputs_interpolate);
  add(all.uniform_buffers, "block");
  add(all.storage_buffers, "storage");
  add(all.push_constant_buffers, "push");
  add(all.sampled_images, "sampled");
  add(all.separate_images, "image");
  add(all.separate_samplers, "sampler");
  const auto add_built_ins = [&](const auto& list, std::string_view kind) {
    for (const auto& resource : list)
      lines.insert(fmt::format("{} built-in {}", kind, static_cast<int>(resource.builtin)));
  };
  add_built_ins(all.builtin_inputs, "input");
  for (const spv::ExecutionMode mode :
       {spv::ExecutionModeDepthReplacing, spv::ExecutionModeDepthGreater, spv::ExecutionModeDepthLess,
        spv::ExecutionModeDepthUnchanged, spv::ExecutionModeEarlyFragmentTests})
    if (compiler.get_execution_mode_bitset().get(mode)) lines.insert(fmt::format("mode {}", static_cast<int>(mode)));
  return lines;
}

}  // namespace

std::string interface_difference(const std::vector<std::uint32_t>& module, const std::vector<std::uint32_t>& mutant,
                                 std::size_t max_block, bool outputs_interpolate) try {
  if (std::string reason = blocks_beyond(mutant, max_block); !reason.empty()) return reason;
  const std::set<std::string> expected = interface_of(module, outputs_interpolate),
                              found = interface_of(mutant, outputs_interpolate);
  std::vector<std::string> added, missing;
  std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(added));
  std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
  // A value that is no longer used may be undeclared or inactive.
  std::erase_if(missing,
                [](const std::string& line) { return !line.starts_with("output") && !line.starts_with("mode"); });
  if (!added.empty()) return "has " + added[0];
  return missing.empty() ? "" : "lacks " + missing[0];
} catch (const std::exception& error) {
  return error.what();
}

namespace {

// Returns the positions of the inputs' locations in the words, by variable.
std::map<std::uint32_t, std::size_t> input_locations(const std::vector<std::uint32_t>& words) {
  std::map<std::uint32_t, std::size_t> places, inputs;
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
    const auto op = static_cast<spv::Op>(words[i] & 0xffff);
    if (op == spv::OpDecorate && words[i + 2] == spv::DecorationLocation) places[words[i + 1]] = i + 3;
    if (op == spv::OpVariable && words[i + 3] == spv::StorageClassInput)
      if (const auto at = places.find(words[i + 2]); at != places.end()) inputs.insert(*at);
  }
  return inputs;
}

}  // namespace

std::vector<std::uint32_t> with_known_inputs(const std::vector<std::uint32_t>& module,
                                             const std::vector<std::uint32_t>& mutant) {
  std::set<std::uint32_t> known, free;
  for (const auto& [id, at] : input_locations(module)) known.insert(module[at]);
  free = known;
  std::vector<std::uint32_t> out = mutant;
  for (const auto& [id, at] : input_locations(mutant)) free.erase(mutant[at]);
  for (const auto& [id, at] : input_locations(mutant))
    if (!known.contains(mutant[at]) && !known.empty()) out[at] = free.empty() ? *known.begin() : *free.begin();
  return out;
}

bool may_clamp_to_nothing(const std::vector<std::uint32_t>& words) {
  std::map<std::uint32_t, float> constants;
  std::map<std::uint32_t, std::vector<float>> composites;
  const auto lanes_of = [&](std::uint32_t id) {
    if (const auto one = constants.find(id); one != constants.end()) return std::vector<float>{one->second};
    const auto all = composites.find(id);
    return all == composites.end() ? std::vector<float>{} : all->second;
  };
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
    const auto op = static_cast<spv::Op>(words[i] & 0xffff);
    if (op == spv::OpConstant) constants[words[i + 2]] = std::bit_cast<float>(words[i + 3]);
    if (op == spv::OpConstantComposite)
      for (std::size_t n = i + 3; n < i + (words[i] >> 16); ++n)
        if (const auto one = constants.find(words[n]); one != constants.end())
          composites[words[i + 2]].push_back(one->second);
    if (op != spv::OpExtInst || (words[i + 4] != GLSLstd450FClamp && words[i + 4] != GLSLstd450NClamp)) continue;
    const std::vector<float> low = lanes_of(words[i + 6]), high = lanes_of(words[i + 7]);
    if (low.empty() || low.size() != high.size()) return true;
    for (std::size_t c = 0; c < low.size(); ++c)
      if (!(low[c] <= high[c])) return true;
  }
  return false;
}

std::vector<std::uint32_t> without_contraction(const std::vector<std::uint32_t>& words) {
  constexpr auto arithmetic =
      std::to_array<spv::Op>({spv::OpFAdd, spv::OpFSub, spv::OpFMul, spv::OpFDiv, spv::OpFRem, spv::OpFMod, spv::OpDot,
                              spv::OpFNegate, spv::OpVectorTimesScalar, spv::OpMatrixTimesVector,
                              spv::OpVectorTimesMatrix, spv::OpMatrixTimesMatrix, spv::OpMatrixTimesScalar});
  std::vector<std::uint32_t> decorations;
  std::size_t place = 0;
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
    const auto op = static_cast<spv::Op>(words[i] & 0xffff);
    if (op == spv::OpDecorate && place == 0) place = i;
    if (std::find(arithmetic.begin(), arithmetic.end(), op) != arithmetic.end())
      decorations.insert(decorations.end(), {3u << 16 | spv::OpDecorate, words[i + 2], spv::DecorationNoContraction});
  }
  std::vector<std::uint32_t> out = words;
  if (place != 0) out.insert(out.begin() + static_cast<std::ptrdiff_t>(place), decorations.begin(), decorations.end());
  return out;
}

}  // namespace agal::mutants
