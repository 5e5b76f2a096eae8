// Our own corpus: each entry of the manifest with its text and its program.
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
  Stage listed_stage = Stage::Vertex;  // of the manifest
  nlohmann::json fields;
  std::string text;
  Program program;          // empty if it does not assemble
  Diagnostics diagnostics;  // of the assembler

  Stage stage() const { return program.stage; }
};

struct Catalog {
  std::filesystem::path root;
  std::string problem;  // the error if it cannot be read, else ""
  nlohmann::json manifest;
  std::vector<CatalogEntry> entries;

  const CatalogEntry* find(std::string_view file) const;
};

const Catalog& catalog();

/// The words that corpus/README.md defines in the table under this heading: the first column, in backquotes.
std::set<std::string> defined_words(std::string_view heading);

/// The registers that a program reads by number, as the manifest names them: `vc4`, `va0`, `fs1`. Matrix operands
/// count with all their rows; relative addresses with their index register and with the register at their offset.
std::set<std::string> registers_read(const Program& program);

/// Whether any operand is addressed relatively.
bool addresses_relatively(const Program& program);

}  // namespace agal::test
