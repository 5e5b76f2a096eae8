// Diagnostics, and the registry of all of them.
//
// Every message has a number. 3600 to 3899 are Adobe's own, as the player reports them; ours are 1xxx (files and
// command line), 2xxx (assembler), 4xxx (limits of targets), 5xxx (internal), 6xxx (lints). A number is
// never reused. The registry is src/diag/rules/*.def; `find_rule` and `all_rules` read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

/// How bad it is. Only an error means that a program or a file is rejected.
enum class Severity : std::uint8_t { Note, Warning, Error };

/// The part of a token that a message points at.
enum class Operand : std::uint8_t { None, Opcode, Destination, Source1, Source2 };

/// "note", "warning" or "error".
std::string_view name(Severity severity);
std::string_view name(Operand operand);  // "opcode", "destination", "source 1", "source 2", ""

/// Where a message points. Every part is optional; known parts are printed.
struct Location {
  std::string file;                          // as the user named it, "" if unknown
  std::optional<std::uint32_t> line;         // 1-based, in assembly text
  std::optional<std::uint32_t> column;       // 1-based, in bytes
  std::optional<std::uint32_t> byte_offset;  // from the start of the bytecode
  std::optional<std::uint32_t> token;        // 1-based, as Adobe counts
  Operand operand = Operand::None;           // the part of the token
  std::optional<Stage> stage;                // of the program
};

/// One message.
struct Diagnostic {
  std::uint16_t code = 0;               // of the rule: `find_rule`
  Severity severity = Severity::Error;  // may differ from that of the rule (`--validate=warn`, `-Werror`)
  std::string message;                  // one sentence without a full stop
  Location location;                    // where it points
  std::string snippet;                  // one line of assembly, "" if there is none
  std::uint32_t caret = 0;              // the first byte of the part of the snippet that it is about
  std::uint32_t caret_length = 0;       // the bytes of that part; 0: none
  std::string help;                     // advice, "" if there is none
};

/// An ordered list of messages.
class Diagnostics {
 public:
  /// Adds a message at the end.
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  void append(Diagnostics other);                    // adds all messages of another list at the end
  bool has_errors() const;                           // whether the severity of a message is Error
  bool contains(std::uint16_t code) const;           // whether a message has this number
  std::size_t count(Severity severity) const;        // how many messages have this severity
  bool empty() const { return list_.empty(); }       // whether there are no messages
  std::size_t size() const { return list_.size(); }  // how many messages there are
  auto begin() const { return list_.begin(); }       // the first message
  auto end() const { return list_.end(); }           // the position after the last message
  auto begin() { return list_.begin(); }             // the first message
  auto end() { return list_.end(); }                 // the position after the last message
  /// A message by its position, which must be less than `size()`.
  const Diagnostic& operator[](std::size_t i) const { return list_[i]; }
  /// Turns warnings into errors (-Werror).
  void promote_warnings();

 private:
  std::vector<Diagnostic> list_;
};

/// How a number is written: `AGAL3652`.
std::string code_name(std::uint16_t code);

/// How messages are printed.
struct RenderOptions {
  bool color = false;  // ANSI colors (text only)
};

/// The messages as text, in order, each with its location, snippet and help.
std::string render_text(const Diagnostics& diagnostics, const RenderOptions& options = {});

/// The messages as JSON lines: one object per line with code, severity, message, file, line, column, byteOffset, token,
/// operand, stage, snippet, caret, help; unknown values have no key. See docs/diagnostics.md.
std::string render_json(const Diagnostics& diagnostics);

// ---------------------------------------------------------------------------------------------------- registry

/// The phase that reports a rule.
enum class Phase : std::uint8_t { File, Assemble, Validate, Link, Target, Internal, Lint };

/// Whether `--validate=warn` may turn the error of a rule into a warning. `No`: a program that breaks the rule cannot be
/// translated.
enum class Downgradable : std::uint8_t { No, Yes };

/// One row of the registry.
struct RuleInfo {
  std::uint16_t code;         // 1000 to 6999, never reused
  std::string_view slug;      // kebab-case, unique
  Severity severity;          // unless an option changes it
  Phase phase;                // that reports it
  Downgradable downgradable;  // for errors of the validator
  std::string_view message;   // with {0}, {1}, … for the arguments
  std::string_view help;      // advice, "" if there is none
  std::string_view bad;       // a minimal program (assembly) that breaks the rule, "" if no program can
  std::string_view good;      // the same, corrected
};

/// "file", "assemble", "validate", "link", "target", "internal" or "lint".
std::string_view name(Phase phase);
std::span<const RuleInfo> all_rules();             // ascending by code
const RuleInfo* find_rule(std::uint16_t code);     // nullptr: unknown
const RuleInfo* find_rule(std::string_view text);  // "AGAL3652", "3652" or the slug; nullptr: unknown

/// The page that `agalc explain` prints: the rule, its help, its bad and its good program.
std::string explain(const RuleInfo& rule);

}  // namespace agal
