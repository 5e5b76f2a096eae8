#include "proofs/mutant_programs.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "exec/entries.hpp"
#include "os/child.hpp"
#include "support/lowering.hpp"

namespace agal::mutants {
namespace {

constexpr std::size_t max_tokens = 40;

const agalc::os::ChildLimits limits{std::uint64_t{8} << 30, 3000, 6000};  // drivers reserve much memory

std::uint32_t number_at(const char* text, char** end = nullptr) {
  return static_cast<std::uint32_t>(std::strtoul(text, end, 10));
}

}  // namespace

Wanted wanted_mutants(const char* variable, std::uint32_t otherwise) {
  Wanted wanted;
  const char* const number = std::getenv(variable);
  wanted.mutants = number != nullptr ? number_at(number) : otherwise;
  if (const char* const text = std::getenv("AGAL_MUTANTS_PART")) {
    char* slash = nullptr;
    wanted.part = number_at(text, &slash) - 1;
    wanted.parts = number_at(slash + 1);
    wanted.mutants /= wanted.parts;
  }
  return wanted;
}

std::string missing_in_child(const std::function<std::string()>& missing) {
  const agalc::os::ChildResult found = agalc::os::run_in_child(missing, limits);
  return found.fault.empty() ? found.output : "a device " + found.fault;
}

void run_in_children(const Wanted& wanted, const std::function<void(std::uint32_t)>& run_one, MutantCounts& counts) {
  // The number of programs for one child. Each child opens devices, which takes a while.
  constexpr std::uint32_t bases_of_child = 24;
  const auto run_some = [&](std::uint32_t first, std::uint32_t number) {
    return agalc::os::run_in_child(
        [&] {
          counts = {};
          for (std::uint32_t i = 0; i < number; ++i) run_one(first + i * wanted.parts);
          std::fflush(stdout);
          return counts.saved();
        },
        limits);
  };
  const char* const folder = std::getenv("AGAL_MUTANTS_FOLDER");
  for (std::uint32_t first = wanted.part; counts.made < wanted.mutants && first < 4 * wanted.parts * wanted.mutants;) {
    const std::uint32_t number = std::clamp((wanted.mutants - counts.made) / 16, 1u, bases_of_child);
    std::fflush(stdout);
    const agalc::os::ChildResult all = run_some(first, number);
    if (all.fault.empty()) counts.add_saved(all.output);
    for (std::uint32_t i = 0; i < number && !all.fault.empty(); ++i) {
      const agalc::os::ChildResult one = run_some(first + i * wanted.parts, 1);
      if (one.fault.empty())
        counts.add_saved(one.output);
      else
        ++counts.skipped["a device " + one.fault];
    }
    first += number * wanted.parts;
    if (folder != nullptr) std::ofstream(std::string(folder) + "/table") << counts.made << "\n" << counts.table();
  }
}

std::vector<Program> mutated_programs() {
  std::vector<Program> list;
  for (const Program& program : test::translatable_programs())
    if (program.instructions.size() <= max_tokens) list.push_back(program);
  for (const exec::Entry& entry : exec::generated_entries(300, 6, 30))
    for (const std::optional<Program>* const program : {&entry.vertex, &entry.fragment})
      if (*program) {
        list.push_back(**program);
        list.back().name = entry.name;
      }
  return list;
}

}  // namespace agal::mutants
