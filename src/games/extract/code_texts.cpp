#include "extract/code_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "avm2/choices.hpp"
#include "avm2/executor.hpp"
#include "avm2/passed_values.hpp"
#include "base/format.hpp"

namespace agal::extraction {
namespace {

using avm2::AbstractLocation;
using avm2::Decision;
using avm2::Effect;
using avm2::Executor;
using avm2::MethodBody;
using avm2::Outcome;
using avm2::PathCondition;
using avm2::UseKind;
using avm2::UseSite;
using avm2::Value;
using avm2::Values;

// The maximum number of parts of a concatenated text that are compared with a constant.
constexpr std::size_t max_parts = 256;

// Returns the common part of all outcomes.
Outcome common_path(const std::vector<Outcome>& all) {
  Outcome common = all.front();
  for (const Outcome& other : all) common.join(other.condition, other.loop_values);
  return common;
}

bool has_tracked(const std::vector<Outcome>& outcomes, const Values& values) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [&](const Outcome& outcome) { return values[outcome.value].tracked; });
}

class TextFinder {
 public:
  TextFinder(const avm2::MovieCode& code, MovieFacts& facts, const std::function<void(CodeText)>& found)
      : abc_(code.abc), tracked_(code.tracked), found_(found), executor_(code, facts) {
    // Code may use the same text very often; the budget ends the analysis of such code.
    constexpr std::size_t times_strings = 4, times_code = 16, min_budget = std::size_t{1} << 20;
    budget_ = min_budget;
    for (const avm2::PoolString& string : abc_.strings) budget_ += times_strings * string.text.size();
    for (const MethodBody& body : abc_.bodies) budget_ += times_code * body.code.size();
  }

  void run() {
    complete_.resize(abc_.bodies.size());
    for (std::size_t i = 0; i < abc_.bodies.size(); ++i)
      if (executor_.has_tracked(i)) report(i, executor_.run(i));
    std::vector<CodeText> given;
    for (CodeText& text : parts_) {
      const auto is_used = [&](std::uint32_t string) { return used_.contains(string); };
      const bool open = text.certainty == Certainty::Partial || text.certainty == Certainty::Template;
      // The callers of the method may change the text.
      text.is_part = executor_.is_always_followed(text.method) &&
                     (open || std::all_of(text.strings.begin(), text.strings.end(), is_used));
      given.push_back(std::move(text));
    }
    for (CodeText& text : given) give(std::move(text));
    find_unreached();
    report_constants();
    report_unreached();
  }

 private:
  void give(CodeText text) {
    used_.insert(text.strings.begin(), text.strings.end());
    found_(std::move(text));
  }
  void find_unreached();
  void report_constants();
  void report_unreached();
  bool is_unreached(std::uint32_t string) const { return unreached_.contains(string) && !used_.contains(string); }
  void report_constant(CodeText text, std::uint32_t name);
  bool is_constant(const UseSite& site, std::uint32_t method) const;
  bool note_stored(const UseSite& site, const CodeText& text);
  void report(std::size_t body, const Executor::Result& result);
  void report(const CodeText& text, const UseSite& site, const std::vector<Outcome>& outcomes, bool complete);
  bool is_begun(const std::vector<Outcome>& outcomes, Value text);
  bool is_assembled(const UseSite& site) const;
  void describe(CodeText& text, const UseSite& site, const Values::FlatText& flat);
  void report_items(const CodeText& list, const UseSite& site, Value value);
  void report_list(CodeText list, const UseSite& site, Value value);
  void report_text(CodeText text, const UseSite& site, const Values::FlatText& flat);
  std::string path_of(const Outcome& outcome, const Outcome& common, std::size_t paths);
  std::vector<Outcome> expanded(const std::vector<Outcome>& outcomes, bool& complete, bool& all_expanded);

  const Abc& abc_;
  const std::vector<bool>& tracked_;
  const std::function<void(CodeText)>& found_;
  Executor executor_;
  std::size_t budget_ = 0;
  // Texts that are resolved at the end: return values of methods, and constants with their names.
  std::vector<CodeText> parts_;
  std::vector<std::pair<CodeText, std::uint32_t>> constants_;
  std::unordered_set<std::uint32_t> used_;  // the strings of texts that code uses
  std::vector<bool> complete_;              // indexed by method body: true if all of its paths were run
  // Pairs of a body and a string that the body only stores in a member that no code reads, as Haxe does with inlined
  // constants.
  std::set<std::pair<std::size_t, std::uint32_t>> stored_;
  std::map<std::uint32_t, std::size_t> unreached_;  // the body of each string in unreachable code
};

// Returns true if a use stores a text in a member that keeps its first value.
bool TextFinder::is_constant(const UseSite& site, std::uint32_t method) const {
  if (site.kind != UseKind::Field || !site.own) return false;
  const avm2::Member* const member = abc_.find_member(abc_.class_string(method), site.name);
  return member != nullptr && member->kind == avm2::Member::Kind::Constant;
}

// Notes a constant text that becomes the value of a member that no code reads. Returns true if the use is such a store.
bool TextFinder::note_stored(const UseSite& site, const CodeText& text) {
  const bool is = site.kind == UseKind::Field && text.strings.size() == 1 && text.certainty == Certainty::Exact &&
                  executor_.readers(site.name).empty();
  if (is) stored_.emplace(text.body, text.strings.front());
  return is;
}

// Reports the texts of class constants, and whether the code that reads them uses them.
void TextFinder::report_constants() {
  for (auto& [text, name] : constants_)
    if (!executor_.readers(name).empty() || text.strings.size() != 1 || !is_unreached(text.strings.front()))
      report_constant(std::move(text), name);
  for (const avm2::Class& one : abc_.classes)
    for (const auto& [name, member] : one.members) {
      if (!executor_.is_fixed(one, name, member) || member.constant.kind != avm2::Constant::Kind::String) continue;
      // Strings that no code reads are handled as strings of the pool.
      if (!tracked_[member.constant.value] || executor_.readers(name).empty()) continue;
      CodeText text;
      text.text = abc_.string(member.constant.value);
      text.strings = {member.constant.value};
      text.method = one.constructor;
      text.file = one.file;
      text.is_data = true;
      if (!used_.contains(member.constant.value)) report_constant(std::move(text), name);
    }
}

void TextFinder::report_constant(CodeText text, std::uint32_t name) {
  const std::vector<std::size_t>& readers = executor_.readers(name);
  const auto is_used = [&](std::uint32_t string) { return used_.contains(string); };
  // All uses by a body are known if it was run on all its paths, or if it is never called.
  const auto is_known = [&](std::size_t body) {
    return complete_[body] || executor_.is_uncalled(abc_.bodies[body].method);
  };
  text.is_part = !readers.empty() && std::all_of(text.strings.begin(), text.strings.end(), is_used);
  if (!text.is_part && !readers.empty() && std::all_of(readers.begin(), readers.end(), is_known)) {
    text.certainty = Certainty::Partial;
    text.detail = "no code that is called uses it";
    text.is_unused = true;
  }
  found_(std::move(text));
}

// Finds the strings in unreachable code.
void TextFinder::find_unreached() {
  std::unordered_set<std::uint32_t> reached;
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body)
    for (const std::uint32_t string : executor_.control_flow(body).pushed) {
      if (string >= tracked_.size() || !tracked_[string] || (complete_[body] && stored_.contains({body, string})))
        continue;
      if (executor_.is_reached(body, string))
        reached.insert(string);
      else
        unreached_.emplace(string, body);
    }
  std::erase_if(unreached_, [&](const auto& row) { return reached.contains(row.first); });
}

// Reports the strings in unreachable code: as unused if the code was run on all its paths, otherwise as variants.
void TextFinder::report_unreached() {
  for (const auto& [string, body] : unreached_) {
    if (!is_unreached(string)) continue;
    CodeText text;
    text.text = abc_.string(string);
    text.strings = {string};
    text.method = abc_.bodies[body].method;
    text.body = body;
    text.file = abc_.bodies[body].file;
    text.passed = true;
    text.is_unused = complete_[body];
    text.certainty = text.is_unused ? Certainty::Partial : Certainty::Variant;
    text.detail = text.is_unused ? "no path leads to it" : "not all paths were followed";
    found_(std::move(text));
  }
}

void TextFinder::report(std::size_t body, const Executor::Result& result) {
  complete_[body] = result.complete && !abc_.bodies[body].has_handlers;
  for (const auto& [site, outcomes] : result.uses) {
    if (!has_tracked(outcomes, executor_.values())) continue;
    CodeText text;
    text.method = abc_.bodies[body].method;
    text.body = body;
    text.file = abc_.bodies[body].file;
    // The text may be one of several lines, as an argument or an item.
    const bool is_item = site.kind == UseKind::Other && site.name == 0 && site.number == 0;
    text.passed = is_item || (site.kind == UseKind::Argument && !site.whole);
    if (text.passed && !is_item) text.passed_to = site.name;
    if (site.kind == UseKind::Argument) text.called = site.name;
    if (site.kind == UseKind::Field) text.stored = site.name;
    text.at = site.at;
    report(text, site, outcomes, complete_[body]);
  }
}

// Returns the outcomes. Each outcome that contains assembly is replaced by its possible texts. Outcomes with equally
// many choices are expanded in the same way.
std::vector<Outcome> TextFinder::expanded(const std::vector<Outcome>& outcomes, bool& complete, bool& all_expanded) {
  Values& values = executor_.values();
  std::map<std::size_t, std::vector<std::size_t>> levels;  // the outcomes, by their number of choices
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (values[outcomes[i].value].tracked) levels[values.choices_in(outcomes[i].value).size()].push_back(i);
  std::vector<avm2::Expansion> expansions(outcomes.size());
  std::size_t count = 0;
  for (const auto& [choices, level] : levels) {
    std::size_t all = 0;
    for (const std::size_t i : level) {
      expansions[i] = avm2::expand(values, outcomes[i], max_alternatives);
      all += expansions[i].outcomes.size();
    }
    const bool samples = choices > 0 && count + all > max_alternatives_of_use;
    for (const std::size_t i : level) {
      if (samples && expansions[i].complete) expansions[i] = avm2::sample(values, outcomes[i], max_alternatives);
      count += expansions[i].outcomes.size();
    }
  }
  std::vector<Outcome> out;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    if (!values[outcome.value].tracked) {
      out.push_back(outcome);
      continue;
    }
    // A text that stays partial is not a program, whatever its other parts are.
    const bool partial = !values.is_known(outcome.value) && !values.is<avm2::Template>(outcome.value);
    avm2::Expansion& expansion = expansions[i];
    if (partial && expansion.outcomes.size() > 1) expansion.outcomes.resize(1);
    complete = complete && (expansion.complete || partial);
    all_expanded = all_expanded && (expansion.complete || partial);
    for (Outcome& one : expansion.outcomes) {
      const std::size_t length = values[one.value].length;
      if (length > budget_) break;
      budget_ -= length;
      out.push_back(std::move(one));
    }
  }
  return out;
}

void TextFinder::report(const CodeText& text, const UseSite& site, const std::vector<Outcome>& found_outcomes,
                        bool complete) {
  Values& values = executor_.values();
  bool all_expanded = true;
  const std::vector<Outcome> outcomes = expanded(found_outcomes, complete, all_expanded);
  if (outcomes.empty()) return;
  const Outcome common = common_path(outcomes);
  // In sources, an unknown text may come in the place of a constant.
  const bool is_open = abc_.is_source && std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
                         return !values.is_known(outcome.value) && !values.is_text(outcome.value);
                       });
  std::set<std::pair<std::string, std::uint32_t>> before;
  for (const Outcome& outcome : outcomes) {
    if (!values[outcome.value].tracked) continue;
    CodeText one = text;
    one.is_sample = !all_expanded;
    if (values.is<avm2::List>(outcome.value)) {
      if (outcomes.size() > 1) one.certainty = Certainty::Variant;
      if (abc_.is_source)
        report_list(std::move(one), site, outcome.value);
      else
        report_items(one, site, outcome.value);
      continue;
    }
    // A text in a field is a text that the code stores, although a method that is called later may change it.
    const auto* const altered = site.kind == UseKind::Field ? values.get<avm2::Altered>(outcome.value) : nullptr;
    const std::optional<Values::FlatText> flat = values.flatten(altered != nullptr ? altered->text : outcome.value);
    if (!flat) continue;
    one.text = flat->text;
    one.strings = flat->strings;
    constexpr std::int32_t max_version = 4;
    const auto* const version = values.get<avm2::Integer>(outcome.version);
    if (version != nullptr && version->number >= 1 && version->number <= max_version)
      one.version = static_cast<std::uint32_t>(version->number);
    if (!before.emplace(one.text, one.version).second) continue;
    // A whole constant stays a constant even if other constants may be used in its place, unless the code extends it.
    const bool constant = values.is<avm2::String>(outcome.value) && one.strings.size() == 1 && !is_open &&
                          !is_begun(found_outcomes, outcome.value);
    if (outcomes.size() > 1 && !constant) {
      one.certainty = Certainty::Variant;
      one.detail = path_of(outcome, common, outcomes.size());
    } else if (altered != nullptr) {
      one.certainty = Certainty::Variant;
      one.detail = values.describe(outcome.value);
    } else if (!complete && !constant) {
      one.certainty = Certainty::Variant;
      one.detail = "not all paths were followed";
    }
    report_text(std::move(one), site, *flat);
  }
}

// Reports each item of a list as a separate text. An item may also be a line of a program that the game joins
// elsewhere.
void TextFinder::report_items(const CodeText& list, const UseSite& site, Value value) {
  const Values& values = executor_.values();
  for (const Value item : values.items(value)) {
    if (!values[item].tracked || !values.is_text(item)) continue;
    const std::optional<Values::FlatText> flat = values.flatten(item);
    if (!flat) continue;
    CodeText one = list;
    one.text = flat->text;
    one.strings = flat->strings;
    one.passed = true;
    one.passed_to = 0;
    one.certainty = Certainty::Variant;
    one.detail = "an item of a list";
    report_text(std::move(one), site, *flat);
  }
}

// Reports a list as one text. The certainty of the list is the lowest of its items.
void TextFinder::report_list(CodeText list, const UseSite& site, Value value) {
  const Values& values = executor_.values();
  Values::FlatText whole;
  list.is_list = true;
  for (const Value item : values.items(value)) {
    const std::optional<Values::FlatText> flat = values.flatten(item);
    if (!flat) continue;
    list.items.push_back(flat->text);
    list.strings.insert(list.strings.end(), flat->strings.begin(), flat->strings.end());
    if (whole.unknown.empty()) whole.unknown = flat->unknown;
    if (whole.hole.empty()) whole.hole = flat->hole;
  }
  report_text(std::move(list), site, whole);
}

void TextFinder::report_text(CodeText text, const UseSite& site, const Values::FlatText& flat) {
  describe(text, site, flat);
  // Other code receives the text through an item, a superclass or a function that is a value. The use has no name.
  text.is_data = site.name == 0 && (site.kind == UseKind::Other || site.kind == UseKind::Argument);
  if (site.kind == UseKind::Returned)
    parts_.push_back(std::move(text));
  else if (note_stored(site, text) || is_constant(site, text.method))
    constants_.emplace_back(std::move(text), site.name);
  else
    give(std::move(text));
}

// Returns true if another of these texts begins with this one.
bool TextFinder::is_begun(const std::vector<Outcome>& outcomes, Value text) {
  const Values& values = executor_.values();
  return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& other) {
    return other.value != text && values.first_part(other.value, max_parts, text) == text;
  });
}

// Returns true if a use passes a text to an assembler.
bool TextFinder::is_assembled(const UseSite& site) const {
  return site.kind == UseKind::Argument && abc_.string(site.name).starts_with("assemble");
}

void TextFinder::describe(CodeText& text, const UseSite& site, const Values::FlatText& flat) {
  const std::string_view empty = avm2::empty_options(flat.text);
  if (executor_.is_uncalled(text.method)) {
    text.certainty = Certainty::Partial;
    text.detail = "no code calls " + std::string(abc_.string(abc_.method(text.method).name));
    text.is_unused = true;
  } else if (!flat.unknown.empty()) {
    text.certainty = Certainty::Partial;
    text.detail = flat.unknown;
  } else if (executor_.flow().is_extended(site, text.body)) {
    text.certainty = Certainty::Partial;
    text.detail = "other code adds to it";
  } else if (!flat.hole.empty()) {
    text.certainty = Certainty::Template;
    text.detail = flat.hole;
  } else if (const std::optional<avm2::Edit> edit = executor_.flow().edit_of(site, text.body, flat.text)) {
    const bool literal = edit->kind == avm2::Edit::Kind::Literal;
    text.certainty = literal || !empty.empty() ? Certainty::Template : Certainty::Partial;
    text.detail = literal ? edit->pattern : empty.empty() ? "other code edits it" : std::string(empty);
  } else if (!empty.empty() && !is_assembled(site)) {
    text.certainty = Certainty::Template;
    text.detail = std::string(empty);
  }
}

// Describes the decisions that distinguish an outcome from the others.
std::string TextFinder::path_of(const Outcome& outcome, const Outcome& common, std::size_t paths) {
  constexpr std::size_t max_shown = 6;
  std::vector<std::string> parts;
  for (const avm2::LoopValue& turn : outcome.loop_values) {
    const auto& same = common.loop_values;
    if (parts.size() > max_shown || std::find(same.begin(), same.end(), turn) != same.end()) continue;
    const std::string name(abc_.string(turn.name)), value = executor_.values().describe(turn.value);
    const auto* const boolean = executor_.values().get<avm2::Boolean>(turn.value);
    if (boolean != nullptr && !name.empty())
      parts.push_back((boolean->truth ? "" : "not ") + name);
    else
      parts.push_back(name.empty() ? value : name + " == " + value);
  }
  for (const Decision& decision : outcome.condition.decisions())
    if (parts.size() <= max_shown && !common.condition.contains(decision))
      parts.push_back(executor_.values().describe(decision));
  if (parts.empty()) return "one of " + std::to_string(paths) + " texts";
  const bool all = parts.size() <= max_shown;
  parts.resize(std::min(parts.size(), max_shown));
  return fmt::format("{}{}", base::joined(parts, "; "), all ? "" : "; \u2026");
}

// Returns true if the code joins or edits texts and uses a name through which texts with assembly are passed.
bool may_extend(const Abc& abc, const MethodBody& body, MovieFacts& facts, std::vector<std::uint32_t>& numbers) {
  const auto is_passed = [&](std::uint32_t string) {
    if (string == 0 || string >= numbers.size()) return false;
    if (numbers[string] == 0) numbers[string] = facts.number(abc.strings[string].text);
    return facts.is_passed(numbers[string]);
  };
  bool joins = false;
  bool named = is_passed(abc.method(body.method).name);
  for (auto t = avm2::read_instruction(abc, body, 0); t && !(joins && named);
       t = avm2::read_instruction(abc, body, t->end)) {
    const Effect effect = t->info().effect;
    const bool names = effect == Effect::CallProperty || effect == Effect::GetProperty || effect == Effect::GetLex;
    const std::uint32_t string = names ? abc.name_string(t->index) : 0;
    const std::string_view name = abc.string(string);
    joins =
        joins || effect == Effect::Add || name == "join" || name == "concat" || name == "replace" || name == "split";
    named = named || is_passed(string);
  }
  return joins && named;
}

}  // namespace

void learn_from_assembly(const avm2::MovieCode& code, MovieFacts& facts) {
  const Abc& abc = code.abc;
  Executor executor(code, facts);
  // Code that has the name of a method as a text may call it with any arguments.
  const auto note_text = [&](const avm2::Constant& constant) {
    if (constant.kind == avm2::Constant::Kind::String) facts.note_any_arguments(constant.value);
  };
  for (const avm2::Class& one : abc.classes)
    for (const auto& [name, member] : one.members) note_text(member.constant);
  for (const avm2::Method& method : abc.methods)
    for (const avm2::Constant& constant : method.defaults) note_text(constant);
  for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
    if (abc.bodies[body].is_summary) continue;
    // Code that is not run, or that uses methods as objects, may also call them with any arguments.
    const avm2::ControlFlow& flow = executor.control_flow(body);
    for (const std::uint32_t name : flow.read) facts.note_any_arguments(name);
    for (const std::uint32_t name : flow.pushed) facts.note_any_arguments(name);
    const Executor::Result result = executor.has_tracked(body) ? executor.run(body) : Executor::Result{{}, false};
    if (!result.complete || abc.bodies[body].has_handlers)
      for (const std::uint32_t name : flow.called) facts.note_any_arguments(name);
    for (const auto& [site, outcomes] : result.uses) {
      const AbstractLocation location = executor.flow().location_of(site, body);
      if (has_tracked(outcomes, executor.values()) && location.name != 0 && location.kind != UseKind::Slot)
        facts.pass(location.name);
    }
  }
  avm2::PassedValues passed(executor);
  facts.versions = avm2::find_versions(executor, passed);
  facts.edits = avm2::find_edits(executor, passed);
}

void learn_from_rest(const avm2::MovieCode& code, MovieFacts& facts) {
  const Abc& abc = code.abc;
  std::vector<std::uint32_t> numbers(abc.strings.size());
  std::vector<std::size_t> bodies;
  for (std::size_t body = 0; body < abc.bodies.size(); ++body)
    if (may_extend(abc, abc.bodies[body], facts, numbers)) bodies.push_back(body);
  if (bodies.empty()) return;
  Executor executor(code, facts);
  for (const std::size_t body : bodies)
    if (!executor.has_tracked(body)) executor.run(body);
}

void follow_code(const avm2::MovieCode& code, MovieFacts& facts, const std::function<void(CodeText)>& found) {
  TextFinder(code, facts, found).run();
}

std::vector<std::uint32_t> strings_of_body(const Abc& abc, std::size_t body) {
  return avm2::read_control_flow(abc, abc.bodies[body], {}).pushed;
}

}  // namespace agal::extraction
