#include "exec/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace agal::exec {
namespace {

// The numbers of additional devices that are simulated before a number counts as a mismatch. Some results are rare, for
// example a difference of large numbers that is zero, or a logarithm of a power that is exactly the exponent.
constexpr std::array<std::uint32_t, 2> more_devices{64, 1024};
constexpr std::size_t position_z = 2, opengl_z = 4;

bool is_opengl(Target target) {
  const TargetInfo& row = info(target);
  return !row.vulkan && info(row.family).glsl();
}

// Returns true if the range is narrow enough to be meaningful: at most a sixteenth of its greater magnitude.
bool pinned_down(const Range& range) {
  const float size = std::max({std::fabs(range.low), std::fabs(range.high), 0.01f});
  return range.defined && range.high - range.low <= size / 16;
}

// Returns true if the value is in the range, extended by its width on both sides, because the simulated devices are
// only samples of the tolerated ones.
bool inside(const Range& range, float value) {
  const float slack = range.high - range.low;
  return value >= range.low - slack && value <= range.high + slack;
}

// Returns the range of depths, which may be clamped to 0 .. 1, and are rounded to the format of the surface.
Range as_depth(Range range, float step) {
  if (range.low < 0 || range.high > 1) range.defined = false;
  range.low -= step;
  range.high += step;
  return range;
}

struct Comparison {
  const Subject& subject;
  const Semantics& semantics;
  Reference& reference;
  const Job& job;
  const Outcome& outcome;
  const Backend& backend;
  std::size_t enough_mismatches;
  Tally tally{};

  Numbers numbers(std::size_t draw) const;
  bool skips(const std::vector<Range>& ranges, std::size_t i) const;
  bool is_eliminated(std::size_t i) const;
  Range range(const std::vector<Range>& ranges, std::size_t i) const;
  bool acceptable(const std::vector<Range>& ranges, std::size_t i, float value) const;
  bool agrees(std::size_t draw, std::size_t i, float value);
  bool agrees_with(Latitude latitude, std::size_t draw, std::size_t i, float value);
  void number(std::size_t draw, std::size_t i, const std::optional<float>& got);
  void mismatch(std::size_t draw, std::string label, const Range& expected, float got);
  void run();
};

Numbers Comparison::numbers(std::size_t draw) const {
  if (job.stage == Stage::Fragment) return numbers_of(subject.interface, outcome.quads[draw]);
  const VertexOutput& output = outcome.vertices[draw];
  return numbers_of(subject.interface, output, output.position ? (*output.position)[2] : 0);
}

// Returns true for numbers that are not compared: z in the convention of other targets, and the outputs of killed
// pixels.
bool Comparison::skips(const std::vector<Range>& ranges, std::size_t i) const {
  if (job.stage == Stage::Vertex) return i == (is_opengl(backend.target()) ? position_z : opengl_z);
  const std::size_t per_pixel = ranges.size() / quad_size;
  const std::size_t killed = i / per_pixel * per_pixel;
  return i != killed && ranges[killed].high != 0;
}

// Returns true for varyings that the fragment program of a pair does not read. They are eliminated, and the job does
// not list them.
bool Comparison::is_eliminated(std::size_t i) const {
  if (job.stage == Stage::Fragment || i <= opengl_z) return false;
  const std::uint32_t number = subject.interface.varyings[(i - opengl_z - 1) / 4];
  return std::find(job.interface.varyings.begin(), job.interface.varyings.end(), number) ==
         job.interface.varyings.end();
}

Range Comparison::range(const std::vector<Range>& ranges, std::size_t i) const {
  const bool depth =
      job.stage == Stage::Fragment && subject.interface.depth && (i + 1) % (ranges.size() / quad_size) == 0;
  return depth ? as_depth(ranges[i], backend.depth_step()) : ranges[i];
}

bool Comparison::acceptable(const std::vector<Range>& ranges, std::size_t i, float value) const {
  return skips(ranges, i) || !range(ranges, i).defined || inside(range(ranges, i), value);
}

// Returns true if the number agrees, after simulating more devices if necessary.
bool Comparison::agrees(std::size_t draw, std::size_t i, float value) {
  std::vector<Range>& ranges = reference.draws[draw];
  if (acceptable(ranges, i, value)) return true;
  for (const std::uint32_t devices : more_devices) {
    if (!reference.refined.insert({draw, devices}).second) continue;
    refine(subject, semantics, draw, devices, Latitude::Granted, ranges);
    if (acceptable(ranges, i, value)) return true;
  }
  return false;
}

bool Comparison::agrees_with(Latitude latitude, std::size_t draw, std::size_t i, float value) {
  const auto [place, is_new] = reference.wider.try_emplace({draw, latitude}, reference.draws[draw]);
  if (is_new) refine(subject, semantics, draw, more_devices.front(), latitude, place->second);
  return acceptable(place->second, i, value);
}

void Comparison::number(std::size_t draw, std::size_t i, const std::optional<float>& got) {
  const std::vector<Range>& ranges = reference.draws[draw];
  if (!ranges[i].written || skips(ranges, i) || is_eliminated(i)) return;
  const float value = got.value_or(std::numeric_limits<float>::quiet_NaN());
  if (!agrees(draw, i, value)) {
    if (agrees_with(Latitude::Regrouped, draw, i, value))
      ++tally.regrouped;
    else if (backend.free_cubes() && agrees_with(Latitude::FreeCubes, draw, i, value))
      ++tally.explained;
    else
      mismatch(draw, label_of(subject.interface, job.stage, i), range(ranges, i), value);
    return;
  }
  if (skips(ranges, i)) return;
  const Range expected = range(ranges, i);
  if (!pinned_down(expected))
    ++tally.undecided;
  else
    ++(expected.low == expected.high ? tally.exact : tally.within);
}

void Comparison::mismatch(std::size_t draw, std::string label, const Range& expected, float got) {
  tally.mismatches.push_back({subject.name, std::string(backend.name()), draw, std::move(label), expected, got});
}

void Comparison::run() {
  tally.programs = 1;
  const std::size_t results = job.stage == Stage::Vertex ? outcome.vertices.size() : outcome.quads.size();
  if (!outcome.fault.empty() || results != reference.draws.size()) {
    ++tally.faults;
    mismatch(0, outcome.fault.empty() ? "results are missing" : outcome.fault, {}, 0);
    return;
  }
  tally.draws = results;
  for (std::size_t draw = 0; draw < results; ++draw) {
    const Numbers got = numbers(draw);
    for (std::size_t i = 0; i < got.size(); ++i) number(draw, i, got[i]);
    if (tally.mismatches.size() >= enough_mismatches) break;
  }
}

}  // namespace

std::string Mismatch::text() const {
  if (expected.written || got != 0)
    return fmt::format("{} on {}, draw {}, {}: {} where the interpreter has {} ({} to {})", subject, backend, draw,
                       label, got, expected.exact, expected.low, expected.high);
  return fmt::format("{} on {}: {}", subject, backend, label);
}

void Tally::add(const Tally& other) {
  programs += other.programs;
  draws += other.draws;
  exact += other.exact;
  within += other.within;
  regrouped += other.regrouped;
  explained += other.explained;
  undecided += other.undecided;
  faults += other.faults;
  mismatches.insert(mismatches.end(), other.mismatches.begin(), other.mismatches.end());
}

Tally compare(const Subject& subject, const Semantics& semantics, Reference& reference, const Job& job,
              const Outcome& outcome, const Backend& backend, std::size_t enough_mismatches) {
  Comparison comparison{subject, semantics, reference, job, outcome, backend, enough_mismatches};
  comparison.run();
  return std::move(comparison.tally);
}

}  // namespace agal::exec
