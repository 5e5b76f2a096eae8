#include "assembly/mini_assembler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_one_of(char c, std::string_view letters) { return letters.find(to_lower(c)) != letters.npos; }

std::string_view component_letters(const Context& context) { return context.has_colors() ? "xyzwrgba" : "xyzw"; }

// Searches for operands as AGALMiniAssembler does. The search ignores case, but the lookup of registers does not.
class OperandFinder {
 public:
  OperandFinder(const Context& context, Cursor& cursor) : cursor_(cursor), letters_(component_letters(context)) {}

  std::optional<FoundOperand> find() {
    for (; !cursor_.done(); cursor_.move_to(cursor_.position() + 1)) {
      const std::size_t begin = cursor_.position();
      if (find_relative()) return FoundOperand{cursor_.since(begin), register_, address_};
      cursor_.move_to(begin);
      if (find_direct()) return FoundOperand{cursor_.since(begin), register_, address_};
    }
    return std::nullopt;
  }

 private:
  // Takes a name such as `va`, `oc` or `iid`. Words that are not registers, such as `vap`, are taken too.
  bool take_name() {
    if (!take_letter("vofi")) return false;
    take_letter("acostdip");
    take_letter("d");
    return true;
  }
  bool take_letter(std::string_view letters) {
    if (cursor_.done() || !is_one_of(cursor_.peek(), letters)) return false;
    cursor_.move_to(cursor_.position() + 1);
    return true;
  }
  bool take_components(std::size_t max) {
    const std::size_t begin = cursor_.position();
    std::size_t count = 0;
    if (cursor_.accept('.'))
      while (count < max && take_letter(letters_)) ++count;
    if (count == 0) cursor_.move_to(begin);
    return count != 0;
  }
  bool find_direct() {
    address_ = {};
    const std::size_t begin = cursor_.position();
    if (!take_name()) return false;
    cursor_.take_while(is_digit);
    register_ = cursor_.since(begin);
    take_components(4);
    return true;
  }
  // Finds a relative address without blanks: `vc[va0.x+3]`.
  bool find_relative() {
    const std::size_t begin = cursor_.position();
    if (!take_letter("v") || !take_letter("c")) return false;
    register_ = cursor_.since(begin);
    const std::size_t open = cursor_.position();
    if (!cursor_.accept('[') || !take_name()) return false;
    cursor_.take_while(is_digit);
    take_components(1);
    if (cursor_.accept('+')) {
      const std::size_t digits = cursor_.take_while(is_digit).size();
      if (digits < 1 || digits > 3) return false;
    }
    if (!cursor_.accept(']')) return false;
    address_ = cursor_.since(open);
    take_components(4);
    return true;
  }

  Cursor& cursor_;
  std::string_view letters_;
  std::string_view register_, address_;  // parts of the found operand
};

class FoundParser {
 public:
  FoundParser(Context& context, const FoundOperand& found)
      : context_(context), found_(found), letters_(component_letters(context)) {}

  ParsedOperand parse() {
    ParsedOperand operand;
    operand.text = operand.whole = found_.text;
    operand.base = parse_register(context_, found_.base);
    operand.valid = operand.base.name != nullptr;
    if (!found_.address.empty()) parse_address(operand);
    parse_components(operand, found_.text.substr(found_.base.size() + found_.address.size()));
    return operand;
  }

 private:
  // Parses the lower-case letters of `.xyzw`. The assembler drops other letters.
  void parse_components(ParsedOperand& operand, std::string_view text) const {
    if (text.empty()) return;
    const std::string_view kept = text.substr(1, std::min(text.find_first_not_of(letters_, 1), text.size()) - 1);
    if (!kept.empty()) operand.components = kept;
    if (kept.size() + 1 != text.size())
      context_.report(
          Rule::LenientIgnoredComponents, operand.text,
          {quotable(operand.text), quotable(operand.text.substr(0, operand.text.size() - text.size())), ""});
  }

  void parse_address(ParsedOperand& operand) {
    ParsedAddress& relative = operand.relative.emplace();
    Cursor inside(found_.address);
    inside.accept('[');
    const std::size_t begin = inside.position();
    inside.take_while(is_letter);
    const std::string_view number = inside.take_while(is_digit);
    relative.index = parse_register(context_, inside.since(begin));
    operand.valid = operand.valid && relative.index.name != nullptr;
    const char component = inside.accept('.') ? inside.peek() : '\0';
    if (letters_.find(component) == letters_.npos) {
      context_.report(Rule::RelativeComponent, relative.index.text, {quotable(relative.index.text)});
      operand.valid = false;
    }
    relative.component = find_component(component).value_or(0);
    if (component != '\0') inside.move_to(inside.position() + 1);
    if (!inside.accept('+')) return;
    const std::string_view digits = inside.take_while(is_digit);
    const std::optional<std::uint32_t> offset = parse_digits(digits, 255);
    if (!offset) {
      context_.report(Rule::RelativeOffset, digits, {quotable(digits)});
      operand.valid = false;
    }
    relative.offset = static_cast<std::uint8_t>(offset.value_or(0));
    if (!number.empty() || !operand.valid) return;
    // The assembler uses the first number between the brackets, here the offset, as the number of the index register.
    relative.index.index = *offset;
    context_.report(
        Rule::LenientIgnoredPart, operand.text,
        {quotable(operand.text), fmt::format("vc[{0}{1}.{2}+{1}]", quotable(relative.index.text), *offset, component),
         fmt::format(", not as 'vc[{}0.{}+{}]'", quotable(relative.index.text), component, *offset)});
  }

  Context& context_;
  const FoundOperand& found_;
  std::string_view letters_;
};

constexpr bool is_part(char c) { return is_word(c) || c == '.'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_separator(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
  return text;
}

// Reports a part that directly follows an operand. If the part looks like components, such as `.rgb`, the message also
// suggests what was meant.
void report_part(Context& context, const ParsedOperand& operand, std::string_view part) {
  const std::string_view whole(operand.text.data(), operand.text.size() + part.size());
  const bool has_components = operand.components.has_value();
  const std::string_view letters = part.substr(has_components ? 0 : 1);
  const bool names = (has_components || part[0] == '.') && !letters.empty() && letters.size() <= 4 &&
                     std::all_of(letters.begin(), letters.end(), [](char c) { return find_component(c).has_value(); });
  if (has_components && names && operand.components->size() == 4) {
    context.report(Rule::TooManyComponents, whole.substr(whole.find('.') + 1),
                   {quotable(whole.substr(whole.find('.') + 1))});
    return;
  }
  std::string other, help;
  if (names && operand.valid) {
    const std::string_view base = whole.substr(0, whole.find('.', whole.find(']') == whole.npos ? 0 : whole.find(']')));
    const std::string meant = fmt::format("{}.{}", quotable(base), vector_components(whole.substr(base.size() + 1)));
    other = fmt::format(", not as '{}'", meant);
    help = fmt::format(
        "AGALMiniAssembler drops components other than x, y, z and w; write '{}' or '{}', or pass --dialect easyagal",
        quotable(operand.text), meant);
  }
  context.report(other.empty() ? Rule::LenientIgnoredPart : Rule::LenientIgnoredComponents, whole,
                 {quotable(whole), quotable(operand.text), other}, help);
}

// Returns an example of an instruction.
std::string example(const OpcodeInfo& row) {
  std::string text(row.text);
  const char* separator = " ";
  const auto append = [&](const char* part) {
    text += separator;
    text += part;
    separator = ", ";
  };
  if (row.dest != DestinationRule::None) append("destination");
  if (row.src1 != SourceRule::None) append(row.src2 != SourceRule::None ? "source 1" : "source");
  if (row.samples())
    append("sampler <options>");
  else if (row.src2 != SourceRule::None)
    append("source 2");
  return text;
}

}  // namespace

std::optional<std::string_view> cut_options(std::string_view& code) {
  const std::size_t open = code.find('<');
  const std::size_t close = code.rfind('>');
  if (open == code.npos || close == code.npos || close < open) return std::nullopt;
  const std::string_view options = code.substr(open + 1);
  const bool ends = trimmed(options.substr(close - open)).empty();
  code = code.substr(0, open);
  return ends ? options.substr(0, close - open - 1) : options;
}

std::optional<FoundOperand> find_operand(const Context& context, Cursor& cursor) {
  return OperandFinder(context, cursor).find();
}

ParsedOperand parse_found(Context& context, const FoundOperand& found) { return FoundParser(context, found).parse(); }

void report_skipped(Context& context, std::string_view skipped, const ParsedOperand* before,
                    const ParsedOperand* after) {
  if (before != nullptr) {
    const auto end = std::find_if_not(skipped.begin(), skipped.end(), is_part);
    const std::string_view part = skipped.substr(0, static_cast<std::size_t>(end - skipped.begin()));
    if (!part.empty()) report_part(context, *before, part);
    skipped.remove_prefix(part.size());
  }
  if (after != nullptr) {
    std::size_t touching = 0;
    while (touching < skipped.size() && is_part(skipped[skipped.size() - 1 - touching])) ++touching;
    skipped.remove_suffix(touching);
    const std::string_view whole(after->text.data() - touching, touching + after->text.size());
    if (touching != 0) context.report(Rule::LenientIgnoredPart, whole, {quotable(whole), quotable(after->text), ""});
  }
  skipped = trimmed(skipped);
  if (skipped.empty()) return;
  const bool opens = skipped.find('<') != skipped.npos;
  context.report(opens ? Rule::LenientUnterminatedOptions : Rule::LenientIgnoredCharacter, skipped,
                 {quotable(skipped)});
}

std::size_t operand_count(const OpcodeInfo& row) {
  return (row.dest != DestinationRule::None ? 1u : 0u) + (row.src1 != SourceRule::None ? 1u : 0u) +
         (row.src2 != SourceRule::None ? 1u : 0u);
}

void report_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::size_t count,
                  std::string help) {
  if (help.empty()) help = fmt::format("the form is '{}'", example(row));
  context.report(Rule::OperandCount, opcode,
                 {row.text, base::counted(operand_count(row), "operand"), std::to_string(count)}, std::move(help));
}

void report_operand_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::string_view text,
                          std::size_t count) {
  Cursor cursor(text);
  for (cursor.skip_separators(); !cursor.done(); cursor.skip_separators()) {
    if (const std::string_view literal = cursor.take_number(); !literal.empty())
      return context.report(Rule::LiteralOperand, literal, {quotable(literal)});
    cursor.take_item();
  }
  const std::size_t open = text.find('[');
  const std::string_view address =
      open == text.npos ? std::string_view() : text.substr(open, text.find(']', open) - open);
  if (const std::size_t minus = address.find('-'); minus != address.npos && minus + 1 < address.size())
    return context.report(Rule::LenientNegativeOffset, address.substr(minus), {quotable(address.substr(minus))});
  const bool has_blanks = std::any_of(address.begin(), address.end(), is_blank);
  report_count(context, row, opcode, count,
               has_blanks ? "AGALMiniAssembler does not read blanks between [ and ]; remove them" : "");
}

}  // namespace agal::assembly
