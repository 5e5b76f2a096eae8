// Extraction from SWF files of real projects: finds all known programs, and no others.
#include <map>

#include "extract/recognize.hpp"
#include "support/corpus.hpp"
#include "support/extraction.hpp"
#include "support/facility.hpp"

namespace agal::test {
namespace {

using testing::SizeIs;
using testing::UnorderedElementsAreArray;

const std::string shared_root = AGAL_SOURCE_DIR "/../shared/corpus/";

/// Returns the known programs of each file as canonical text.
std::map<std::string, std::vector<std::string>> known_programs() {
  std::map<std::string, std::vector<std::string>> known;
  for (const CorpusProgram& program : shared_corpus().programs) {
    if (program.origin != "swf") continue;
    AssembleOptions options;
    options.stage = program.stage;
    const Result<Program> assembled = assemble(program.text(), program.path, options);
    EXPECT_TRUE(assembled) << program.path;
    if (assembled)
      known[program.path.substr(0, program.path.find('#'))].push_back(
          disassemble(*assembled, {.offsets = false, .explain = false, .header = false}));
  }
  return known;
}

TEST(RealSwf, ContainsExactlyTheKnownPrograms) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  const auto known = known_programs();
  EXPECT_THAT(known, SizeIs(18));
  for (const auto& [path, programs] : known)
    EXPECT_THAT(texts(found_in(read_file(shared_root + path), path)), UnorderedElementsAreArray(programs)) << path;
}

TEST(RealSwf, PairsEveryProgram) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  for (const auto& [path, programs] : known_programs()) {
    const Extraction found = found_in(read_file(shared_root + path), path);
    // Each file contains one vertex program, which pairs with every fragment program.
    EXPECT_THAT(found.pairs, SizeIs(programs.size() - 1)) << path;
    for (const FoundPair& pair : found.pairs) EXPECT_FALSE(pair.evidence.empty());
  }
}

TEST(RealSwf, GivesSameProgramsInArchive) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  example::Entries entries;
  std::size_t programs = 0;
  for (const auto& [path, texts] : known_programs()) {
    entries.emplace_back(path, read_file(shared_root + path));
    programs += texts.size();
  }
  std::size_t origins = 0;
  for (const FoundProgram& found : found_in(build_archive(entries), "all.zip").programs)
    origins += found.origins.size();
  EXPECT_EQ(origins, programs);
}

// Makes a SWF file from bytecode that real engines uploaded. It contains each program as separate binary data, and all
// programs in one tag.
TEST(RealSwf, FindsBytecodeUnchanged) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  SwfBuilder swf;
  ByteVector pack = bytes_of("a pack of programs");
  std::map<std::string, std::size_t> hashes;
  std::size_t refused = 0;
  for (const CorpusProgram& program : shared_corpus().programs) {
    if (program.form != Form::Bytecode) continue;
    swf.binary_data(program.path, program.bytes);
    pack = pack + program.bytes;
    // Extraction ignores programs that break a rule that no validation level turns into a warning.
    const Program known = *read_bytecode(program.bytes);
    if (extraction::is_plausible(known))
      hashes[content_hash(known)] += 2;
    else
      ++refused;
  }
  const Result<Extraction> result = extract(swf.tag(90, pack).build(Compression::Zlib), "game.swf");
  const Extraction& found = *result;
  EXPECT_EQ(result.diagnostics().size(), 2 * refused) << render_text(result.diagnostics());
  EXPECT_EQ(found.programs.size(), hashes.size());
  for (const FoundProgram& program : found.programs)
    EXPECT_EQ(program.origins.size(), hashes[content_hash(program.program)]) << program.program.name;
}

}  // namespace
}  // namespace agal::test
