// Programs of one text that differ only in the options of their samplers. docs/adr/0026 says why they stay programs.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/extract.hpp"

namespace agal {
namespace {

// docs/extract.md states this limit: fewer programs are listed one by one.
constexpr std::size_t min_programs = 3;

// In the order in which a disassembly has them.
constexpr std::array parameters{SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap, SamplerField::Format};

bool is_one_of_several(const FoundProgram& found) {
  const Certainty certainty = certainty_of(found);
  return found.form == FindForm::Assembly && (certainty == Certainty::Variant || certainty == Certainty::Filled);
}

// Equal for the programs of a family: the place of the text, and the tokens without the options.
std::string key_of(const FoundProgram& found) {
  std::string key = found.origins.front().container + '\n' + found.origins.front().name + '\n';
  key += std::string(name(found.program.stage)) + std::to_string(found.program.version);
  const auto put = [&](std::uint64_t bits) { key += ' ' + std::to_string(bits); };
  for (const Instruction& token : found.program.instructions) {
    SamplerOperand sampler = token.sampler();
    for (const SamplerField field : parameters)
      if (token.samples()) sampler = sampler.with(field, 0);
    put(token.opcode);
    put(token.dst.bits);
    put(token.src1.bits);
    put(sampler.bits);
  }
  return key;
}

// The values of each field that the programs have.
using Values = std::map<std::uint32_t, std::map<SamplerField, std::set<std::uint32_t>>>;  // by sampler

std::string text_of(SamplerField field, const std::set<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values) {
    const SamplerOptionInfo* const option = find_sampler_option(field, value);
    if (!text.empty()) text += '|';
    text += option != nullptr ? std::string(option->text) : std::to_string(value);
  }
  return text;
}

std::string describe(const std::vector<FoundProgram>& programs, const std::vector<std::size_t>& members) {
  Values values;
  for (const std::size_t member : members)
    for (const Instruction& token : programs[member].program.instructions) {
      if (!token.samples()) continue;
      auto& fields = values[token.sampler().index()];
      fields[SamplerField::Dim].insert(token.sampler().field(SamplerField::Dim));
      for (const SamplerField field : parameters) fields[field].insert(token.sampler().field(field));
    }
  std::string text;
  for (const auto& [sampler, fields] : values) {
    text += (text.empty() ? "fs" : ", fs") + std::to_string(sampler) + " <" +
            text_of(SamplerField::Dim, fields.at(SamplerField::Dim));
    for (const SamplerField field : parameters) {
      const std::set<std::uint32_t>& of_field = fields.at(field);
      // `rgba` goes without saying.
      if (field != SamplerField::Format || of_field != std::set<std::uint32_t>{0}) text += ", " + text_of(field, of_field);
    }
    text += '>';
  }
  return text;
}

}  // namespace

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
