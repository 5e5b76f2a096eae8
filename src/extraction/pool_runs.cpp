#include "extraction/recognize.hpp"

#include <algorithm>
#include <optional>

namespace agal::extraction {
namespace {

using Run = std::span<const PoolLines>;

Run part(Run run, Segment segment) { return run.subspan(segment.first, segment.count); }

bool is_program(Run strings, Dialect dialect) {
  return recognize_program(join_lines(strings), nullptr, 1, dialect).has_value();
}

// Splits where the stage changes; lines that fit both stages stay with the previous ones.
std::vector<Segment> split_by_stage(Run run) {
  std::vector<Segment> segments;
  Stage stage = Stage::Any;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Stage own = run[i].lines.stage;
    const bool changes = stage != Stage::Any && own != Stage::Any && own != stage;
    if (segments.empty() || changes) segments.push_back({i, 0});
    if (own != Stage::Any) stage = own;
    ++segments.back().count;
  }
  return segments;
}

// `"a\n" + "b\n" + "c"`: if some strings end a line and others do not, those that do not end a program.
std::optional<std::vector<Segment>> split_by_line_ends(Run run, Dialect dialect) {
  std::vector<Segment> segments{{0, 0}};
  for (std::size_t i = 0; i < run.size(); ++i) {
    ++segments.back().count;
    if (!run[i].lines.ends_line && i + 1 < run.size()) segments.push_back({i + 1, 0});
  }
  const bool mixed = segments.size() < run.size();
  const bool all =
      std::all_of(segments.begin(), segments.end(), [&](Segment s) { return is_program(part(run, s), dialect); });
  if (!mixed || !all) return std::nullopt;
  return segments;
}

// A program writes each output once: a second write belongs to the next program. If the first program of the run begins
// with its output, as most vertex programs do, the next one begins with that write, else right after the previous
// write.
std::vector<Segment> split_by_outputs(Run run) {
  std::vector<Segment> segments{{0, 0}};
  std::uint8_t written = 0;
  std::size_t last_write = 0;
  const bool begins_with_output = run.front().lines.outputs != 0 && run.front().lines.stage == Stage::Vertex;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::uint8_t outputs = run[i].lines.outputs;
    if ((written & outputs) != 0) {
      const std::size_t cut = begins_with_output ? i : last_write + 1;
      segments.back().count = cut - segments.back().first;
      segments.push_back({cut, 0});
      written = 0;
    }
    written |= outputs;
    if (outputs != 0) last_write = i;
  }
  segments.back().count = run.size() - segments.back().first;
  return segments;
}

void append(std::vector<Segment>& all, const std::vector<Segment>& segments, std::size_t first) {
  for (const Segment& segment : segments) all.push_back({first + segment.first, segment.count});
}

void split(std::vector<Segment>& all, Run run, Segment whole, Dialect dialect) {
  const Run strings = part(run, whole);
  if (const auto segments = split_by_line_ends(strings, dialect)) return append(all, *segments, whole.first);
  append(all, split_by_outputs(strings), whole.first);
}

}  // namespace

std::vector<Segment> segment_run(Run run, Dialect dialect) {
  std::vector<Segment> all;
  for (const Segment& of_stage : split_by_stage(run)) {
    Segment rest{of_stage.first, 0};
    for (std::size_t i = of_stage.first; i < of_stage.first + of_stage.count; ++i) {
      // A string of several lines that is a whole program needs no other strings.
      if (run[i].lines.instructions > 1 && is_program(run.subspan(i, 1), dialect)) {
        if (rest.count > 0) split(all, run, rest, dialect);
        all.push_back({i, 1});
        rest = {i + 1, 0};
      } else {
        ++rest.count;
      }
    }
    if (rest.count > 0) split(all, run, rest, dialect);
  }
  return all;
}

std::string join_lines(Run strings) {
  std::string text;
  for (const PoolLines& string : strings) {
    text += string.text;
    if (!string.lines.ends_line) text += '\n';
  }
  return text;
}

}  // namespace agal::extraction
