// Diagnostics, and the registry of their rules.
//
// Every message has a number. The numbers 3600 to 3899 are Adobe's, as players report them. agalc's numbers are 1xxx
// (files and command line), 2xxx (assembler), 4xxx (limits of targets), 5xxx (internal) and 6xxx (lints). A number is
// never reused. The registry is src/compiler/diag/rules/*.def; `find_rule` and `all_rules` read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

/// The severity of a message. Only an error means that a program or a file is rejected.
enum class Severity : std::uint8_t { Note, Warning, Error };

/// The part of a token that a message points at.
enum class Operand : std::uint8_t { None, Opcode, Destination, Source1, Source2 };

/// The name of a severity: "note", "warning" or "error".
std::string_view name(Severity severity);
std::string_view name(Operand operand);  // "opcode", "destination", "source 1", "source 2" or ""

/// The location of a message. Every part is optional. Known parts are printed.
struct Location {
  std::string file;                          // the file as the user named it; "" if it is unknown
  std::optional<std::uint32_t> line;         // the line of assembly text, 1-based
  std::optional<std::uint32_t> column;       // the byte in the line, 1-based
  std::optional<std::uint32_t> byte_offset;  // the offset from the start of the bytecode
  std::optional<std::uint32_t> token;        // the number of the token, 1-based like Adobe's
  Operand operand = Operand::None;           // the part of the token
  std::optional<Stage> stage;                // the stage of the program
};

/// One message.
struct Diagnostic {
  std::uint16_t code = 0;               // the number of the rule, for `find_rule`
  Severity severity = Severity::Error;  // may differ from the rule's: `--validate=warn`, `-Werror`
  std::string message;                  // a sentence without a period
  Location location;                    // the location of the problem
  std::string snippet;                  // the line of text, or the token as canonical assembly; "" if there is none
  std::uint32_t caret = 0;              // the offset in the snippet, in bytes, of the part that the message is about
  std::uint32_t caret_length = 0;       // the size of this part in bytes; 0 if there is none
  std::string help;                     // advice; "" if there is none
};

/// An ordered list of messages.
class Diagnostics {
 public:
  /// Adds a message at the end.
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  /// Adds all messages of another list at the end.
  void append(Diagnostics other) {
    if (!other.empty()) append_all(std::move(other));
  }
  /// Returns true if a message has the severity Error. Inline, because nearly all lists are empty.
  bool has_errors() const { return !list_.empty() && count(Severity::Error) != 0; }
  bool contains(std::uint16_t code) const;           // true if a message has this number
  std::size_t count(Severity severity) const;        // the number of messages with this severity
  bool empty() const { return list_.empty(); }       // true if the list is empty
  std::size_t size() const { return list_.size(); }  // the number of messages
  auto begin() const { return list_.begin(); }       // the first message
  auto end() const { return list_.end(); }           // the position after the last message
  auto begin() { return list_.begin(); }             // the first message
  auto end() { return list_.end(); }                 // the position after the last message
  /// Returns a message by its position, which must be less than `size()`.
  const Diagnostic& operator[](std::size_t i) const { return list_[i]; }
  /// Turns warnings into errors (-Werror).
  void promote_warnings();

 private:
  void append_all(Diagnostics other);

  std::vector<Diagnostic> list_;
};

/// Formats a number: `AGAL3652`.
std::string code_name(std::uint16_t code);

/// The options for printing messages.
struct RenderOptions {
  bool color = false;  // ANSI colors (text only)
};

/// Formats the messages as text, in order, each with its location, snippet and help.
std::string render_text(const Diagnostics& diagnostics, const RenderOptions& options = {});

/// Formats the messages as JSON lines, one object per line with code, severity, message, file, line, column,
/// byteOffset, token, operand, stage, snippet, caret and help. Unknown values are left out. See docs/diagnostics.md.
std::string render_json(const Diagnostics& diagnostics);

// ---------------------------------------------------------------------------------------------------- registry

/// The phase that reports a rule.
enum class Phase : std::uint8_t { File, Assemble, Validate, Link, Target, Internal, Lint };

/// The permission for `--validate=warn` to turn the error of a rule into a warning. `No` means that a program that
/// breaks the rule cannot be translated.
enum class Downgradable : std::uint8_t { No, Yes };

/// One row of the registry.
struct RuleInfo {
  std::uint16_t code;         // 1000 to 6999, never reused
  std::string_view slug;      // kebab-case, unique
  Severity severity;          // the severity, which options may change
  Phase phase;                // the phase that reports the rule
  Downgradable downgradable;  // the permission to turn an error of the validator into a warning
  std::string_view message;   // the message, with {0}, {1}, … for the arguments
  std::string_view help;      // advice; "" if there is none
  std::string_view bad;       // a minimal input that breaks the rule (diag/rules/all.def); "" if there is none
  std::string_view good;      // the corrected input
};

/// The name of a phase: "file", "assemble", "validate", "link", "target", "internal" or "lint".
std::string_view name(Phase phase);
std::span<const RuleInfo> all_rules();             // all rules, ascending by number
const RuleInfo* find_rule(std::uint16_t code);     // the rule; nullptr if the number is unknown
const RuleInfo* find_rule(std::string_view text);  // the rule "AGAL3652", "3652" or a slug; nullptr if unknown

/// Returns the page that `agalc explain` prints: the rule, its help, and its bad and good input.
std::string explain(const RuleInfo& rule);

}  // namespace agal
