#include "exec/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "agal/assembly.hpp"
#include "smith/smith.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal::exec {
namespace {

using test::Corpus;
using test::CorpusProgram;

std::optional<Program> read_program(const CorpusProgram& source) {
  AssembleOptions options;
  options.stage = source.stage;
  auto loaded = load_program(source.bytes, source.path, options);
  return loaded ? std::optional<Program>(std::move(*loaded)) : std::nullopt;
}

EntryList entries_of(const Corpus& corpus) {
  EntryList list;
  list.missing = corpus.missing;
  std::vector<bool> paired(corpus.programs.size());
  const auto fill = [&](Entry& entry, std::size_t index) {
    const CorpusProgram& source = corpus.programs[index];
    const bool vertex = source.stage == Stage::Vertex;
    (vertex ? entry.vertex_constants : entry.fragment_constants) = source.constants;
    (vertex ? entry.vertex : entry.fragment) = read_program(source);
    entry.name += (entry.name.empty() ? "" : " + ") + source.path;
    paired[index] = true;
  };
  for (const test::CorpusPair& pair : corpus.pairs) {
    Entry& entry = list.entries.emplace_back();
    fill(entry, pair.vertex);
    fill(entry, pair.fragment);
  }
  for (std::size_t i = 0; i < corpus.programs.size(); ++i)
    if (!paired[i]) fill(list.entries.emplace_back(), i);
  return list;
}

Entry entry_of_text(std::string_view text) {
  auto assembled = assemble(text);
  if (!assembled) throw std::logic_error(render_text(assembled.diagnostics()));
  Entry entry;
  entry.name = "made for it";
  (assembled->stage == Stage::Vertex ? entry.vertex : entry.fragment) = std::move(*assembled);
  return entry;
}

// Adds the opcodes, masks, operands, sampler states and the version of a program, as words.
void add_features(const std::optional<Program>& program, std::set<std::string>& features) {
  if (!program) return;
  const std::string stage = program->stage == Stage::Vertex ? "vertex " : "fragment ";
  features.insert(fmt::format("{}version {}", stage, program->version));
  for (const Instruction& token : program->instructions) {
    features.insert(fmt::format("{}opcode {}", stage, token.opcode));
    features.insert(fmt::format("{}mask {}", stage, token.dst.mask()));
    features.insert(fmt::format("{}operand {} {}", stage, token.src1.type_code(), token.src1.indirect()));
    if (token.samples())
      for (const SamplerFieldInfo& field : sampler_field_table)
        features.insert(fmt::format("{}{} {}", stage, field.noun, token.sampler().field(field.field)));
    else
      features.insert(fmt::format("{}operand {} {}", stage, token.src2.type_code(), token.src2.indirect()));
  }
}

}  // namespace

std::vector<Entry> sample_of(std::vector<Entry> entries) {
  if (test::is_exhaustive()) return entries;
  std::set<std::string> known;
  std::erase_if(entries, [&](const Entry& entry) {
    const std::size_t before = known.size();
    add_features(entry.vertex, known);
    add_features(entry.fragment, known);
    return known.size() == before;
  });
  return entries;
}

Entry entry_of_files(const std::vector<std::string>& paths) {
  Entry entry;
  for (const std::string& path : paths) {
    auto loaded = load_program(test::read_file(path), path);
    if (!loaded) throw std::runtime_error(render_text(loaded.diagnostics()));
    entry.name += (entry.name.empty() ? "" : " + ") + path;
    (loaded->stage == Stage::Vertex ? entry.vertex : entry.fragment) = std::move(*loaded);
  }
  return entry;
}

std::vector<Entry> regression_entries() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(AGAL_SOURCE_DIR "/tests/compiler/exec/regressions"))
    if (file.path().extension() == ".agal") paths.push_back(file.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<Entry> entries;
  for (const std::string& path : paths) {
    entries.push_back(entry_of_files({path}));
    entries.back().name = std::filesystem::path(path).stem().stem().string();
  }
  return entries;
}

EntryList own_entries() { return entries_of(test::own_corpus()); }

std::vector<Entry> generated_entries(std::uint32_t count, std::uint32_t smallest, std::uint32_t largest,
                                     bool allow_reserved) {
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < count; ++i) {
    smith::Options options;
    options.seed = i;
    options.allow_reserved = allow_reserved;
    options.size = smallest + i * 7 % (largest - smallest + 1);
    smith::Pair pair = smith::generate_pair(options);
    entries.push_back({fmt::format("generated {}", i), std::move(pair.vertex), std::move(pair.fragment), {}, {}});
  }
  return entries;
}

std::vector<Entry> entries_for(const Variant& variant, std::uint32_t generated) {
  std::vector<Entry> entries = generated_entries(generated, 10, 40, variant.allow_reserved);
  entries.push_back(entry_of_text(variant.program));
  return entries;
}

EntryList shared_entries() { return entries_of(test::shared_corpus()); }

}  // namespace agal::exec
