// Reads text as AGALMacroAssembler does: conditions, macros, aliases and expressions become instructions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "agal/isa.hpp"
#include "assembly/expansion.hpp"
#include "assembly/macro_condition.hpp"
#include "assembly/parsing.hpp"
#include "assembly/reporter.hpp"
#include "base/text.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;
using Tokens = std::vector<MacroToken>;

constexpr std::uint32_t max_depth = 64;
constexpr std::size_t max_words = std::size_t{1} << 18;  // the limit for all uses of macros

struct MacroExpression {
  std::string_view form;
  std::array<std::string_view, 2> instructions;
};
constexpr auto macro_expressions = std::to_array<MacroExpression>({
#define AGAL_MACRO_EXPRESSION(form, first, second) {form, {first, second}},
#include "agal/tables/macro_words.def"
});

struct MacroFunction {
  std::string_view name, form, body;
};
constexpr auto macro_functions = std::to_array<MacroFunction>({
#define AGAL_MACRO_FUNCTION(name, form, body) {name, form, body},
#include "agal/tables/macro_words.def"
});

constexpr bool is_letter_of_form(char c) { return c >= 'a' && c <= 'd'; }

struct Macro {
  std::vector<std::string> parameters;
  Tokens body;
  bool is_built_in = false;
};

struct Alias {
  std::string target;
  std::array<double, 4> values{};
  std::size_t given = 0;  // the number of values; 0 if the alias does not declare a constant
  std::size_t order = 0;
};

struct Arm {
  bool is_open = false;    // the lines of this arm are read
  bool last = false;       // the last condition was not 0
  bool any = false;        // an arm was read
  bool is_inside = false;  // the lines around the conditions are read
  MacroToken begin;
};

class Expander {
 public:
  Expander(std::string_view text, const AssembleOptions& options, Reporter& reporter)
      : out_(std::make_unique<Expansion>(text)), reporter_(reporter), lenient_(options.lenient) {
    for (const Definition& each : options.definitions) values_[each.name] = each.value;
    for (const MacroExpression& row : macro_expressions) forms_.push_back(macro_tokens(row.form));
    for (const MacroFunction& row : macro_functions) {
      Macro macro{{"a", "b"}, macro_tokens(row.body), true};
      macros_.emplace(std::pair(std::string(row.name), macro.parameters.size()), std::move(macro));
    }
  }

  std::unique_ptr<Expansion> run() {
    read_text();
    while (const std::optional<Tokens> line = next_line()) {
      if (reporter_.full() || is_too_long_) break;
      read_statement(*line);
    }
    if (is_too_long_) out_->clear();
    for (const Arm& arm : arms_) report(Rule::MacroUnfinished, arm.begin, {"#endif"});
    return std::move(out_);
  }

 private:
  // ---- the text and its lines

  void read_text() {
    const std::string_view source = out_->source();
    std::size_t open = source.size();
    const std::string plain = with_blank_comments(source, open);
    if (open < source.size()) report_at({static_cast<std::uint32_t>(open), 2, 0}, Rule::MacroUnfinished, {"*/"});
    LineReader lines(source);
    for (std::optional<Line> line = lines.next(); line; line = lines.next()) {
      if (line->whole.find_first_not_of(" \t") == std::string_view::npos) continue;
      if (is_magic_comment(*line)) out_->append_line({{'i', std::string(line->whole), place(line->whole)}});
      break;
    }
    frames_.push_back({macro_tokens(plain), 0});
  }

  Origin place(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - out_->source().data());
    return {begin, static_cast<std::uint32_t>(part.size()), 0};
  }

  // Returns the words up to the end of a statement; nullopt at the end of the text. The words of a macro without such
  // an end continue with the words after its use.
  std::optional<Tokens> next_line() {
    Tokens line;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.tokens.size()) {
        frames_.pop_back();
        continue;
      }
      MacroToken& token = frame.tokens[frame.next++];
      if (token.type == 'n') return line;
      line.push_back(std::move(token));
    }
    return line.empty() ? std::nullopt : std::optional(std::move(line));
  }

  // Puts words before the rest of the text. They are a whole statement, or more, if `ends` is true.
  void push_back(Tokens tokens, bool ends) {
    if (ends) tokens.push_back({'n', "\n", {}});
    if (!tokens.empty()) frames_.push_back({std::move(tokens), 0});
  }

  // ---- statements

  static std::string types_of(const Tokens& line) {
    std::string types;
    for (const MacroToken& token : line) types += token.type;
    return types;
  }

  bool is_reading() const {
    return std::all_of(arms_.begin(), arms_.end(), [](const Arm& arm) { return arm.is_open; });
  }

  void read_statement(Tokens line) {
    if (line.empty()) return;
    if (line[0].type == '#') return read_directive(line);
    if (!is_reading()) return;
    std::erase_if(line, [&](const MacroToken& token) {
      if (token.type != '?') return false;
      report(lenient_ ? Rule::LenientIgnoredCharacter : Rule::UnexpectedCharacter, token, {token.text});
      return true;
    });
    if (line.empty()) return;
    const std::string types = types_of(line);
    if (types.starts_with("i=i(")) return read_use(std::move(line));
    if (types.starts_with("i=i<") && line[2].is("tex")) return read_texture(line);
    if (line[0].is("alias")) return read_alias(line);
    if (line[0].is("macro")) return read_macro(std::move(line));
    if (replace_names(line)) read_expression(line);
  }

  // Replaces aliases, and numbers outside of brackets. Returns false if no constant has a number.
  bool replace_names(Tokens& line) {
    int brackets = 0;
    for (MacroToken& token : line) {
      if (token.type == '[') ++brackets;
      if (token.type == ']') --brackets;
      if (token.type == 'i') {
        const std::size_t dot = std::min(token.text.find('.'), token.text.size());
        const auto alias = aliases_.find(std::string_view(token.text).substr(0, dot));
        if (alias != aliases_.end()) token.text.replace(0, dot, alias->second.target);
      } else if (token.type == '0' && brackets == 0) {
        const double value = number_in(token.text);
        const auto row = numbers_.lower_bound({value, 0});
        if (row == numbers_.end() || row->first.first != value) {
          report(Rule::MacroNumber, token, {token.text});
          return false;
        }
        token.text = row->second;
        token.type = 'i';
      }
    }
    return true;
  }

  static double number_in(std::string_view text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  // ---- expressions

  // Returns true if the line has the form of an expression; `operands` receives the operand for each letter.
  static bool matches(const Tokens& line, const Tokens& words, std::array<const MacroToken*, 4>& operands) {
    if (words.size() != line.size()) return false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool is_operand = words[i].type == 'i';
      if (is_operand ? line[i].type != 'i' : line[i].text != words[i].text) return false;
      if (is_operand) operands[static_cast<std::size_t>(words[i].text[0] - 'a')] = &line[i];
    }
    return true;
  }

  void read_expression(const Tokens& line) {
    std::array<const MacroToken*, 4> operands{};
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      if (!matches(line, forms_[i], operands)) continue;
      const MacroExpression& row = macro_expressions[i];
      const std::string_view last = row.instructions[1];
      const MacroToken* const sum = last.empty() ? nullptr : operands[static_cast<std::size_t>(last.back() - 'a')];
      const auto name = [](std::string_view operand) { return operand.substr(0, operand.find('.')); };
      if (sum != nullptr && name(sum->text) == name(line[0].text))
        report(Rule::MacroReading, *sum,
               {fmt::format("{} is overwritten by the product before it is added", sum->text)});
      for (const std::string_view instruction : row.instructions) emit_instruction(instruction, line, operands);
      return;
    }
    const bool assigns =
        line.size() > 1 && line[0].type == 'i' && (line[1].is("=") || (line.size() > 2 && line[2].is("=")));
    // AGALMiniAssembler skips the line, and says so in lenient mode.
    if (assigns && !lenient_) return report(Rule::MacroExpression, line, {line[0].text});
    append_line(line);
  }

  // Appends a line. AGALMacroAssembler joins sampler options without a comma between them: <2d linear> is <2dlinear>.
  void append_line(const Tokens& line) {
    Tokens out;
    bool in_options = false;
    for (const MacroToken& word : line) {
      in_options = word.is("<") || (in_options && !word.is(">"));
      if (in_options && word.type == 'i' && out.back().type == 'i')
        out.back().text += word.text;
      else
        out.push_back(word);
    }
    out_->append_line(out);
  }

  void emit_instruction(std::string_view instruction, const Tokens& line,
                        const std::array<const MacroToken*, 4>& operands) {
    if (instruction.empty()) return;
    Tokens out;
    for (MacroToken& word : macro_tokens(instruction)) {
      const bool is_operand = word.text.size() == 1 && is_letter_of_form(word.text[0]);
      if (is_operand) word = *operands[static_cast<std::size_t>(word.text[0] - 'a')];
      if (word.type == 'i' && !is_operand) word.origin = {line[0].origin.begin, 0, line[0].origin.use};
      if (word.type != ',') out.push_back(std::move(word));
    }
    out_->append_line(out);
  }

  // ---- tex<options>(coordinates, sampler)

  void read_texture(const Tokens& line) {
    const auto find = [&](std::string_view text, std::size_t from) {
      while (from < line.size() && !line[from].is(text)) ++from;
      return from;
    };
    const std::size_t close = find(">", 4), end = close + 6;
    const bool is_call = end == line.size() && types_of(line).substr(close) == ">(i,i)";
    if (!is_call) return report(Rule::MacroStatement, line, {"d = tex<2d, linear>(a, sampler)"});
    for (const std::size_t at : {std::size_t{0}, close + 2, close + 4})
      if (aliases_.contains(std::string_view(line[at].text).substr(0, line[at].text.find('.'))))
        report(Rule::MacroReading, line[at], {fmt::format("the alias {} is not replaced around tex<>", line[at].text)});
    Tokens out{{'i', "tex", {line[2].origin}}, line[0], line[close + 2], line[close + 4]};
    out.insert(out.end(), line.begin() + 3, line.begin() + static_cast<std::ptrdiff_t>(close) + 1);
    append_line(out);
  }

  // ---- aliases

  // Reads `alias target, name` and `alias target, name(number, …)`.
  void read_alias(const Tokens& line) {
    const std::string types = types_of(line);
    Alias alias;
    bool valid = types == "ii,i";
    if (types.starts_with("ii,i(") && types.back() == ')') {
      valid = true;
      bool expects_number = true, negative = false;
      for (std::size_t i = 5; i + 1 < line.size() && valid; ++i) {
        valid = types[i] == (expects_number ? '0' : ',') || (expects_number && types[i] == '-' && !negative);
        negative = types[i] == '-';
        if (types[i] == '-') continue;
        if (expects_number && valid && alias.given < 4)
          alias.values[alias.given++] = (types[i - 1] == '-' ? -1 : 1) * number_in(line[i].text);
        expects_number = !expects_number;
      }
      valid = valid && alias.given > 0 && !expects_number;
    }
    if (!valid) return report(Rule::MacroStatement, line, {"alias fc0, name or alias fc0, NAME(1, 0.5)"});
    alias.target = line[1].text;
    alias.order = 8 * ++declared_;
    declare(line[3].text, std::move(alias));
  }

  void declare(const std::string& name, Alias alias) {
    const auto each_value = [&](const Alias& of, auto use) {
      if (of.given == 0) return;
      // Values that the declaration leaves out are 0, but a 0 that a declaration has is found first.
      for (std::size_t i = 0; i < of.values.size(); ++i)
        use(std::pair(of.values[i], of.order + i + (i < of.given ? 0 : assumed)), i);
    };
    if (const auto old = aliases_.find(name); old != aliases_.end())
      each_value(old->second, [&](const auto& key, std::size_t) { numbers_.erase(key); });
    each_value(alias, [&](const auto& key, std::size_t i) {
      numbers_.emplace(key, fmt::format("{}.{}", alias.target, "xyzw"[i]));
    });
    if (const auto found = find_register_named(alias.target); found && found->number) {
      RegisterNote note{alias.target, name, {}};
      if (alias.given > 0)
        for (const double value : alias.values) note.values.push_back(static_cast<float>(value));
      out_->registers.push_back(std::move(note));
    }
    aliases_.insert_or_assign(name, std::move(alias));
  }

  // ---- macros

  // Reads `macro name(a, b) { … }`, which may end on a later line.
  void read_macro(Tokens line) {
    const auto find = [&](std::string_view text, std::size_t from) {
      for (;; ++from) {
        while (from >= line.size()) {
          std::optional<Tokens> more = next_line();
          if (!more || line.size() > max_words) return line.size();
          line.push_back({'n', "\n", {}});
          std::move(more->begin(), more->end(), std::back_inserter(line));
        }
        if (line[from].is(text)) return from;
      }
    };
    if (!types_of(line).starts_with("ii(")) return report(Rule::MacroStatement, line, {"macro name(a, b) { … }"});
    const MacroToken begin = line[0], name = line[1];
    std::size_t from = 3;
    std::array<std::size_t, 3> at{};
    for (std::size_t i = 0; i < at.size(); ++i) {
      constexpr std::array<std::string_view, 3> signs{")", "{", "}"};
      at[i] = find(signs[i], from);
      if (at[i] == line.size()) return report(Rule::MacroUnfinished, begin, {signs[i]});
      from = at[i] + 1;
    }
    Macro macro;
    for (std::size_t i = 3; i < at[0]; ++i)
      if (line[i].type == 'i') macro.parameters.push_back(line[i].text);
    const auto position = [&](std::size_t i) { return line.begin() + static_cast<std::ptrdiff_t>(i); };
    macro.body.assign(position(at[1] + 1), position(at[2]));
    push_back(Tokens(position(at[2] + 1), line.end()), true);
    macros_.insert_or_assign(std::pair(name.text, macro.parameters.size()), std::move(macro));
  }

  // Reads `d = name(a, b)`, and puts the words of the macro in its place.
  void read_use(Tokens line) {
    const MacroToken name = line[2];
    std::size_t end = 4;
    Tokens arguments;
    for (bool expects_operand = true; end < line.size() && line[end].type != ')'; ++end) {
      const char type = line[end].type;
      const bool is_operand = type == 'i' || type == '0';
      if (expects_operand ? !is_operand : type != ',') return report(Rule::MacroArgument, line[end], {line[end].text});
      if (is_operand) arguments.push_back(line[end]);
      expects_operand = !expects_operand;
    }
    if (end == line.size()) return report(Rule::MacroUnfinished, name, {")"});
    const auto found = macros_.find(std::pair(name.text, arguments.size()));
    if (found == macros_.end()) return report_unknown(name, arguments.size());
    const std::uint32_t outer = name.origin.use;
    if (out_->uses[outer].depth >= max_depth) return report(Rule::MacroTooDeep, name, {name.text});
    const Macro& macro = found->second;
    words_ += macro.body.size() + line.size();
    if (words_ > max_words) {
      is_too_long_ = true;
      return report(Rule::MacroTooLong, name, {std::to_string(max_words)});
    }
    Tokens rest(line.begin() + static_cast<std::ptrdiff_t>(end) + 1, line.end());
    push_back(std::move(rest), true);
    push_back(copy_of(macro, line[0], name, arguments), false);
  }

  Tokens copy_of(const Macro& macro, const MacroToken& destination, const MacroToken& name, const Tokens& arguments) {
    std::uint32_t use = name.origin.use;
    if (!macro.is_built_in) {
      out_->uses.push_back({name.text, out_->line_at(name.origin.begin).number, use, out_->uses[use].depth + 1});
      use = static_cast<std::uint32_t>(out_->uses.size() - 1);
    }
    Tokens body;
    for (MacroToken token : macro.body) {
      const Origin origin{token.origin.begin, token.origin.length, use};
      token.origin = macro.is_built_in ? name.origin : origin;
      if (token.type == 'i') replace_parameter(token, macro, destination, arguments);
      body.push_back(std::move(token));
    }
    return body;
  }

  void replace_parameter(MacroToken& token, const Macro& macro, const MacroToken& destination,
                         const Tokens& arguments) {
    const std::size_t dot = std::min(token.text.find('.'), token.text.size());
    const std::string_view name = std::string_view(token.text).substr(0, dot);
    const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(), name);
    if (name.starts_with("out")) {
      if (name != "out")
        report(Rule::MacroReading, token, {fmt::format("out is replaced at the beginning of {}", name)});
      token.text.replace(0, 3, destination.text);
      if (macro.is_built_in) token.origin = destination.origin;
    } else if (parameter != macro.parameters.end() && dot < token.text.size()) {
      report(Rule::MacroReading, token,
             {fmt::format("the parameter {} is not replaced, because it has components", name)});
    } else if (parameter != macro.parameters.end()) {
      const MacroToken& argument = arguments[static_cast<std::size_t>(parameter - macro.parameters.begin())];
      token.text = argument.text;
      token.type = argument.type;
      if (macro.is_built_in) token.origin = argument.origin;
    }
  }

  void report_unknown(const MacroToken& name, std::size_t arguments) {
    std::string help;
    std::vector<std::string_view> names;
    for (const auto& row : macros_) {
      if (row.first.first == name.text) help = fmt::format("it has {}", base::counted(row.first.second, "parameter"));
      names.push_back(row.first.first);
    }
    if (help.empty() && find_opcode(name.text) != nullptr)
      help =
          fmt::format("define it first: macro {0}(a{1}) {{ {0} out, a{1} }}", name.text, arguments == 2 ? ", b" : "");
    if (help.empty()) help = base::did_you_mean(base::nearest(name.text, names));
    report(Rule::MacroUnknown, name, {name.text, base::counted(arguments, "parameter")}, std::move(help));
  }

  // ---- conditions

  void read_directive(const Tokens& line) {
    const MacroToken& word = line[0];
    const std::span<const MacroToken> rest = std::span(line).subspan(1);
    if (word.is("#define") || word.is("#undef")) return read_definition(line);
    if (word.is("#if")) {
      const bool inside = is_reading();
      arms_.push_back({false, false, false, inside, word});
      return open_arm(inside && evaluate(rest, word).value_or(0) != 0);
    }
    if (!word.is("#elif") && !word.is("#else") && !word.is("#endif"))
      return report(Rule::MacroDirective, word, {word.text});
    if (arms_.empty()) return report(Rule::MacroUnbalanced, word, {word.text});
    Arm& arm = arms_.back();
    if (word.is("#endif")) return arms_.pop_back();
    if (!arm.is_inside) return;
    const bool opens = word.is("#else") ? !arm.last : evaluate(rest, word).value_or(0) != 0;
    if (opens && arm.any)
      report(Rule::MacroReading, word,
             {fmt::format("these lines are read although lines before this {} were", word.text)});
    open_arm(opens);
  }

  void open_arm(bool opens) {
    Arm& arm = arms_.back();
    arm.is_open = arm.last = opens;
    arm.any = arm.any || opens;
  }

  std::optional<double> evaluate(std::span<const MacroToken> tokens, const MacroToken& word) {
    const MacroToken& last = tokens.empty() ? word : tokens.back();
    return evaluate_condition(tokens, values_, [&](Rule rule, const MacroToken* at, std::string_view argument) {
      const std::string shown(at != nullptr ? at->text : "the end of the line");
      report(rule, at != nullptr ? *at : last, {argument.empty() ? shown : argument});
    });
  }

  // Reads `#define NAME`, `#define NAME expression`, `#define NAME=expression` and `#undef NAME`.
  void read_definition(const Tokens& line) {
    if (line.size() < 2 || line[1].type != 'i')
      return report(Rule::MacroStatement, line, {fmt::format("{} NAME", line[0].text)});
    if (!is_reading())
      report(Rule::MacroReading, line[0], {fmt::format("{} applies although its line is skipped", line[0].text)});
    std::optional<double> value;
    if (line[0].is("#undef")) {
      value = 0;
    } else if (line.size() > 2) {
      value = evaluate(std::span(line).subspan(line[2].is("=") ? 3 : 2), line.back());
      if (!value) return;
    }
    values_[line[1].text] = value;
  }

  // ---- reports

  void report_at(Origin origin, Rule rule, std::initializer_list<std::string_view> arguments, std::string help = {}) {
    const Line line = out_->line_at(origin.begin);
    const std::string_view part = out_->source().substr(origin.begin, origin.length);
    reporter_.report(rule, line, part, arguments, std::move(help), out_->describe_use(origin.use));
  }
  void report(Rule rule, const MacroToken& at, std::initializer_list<std::string_view> arguments,
              std::string help = {}) {
    report_at(at.origin, rule, arguments, std::move(help));
  }
  // Reports about a statement.
  void report(Rule rule, const Tokens& line, std::initializer_list<std::string_view> arguments) {
    Origin origin = line[0].origin;
    const Origin& last = line.back().origin;
    const Line at = out_->line_at(origin.begin);
    if (last.use == origin.use && out_->line_at(last.begin).number == at.number && last.begin > origin.begin)
      origin.length = last.begin + last.length - origin.begin;
    report_at(origin, rule, arguments);
  }

  struct Frame {
    Tokens tokens;
    std::size_t next = 0;
  };
  static constexpr std::size_t assumed = ~std::size_t{0} / 2;  // added to the order of values that are not declared

  std::unique_ptr<Expansion> out_;
  Reporter& reporter_;
  std::vector<Tokens> forms_;  // the words of each expression
  bool lenient_;
  bool is_too_long_ = false;
  std::size_t words_ = 0, declared_ = 0;
  std::vector<Frame> frames_;  // the text, and the macros that are being read
  std::vector<Arm> arms_;      // the open conditions
  MacroValues values_;
  std::map<std::string, Alias, std::less<>> aliases_;
  std::map<std::pair<double, std::size_t>, std::string> numbers_;  // the components that have a number, by order
  std::map<std::pair<std::string, std::size_t>, Macro> macros_;    // the macros by name and number of parameters
};

}  // namespace

std::unique_ptr<Expansion> expand_macros(std::string_view text, const AssembleOptions& options, Reporter& reporter) {
  return Expander(text, options, reporter).run();
}

}  // namespace agal::assembly
