#include "avm2/edits.hpp"

#include <algorithm>
#include <set>

#include "avm2/passed_values.hpp"

namespace agal::avm2 {
namespace {

bool is_relevant_text(std::string_view text) {
  constexpr std::string_view separators = " \t\r\n\f\v,;:./\\|=&-_'\"";
  return text.size() > 1 && text.find_first_not_of(separators) != text.npos;
}

// Returns the relevant literal texts in a regular expression. Each match contains them.
std::vector<std::string> literals_of(std::string_view expression) {
  constexpr std::string_view special = ".+()^$|", optional = "*?{";
  std::vector<std::string> all;
  std::string literal;
  const auto end = [&] {
    if (is_relevant_text(literal)) all.push_back(literal);
    literal.clear();
  };
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '|') return {};
    if (c == '[') {
      i = std::min(expression.find(']', i + 1), expression.size());
      end();
    } else if (c == '\\' && i + 1 < expression.size()) {
      const char escaped = expression[++i];
      const bool is_class = (escaped >= 'a' && escaped <= 'z') || (escaped >= 'A' && escaped <= 'Z') ||
                            (escaped >= '0' && escaped <= '9');
      if (is_class)
        end();
      else
        literal += escaped;
    } else if (optional.find(c) != optional.npos) {
      if (!literal.empty()) literal.pop_back();
      end();
    } else if (special.find(c) != special.npos) {
      end();
    } else {
      literal += c;
    }
  }
  end();
  return all;
}

}  // namespace

std::string_view empty_options(std::string_view text) {
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find_first_not_of(" \t", at + 1);
    if (end != text.npos && text[end] == '>') return text.substr(at, end + 1 - at);
  }
  return {};
}

Edit Edit::of(const Values& values, Value pattern) {
  if (const auto* const expression = values.get<Pattern>(pattern))
    return {expression->is_literal ? Kind::Literal : Kind::Expression,
            std::string(values.constant(expression->text).value_or(""))};
  const bool known = values.is_text(pattern) && values.is_known(pattern) && values.choices_in(pattern).empty();
  const std::optional<Values::FlatText> text = known ? values.flatten(pattern) : std::nullopt;
  return text ? Edit{Kind::Literal, text->text} : Edit{};
}

bool Edit::is_relevant() const {
  switch (kind) {
    case Kind::Literal: return is_relevant_text(pattern);
    case Kind::Expression: return !literals_of(pattern).empty();
    case Kind::Unknown: return true;
  }
  return true;
}

bool Edit::may_change(std::string_view text) const {
  const auto has = [&](std::string_view part) { return text.find(part) != text.npos; };
  switch (kind) {
    case Kind::Literal: return is_relevant_text(pattern) && has(pattern);
    case Kind::Expression: {
      const std::vector<std::string> literals = literals_of(pattern);
      return !literals.empty() && std::all_of(literals.begin(), literals.end(), has);
    }
    case Kind::Unknown: return true;
  }
  return true;
}

std::vector<Edit> find_edits(Executor& executor, PassedValues& passed) {
  std::set<Edit> edits;
  const auto note = [&](const Values& values, Value value) {
    Edit edit = Edit::of(values, value);
    if (edit.kind != Edit::Kind::Unknown && edit.is_relevant()) edits.insert(std::move(edit));
  };
  for (const std::string_view name : {"replace", "split", "RegExp", "EReg"})
    if (const auto row = executor.abc().string_number.find(name); row != executor.abc().string_number.end())
      passed.visit_argument(row->second, 1, note);
  return {edits.begin(), edits.end()};
}

}  // namespace agal::avm2
