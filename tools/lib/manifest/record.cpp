#include "manifest/record.hpp"

#include <algorithm>
#include <map>

#include "base/json_writer.hpp"
#include "manifest/samplers.hpp"

namespace agal::manifest {
namespace {

using base::JsonWriter;

// Writes the number of uses of each opcode. Invalid opcode numbers are counted together, because a program may have a
// different one in each token.
void write_opcodes(JsonWriter& json, const Program& program) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const Instruction& instruction : program.instructions) {
    const OpcodeInfo* const row = instruction.info();
    ++counts[row != nullptr ? row->text : "unknown"];
  }
  json.object([&] {
    for (const auto& [name, count] : counts) json.member(name, count);
  });
}

// Adds the samplers. The limit only affects programs that players reject.
void add_samplers(JsonWriter& json, const Program& program) {
  constexpr std::size_t max_listed = 100;
  std::vector<std::string> samplers = samplers_of(program);
  if (samplers.empty()) return;
  samplers.resize(std::min(samplers.size(), max_listed));
  json.member("family", family_of(program));
  json.key("samplers").list([&] {
    for (const std::string& sampler : samplers) json.value(sampler);
  });
}

void add_place(JsonWriter& json, const Origin& origin) {
  json.member("container", origin.container);
  if (origin.tag != 0) json.member("tag", origin.tag);
  json.member("offset", origin.offset);
  if (origin.line != 0) json.member("line", origin.line);
  if (!origin.name.empty()) json.member("name", origin.name);
}

void write_origins(JsonWriter& json, const Record& record) {
  json.list([&] {
    for (const Origin& origin : record.origins)
      json.object([&] {
        add_place(json, origin);
        if (origin.certainty != Certainty::Exact) json.member("certainty", name(origin.certainty));
        if (!origin.detail.empty()) json.member("detail", origin.detail);
        json.member("stem", record.stem);
      });
  });
}

void write_pairs(JsonWriter& json, const std::vector<Partner>& pairs) {
  json.list([&] {
    for (const Partner& pair : pairs)
      json.object([&] {
        json.members({{"with", pair.hash}, {"evidence", pair.evidence}});
        if (!pair.captured.empty()) json.key("captured").raw(pair.captured);
      });
  });
}

void write_outputs(JsonWriter& json, const Record& record) {
  json.object([&] {
    for (const auto& [name, path] : record.outputs) json.member(name, path);
  });
}

void write_not_expressible(JsonWriter& json, const Record& record) {
  json.object([&] {
    for (const NotExpressible& row : record.not_expressible)
      json.key(row.target).list([&] {
        for (const std::uint16_t code : row.codes) json.value(code_name(code));
      });
  });
}

void write_diagnostics(JsonWriter& json, const Diagnostics& diagnostics) {
  const std::string lines = render_json(diagnostics);
  json.list([&] {
    for (std::string_view rest = lines; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      json.raw(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
  });
}

Certainty best_certainty(const std::vector<Origin>& origins) {
  Certainty best = origins.empty() ? Certainty::Exact : origins[0].certainty;
  for (const Origin& origin : origins) best = std::min(best, origin.certainty);
  return best;
}

std::string_view name(FindForm form) {
  switch (form) {
    case FindForm::Bytecode: return "bytecode";
    case FindForm::Assembly: return "assembly";
  }
  return {};
}

void add_program(JsonWriter& json, const Record& record) {
  const FoundProgram& found = *record.found;
  json.members({{"stage", name(found.program.stage)},
                {"version", found.program.version},
                {"tokens", found.program.instructions.size()},
                {"form", name(found.form)},
                {"certainty", name(best_certainty(record.origins))}});
}

template <class T, class Write>
void add_all(JsonWriter& json, std::string_view key, const std::vector<T>& list, const Write& write) {
  json.key(key).list([&] {
    for (const T& each : list) write(each);
  });
}

void write_incomplete(JsonWriter& json, const Incomplete& missing) {
  const auto write_text = [&](const FoundText& text) {
    json.object([&] {
      add_place(json, text.origin);
      json.members({{"certainty", name(text.origin.certainty)}, {"detail", text.origin.detail}, {"text", text.text}});
    });
  };
  json.object([&] {
    json.member("programs", missing.programs);
    add_all(json, "uploads", missing.uploads, [&](const std::string& container) { json.value(container); });
    json.member("lines", missing.lines);
    add_all(json, "classes", missing.classes, [&](const UnassignedLines& row) {
      json.object({{"container", row.container}, {"class", row.class_name}, {"lines", row.lines}});
    });
    json.member("textCount", missing.text_count);
    add_all(json, "texts", missing.texts, write_text);
    json.member("tooManyCount", missing.too_many_count);
    add_all(json, "tooMany", missing.too_many, [&](const std::string& in_class) { json.value(in_class); });
    add_all(json, "loadsOthers", missing.containers_loading_swfs,
            [&](const std::string& container) { json.value(container); });
    json.member("unusedCount", missing.unused_count);
    add_all(json, "unused", missing.unused, write_text);
    add_all(json, "lost", missing.lost, [&](const LostRecords& row) {
      json.object({{"container", row.container}, {"run", row.run}, {"records", row.records}});
    });
  });
}

void add_products(JsonWriter& json, const Record& record) {
  write_pairs(json.key("pairs"), record.pairs);
  json.member("disassembly", record.stem + std::string(disassembly_suffix));
  if (!record.disassembly_hash.empty()) json.member("disassemblyHash", record.disassembly_hash);
  write_outputs(json.key("outputs"), record);
  write_not_expressible(json.key("notExpressible"), record);
  if (record.proofs.empty()) return;
  json.key("proofs").object([&] {
    for (const ProofAnswer& proof : record.proofs) json.member(proof.target, proof.answer);
  });
}

// Truncates a long text at a character boundary.
void shorten(std::string& text) {
  constexpr std::size_t max_bytes = 4096;
  if (text.size() <= max_bytes) return;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
}

template <class T>
std::vector<T> first_of(const std::vector<T>& list) {
  constexpr std::size_t max_listed = 100;
  return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), max_listed))};
}

}  // namespace

Incomplete incomplete_of(const Extraction& extraction) {
  Incomplete missing;
  missing.programs = extraction.programs.size();
  missing.uploads = first_of(extraction.containers_missing_programs);
  for (const UnassignedLines& row : extraction.unassigned) missing.lines += row.lines;
  missing.classes = first_of(extraction.unassigned);
  missing.text_count = extraction.texts.size();
  missing.texts = first_of(extraction.texts);
  for (FoundText& text : missing.texts) shorten(text.text);
  missing.too_many_count = extraction.too_many.size();
  missing.too_many = first_of(extraction.too_many);
  missing.containers_loading_swfs = first_of(extraction.containers_loading_swfs);
  missing.unused_count = extraction.unused.size();
  missing.unused = first_of(extraction.unused);
  for (FoundText& text : missing.unused) shorten(text.text);
  missing.lost = first_of(extraction.lost);
  return missing;
}

std::string record_line(const Record& record) {
  JsonWriter json(base::JsonStyle::Compact);
  const FoundProgram* const found = record.found;
  json.object([&] {
    if (found != nullptr) json.member("hash", record.hash);
    json.member("stem", record.stem);
    if (record.kind) json.member("kind", name(*record.kind));
    if (found != nullptr) add_program(json, record);
    json.member("status", name(record.status));
    if (found != nullptr) {
      write_opcodes(json.key("opcodes"), found->program);
      add_samplers(json, found->program);
    }
    write_origins(json.key("origins"), record);
    if (found != nullptr) add_products(json, record);
    if (record.incomplete) write_incomplete(json.key("incomplete"), *record.incomplete);
    write_diagnostics(json.key("diagnostics"), record.diagnostics);
  });
  return json.line();
}

}  // namespace agal::manifest
