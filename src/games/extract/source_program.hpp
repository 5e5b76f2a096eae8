// The sources of one program: the movie that they are compiled to, and the texts that its code builds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "extract/code_texts.hpp"
#include "sources/movie.hpp"

namespace agal::extraction {

class SourceProgram {
 public:
  /// Adds a file. Returns its number.
  std::uint32_t add(std::string_view name, std::string text, source_code::Language language);
  void note_assembly() { has_assembly_ = true; }
  /// Evaluates the program, unless that was done before.
  void finish();

  /// Returns the number of a file with this text; nullopt if there is none, or if the program was not evaluated.
  std::optional<std::uint32_t> find(std::string_view text) const;
  const source_code::Movie& movie() const { return movie_; }
  const MovieFacts& facts() const { return facts_; }
  /// Returns the texts whose first string of assembly is in a file, in order. Their `strings` are the strings of the
  /// movie.
  const std::vector<CodeText>& texts(std::uint32_t file) const { return texts_[file]; }
  /// Returns true if the program may set a field of an object in a file to other, unknown texts.
  bool is_open(std::uint32_t field, std::uint32_t file) const;
  /// Returns true if a file of the program has assembly.
  bool has_assembly() const { return has_assembly_; }
  /// Returns the part of a text that the program replaces, although it is not known in which texts; "" if there is
  /// none.
  std::string replaced_part(std::string_view text) const;

 private:
  void find_open_fields();

  source_code::Movie movie_;
  MovieFacts facts_;
  std::vector<std::vector<CodeText>> texts_;
  std::unordered_set<std::uint32_t> open_fields_;
  bool has_assembly_ = false, is_finished_ = false;
};

/// Returns true if a string may contain assembly, but not at its beginning.
bool may_have_assembly(const source_code::Token& token);

}  // namespace agal::extraction
