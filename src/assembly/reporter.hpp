// Collects the assembler's messages, and keeps at most diag::max_findings errors and as many warnings.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "assembly/source.hpp"
#include "diag/rules.hpp"

namespace agal::assembly {

class Reporter {
 public:
  explicit Reporter(std::string file) : file_(std::move(file)) {}

  /// Reports something about `part`, which is a part of `line.whole`. `help`, if any, replaces the rule's own.
  void report(diag::Rule rule, const Line& line, std::string_view part,
              std::initializer_list<std::string_view> arguments = {}, std::string help = {});
  /// Reports something about the text as a whole.
  void report(diag::Rule rule, std::initializer_list<std::string_view> arguments = {});

  /// Whether a message of this rule would still be kept: if not, callers need not search for suggestions.
  bool wants(diag::Rule rule) const;
  /// Whether there are too many errors to continue.
  bool full() const { return errors_ > diag::max_findings; }
  bool has_errors() const { return errors_ != 0; }

  /// All messages, and a note about those that were left out.
  Diagnostics take() &&;

 private:
  bool count(diag::Rule rule);

  std::string file_;
  Diagnostics list_;
  std::size_t errors_ = 0, warnings_ = 0;
};

}  // namespace agal::assembly
