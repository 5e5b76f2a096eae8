#include "unit/corpus/catalogue.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

#include "agal/assembly.hpp"

namespace agal::test {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Catalogue load() {
  Catalogue result;
  result.root = AGAL_SOURCE_DIR "/corpus";
  result.manifest = nlohmann::json::parse(read_text(result.root / "manifest.json"), nullptr, false);
  if (!result.manifest.is_object() || !result.manifest.contains("programs") || !result.manifest.contains("pairs")) {
    result.problem = "corpus/manifest.json is not an object with `programs` and `pairs`";
    return result;
  }
  for (const nlohmann::json& fields : result.manifest["programs"]) {
    CatalogueEntry entry;
    entry.file = fields.value("file", std::string());
    entry.fields = fields;
    entry.text = read_text(result.root / entry.file);
    Result<Program> program = assemble(entry.text, entry.file);
    entry.diagnostics = program.diagnostics();
    if (program) entry.program = *std::move(program);
    result.entries.push_back(std::move(entry));
  }
  return result;
}

void add_source(std::set<std::string>& names, const Source& source, std::uint32_t rows, Stage stage) {
  const auto add = [&](RegisterType type, std::uint32_t index) {
    const bool named = type == RegisterType::Constant || type == RegisterType::Attribute;
    if (named) names.insert(register_name(static_cast<std::uint32_t>(type), index, stage));
  };
  if (source.indirect()) add(source.index_type(), source.index());
  const std::uint32_t first = source.indirect() ? source.offset() : source.index();
  for (std::uint32_t row = 0; row < rows; ++row) add(source.type(), first + row);
}

}  // namespace

const CatalogueEntry* Catalogue::find(std::string_view file) const {
  for (const CatalogueEntry& entry : entries)
    if (entry.file == file) return &entry;
  return nullptr;
}

const Catalogue& catalogue() {
  static const Catalogue instance = load();
  return instance;
}

std::set<std::string> defined_words(std::string_view heading) {
  std::set<std::string> words;
  std::istringstream lines(read_text(catalogue().root / "README.md"));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) inside = line.substr(line.find_first_not_of("# ")) == heading;
    if (inside && line.starts_with("| `")) words.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return words;
}

std::set<std::string> registers_read(const Program& program) {
  std::set<std::string> names;
  for (const Instruction& instruction : program.instructions) {
    const OpcodeInfo* row = instruction.info();
    if (row == nullptr) continue;
    if (row->src1 != SourceRule::None) add_source(names, instruction.src1, 1, program.stage);
    if (row->src2 == SourceRule::Sampler) {
      const SamplerOperand sampler = instruction.sampler();
      names.insert(register_name(sampler.type_code(), sampler.index(), program.stage));
    } else if (row->src2 != SourceRule::None) {
      add_source(names, instruction.src2, row->rows, program.stage);
    }
  }
  return names;
}

bool addresses_relatively(const Program& program) {
  for (const Instruction& instruction : program.instructions) {
    const OpcodeInfo* row = instruction.info();
    if (row == nullptr) continue;
    if (row->src1 != SourceRule::None && instruction.src1.indirect()) return true;
    if (row->src2 != SourceRule::None && row->src2 != SourceRule::Sampler && instruction.src2.indirect()) return true;
  }
  return false;
}

}  // namespace agal::test
