#include "exec/opcode_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "agal/assembly.hpp"
#include "exec/tolerance.hpp"

namespace agal::exec {
namespace {

// Exact arithmetic that records the tolerance of each result of one opcode.
class Recorder final : public interpret::DeviceModel {
 public:
  explicit Recorder(Opcode opcode) : opcode_(opcode) {}

  float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) override {
    if (opcode == opcode_) granted_.push_back(tolerance(opcode, exact, a, b));
    return exact;
  }
  std::array<float, 3> place(const Texture&, const std::array<float, 3>& exact) override { return exact; }
  float level(Opcode, const Texture&, float exact) override { return exact; }
  std::optional<std::size_t> coarse_derivatives(Opcode) override { return std::nullopt; }

  /// Returns the tolerance of a component of the first pixel. All pixels have the same operands.
  float granted(std::size_t component) const;

 private:
  Opcode opcode_;
  std::vector<float> granted_;
};

float Recorder::granted(std::size_t component) const {
  switch (info(opcode_).shape) {
    case Shape::Broadcast: return granted_.front();
    case Shape::Rows: return granted_.at(component * quad_size);
    case Shape::Lanes:
    case Shape::Cross:
    case Shape::Normal:
    case Shape::Texel:
    case Shape::None: break;
  }
  return granted_.at(component);
}

bool is_measured(const OpcodeInfo& row) {
  if (row.status != OpcodeStatus::Shipped || row.src2 == SourceRule::Sampler || is_exact(row.opcode)) return false;
  // All pixels have the same operands, so derivatives are zero.
  return row.opcode != Opcode::Ddx && row.opcode != Opcode::Ddy;
}

// Returns a program that outputs the result of the opcode for fc0 and fc1.
Program program_of(const OpcodeInfo& row) {
  const std::string_view mask = row.dest == DestinationRule::Xyz ? ".xyz" : "";
  const std::string text = fmt::format(
      "mov ft1, fc0\nmov ft0, fc0\n{} ft0{}, ft1{}{}\nmov oc, ft0\n", row.text, mask, mask,
      row.src2 == SourceRule::None ? "" : fmt::format(", fc1{}", row.src2 == SourceRule::Matrix ? "" : mask));
  AssembleOptions options;
  options.stage = Stage::Fragment;
  return *assemble(text, std::string(row.text), options);
}

std::size_t components_of(const OpcodeInfo& row) {
  return row.shape == Shape::Rows ? row.rows : row.dest == DestinationRule::Xyz ? 3 : 4;
}

void add(OpcodeError& worst, const Subject& subject, const OpcodeInfo& row, std::size_t draw, const QuadOutput& got) {
  Recorder recorder(row.opcode);
  Bindings bindings;
  bindings.constants = subject.draws[draw].constants;
  const QuadOutput exact = interpret::run_quad(subject.program, bindings, subject.quads[draw], {}, &recorder);
  for (std::size_t c = 0; c < components_of(row); ++c) {
    const float granted = recorder.granted(c);
    const float truth = (*exact.pixels[0].colors[0])[c];
    if (!std::isfinite(granted) || !std::isfinite(truth) || std::fabs(truth) < 0x1p-100f) continue;
    const double error = std::fabs(static_cast<double>((*got.pixels[0].colors[0])[c]) - static_cast<double>(truth));
    ++worst.results;
    worst.ulps = std::max(worst.ulps, error / static_cast<double>(ulp(truth)));
    if (granted > 0) worst.share = std::max(worst.share, error / static_cast<double>(granted));
  }
}

std::optional<OpcodeError> measure(const OpcodeInfo& row, const Subject& subject, Backend& backend) {
  auto compiled = compile(subject.program, options_for(backend, {}));
  if (!compiled) return std::nullopt;
  Job job;
  job.name = subject.name;
  job.stage = Stage::Fragment;
  job.shader = std::move(*compiled);
  job.interface = subject.interface;
  job.draws = subject.draws;
  const std::vector<Outcome> outcomes = backend.run({&job, 1});
  if (outcomes.size() != 1 || outcomes[0].quads.size() != subject.draws.size()) return std::nullopt;
  OpcodeError worst;
  for (std::size_t draw = 0; draw < subject.draws.size(); ++draw)
    add(worst, subject, row, draw, outcomes[0].quads[draw]);
  return worst;
}

}  // namespace

std::vector<OpcodeErrors> measure_opcodes(const Backends& backends, std::uint32_t draws, std::uint64_t seed) {
  std::vector<OpcodeErrors> all;
  for (const OpcodeInfo& row : opcode_table) {
    if (!is_measured(row)) continue;
    InputOptions inputs;
    inputs.seed = seed;
    inputs.draws = draws;
    const Subject subject = make_subject(std::string(row.text), program_of(row), inputs);
    OpcodeErrors& errors = all.emplace_back(OpcodeErrors{row.opcode, {}});
    for (const auto& backend : backends) errors.backends.push_back(measure(row, subject, *backend));
  }
  return all;
}

}  // namespace agal::exec
