#include "manifest/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json_writer.hpp"

namespace agal::manifest {
namespace {

using base::JsonWriter;

void write_opcodes(JsonWriter& json, const Program& program) {
  std::map<std::string, std::uint64_t> counts;
  for (const Instruction& instruction : program.instructions) {
    const OpcodeInfo* const row = instruction.info();
    ++counts[row != nullptr ? std::string(row->text) : fmt::format("0x{:02x}", instruction.opcode)];
  }
  json.object([&] {
    for (const auto& [name, count] : counts) json.member(name, count);
  });
}

void write_origins(JsonWriter& json, const Record& record) {
  json.list([&] {
    for (const Origin& origin : record.origins)
      json.object([&] {
        json.member("container", origin.container);
        if (origin.tag != 0) json.member("tag", origin.tag);
        json.member("offset", origin.offset);
        if (!origin.name.empty()) json.member("name", origin.name);
        json.member("stem", record.stem);
      });
  });
}

void write_pairs(JsonWriter& json, const std::vector<Partner>& pairs) {
  json.list([&] {
    for (const Partner& pair : pairs) json.object({{"with", pair.hash}, {"evidence", pair.evidence}});
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

std::string_view name(FindForm form) {
  switch (form) {
    case FindForm::Bytecode: return "bytecode";
    case FindForm::Assembly: return "assembly";
  }
  return {};
}

void add_program(JsonWriter& json, const FoundProgram& found) {
  json.members({{"stage", name(found.program.stage)},
                {"version", found.program.version},
                {"tokens", found.program.instructions.size()},
                {"form", name(found.form)}});
}

void add_products(JsonWriter& json, const Record& record) {
  write_pairs(json.key("pairs"), record.pairs);
  json.member("disassembly", record.stem + std::string(disassembly_suffix));
  write_outputs(json.key("outputs"), record);
  write_not_expressible(json.key("notExpressible"), record);
}

}  // namespace

std::string record_line(const Record& record) {
  JsonWriter json(base::JsonStyle::Compact);
  const FoundProgram* const found = record.found;
  json.object([&] {
    if (found != nullptr) json.member("hash", record.hash);
    json.member("stem", record.stem);
    if (found != nullptr) add_program(json, *found);
    json.member("status", name(record.status));
    if (found != nullptr) write_opcodes(json.key("opcodes"), found->program);
    write_origins(json.key("origins"), record);
    if (found != nullptr) add_products(json, record);
    write_diagnostics(json.key("diagnostics"), record.diagnostics);
  });
  return json.line();
}

}  // namespace agal::manifest
