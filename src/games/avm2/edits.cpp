#include "avm2/edits.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "avm2/passed_values.hpp"
#include "avm2/text_methods.hpp"

namespace agal::avm2 {
namespace {

constexpr std::string_view separators = " \t\r\n\f\v,;:./\\|=&-_'\"";

bool is_relevant_text(std::string_view text) { return text.find_first_not_of(separators) != text.npos; }

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// One of the alternatives of a regular expression.
struct Branch {
  bool relevant = false;              // true if it may match more than blanks and separators
  std::vector<std::string> needed{};  // texts that each match contains
  bool may_match(std::string_view text) const {
    return relevant && std::all_of(needed.begin(), needed.end(),
                                   [&](const std::string& part) { return text.find(part) != text.npos; });
  }
};

// Splits a regular expression into its alternatives. An expression with groups is one alternative that needs no text.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view expression) : rest_(expression) {}

  std::vector<Branch> run() {
    while (!rest_.empty()) step();
    end_literal();
    if (!has_groups_) return std::move(branches_);
    const bool relevant =
        std::any_of(branches_.begin(), branches_.end(), [](const Branch& branch) { return branch.relevant; });
    return {Branch{relevant}};
  }

 private:
  void step();
  void read_escape();
  void read_class();
  void add_literal(char c) {
    literal_ += c;
    note_relevant(separators.find(c) == separators.npos);
  }
  void note_relevant(bool relevant) { branches_.back().relevant = branches_.back().relevant || relevant; }
  void end_literal() {
    if (!literal_.empty()) branches_.back().needed.push_back(literal_);
    literal_.clear();
  }
  void skip_past(char last) { rest_.remove_prefix(std::min(rest_.find(last), rest_.size() - 1) + 1); }

  std::string_view rest_;
  std::vector<Branch> branches_{1};
  std::string literal_;
  bool has_groups_ = false;
};

void ExpressionReader::step() {
  const char c = rest_.front();
  rest_.remove_prefix(1);
  switch (c) {
    case '|':
      end_literal();
      branches_.emplace_back();
      break;
    case '[': read_class(); break;
    case '\\': read_escape(); break;
    case '{':
    case '*':
    case '?':
      if (!literal_.empty()) literal_.pop_back();
      end_literal();
      if (c == '{' && !rest_.empty()) skip_past('}');
      break;
    case '.':
      end_literal();
      note_relevant(true);
      break;
    case '(':
    case ')':
      has_groups_ = true;
      end_literal();
      if (c == '(' && rest_.starts_with("?")) rest_.remove_prefix(std::min<std::size_t>(2, rest_.size()));
      break;
    case '+':
    case '^':
    case '$': end_literal(); break;
    default: add_literal(c);
  }
}

// An escaped letter or digit stands for several characters, or for a blank.
void ExpressionReader::read_escape() {
  if (rest_.empty()) return note_relevant(true);
  const char c = rest_.front();
  rest_.remove_prefix(1);
  if (!is_letter_or_digit(c)) return add_literal(c);
  end_literal();
  note_relevant(std::string_view("sntrfvbB").find(c) == std::string_view::npos);
}

void ExpressionReader::read_class() {
  end_literal();
  if (rest_.starts_with('^')) note_relevant(true);
  for (bool first = true; !rest_.empty() && (first || rest_.front() != ']'); first = false) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '\\')
      read_escape();
    else
      note_relevant(separators.find(c) == separators.npos);
    literal_.clear();
  }
  if (!rest_.empty()) rest_.remove_prefix(1);
}

// Returns true if a regular expression may match a part of a text that is more than blanks and separators.
bool may_match(std::string_view expression, std::string_view text) {
  const bool ignores_case = expression.starts_with(Pattern::ignoring_case);
  if (ignores_case) expression.remove_prefix(Pattern::ignoring_case.size());
  const std::string lower = ignores_case ? in_lower_case(text) : std::string();
  for (Branch& branch : ExpressionReader(expression).run()) {
    if (ignores_case)
      for (std::string& part : branch.needed) part = in_lower_case(part);
    if (branch.may_match(ignores_case ? lower : text)) return true;
  }
  return false;
}

bool is_relevant_expression(std::string_view expression) {
  if (expression.starts_with(Pattern::ignoring_case)) expression.remove_prefix(Pattern::ignoring_case.size());
  const std::vector<Branch> branches = ExpressionReader(expression).run();
  return std::any_of(branches.begin(), branches.end(), [](const Branch& branch) { return branch.relevant; });
}

constexpr std::string_view byte_readers[] = {"readUTFBytes", "readUTF", "readMultiByte"};
// Functions that read XML and JSON.
constexpr std::string_view parsers[] = {"XML", "XMLList", "decode", "parse", "parseXML"};

bool is_constructed(const Values& values, Value object) {
  const auto* const result = values.get<CallResult>(object);
  return result != nullptr && result->name == 0;
}

// Finds the edits of texts that code reads as data. It follows the data by the names of fields, slots and methods.
class EditFinder {
 public:
  EditFinder(Executor& executor, PassedValues& passed) : executor_(executor), passed_(passed) {}

  std::vector<Edit> run();

 private:
  std::set<std::size_t> bodies_calling(std::span<const std::string_view> names) const;
  void find_data();
  void note_passed(const UseSite& site);
  void add_bodies();
  void find_patterns();
  void find_joined();
  void find_written();
  void find_cut();
  bool is_cut(const Values& values, Value value) const;
  bool stores_cut(std::uint32_t field);
  bool is_data(const Values& values, Value value) const;
  bool is_parsed(const Values& values, Value value) const;

  Executor& executor_;
  PassedValues& passed_;
  std::set<Edit> edits_;
  std::set<std::uint32_t> fields_, slots_, methods_, receivers_;  // names through which data passes
  std::set<std::size_t> bodies_;                                  // the bodies that may use data
};

std::set<std::size_t> EditFinder::bodies_calling(std::span<const std::string_view> names) const {
  std::set<std::size_t> bodies;
  for (const std::string_view name : names)
    if (const auto row = executor_.abc().string_number.find(name); row != executor_.abc().string_number.end()) {
      const std::vector<std::size_t>& callers = passed_.callers(row->second);
      bodies.insert(callers.begin(), callers.end());
    }
  return bodies;
}

bool EditFinder::is_data(const Values& values, Value value) const {
  if (const auto* const slot = values.get<Slot>(value)) return slots_.contains(slot->number);
  if (is_parsed(values, value)) return true;
  if (const auto* const property = values.get<Property>(value)) return fields_.contains(property->name);
  const auto* const result = values.get<CallResult>(value);
  if (result == nullptr) return false;
  const std::string_view name = executor_.abc().string(result->name);
  if (name == "toString" && is_constructed(values, result->object)) return true;
  const bool reads = std::find(std::begin(byte_readers), std::end(byte_readers), name) != std::end(byte_readers);
  return reads || name == "toXMLString" || name == "getString" || methods_.contains(result->name);
}

// Returns true for a part of the result of a parser.
bool EditFinder::is_parsed(const Values& values, Value value) const {
  constexpr unsigned max_parts = 16;
  for (unsigned i = 0; i < max_parts; ++i) {
    if (const auto* const result = values.get<CallResult>(value)) {
      const std::string_view name = executor_.abc().string(result->name);
      if (result->name == 0) return i > 0;  // a constructed object, such as an XML
      if (std::find(std::begin(parsers), std::end(parsers), name) != std::end(parsers)) return true;
      value = result->object;
    } else if (const auto* const property = values.get<Property>(value)) {
      value = property->object;
    } else if (const auto* const operation = values.get<Operation>(value)) {
      value = operation->left;
    } else {
      return false;
    }
  }
  return false;
}

void EditFinder::find_data() {
  constexpr unsigned max_rounds = 3;
  constexpr std::string_view others[] = {"toXMLString", "getString", "toString"};
  bodies_ = bodies_calling(byte_readers);
  bodies_.merge(bodies_calling(others));
  bodies_.merge(bodies_calling(parsers));
  const auto known = [this] { return fields_.size() + slots_.size() + methods_.size() + receivers_.size(); };
  for (unsigned round = 0; round < max_rounds; ++round) {
    const std::size_t before = known();
    for (const std::size_t body : bodies_)
      for (const auto& [site, outcomes] : executor_.run(body).uses)
        if (std::any_of(outcomes.begin(), outcomes.end(),
                        [&](const Outcome& outcome) { return is_data(executor_.values(), outcome.value); }))
          note_passed(site);
    if (known() == before) return;
    add_bodies();
  }
}

void EditFinder::note_passed(const UseSite& site) {
  if (site.kind == UseKind::Slot) slots_.insert(site.name);
  if (site.name == 0) return;
  if (site.kind == UseKind::Field) fields_.insert(site.name);
  if (site.kind == UseKind::Returned) methods_.insert(site.name);
  if (site.kind == UseKind::Argument) receivers_.insert(site.name);
}

// Adds the bodies that get data in a field, a slot, a result or an argument.
void EditFinder::add_bodies() {
  const Abc& abc = executor_.abc();
  for (const std::uint32_t method : methods_) {
    const std::vector<std::size_t>& callers = passed_.callers(method);
    bodies_.insert(callers.begin(), callers.end());
  }
  for (const std::uint32_t field : fields_) {
    const std::vector<std::size_t>& readers = executor_.readers(field);
    bodies_.insert(readers.begin(), readers.end());
  }
  for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
    const std::uint32_t name = abc.method_of(body).name;
    if (name == 0 ? !slots_.empty() : receivers_.contains(name)) bodies_.insert(body);
  }
}

void EditFinder::find_patterns() {
  constexpr std::string_view editors[] = {"replace", "split"};
  for (const std::size_t body : bodies_calling(editors)) {
    executor_.run(body);
    const std::vector<Value> patterns = executor_.patterns();
    passed_.visit_all(body, patterns, [this](const Values& values, Value value) {
      if (Edit edit = Edit::of(values, value); edit.is_relevant()) edits_.insert(std::move(edit));
    });
  }
}

void EditFinder::find_joined() {
  const auto note = [this](const Values& values, Value value) {
    if (is_data(values, value)) edits_.insert(Edit{});
  };
  for (const std::size_t body : bodies_) {
    executor_.run(body);
    const std::vector<Value> joined = executor_.joined();
    passed_.visit_all(body, joined, note);
  }
}

// Finds code that writes into bytes which it then reads as text, and which it did not make itself.
void EditFinder::find_written() {
  const Abc& abc = executor_.abc();
  for (const std::size_t body : bodies_calling(byte_readers)) {
    const std::vector<std::uint32_t>& called = executor_.control_flow(body).called;
    const auto calls = [&](const auto& matches) {
      return std::any_of(called.begin(), called.end(), [&](std::uint32_t name) { return matches(abc.string(name)); });
    };
    if (calls([](std::string_view name) { return name.starts_with("write"); }) &&
        !calls([](std::string_view name) { return name == "ByteArray"; }))
      edits_.insert(Edit{});
  }
}

bool EditFinder::is_cut(const Values& values, Value value) const {
  const auto* const result = values.get<CallResult>(value);
  return result != nullptr && makes_text(executor_.abc().string(result->name));
}

// Returns true if code stores a part of a text in a field with this name.
bool EditFinder::stores_cut(std::uint32_t field) {
  for (std::size_t body = 0; body < executor_.abc().bodies.size(); ++body) {
    const std::vector<std::uint32_t>& stored = executor_.control_flow(body).stored;
    if (std::find(stored.begin(), stored.end(), field) == stored.end()) continue;
    for (const auto& [site, outcomes] : executor_.run(body).uses)
      if (site.kind == UseKind::Field && site.name == field)
        for (const Outcome& outcome : outcomes)
          if (is_cut(executor_.values(), outcome.value)) return true;
  }
  return false;
}

// Finds code that passes a part of a text to an assembler, whatever the text is.
void EditFinder::find_cut() {
  struct Text {
    std::string_view method;
    std::uint32_t argument;
  };
  PassedValues passed(executor_);
  std::set<std::uint32_t> fields;
  for (const Text& text : {Text{"assemble", 1}, Text{"assemble", 2}, Text{"assemble2", 3}, Text{"assemble2", 4}}) {
    const auto name = executor_.abc().string_number.find(text.method);
    if (name == executor_.abc().string_number.end()) continue;
    passed.visit_argument(name->second, text.argument, [&](const Values& values, Value value) {
      if (is_cut(values, value)) edits_.insert(Edit{});
      if (const auto* const property = values.get<Property>(value)) fields.insert(property->name);
    });
  }
  if (std::any_of(fields.begin(), fields.end(), [this](std::uint32_t field) { return stores_cut(field); }))
    edits_.insert(Edit{});
}

std::vector<Edit> EditFinder::run() {
  find_patterns();
  find_written();
  if (!edits_.contains(Edit{})) find_cut();
  if (edits_.contains(Edit{})) return {edits_.begin(), edits_.end()};
  find_data();
  find_joined();
  return {edits_.begin(), edits_.end()};
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
    case Kind::Expression: return is_relevant_expression(pattern);
    case Kind::Unknown: return true;
  }
  return true;
}

bool Edit::may_change(std::string_view text) const {
  switch (kind) {
    case Kind::Literal: return is_relevant_text(pattern) && text.find(pattern) != text.npos;
    case Kind::Expression: return may_match(pattern, text);
    case Kind::Unknown: return true;
  }
  return true;
}

std::vector<Edit> find_edits(Executor& executor, PassedValues& passed) { return EditFinder(executor, passed).run(); }

}  // namespace agal::avm2
