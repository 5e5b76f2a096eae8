// Parses the text form of the IR. Only the first error is reported: the parser stops at the end of that line.
#include "ir/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "diag/rules.hpp"
#include "ir/notation.hpp"

namespace agal::ir {
namespace {

using diag::Rule;

// The maximum length of a word in a message.
constexpr std::size_t max_word = 64;

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
constexpr bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
constexpr bool is_word(char c) { return is_name(c) || c == '-'; }
constexpr bool is_number(char c) { return is_word(c) || c == '.' || c == '+'; }

struct Line {
  std::string_view text;  // the text, including the comment
  std::uint32_t number = 0;
};

class Parser {
 public:
  Parser(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}

  Result<Module> run() {
    while (!rest_.empty() && ok()) {
      next_line();
      skip_blanks();
      if (!at_end()) statement();
    }
    if (ok() && !has_stage_) fail_expected("the line 'stage vertex' or 'stage fragment'");
    if (ok()) verify_module();
    if (!ok()) return std::move(diagnostics_);
    return std::move(module_);
  }

 private:
  bool ok() const { return diagnostics_.empty(); }

  void next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = {rest_.substr(0, end), line_.number + 1};
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    end_ = std::min(line_.text.find(';'), line_.text.size());
    at_ = 0;
  }

  // ---- errors

  void fail(Rule rule, const Line& line, std::string_view part, std::initializer_list<std::string_view> arguments,
            std::string help = {}) {
    if (ok())
      diagnostics_.add(diag::make_in_line(rule, file_, line.number, line.text, part, arguments, std::move(help)));
  }

  // Reports an error in a part of the current line, usually the part that was read last.
  void fail(Rule rule, std::string_view part, std::initializer_list<std::string_view> arguments,
            std::string help = {}) {
    fail(rule, line_, part, arguments, std::move(help));
  }

  void fail_expected(std::string_view what) {
    skip_blanks();
    const std::string_view word = look_ahead(is_number);
    std::string found = "the end of the line";
    if (!word.empty())
      found = fmt::format("'{}'", word.substr(0, max_word));
    else if (!at_end())
      found = peek() > ' ' && peek() < '\x7f' ? fmt::format("'{}'", peek()) : "an unexpected character";
    fail(Rule::IrSyntax, word, {what, found});
  }

  template <class Names>
  void fail_unknown(std::string_view noun, std::string_view word, const Names& names) {
    fail(Rule::IrUnknownWord, word, {noun, word.substr(0, max_word)}, base::did_you_mean(base::nearest(word, names)));
  }

  void fail_invalid(std::string_view part, std::string_view what) { fail(Rule::IrInvalid, part, {what}); }

  // ---- words

  bool at_end() const { return !ok() || at_ >= end_; }
  char peek() const { return at_end() ? '\0' : line_.text[at_]; }
  void skip_blanks() {
    while (is_blank(peek())) ++at_;
  }
  std::string_view look_ahead(bool (*accepted)(char)) const {
    std::size_t end = at_;
    while (end < end_ && accepted(line_.text[end])) ++end;
    return line_.text.substr(at_, end - at_);
  }
  // Takes the next word. Reports an error if there is none.
  std::string_view take(bool (*accepted)(char), std::string_view what) {
    skip_blanks();
    const std::string_view word = look_ahead(accepted);
    if (word.empty()) fail_expected(what);
    at_ += word.size();
    return word;
  }
  bool accept(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail_expected(fmt::format("'{}'", c));
  }
  void expect_end() {
    skip_blanks();
    if (ok() && !at_end()) fail_expected("the end of the line");
  }

  std::uint32_t number(std::string_view digits, std::uint32_t max) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || stop != end || error == std::errc::invalid_argument)
      fail(Rule::IrSyntax, digits, {"a number", fmt::format("'{}'", digits.substr(0, max_word))});
    else if (error != std::errc() || value > max)
      fail_invalid(digits, fmt::format("the number is greater than {}", max));
    return value;
  }

  // Reads the number of a register of this type.
  std::uint32_t register_number(RegisterType type) {
    const std::string_view word = take(is_name, "a register");
    const std::string_view prefix = agal::info(type).prefix(module_.stage);
    if (!ok()) return 0;
    if (prefix.empty() || !word.starts_with(prefix))
      fail(Rule::IrSyntax, word,
           {prefix.empty() ? std::string("an operation of this stage") : fmt::format("a register {}N", prefix),
            fmt::format("'{}'", word.substr(0, max_word))});
    return register_number(type, word);
  }
  std::uint32_t register_number(RegisterType type, std::string_view word) {
    const std::string_view digits = word.substr(std::min(word.size(), agal::info(type).prefix(module_.stage).size()));
    return digits.empty() && ok() && register_name(static_cast<std::uint32_t>(type), 0, module_.stage) == word
               ? 0
               : number(digits, base::RegisterSet::capacity - 1);
  }

  // Reads `count` lanes, such as `.yx`, if there are any.
  std::optional<Lanes> accept_lanes(std::uint32_t count) {
    if (peek() != '.') return std::nullopt;
    ++at_;
    const std::string_view word = take(is_name, "a lane");
    Lanes lanes = 0;
    bool known = word.size() == count;
    for (std::uint32_t i = 0; i < count && known; ++i) {
      const std::size_t lane = lane_letters.find(word[i]);
      known = lane != std::string_view::npos;
      if (known) lanes = with_lane(lanes, i, static_cast<std::uint32_t>(lane));
    }
    if (!known)
      fail(Rule::IrSyntax, word,
           {fmt::format("{} of the lanes {}", count, lane_letters), fmt::format("'{}'", word.substr(0, max_word))});
    return lanes;
  }

  // ---- statements

  void statement() {
    if (peek() == '%') return instruction();
    const std::string_view word = look_ahead(is_word);
    if (std::find(header::words.begin(), header::words.end(), word) == header::words.end()) return instruction();
    at_ += word.size();
    if (!module_.body.empty()) fail_invalid(word, "this line must precede the instructions");
    if (word == header::stage) return stage(word);
    require_stage();
    if (word == header::sampler) return sampler();
    if (word == header::centroid)
      module_.centroid_varyings.add(register_number(RegisterType::Varying));
    else
      module_.constant_array = number(take(is_name, "a number"), translatable_registers);
    expect_end();
  }

  void require_stage() {
    if (!has_stage_) {
      at_ = 0;
      fail_expected("the line 'stage vertex' or 'stage fragment'");
    }
  }

  void stage(std::string_view line) {
    constexpr std::array names{name(Stage::Vertex), name(Stage::Fragment)};
    if (has_stage_) return fail_invalid(line, "there are two lines with a stage");
    const std::string_view word = take(is_name, "a stage");
    has_stage_ = true;
    module_.stage = word == names[0] ? Stage::Vertex : Stage::Fragment;
    if (ok() && word != name(module_.stage)) fail_unknown("stage", word, names);
    expect_end();
  }

  void sampler() {
    skip_blanks();
    const std::string_view place = look_ahead(is_name);
    const std::uint32_t index = register_number(RegisterType::Sampler);
    const std::string_view word = take(is_name, "a dimension");
    const SamplerOptionInfo* const option = find_sampler_option(word);
    if (!ok()) return;
    if (option == nullptr || option->field != SamplerField::Dim) {
      std::vector<std::string_view> names;
      for (const SamplerOptionInfo& row : sampler_option_table)
        if (row.field == SamplerField::Dim) names.push_back(row.text);
      return fail_unknown("dimension", word, names);
    }
    if (!module_.samplers.empty() && module_.samplers.back().index >= index)
      return fail_invalid(place, "samplers must be in ascending order");
    module_.samplers.push_back({index, static_cast<TextureKind>(option->value)});
    expect_end();
  }

  void instruction() {
    require_stage();
    Inst& inst = module_.body.emplace_back();
    lines_.push_back(line_);
    std::string_view result;
    if (accept('%')) {
      result = take(is_name, "the name of a value");
      expect(':');
      inst.type = type();
      expect('=');
    }
    inst.op = operation();
    if (ok()) nest(inst.op);
    if (ok()) subject(inst);
    if (ok()) operands(inst);
    origin(inst);
    expect_end();
    if (ok() && !result.empty() && !values_.emplace(result, index(module_.last())).second)
      fail(Rule::IrRedefined, result, {result.substr(0, max_word)});
  }

  void nest(Op op) {
    depth_ += op == Op::If;
    if (depth_ > translatable_nesting)
      fail_invalid(line_.text, fmt::format("conditionals are nested more than {} deep", translatable_nesting));
    if (op == Op::EndIf && depth_ > 0) --depth_;
  }

  Type type() {
    const std::string_view word = take(is_name, "a type");
    for (const Scalar scalar : {Scalar::Bool, Scalar::Int, Scalar::Float})
      for (std::uint8_t width = 1; width <= 4; ++width)
        if (word == type_name({scalar, width})) return {scalar, width};
    fail_unknown("type", word, std::span(scalar_names).subspan(1));
    return {};
  }

  Op operation() {
    const std::string_view word = take(is_word, "an operation");
    for (std::size_t i = 0; i < op_table.size(); ++i)
      if (op_table[i].text == word) return static_cast<Op>(i);
    std::vector<std::string_view> names;
    for (const OpInfo& row : op_table) names.push_back(row.text);
    if (ok()) fail_unknown("operation", word, names);
    return {};
  }

  void subject(Inst& inst) {
    const std::optional<RegisterType> type = register_of(inst.op);
    if (!type) return;
    skip_blanks();
    const std::string_view place = look_ahead(is_name);
    const std::uint32_t number = register_number(*type);
    inst.aux = static_cast<std::uint16_t>(is_sample(inst.op) ? slot_of(number, place) : number);
    if (kind(inst.op) != Kind::Input) return expect(',');
    if (inst.type.width != 1) return;
    const std::optional<Lanes> lanes = accept_lanes(1);
    if (!lanes) fail_expected("the lane that is loaded, such as '.x'");
    inst.lanes = lanes.value_or(identity_lanes);
  }

  std::uint32_t slot_of(std::uint32_t sampler, std::string_view place) {
    const std::uint32_t slot = module_.slot_of(sampler);
    if (slot == module_.samplers.size() || module_.samplers[slot].index != sampler)
      fail(Rule::IrUndefined, place, {place.substr(0, max_word)},
           "a line 'sampler' before the first instruction declares each sampler");
    return slot;
  }

  void operands(Inst& inst) {
    const std::uint32_t count = inst.op == Op::Constant ? inst.type.width : inst.arg_count();
    if (inst.op == Op::Compose) inst.lanes = 0;
    for (std::uint32_t i = 0; i < count && ok(); ++i) {
      if (i > 0) expect(',');
      if (inst.op == Op::Constant)
        inst.args[i] = constant(inst.type.scalar);
      else
        operand(inst, i);
    }
  }

  void operand(Inst& inst, std::uint32_t i) {
    skip_blanks();
    const std::size_t begin = at_;
    expect('%');
    const std::string_view name = take(is_name, "the name of a value");
    if (!ok()) return;
    const auto found = values_.find(name);
    if (found == values_.end())
      return fail(Rule::IrUndefined, line_.text.substr(begin, at_ - begin),
                  {fmt::format("%{}", name.substr(0, max_word))});
    inst.args[i] = found->second;
    const std::uint8_t width = module_.body[found->second].type.width;
    if (inst.op == Op::Compose) {
      const std::optional<Lanes> lane = accept_lanes(1);
      if (!lane && width != 1) fail_expected("a lane of the vector, such as '.x'");
      inst.lanes = with_lane(inst.lanes, i, lane.value_or(0) & 3u);
    } else if (inst.op == Op::Phi) {
      const std::optional<Lanes> lanes = accept_lanes(inst.type.width);
      if (!lanes && width != inst.type.width) fail_expected("the lanes that are merged, such as '.xy'");
      (i == 0 ? inst.lanes : inst.lanes2) = lanes.value_or(identity_lanes);
    }
  }

  // Reads the bits of one lane.
  std::uint32_t constant(Scalar scalar) {
    const std::string_view word = take(is_number, "a number");
    if (!ok()) return 0;
    const char* const end = word.data() + word.size();
    std::uint32_t bits = 0;
    float value = 0;
    std::from_chars_result read{word.data(), std::errc::invalid_argument};
    if (scalar == Scalar::Bool) {
      if (word == "true" || word == "false") return word == "true";
    } else if (scalar == Scalar::Int) {
      std::int32_t number = 0;
      read = std::from_chars(word.data(), end, number);
      bits = static_cast<std::uint32_t>(number);
    } else if (word.starts_with("0x")) {
      read = std::from_chars(word.data() + 2, end, bits, 16);
    } else {
      read = std::from_chars(word.data(), end, value);
      bits = std::bit_cast<std::uint32_t>(value);
    }
    if (read.ec != std::errc() || read.ptr != end)
      fail(Rule::IrSyntax, word,
           {fmt::format("a constant of type {}", scalar_names[static_cast<std::size_t>(scalar)]),
            fmt::format("'{}'", word.substr(0, max_word))});
    return bits;
  }

  // Reads the token and the register, such as `@3 ft0`. Both are optional.
  void origin(Inst& inst) {
    if (accept('@')) {
      const std::string_view digits = take(is_name, "the number of a token");
      inst.token = number(digits, no_token) - 1;
      if (ok() && inst.token == no_token) fail_invalid(digits, "tokens are counted from 1");
    }
    skip_blanks();
    const std::string_view word = look_ahead(is_name);
    if (word.empty()) return;
    for (const RegisterInfo& row : register_table) {
      const std::string_view prefix = row.prefix(module_.stage);
      const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
      if (prefix.empty() || !word.starts_with(prefix) ||
          !std::all_of(word.begin() + static_cast<std::ptrdiff_t>(prefix.size()), word.end(), is_digit))
        continue;
      at_ += word.size();
      inst.hint = {row.type, static_cast<std::uint16_t>(register_number(row.type, word))};
      return;
    }
  }

  void verify_module() {
    const std::optional<Fault> fault = find_fault(module_);
    if (!fault) return;
    const Line& line = fault->at < lines_.size() ? lines_[fault->at] : line_;
    const std::size_t begin = std::min(line.text.find_first_not_of(" \t"), line.text.size());
    const std::size_t end = std::max(line.text.find_last_not_of(" \t\r") + 1, begin);
    fail(Rule::IrInvalid, line, line.text.substr(begin, end - begin), {fault->what});
  }

  std::string_view rest_;
  std::string file_;
  Line line_;
  std::size_t at_ = 0, end_ = 0;  // positions in the line; the comment begins after `end_`
  Module module_;
  bool has_stage_ = false;
  std::uint32_t depth_ = 0;                                     // the number of open conditionals
  std::unordered_map<std::string_view, std::uint32_t> values_;  // indices by name
  std::vector<Line> lines_;                                     // the lines of the instructions
  Diagnostics diagnostics_;
};

}  // namespace

Result<Module> parse(std::string_view text, std::string file) { return Parser(text, std::move(file)).run(); }

bool looks_like_ir(std::string_view text) {
  while (!text.empty() && (is_blank(text[0]) || text[0] == '\n' || text[0] == ';'))
    text.remove_prefix(text[0] == ';' ? std::min(text.find('\n'), text.size()) : 1);
  return text.starts_with(header::stage) && text.size() > header::stage.size() && is_blank(text[header::stage.size()]);
}

}  // namespace agal::ir
