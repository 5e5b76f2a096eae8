// Collects the assembler's messages. It keeps at most diag::max_findings errors and the same number of warnings.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "assembly/source.hpp"
#include "diag/rules.hpp"

namespace agal::assembly {

class Expansion;

class Reporter {
 public:
  explicit Reporter(std::string file) : file_(std::move(file)) {}

  /// Lets messages about the text of an expansion show the places that it came from.
  void show_source_of(const Expansion& expansion) { expansion_ = &expansion; }

  /// Reports a message about `part`, which is a part of `line.whole`. `help`, if any, replaces the help of the rule.
  /// `where` is added to the message.
  void report(diag::Rule rule, const Line& line, std::string_view part,
              std::initializer_list<std::string_view> arguments = {}, std::string help = {},
              std::string_view where = {});
  /// Reports a message about the whole text.
  void report(diag::Rule rule, std::initializer_list<std::string_view> arguments = {});

  /// Returns true if a message of this rule would be kept. Otherwise, callers need not search for suggestions.
  bool wants(diag::Rule rule) const;
  /// Returns true if there are too many errors to continue.
  bool full() const { return errors_ > diag::max_findings; }
  bool has_errors() const { return errors_ != 0; }

  /// Returns the kept messages, and a note if others were dropped.
  Diagnostics take() &&;

 private:
  bool count(diag::Rule rule);

  std::string file_;
  Diagnostics list_;
  const Expansion* expansion_ = nullptr;
  std::size_t errors_ = 0, warnings_ = 0;
};

}  // namespace agal::assembly
