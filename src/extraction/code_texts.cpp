#include "extraction/code_texts.hpp"

#include <algorithm>
#include <set>

#include "avm2/executor.hpp"

namespace agal::extraction {
namespace {

// The decisions of all outcomes.
std::vector<Decision> common_decisions(const std::vector<Outcome>& all) {
  std::vector<Decision> common = all.front().decisions;
  for (const Outcome& other : all)
    std::erase_if(common, [&](const Decision& decision) {
      return std::find(other.decisions.begin(), other.decisions.end(), decision) == other.decisions.end();
    });
  return common;
}

class TextFinder {
 public:
  TextFinder(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts,
             const std::function<void(CodeText)>& found)
      : abc_(abc), found_(found), interpreter_(abc, wanted, facts) {
    // Code may use the same text over and over; the budget ends the analysis of such code.
    constexpr std::size_t times_strings = 4, times_code = 16, min_budget = std::size_t{1} << 20;
    budget_ = min_budget;
    for (const PoolString& string : abc.strings) budget_ += times_strings * string.text.size();
    for (const MethodBody& body : abc.bodies) budget_ += times_code * body.code.size();
  }

  void run() {
    for (std::size_t i = 0; i < abc_.bodies.size(); ++i)
      if (interpreter_.shape(i).has_wanted) report(i, interpreter_.run(i));
  }

 private:
  void report(std::size_t body, const Interpreter::Result& result);
  void report(const CodeText& text, const Site& site, const std::vector<Outcome>& outcomes, bool complete);
  void describe(CodeText& text, const Site& site, const Values::Flat& flat);
  bool read(CodeText& text, Values::Flat& flat, Value value) const;
  std::string path_of(const Outcome& outcome, const std::vector<Decision>& common, std::size_t paths) const;

  const Abc& abc_;
  const std::function<void(CodeText)>& found_;
  Interpreter interpreter_;
  std::size_t budget_ = 0;
};

void TextFinder::report(std::size_t body, const Interpreter::Result& result) {
  for (const auto& [site, outcomes] : result.uses) {
    const bool wanted = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
      return interpreter_.values()[outcome.value].wanted;
    });
    if (!wanted) continue;
    CodeText text;
    text.method = abc_.bodies[body].method;
    text.body = body;
    text.passed = site.kind == UseKind::Argument;
    text.lines = site.kind == UseKind::Lines;
    report(text, site, outcomes, result.complete);
  }
}

// The text of a value, or the items of a list.
bool TextFinder::read(CodeText& text, Values::Flat& flat, Value value) const {
  const Values& values = interpreter_.values();
  if (values.kind(value) != ValueKind::List) {
    std::optional<Values::Flat> whole = values.flat(value);
    if (!whole) return false;
    flat = std::move(*whole);
    text.text = flat.text;
    text.strings = flat.strings;
    return true;
  }
  for (const Value item : values.items(value)) {
    std::optional<Values::Flat> part = values.flat(item);
    if (!part) return false;
    text.items.push_back(part->text);
    text.strings.insert(text.strings.end(), part->strings.begin(), part->strings.end());
    if (flat.unknown.empty()) flat.unknown = part->unknown;
    if (flat.hole.empty()) flat.hole = part->hole;
  }
  return true;
}

void TextFinder::report(const CodeText& text, const Site& site, const std::vector<Outcome>& outcomes, bool complete) {
  const Values& values = interpreter_.values();
  const std::vector<Decision> common = common_decisions(outcomes);
  std::set<std::pair<std::string, std::vector<std::string>>> before;
  for (const Outcome& outcome : outcomes) {
    const std::size_t length = values[outcome.value].length;
    if (!values[outcome.value].wanted || length > budget_) continue;
    budget_ -= length;
    CodeText one = text;
    Values::Flat flat;
    if (!read(one, flat, outcome.value)) continue;
    if (!before.emplace(one.text, one.items).second) continue;
    // A whole constant stays one if others may be used in its place.
    const bool constant = values.kind(outcome.value) == ValueKind::String && one.strings.size() == 1;
    if (outcomes.size() > 1 && !constant) {
      one.certainty = Certainty::Variant;
      one.detail = path_of(outcome, common, outcomes.size());
    } else if (!complete && !constant) {
      one.certainty = Certainty::Variant;
      one.detail = "not all paths were followed";
    }
    describe(one, site, flat);
    found_(std::move(one));
  }
}

void TextFinder::describe(CodeText& text, const Site& site, const Values::Flat& flat) {
  if (!flat.unknown.empty()) {
    text.certainty = Certainty::Partial;
    text.detail = flat.unknown;
  } else if (interpreter_.is_extended(site, text.body)) {
    text.certainty = Certainty::Partial;
    text.detail = "other code adds to it";
  } else if (!flat.hole.empty()) {
    text.certainty = Certainty::Template;
    text.detail = flat.hole;
  }
}

// The decisions that tell it from the others.
std::string TextFinder::path_of(const Outcome& outcome, const std::vector<Decision>& common, std::size_t paths) const {
  constexpr std::size_t max_shown = 6;
  std::string out;
  std::size_t shown = 0;
  for (const Decision& decision : outcome.decisions) {
    if (std::find(common.begin(), common.end(), decision) != common.end()) continue;
    if (++shown > max_shown) return out + "; \u2026";
    if (!out.empty()) out += "; ";
    if (!decision.truth) out += "not ";
    out += interpreter_.values().describe(decision.condition);
  }
  return out.empty() ? "one of " + std::to_string(paths) + " paths" : out;
}

// Whether code joins texts, of which one has a name that texts with assembly go through.
bool may_extend(const Abc& abc, const MethodBody& body, CodeFacts& facts, std::vector<std::uint32_t>& numbers) {
  const auto is_passed = [&](std::uint32_t string) {
    if (string == 0 || string >= numbers.size()) return false;
    if (numbers[string] == 0) numbers[string] = facts.number(abc.strings[string].text);
    return facts.is_passed(numbers[string]);
  };
  bool joins = false;
  bool named = body.method < abc.name_of_method.size() && is_passed(abc.name_of_method[body.method]);
  for (auto t = read_instruction(abc, body.code, 0); t && !(joins && named);
       t = read_instruction(abc, body.code, t->end)) {
    const Avm2Effect effect = t->info().effect;
    const bool names =
        effect == Avm2Effect::CallProperty || effect == Avm2Effect::GetProperty || effect == Avm2Effect::GetLex;
    const std::uint32_t string = names ? abc.name_string(t->index) : 0;
    joins = joins || effect == Avm2Effect::Add || abc.string(string) == "join" || abc.string(string) == "concat";
    named = named || is_passed(string);
  }
  return joins && named;
}

}  // namespace

void learn_from_assembly(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts) {
  Interpreter interpreter(abc, wanted, facts);
  for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
    if (!interpreter.shape(body).has_wanted) continue;
    for (const auto& [site, outcomes] : interpreter.run(body).uses) {
      const bool passes = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
        return interpreter.values()[outcome.value].wanted;
      });
      const Place place = interpreter.place_of(site, body);
      if (passes && place.name != 0 && place.kind != UseKind::Slot) facts.pass(place.name);
    }
  }
}

void learn_from_rest(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts) {
  std::vector<std::uint32_t> numbers(abc.strings.size());
  std::vector<std::size_t> bodies;
  for (std::size_t body = 0; body < abc.bodies.size(); ++body)
    if (may_extend(abc, abc.bodies[body], facts, numbers)) bodies.push_back(body);
  if (bodies.empty()) return;
  Interpreter interpreter(abc, wanted, facts);
  for (const std::size_t body : bodies)
    if (!interpreter.shape(body).has_wanted) interpreter.run(body);
}

void follow_code(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts,
                 const std::function<void(CodeText)>& found) {
  TextFinder(abc, wanted, facts, found).run();
}

std::vector<std::vector<std::uint32_t>> strings_of_bodies(const Abc& abc) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const MethodBody& body : abc.bodies) all.push_back(read_shape(abc, body.code, {}).pushed);
  return all;
}

}  // namespace agal::extraction
