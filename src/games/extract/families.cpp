// Finds families: programs from one text that differ only in the options of their samplers. docs/adr/0026 explains why
// they remain separate programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/games/extract.hpp"
#include "base/format.hpp"

namespace agal {
namespace {

// docs/extract.md states this limit: fewer programs are listed one by one.
constexpr std::size_t min_programs = 3;

// The fields of a sampler in the order of a disassembly. The first list is always printed; a field of the second list
// is printed unless it is 0.
constexpr std::array always_shown{SamplerField::Dim, SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap};
constexpr std::array shown_if_set{SamplerField::Format, SamplerField::Special};

bool is_one_of_several(const FoundProgram& found) {
  const Certainty certainty = certainty_of(found);
  return found.form == FindForm::Assembly && (certainty == Certainty::Variant || certainty == Certainty::Filled);
}

// Returns a key that is equal for the programs of a family: the place of the text, and the tokens without the options.
std::string key_of(const FoundProgram& found) {
  const Origin& origin = found.origins.front();
  return origin.container + '\n' + origin.name + '\n' + content_hash(without_sampler_options(found.program));
}

// The values that the operands of one sampler have in the programs.
struct SamplerValues {
  std::array<std::set<std::uint32_t>, sampler_field_table.size()> fields;
  std::set<float> biases;

  void add(SamplerOperand operand) {
    for (const SamplerFieldInfo& row : sampler_field_table)
      fields[static_cast<std::size_t>(row.field)].insert(operand.field(row.field));
    biases.insert(operand.bias());
  }
};

std::string text_of(SamplerField field, const std::set<std::uint32_t>& values) {
  std::vector<std::string> texts;
  for (const std::uint32_t value : values) {
    const SamplerOptionInfo* const option = find_sampler_option(field, value);
    texts.push_back(option != nullptr ? std::string(option->text) : fmt::format("{} {}", info(field).noun, value));
  }
  return base::joined(texts, "|");
}

std::string text_of(const SamplerValues& options) {
  std::vector<std::string> texts;
  const auto add = [&](SamplerField field, bool always) {
    const std::set<std::uint32_t>& values = options.fields[static_cast<std::size_t>(field)];
    if (always || values != std::set<std::uint32_t>{0}) texts.push_back(text_of(field, values));
  };
  for (const SamplerField field : always_shown) add(field, true);
  for (const SamplerField field : shown_if_set) add(field, false);
  if (options.biases != std::set<float>{0.0f}) texts.push_back(base::joined(options.biases, "|"));
  return base::joined(texts, ", ");
}

std::string describe(const std::vector<FoundProgram>& programs, const std::vector<std::size_t>& members) {
  std::map<std::uint32_t, SamplerValues> samplers;
  for (const std::size_t member : members)
    for (const Instruction& token : programs[member].program.instructions)
      if (token.samples()) samplers[token.sampler().index()].add(token.sampler());
  const Stage stage = programs[members.front()].program.stage;
  std::vector<std::string> texts;
  for (const auto& [sampler, options] : samplers)
    texts.push_back(fmt::format("{} <{}>", register_name(RegisterType::Sampler, sampler, stage), text_of(options)));
  return base::joined(texts, ", ");
}

}  // namespace

Program without_sampler_options(Program program) {
  for (Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    SamplerOperand plain = token.sampler().with_bias(0);
    for (const SamplerFieldInfo& row : sampler_field_table)
      if (row.field != SamplerField::Dim) plain = plain.with(row.field, 0);
    token.src2.bits = plain.bits;
  }
  return program;
}

std::vector<ProgramFamily> find_families(const std::vector<FoundProgram>& programs) {
  std::map<std::string, std::vector<std::size_t>> by_key;
  for (std::size_t i = 0; i < programs.size(); ++i)
    if (is_one_of_several(programs[i])) by_key[key_of(programs[i])].push_back(i);
  std::vector<ProgramFamily> families;
  for (auto& [key, members] : by_key) {
    if (members.size() < min_programs) continue;
    std::string text = describe(programs, members);
    families.push_back({std::move(members), std::move(text)});
  }
  std::sort(families.begin(), families.end(),
            [](const ProgramFamily& a, const ProgramFamily& b) { return a.programs < b.programs; });
  return families;
}

}  // namespace agal
