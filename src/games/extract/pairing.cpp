// Pairs programs by names, classes, places and varyings.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>

#include "agal/validate.hpp"
#include "base/format.hpp"
#include "diag/rules.hpp"
#include "extract/collector.hpp"
#include "program/stage_names.hpp"

namespace agal::extraction {
namespace {

// Half of the maximum number of candidates that are tried, the nearest first.
constexpr std::size_t max_candidates = 4;

// Indices of occurrences, ascending.
using Numbers = std::vector<std::size_t>;
using NumbersView = std::span<const std::size_t>;
using Index = std::unordered_map<std::string, Numbers>;

// The occurrences of programs of one stage in one container.
struct StagePrograms {
  Numbers all;
  Index by_name, by_class, by_varyings;
};

struct ContainerPrograms {
  StagePrograms vertex, fragment;
};

// Returns the version of a program, and the varyings that it reads (a fragment program) or writes (a vertex program).
// Returns "" if there are none.
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
  return varyings.empty() ? std::string() : fmt::format("{}: {}", program.version, base::joined(varyings, " "));
}

using program::name_without_stage;

class Pairing {
 public:
  Pairing(const std::vector<FoundProgram>& programs, const std::vector<Occurrence>& occurrences)
      : programs_(programs), occurrences_(occurrences) {}

  std::vector<FoundPair> run();

 private:
  void index();
  void find_partner(std::size_t occurrence);
  std::optional<std::size_t> nearest(NumbersView numbers, std::size_t occurrence, bool near) const;
  bool fits(std::size_t a, std::size_t b) const;
  bool is_near(std::size_t a, std::size_t b) const;
  void add(std::size_t a, std::size_t b, std::string evidence);

  const Program& program(std::size_t occurrence) const { return programs_[occurrences_[occurrence].program].program; }
  const Origin& origin(std::size_t occurrence) const {
    return programs_[occurrences_[occurrence].program].origins[occurrences_[occurrence].origin];
  }
  const FindContext& context(std::size_t occurrence) const { return occurrences_[occurrence].context; }
  std::string location_evidence(std::size_t a, std::size_t b) const;
  std::string class_evidence(std::size_t a, std::size_t b) const;

  const std::vector<FoundProgram>& programs_;
  const std::vector<Occurrence>& occurrences_;
  std::map<std::size_t, ContainerPrograms> containers_;  // indexed by container
  std::map<std::pair<std::size_t, std::size_t>, std::string> pairs_;
};

void Pairing::index() {
  for (std::size_t i = 0; i < occurrences_.size(); ++i) {
    ContainerPrograms& container = containers_[context(i).container];
    StagePrograms& stage_programs = program(i).stage == Stage::Vertex ? container.vertex : container.fragment;
    stage_programs.all.push_back(i);
    if (const auto name = name_without_stage(origin(i).name)) stage_programs.by_name[*name].push_back(i);
    if (!context(i).class_name.empty()) stage_programs.by_class[context(i).class_name].push_back(i);
    const std::string varyings = varyings_of(program(i));
    if (!varyings.empty()) stage_programs.by_varyings[varyings].push_back(i);
  }
}

bool Pairing::fits(std::size_t a, std::size_t b) const {
  const std::size_t vertex = program(a).stage == Stage::Vertex ? a : b;
  const std::size_t fragment = vertex == a ? b : a;
  const bool text = programs_[occurrences_[a].program].form == FindForm::Assembly ||
                    programs_[occurrences_[b].program].form == FindForm::Assembly;
  for (const Diagnostic& diagnostic : validate_pair(program(vertex), program(fragment))) {
    // Assembly text does not have a version, and got the lowest sufficient one. The engine may choose another version.
    if (text && diagnostic.code == static_cast<std::uint16_t>(diag::Rule::PairVersion)) continue;
    if (diagnostic.severity == Severity::Error) return false;
  }
  return true;
}

// Returns true if two occurrences are in the same or an adjacent tag or entry, and are not known to belong to different
// classes.
bool Pairing::is_near(std::size_t a, std::size_t b) const {
  const FindContext &one = context(a), &other = context(b);
  const std::size_t distance =
      one.position > other.position ? one.position - other.position : other.position - one.position;
  return distance <= 1 && (one.class_name.empty() || other.class_name.empty() || one.class_name == other.class_name);
}

// Returns the nearest program that fits. Of two equally near programs, the preceding one wins.
std::optional<std::size_t> Pairing::nearest(NumbersView numbers, std::size_t occurrence, bool near) const {
  auto after = std::lower_bound(numbers.begin(), numbers.end(), occurrence);
  auto before = after;
  for (std::size_t looked = 0; looked < 2 * max_candidates; ++looked) {
    const bool has_before = before != numbers.begin(), has_after = after != numbers.end();
    if (!has_before && !has_after) break;
    const bool back = has_before && (!has_after || occurrence - *std::prev(before) <= *after - occurrence);
    const std::size_t candidate = back ? *--before : *after++;
    if ((!near || is_near(occurrence, candidate)) && fits(occurrence, candidate)) return candidate;
  }
  return std::nullopt;
}

std::string Pairing::class_evidence(std::size_t a, std::size_t b) const {
  const bool one_method = context(a).run != 0 && context(a).run == context(b).run;
  if (context(a).run == 0) return fmt::format("both are embedded in the class {}", context(a).class_name);
  return fmt::format("the class {} contains both{}", context(a).class_name, one_method ? " in one method" : "");
}

std::string Pairing::location_evidence(std::size_t a, std::size_t b) const {
  const std::uint16_t tag = origin(a).tag;
  const std::size_t one = std::min(context(a).position, context(b).position);
  const std::size_t other = std::max(context(a).position, context(b).position);
  const bool text = programs_[occurrences_[a].program].form == FindForm::Assembly;
  if (one == other)
    return text && tag != 0 ? "they are in the same pool of strings, and no program that fits is nearer"
                            : "they are in the same data, and no program that fits is nearer";
  return fmt::format("they are in adjacent {}, {} and {}", tag != 0 ? "tags" : "entries", one, other);
}

void Pairing::add(std::size_t a, std::size_t b, std::string evidence) {
  const std::size_t vertex = program(a).stage == Stage::Vertex ? a : b;
  const std::size_t fragment = vertex == a ? b : a;
  if (!varyings_of(program(fragment)).empty())
    evidence += ", and the vertex program writes all that the fragment program reads";
  pairs_.try_emplace({occurrences_[vertex].program, occurrences_[fragment].program}, std::move(evidence));
}

// Finds the partner of an occurrence. The strongest evidence is tried first.
void Pairing::find_partner(std::size_t occurrence) {
  const ContainerPrograms& container = containers_[context(occurrence).container];
  const bool vertex = program(occurrence).stage == Stage::Vertex;
  const StagePrograms& mine = vertex ? container.vertex : container.fragment;
  const StagePrograms& others = vertex ? container.fragment : container.vertex;
  const auto look_up = [](const Index& index, const std::string& key) {
    const auto row = index.find(key);
    return row == index.end() ? NumbersView() : NumbersView(row->second);
  };
  if (const auto name = name_without_stage(origin(occurrence).name))
    if (const auto other = nearest(look_up(others.by_name, *name), occurrence, false))
      return add(occurrence, *other,
                 fmt::format("their names, {} and {}, differ only in the stage",
                             origin(vertex ? occurrence : *other).name, origin(vertex ? *other : occurrence).name));
  if (const std::string& name = context(occurrence).class_name; !name.empty())
    if (const auto other = nearest(look_up(others.by_class, name), occurrence, false))
      return add(occurrence, *other, class_evidence(occurrence, *other));
  if (const auto other = nearest(others.all, occurrence, true))
    return add(occurrence, *other, location_evidence(occurrence, *other));
  const std::string varyings = varyings_of(program(occurrence));
  if (varyings.empty()) return;
  const NumbersView same = look_up(others.by_varyings, varyings);
  if (same.size() == 1 && look_up(mine.by_varyings, varyings).size() == 1 && fits(occurrence, same[0]))
    add(occurrence, same[0], "they are the only two programs in this file with these varyings");
}

std::vector<FoundPair> Pairing::run() {
  index();
  for (const auto& container : containers_)
    for (const std::size_t occurrence : container.second.fragment.all) find_partner(occurrence);
  std::set<std::size_t> paired;
  for (const auto& pair : pairs_) paired.insert(pair.first.first);
  for (const auto& container : containers_)
    for (const std::size_t occurrence : container.second.vertex.all)
      if (paired.count(occurrences_[occurrence].program) == 0) find_partner(occurrence);
  std::vector<FoundPair> list;
  for (const auto& [key, evidence] : pairs_) list.push_back({key.first, key.second, evidence});
  return list;
}

}  // namespace

std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs,
                                  const std::vector<Occurrence>& occurrences) {
  return Pairing(programs, occurrences).run();
}

}  // namespace agal::extraction
