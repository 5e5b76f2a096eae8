// The functions of agal.h that look up words.
#include <fmt/format.h>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"
#include "agal/explain.hpp"
#include "agal/isa.hpp"
#include "agal/options.hpp"
#include "agal/target.hpp"
#include "base/json_writer.hpp"
#include "c/objects.hpp"
#include "c/result.hpp"

namespace agal::c {
namespace {

// Returns a result for an unknown word. `kind` is the expected kind of word.
agal_result* unknown(std::string_view kind, const char* word) {
  return guarded([&] { return failed_result(AGAL_REJECTED, fmt::format("unknown {} '{}'\n", kind, word)); },
                 no_memory_result, [](const char* what) { return failed_result(AGAL_INTERNAL_ERROR, what); });
}

// Returns the result of a lookup. `find` returns "" for an unknown word.
template <class Find>
agal_result* look_up(std::string_view kind, const char* word, std::string_view part, Find&& find) {
  if (word == nullptr) return failed_result(AGAL_BAD_ARGUMENT, "the word is a null pointer\n");
  bool known = false;
  agal_result* const result = make_result([&](agal_result& out) {
    std::string text = find(word);
    known = !text.empty();
    out.add_text(part, std::move(text));
    out.add(Diagnostics());
  });
  if (known || agal_result_status(result) != AGAL_OK) return result;
  agal_result_release(result);
  return unknown(kind, word);
}

// ---- the tables of agal_list

using base::JsonWriter;

void write_options(JsonWriter& json) {
  for (const OptionInfo& option : c::all_options())
    json.object([&] {
      json.members({{"name", option.name}, {"summary", option.summary}});
      if (!option.form.empty()) json.member("form", option.form);
      if (option.choices.empty()) return;
      json.key("choices").list([&] {
        for (const std::string_view choice : option.choices) json.value(choice);
      });
      if (!option.default_value.empty()) json.member("default", option.default_value);
    });
}

void write_targets(JsonWriter& json) {
  for (const TargetInfo& row : target_table)
    json.object({{"name", row.name},
                 {"title", info(row.family).title},
                 {"version", row.version},
                 {"suffix", row.suffix},
                 {"binary", row.is_binary()}});
}

void write_opcodes(JsonWriter& json) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) continue;
    json.object({{"name", row.text},
                 {"code", static_cast<std::uint32_t>(row.opcode)},
                 {"version", row.min_version},
                 {"stage", name(row.stage)},
                 {"reserved", row.status == OpcodeStatus::Reserved},
                 {"destination", row.dest != DestinationRule::None},
                 {"sources", (row.src1 != SourceRule::None ? 1u : 0u) + (row.src2 != SourceRule::None ? 1u : 0u)},
                 {"samples", row.samples()},
                 {"formula", row.formula}});
  }
}

// Writes a row for each stage that has the register.
void write_registers(JsonWriter& json) {
  for (const RegisterInfo& row : register_table)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      if (row.use(stage) == RegisterUse::None) continue;
      json.object([&] {
        json.members({{"name", row.prefix(stage)},
                      {"noun", row.noun},
                      {"stage", name(stage)},
                      {"version", row.min_version},
                      {"numbered", row.numbered},
                      {"readable", row.readable(stage)},
                      {"writable", row.writable(stage)},
                      {"sampled", row.use(stage) == RegisterUse::Sample}});
        json.key("counts").list([&] {
          for (const Limits& limits : version_limits_table) json.value(limits.count(row.type, stage));
        });
      });
    }
}

void write_sampler_options(JsonWriter& json) {
  for (const SamplerOptionInfo& row : sampler_option_table) {
    json.object([&] {
      json.member("name", row.text);
      if (!row.alias.empty()) json.member("alias", row.alias);
      const SamplerFieldInfo& field = info(row.field);
      json.members({{"field", field.noun},
                    {"value", row.value},
                    {"accepted", row.accepted},
                    {"combines", field.combine == SamplerCombine::Union}});
    });
  }
}

void write_macro_words(JsonWriter& json) {
#define AGAL_MACRO_WORD(word, form, summary) json.object({{"name", word}, {"form", form}});
#define AGAL_MACRO_FUNCTION(name, form, body) json.object({{"name", name}, {"form", form}});
#include "agal/tables/macro_words.def"
}

void write_diagnostics(JsonWriter& json) {
  for (const RuleInfo& rule : all_rules())
    json.object({{"code", code_name(rule.code)},
                 {"name", rule.slug},
                 {"severity", name(rule.severity)},
                 {"phase", name(rule.phase)},
                 {"message", rule.message}});
}

struct Table {
  std::string_view name;
  void (*write)(JsonWriter&);
};

constexpr Table tables[] = {
    {"options", write_options},
    {"targets", write_targets},
    {"opcodes", write_opcodes},
    {"registers", write_registers},
    {"sampler-options", write_sampler_options},
    {"macro-words", write_macro_words},
    {"diagnostics", write_diagnostics},
};

// Returns a table as a list of objects; "" for an unknown name.
std::string table_as_json(std::string_view name) {
  JsonWriter json(base::JsonStyle::Compact);
  for (const Table& table : tables)
    if (table.name == name) {
      json.list([&] { table.write(json); });
      return json.line();
    }
  return {};
}

}  // namespace
}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_explain(const char* word) {
  return look_up("word", word, "text", [](std::string_view text) {
    const RuleInfo* const rule = find_rule(text);
    return rule != nullptr ? explain(*rule) : glossary_entry(text);
  });
}

agal_result* agal_list(const char* table) { return look_up("table", table, "json", table_as_json); }

}  // extern "C"
