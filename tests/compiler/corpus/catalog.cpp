// Loads the manifest and the programs of corpus/.
#include "corpus/catalog.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

#include "agal/assembly.hpp"
#include "agal/operands.hpp"
#include "corpus/manifest.hpp"

namespace agal::test {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Catalog load() {
  Catalog result;
  result.root = AGAL_SOURCE_DIR "/corpus";
  const std::string file = (result.root / "manifest.json").string();
  Result<corpus::Manifest> manifest = corpus::parse_manifest(read_text(file), file);
  if (!manifest) {
    result.problem = render_text(manifest.diagnostics());
    return result;
  }
  result.manifest = std::move(manifest->root);
  for (corpus::Program& listed : manifest->programs) {
    CatalogEntry entry;
    entry.file = std::move(listed.path);
    entry.listed_stage = listed.stage;
    entry.fields = std::move(listed.fields);
    entry.text = read_text(result.root / entry.file);
    Result<Program> program = assemble(entry.text, entry.file);
    entry.diagnostics = program.diagnostics();
    if (program) entry.program = *std::move(program);
    result.entries.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

const CatalogEntry* Catalog::find(std::string_view file) const {
  for (const CatalogEntry& entry : entries)
    if (entry.file == file) return &entry;
  return nullptr;
}

const Catalog& catalog() {
  static const Catalog instance = load();
  return instance;
}

std::set<std::string> defined_words(std::string_view heading) {
  std::set<std::string> words;
  std::istringstream lines(read_text(catalog().root / "README.md"));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) inside = line.substr(line.find_first_not_of("# ")) == heading;
    if (inside && line.starts_with("| `")) words.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return words;
}

std::set<std::string> registers_read(const Program& program) {
  std::set<std::string> names;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      const bool bound =
          access.is(RegisterType::Constant) || access.is(RegisterType::Attribute) || access.is(RegisterType::Sampler);
      if (access.kind == AccessKind::Write || !bound) return;
      for (std::uint32_t number = access.first; number < access.end(); ++number)
        names.insert(register_name(access.type_code, number, program.stage));
    });
  return names;
}

bool addresses_relatively(const Program& program) {
  bool found = false;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) { found = found || access.kind == AccessKind::Relative; });
  return found;
}

}  // namespace agal::test
