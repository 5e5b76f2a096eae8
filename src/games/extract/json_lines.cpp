// Writes the result of an extraction as lines of JSON.
#include <algorithm>

#include "agal/games/extract.hpp"
#include "base/json_writer.hpp"

namespace agal {
namespace {

// The other program of a pair.
struct Partner {
  std::string_view hash;
  const FoundPair* pair = nullptr;
};

// Writes an origin. The certainty Exact is not written, because the format did not have this key at first.
void write_origin(base::JsonWriter& json, const Origin& origin) {
  json.object([&] {
    json.members(
        {{"container", origin.container}, {"tag", origin.tag}, {"offset", origin.offset}, {"name", origin.name}});
    if (origin.line != 0) json.member("line", origin.line);
    if (origin.certainty != Certainty::Exact) json.member("certainty", name(origin.certainty));
    if (!origin.detail.empty()) json.member("detail", origin.detail);
  });
}

void write_origins(base::JsonWriter& json, const std::vector<Origin>& origins) {
  json.list([&] {
    for (const Origin& origin : origins) write_origin(json, origin);
  });
}

// Writes the notes about registers from the JSON of glsl2agal.
void write_registers(base::JsonWriter& json, const std::vector<RegisterNote>& registers) {
  json.list([&] {
    for (const RegisterNote& note : registers)
      json.object([&] {
        json.member("register", note.place);
        if (!note.name.empty()) json.member("name", note.name);
        if (!note.values.empty()) json.key("values").list(note.values, [&](float value) { json.value(value); });
      });
  });
}

void write_partners(base::JsonWriter& json, const std::vector<Partner>& partners) {
  json.list([&] {
    for (const Partner& partner : partners)
      json.object([&] {
        json.members({{"with", partner.hash}, {"evidence", partner.pair->evidence}});
        if (!partner.pair->captures.empty()) json.key("captured").raw(to_json(partner.pair->captures));
      });
  });
}

}  // namespace

std::string_view name(Certainty certainty) {
  switch (certainty) {
    case Certainty::Captured: return "captured";
    case Certainty::Exact: return "exact";
    case Certainty::Variant: return "variant";
    case Certainty::Filled: return "filled";
    case Certainty::Partial: return "partial";
    case Certainty::Template: return "template";
  }
  return {};
}

Certainty certainty_of(const FoundProgram& found) {
  const auto best = std::min_element(found.origins.begin(), found.origins.end(),
                                     [](const Origin& a, const Origin& b) { return a.certainty < b.certainty; });
  return best == found.origins.end() ? Certainty::Exact : best->certainty;
}

std::string to_json_lines(const Extraction& extraction) {
  std::vector<std::string> hashes;
  std::vector<std::vector<Partner>> partners(extraction.programs.size());
  for (const FoundProgram& found : extraction.programs) hashes.push_back(content_hash(found.program));
  for (const FoundPair& pair : extraction.pairs) {
    partners[pair.vertex].push_back({hashes[pair.fragment], &pair});
    partners[pair.fragment].push_back({hashes[pair.vertex], &pair});
  }
  std::vector<const ProgramFamily*> family_of(extraction.programs.size());
  const std::vector<ProgramFamily> families = find_families(extraction.programs);
  for (const ProgramFamily& family : families)
    for (const std::size_t program : family.programs) family_of[program] = &family;
  base::JsonWriter lines(base::JsonStyle::Compact);
  for (std::size_t i = 0; i < extraction.programs.size(); ++i) {
    const FoundProgram& found = extraction.programs[i];
    lines.object([&] {
      lines.members({{"hash", hashes[i]},
                     {"stage", name(found.program.stage)},
                     {"version", found.program.version},
                     {"tokens", found.program.instructions.size()},
                     {"form", found.form == FindForm::Bytecode ? "bytecode" : "assembly"},
                     {"certainty", name(certainty_of(found))}});
      if (const ProgramFamily* const family = family_of[i])
        lines.members({{"family", hashes[family->programs.front()]}, {"parameters", family->parameters}});
      if (!found.program.registers.empty()) write_registers(lines.key("registers"), found.program.registers);
      write_origins(lines.key("origins"), found.origins);
      write_partners(lines.key("pairs"), partners[i]);
    });
    lines.end_line();
  }
  return std::string(lines.text());
}

}  // namespace agal
