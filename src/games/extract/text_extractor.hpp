// Decides which texts that code builds are programs, which have holes (parts that the game replaces), and which are
// incomplete. The code may be ActionScript bytecode or a source.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "extract/code_texts.hpp"
#include "extract/contents.hpp"

namespace agal::extraction {

class TextExtractor {
 public:
  virtual ~TextExtractor() = default;
  TextExtractor(const TextExtractor&) = delete;
  TextExtractor& operator=(const TextExtractor&) = delete;

 protected:
  /// `dialect` is the assembler that the code uses.
  TextExtractor(Collector& collector, std::size_t strings, Dialect dialect)
      : collector_(collector), dialect_(dialect), assigned_(strings) {}

  // ---- facts about the code, from the derived class
  virtual const Container& container_of(const CodeText& text) const = 0;
  /// Returns an origin with the container, the tag, the offset or the line, and possibly a name.
  virtual Origin place_of(const CodeText& text) const = 0;
  virtual FindContext context_of(const CodeText& text) const = 0;
  /// Returns true if the code contains this text as a separate string.
  virtual bool has_string(std::string_view text) const = 0;

  // ---- extraction
  /// Remembers the version that the code passes with a text. Call it for all texts before any text is extracted.
  void learn_version(const CodeText& text);
  void extract_text(const CodeText& text);
  /// Extracts the programs inside a string that is not itself assembly, but JSON or XML. Uses the strings and the
  /// origin of `from`.
  void extract_embedded(const CodeText& from);
  void add(Program program, std::string text, FindContext context, const CodeText& from);
  void add_text(const CodeText& from, std::string text);
  void assign(const CodeText& text) {
    for (const std::uint32_t string : text.strings) assigned_[string] = true;
  }
  void report(Rule rule, const Origin& at, std::initializer_list<std::string_view> arguments) const;
  /// Reports all incomplete texts in one message, at the origin of the first.
  void report_texts() const;

  /// Reports the texts that are whole but not programs, unless their strings belong to other texts. Call it when all
  /// texts are extracted.
  void report_refused();

  /// Reports what the assembler of the dialect ignored or assumed: one message that names each kind once.
  void report_guesses(const Diagnostics& warnings, const CodeText& from) const;

  /// Returns the hole in the options of a text; "" if there is none.
  std::string hole_in_options(std::string_view text) const;

  Collector& collector_;
  Dialect dialect_;
  /// The versions of texts that the code uses without a version.
  avm2::Versions possible_versions_{{1}, false, 1};
  std::vector<bool> assigned_;  // indexed by string: true if it belongs to a program or a text

 private:
  std::vector<CodeText> filled(const CodeText& from) const;
  bool add_filled(const CodeText& from, bool one_line);
  bool add_program(const CodeText& from, bool one_line);
  void note_refused(CodeText text);
  void add_versions(const Program& program, const CodeText& from);
  void note_sample(const CodeText& from);
  Origin origin_of(const FindContext& context, const CodeText& from) const;

  std::size_t texts_ = 0;
  std::map<std::string, std::set<std::uint32_t>, std::less<>>
      versions_;                   // indexed by text: the AGAL versions that code passes with it
  std::vector<CodeText> refused_;  // the reason for the refusal is in their `detail`
};

}  // namespace agal::extraction
