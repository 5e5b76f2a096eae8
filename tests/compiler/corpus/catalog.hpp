// The programs of corpus/: the entries of its manifest, with their texts and assembled programs.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal::test {

struct CatalogEntry {
  std::string file;
  /// The stage that the manifest lists.
  Stage listed_stage = Stage::Vertex;
  nlohmann::json fields;
  std::string text;
  /// The assembled program. Empty if the text does not assemble.
  Program program;
  /// The messages of the assembler.
  Diagnostics diagnostics;

  Stage stage() const { return program.stage; }
};

struct Catalog {
  std::filesystem::path root;
  /// The reason why the corpus cannot be read, or "".
  std::string problem;
  nlohmann::json manifest;
  std::vector<CatalogEntry> entries;

  const CatalogEntry* find(std::string_view file) const;
};

const Catalog& catalog();

/// Returns the words in the first column of the table under a heading of corpus/README.md.
std::set<std::string> defined_words(std::string_view heading);

/// Returns the registers that a program reads, as the manifest names them: `vc4`, `va0`, `fs1`. A matrix operand adds
/// all its rows. A relative address adds its index register and the register at its offset.
std::set<std::string> registers_read(const Program& program);

/// Returns true if any operand has a relative address.
bool addresses_relatively(const Program& program);

}  // namespace agal::test
