#include "agal/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal {

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "";
}

std::string_view name(Operand operand) {
  switch (operand) {
    case Operand::None: return "";
    case Operand::Opcode: return "opcode";
    case Operand::Destination: return "destination";
    case Operand::Source1: return "source 1";
    case Operand::Source2: return "source 2";
  }
  return "";
}

std::string_view name(Phase phase) {
  switch (phase) {
    case Phase::File: return "file";
    case Phase::Assemble: return "assemble";
    case Phase::Validate: return "validate";
    case Phase::Link: return "link";
    case Phase::Target: return "target";
    case Phase::Internal: return "internal";
    case Phase::Lint: return "lint";
  }
  return "";
}

std::string code_name(std::uint16_t code) { return fmt::format("AGAL{:04}", code); }

void Diagnostics::append_all(Diagnostics other) {
  if (list_.empty()) return list_.swap(other.list_);
  list_.insert(list_.end(), std::make_move_iterator(other.list_.begin()), std::make_move_iterator(other.list_.end()));
}

bool Diagnostics::contains(std::uint16_t code) const {
  return std::any_of(list_.begin(), list_.end(), [&](const Diagnostic& d) { return d.code == code; });
}

std::size_t Diagnostics::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::count_if(list_.begin(), list_.end(), [&](const Diagnostic& d) { return d.severity == severity; }));
}

void Diagnostics::promote_warnings() {
  for (Diagnostic& diagnostic : list_)
    if (diagnostic.severity == Severity::Warning) diagnostic.severity = Severity::Error;
}

}  // namespace agal
