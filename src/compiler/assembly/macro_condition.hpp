// The conditions of AGALMacroAssembler: `#if FOG && LIGHTS > 1`.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assembly/macro_tokens.hpp"
#include "diag/rules.hpp"

namespace agal::assembly {

/// The values of names; nullopt for a name without a value.
using MacroValues = std::map<std::string, std::optional<double>, std::less<>>;

/// Reports about a part of a condition.
using ReportCondition = std::function<void(diag::Rule rule, const MacroToken* at, std::string_view argument)>;

/// Returns the value of an expression. Reports an error and returns nullopt if the expression is malformed or has a
/// name without a value. && and || have one precedence, as in AGALMacroAssembler; an expression with both and without
/// parentheses is reported. `at` is null at the end of the expression.
std::optional<double> evaluate_condition(std::span<const MacroToken> tokens, const MacroValues& values,
                                         const ReportCondition& report);

}  // namespace agal::assembly
