#include "extract/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "agal/validate.hpp"
#include "diag/rules.hpp"

namespace agal::extraction {
namespace {

// How many candidates are looked at in either direction.
constexpr std::size_t most_candidates = 4;

using Numbers = std::vector<std::size_t>;  // of sightings, ascending
using NumbersView = std::span<const std::size_t>;
using Index = std::unordered_map<std::string, Numbers>;

// What there is of one stage in one container.
struct Side {
  Numbers all;
  Index by_name, by_class, by_varyings;
};

struct Scene {
  Side vertex, fragment;
};

// The varyings that a program reads, if it is a fragment program, or writes; "" where it has none.
std::string varyings_of(const Program& program) {
  std::set<std::uint32_t> varyings;
  constexpr auto varying = static_cast<std::uint32_t>(RegisterType::Varying);
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    if (program.stage == Stage::Vertex) {
      if (op->dest != DestinationRule::None && token.dst.type_code() == varying) varyings.insert(token.dst.index());
      continue;
    }
    if (op->src1 != SourceRule::None && token.src1.type_code() == varying) varyings.insert(token.src1.index());
    if (op->src2 != SourceRule::None && token.src2.type_code() == varying) varyings.insert(token.src2.index());
  }
  return varyings.empty() ? std::string() : fmt::format("{}: {}", program.version, fmt::join(varyings, " "));
}

class Pairing {
 public:
  Pairing(const std::vector<FoundProgram>& programs, const std::vector<Sighting>& sightings)
      : programs_(programs), sightings_(sightings) {}

  std::vector<FoundPair> run();

 private:
  void index();
  void find_partner(std::size_t sighting);
  std::optional<std::size_t> nearest(NumbersView numbers, std::size_t sighting, bool near) const;
  bool fits(std::size_t a, std::size_t b) const;
  bool is_near(std::size_t a, std::size_t b) const;
  void add(std::size_t a, std::size_t b, std::string evidence);

  const Program& program(std::size_t sighting) const { return programs_[sightings_[sighting].program].program; }
  const Origin& origin(std::size_t sighting) const {
    return programs_[sightings_[sighting].program].origins[sightings_[sighting].origin];
  }
  const Surroundings& surroundings(std::size_t sighting) const { return sightings_[sighting].surroundings; }
  std::string neighbourhood(std::size_t a, std::size_t b) const;
  std::string class_evidence(std::size_t a, std::size_t b) const;

  const std::vector<FoundProgram>& programs_;
  const std::vector<Sighting>& sightings_;
  std::map<std::size_t, Scene> scenes_;  // by container
  std::map<std::pair<std::size_t, std::size_t>, std::string> pairs_;
};

void Pairing::index() {
  for (std::size_t i = 0; i < sightings_.size(); ++i) {
    Scene& scene = scenes_[surroundings(i).container];
    Side& side = program(i).stage == Stage::Vertex ? scene.vertex : scene.fragment;
    side.all.push_back(i);
    if (const auto name = name_without_stage(origin(i).name)) side.by_name[*name].push_back(i);
    if (!surroundings(i).class_name.empty()) side.by_class[surroundings(i).class_name].push_back(i);
    const std::string varyings = varyings_of(program(i));
    if (!varyings.empty()) side.by_varyings[varyings].push_back(i);
  }
}

bool Pairing::fits(std::size_t a, std::size_t b) const {
  const std::size_t vertex = program(a).stage == Stage::Vertex ? a : b;
  const std::size_t fragment = vertex == a ? b : a;
  const bool text = programs_[sightings_[a].program].form == FindForm::Assembly ||
                    programs_[sightings_[b].program].form == FindForm::Assembly;
  for (const Diagnostic& diagnostic : validate_pair(program(vertex), program(fragment))) {
    // Text has no version: each has the lowest that will do, and the engine that assembles it may say otherwise.
    if (text && diagnostic.code == static_cast<std::uint16_t>(diag::Rule::PairVersion)) continue;
    if (diagnostic.severity == Severity::Error) return false;
  }
  return true;
}

// In one tag or entry, or in two that follow each other, and not known to belong to two classes.
bool Pairing::is_near(std::size_t a, std::size_t b) const {
  const Surroundings &one = surroundings(a), &other = surroundings(b);
  const std::size_t distance =
      one.position > other.position ? one.position - other.position : other.position - one.position;
  return distance <= 1 && (one.class_name.empty() || other.class_name.empty() || one.class_name == other.class_name);
}

// The nearest that fits, of two equally near the one before it.
std::optional<std::size_t> Pairing::nearest(NumbersView numbers, std::size_t sighting, bool near) const {
  auto after = std::lower_bound(numbers.begin(), numbers.end(), sighting);
  auto before = after;
  for (std::size_t looked = 0; looked < 2 * most_candidates; ++looked) {
    const bool has_before = before != numbers.begin(), has_after = after != numbers.end();
    if (!has_before && !has_after) break;
    const bool back = has_before && (!has_after || sighting - *std::prev(before) <= *after - sighting);
    const std::size_t candidate = back ? *--before : *after++;
    if ((!near || is_near(sighting, candidate)) && fits(sighting, candidate)) return candidate;
  }
  return std::nullopt;
}

std::string Pairing::class_evidence(std::size_t a, std::size_t b) const {
  const bool one_method = surroundings(a).run != 0 && surroundings(a).run == surroundings(b).run;
  if (surroundings(a).run == 0) return fmt::format("both are embedded in the class {}", surroundings(a).class_name);
  return fmt::format("the class {} has both{}", surroundings(a).class_name, one_method ? " in one method" : "");
}

std::string Pairing::neighbourhood(std::size_t a, std::size_t b) const {
  const std::uint16_t tag = origin(a).tag;
  const std::size_t one = std::min(surroundings(a).position, surroundings(b).position);
  const std::size_t other = std::max(surroundings(a).position, surroundings(b).position);
  const bool text = programs_[sightings_[a].program].form == FindForm::Assembly;
  if (one == other)
    return text && tag != 0 ? "they stand in one pool of strings, and none that fits stands nearer"
                            : "they stand in the same data, and none that fits stands nearer";
  return fmt::format("they stand in neighbouring {}, {} and {}", tag != 0 ? "tags" : "entries", one, other);
}

void Pairing::add(std::size_t a, std::size_t b, std::string evidence) {
  const std::size_t vertex = program(a).stage == Stage::Vertex ? a : b;
  const std::size_t fragment = vertex == a ? b : a;
  if (!varyings_of(program(fragment)).empty())
    evidence += ", and the fragment program reads nothing that the vertex program does not write";
  pairs_.try_emplace({sightings_[vertex].program, sightings_[fragment].program}, std::move(evidence));
}

// The strongest evidence first.
void Pairing::find_partner(std::size_t sighting) {
  const Scene& scene = scenes_[surroundings(sighting).container];
  const bool vertex = program(sighting).stage == Stage::Vertex;
  const Side& mine = vertex ? scene.vertex : scene.fragment;
  const Side& others = vertex ? scene.fragment : scene.vertex;
  const auto look_up = [](const Index& index, const std::string& key) {
    const auto row = index.find(key);
    return row == index.end() ? NumbersView() : NumbersView(row->second);
  };
  if (const auto name = name_without_stage(origin(sighting).name))
    if (const auto other = nearest(look_up(others.by_name, *name), sighting, false))
      return add(sighting, *other,
                 fmt::format("their names, {} and {}, differ in the stage alone",
                             origin(vertex ? sighting : *other).name, origin(vertex ? *other : sighting).name));
  if (const std::string& name = surroundings(sighting).class_name; !name.empty())
    if (const auto other = nearest(look_up(others.by_class, name), sighting, false))
      return add(sighting, *other, class_evidence(sighting, *other));
  if (const auto other = nearest(others.all, sighting, true))
    return add(sighting, *other, neighbourhood(sighting, *other));
  const std::string varyings = varyings_of(program(sighting));
  if (varyings.empty()) return;
  const NumbersView same = look_up(others.by_varyings, varyings);
  if (same.size() == 1 && look_up(mine.by_varyings, varyings).size() == 1 && fits(sighting, same[0]))
    add(sighting, same[0], "of all programs in this file, only these two have the same varyings");
}

std::vector<FoundPair> Pairing::run() {
  index();
  for (const auto& scene : scenes_)
    for (const std::size_t sighting : scene.second.fragment.all) find_partner(sighting);
  std::set<std::size_t> paired;
  for (const auto& pair : pairs_) paired.insert(pair.first.first);
  for (const auto& scene : scenes_)
    for (const std::size_t sighting : scene.second.vertex.all)
      if (paired.count(sightings_[sighting].program) == 0) find_partner(sighting);
  std::vector<FoundPair> list;
  for (const auto& [key, evidence] : pairs_) list.push_back({key.first, key.second, evidence});
  return list;
}

}  // namespace

std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs, const std::vector<Sighting>& sightings) {
  return Pairing(programs, sightings).run();
}

}  // namespace agal::extraction
