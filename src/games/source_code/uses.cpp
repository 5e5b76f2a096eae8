// Records the uses of texts in the code: as an argument, as a result, or as the value of a variable.
#include <algorithm>

#include "source_code/evaluator.hpp"

namespace agal::source_code {

Evaluator::Evaluator(const TokenList& tokens, const Declarations& declarations, const std::vector<bool>& tracked,
                     const SourceFacts& facts, std::size_t max_steps)
    : tokens_(tokens.tokens),
      arms_(tokens.arms),
      language_(tokens.language),
      declarations_(declarations),
      tracked_(tracked),
      facts_(facts),
      values_(max_steps) {
  is_followed_.resize(declarations.functions.size());
  member_state_.resize(declarations.members.size());
  member_values_.resize(declarations.members.size());
  member_read_.resize(declarations.members.size());
}

// Returns the text or list of an alternative, or nullopt if it does not contain a tracked string.
std::optional<UsedText> Evaluator::text_of(const Alternative& alternative) {
  using Kind = Node::Kind;
  UsedText used;
  used.is_sample = alternative.is_sample;
  Node node = values_[alternative.node];
  if (node.kind == Kind::Split) node = values_[node.left];
  used.is_list = node.kind == Kind::Item;
  if (!used.is_list) {
    const bool split = values_[alternative.node].kind == Kind::Split;
    used.flat = values_.flatten(split ? values_[alternative.node].left : alternative.node);
  } else {
    for (const Value* const item : values_.items(alternative.node)) {
      if (values_.exhausted()) break;
      FlatText flat;
      if (item != nullptr) flat = values_.flatten(item->front().node);
      if (item == nullptr || item->size() > 1) flat.unknown = "an item of a list";
      used.items.push_back(flat.text);
      used.flat.tokens.insert(used.flat.tokens.end(), flat.tokens.begin(), flat.tokens.end());
      if (used.flat.unknown.empty()) used.flat.unknown = flat.unknown;
      if (used.flat.hole.empty()) used.flat.hole = flat.hole;
    }
  }
  const std::vector<std::uint32_t>& strings = used.flat.tokens;
  const bool tracked = std::any_of(strings.begin(), strings.end(), [&](std::uint32_t one) { return tracked_[one]; });
  if (!tracked) return std::nullopt;
  // Strings of different arms of conditional compilation may not be in one build.
  const std::uint32_t arm = tokens_[strings.front()].arm;
  for (const std::uint32_t one : strings) {
    const auto is_run = [&](std::uint32_t number) { return number == 0 || run_arms_.contains(number); };
    if (tokens_[one].arm != arm && !(is_run(tokens_[one].arm) && is_run(arm)) && used.flat.unknown.empty())
      used.flat.unknown = "conditional compilation";
  }
  return used;
}

Use Evaluator::use_of(UseKind kind, std::string_view name, const Value& value) {
  Use use;
  use.kind = kind;
  use.name = name;
  use.class_number = class_;
  use.function = function_;
  use.block = block_;
  use.is_excluded = is_excluded_;
  std::vector<const Alternative*> outcomes;
  for (const Alternative& one : value)
    if (is_possible(one.decisions, state_.path)) outcomes.push_back(&one);
  if (outcomes.empty()) return use;
  const bool differs = std::any_of(outcomes.begin(), outcomes.end(),
                                   [&](const Alternative* one) { return one->node != outcomes.front()->node; });
  Decisions common = outcomes.front()->decisions;
  for (const Alternative* const one : outcomes)
    std::erase_if(common, [&](const Decision& decision) {
      return std::find(one->decisions.begin(), one->decisions.end(), decision) == one->decisions.end();
    });
  std::set<NodeNumber> before;
  for (const Alternative* const one : outcomes) {
    if (!before.insert(one->node).second) continue;
    std::optional<UsedText> text = text_of(*one);
    if (!text) continue;
    text->is_variant = differs;
    if (differs) text->detail = describe(one->decisions, common);
    use.texts.push_back(std::move(*text));
  }
  // A whole constant stays a constant even if other constants may be used in its place, unless the code extends it, or
  // unless the other text is unknown.
  const bool is_open = std::any_of(outcomes.begin(), outcomes.end(), [&](const Alternative* one) {
    return values_[one->node].kind == Node::Kind::Unknown;
  });
  for (UsedText& text : use.texts) {
    if (is_open) break;
    if (text.is_list || text.flat.tokens.size() != 1 || !text.flat.unknown.empty() || !text.flat.hole.empty()) continue;
    const auto begins = [&](const UsedText& other) {
      return other.flat.tokens.size() + (other.flat.unknown.empty() ? 0 : 1) > 1 &&
             other.flat.tokens.front() == text.flat.tokens.front();
    };
    if (std::none_of(use.texts.begin(), use.texts.end(), begins) &&
        tokens_[text.flat.tokens.front()].text == text.flat.text)
      text.is_variant = false;
    if (!text.is_variant) text.detail.clear();
  }
  return use;
}

// Records a use. `version` is nullopt if the code passes an unknown version of AGAL.
void Evaluator::use(UseKind kind, std::string_view name, const Value& value, std::optional<std::uint32_t> version) {
  if (values_.exhausted()) return;
  Use use = use_of(kind, name, value);
  use.version = version.value_or(0);
  use.is_version_unknown = !version;
  if (!use.texts.empty()) uses_.push_back(std::move(use));
}

void Evaluator::fall_back(std::string_view name, const Value& value) {
  if (values_.exhausted()) return;
  const bool any = values_.has_text(value) || values_.is_list(value) || values_.is(value, Node::Kind::Split);
  if (!any) return;
  Use use = use_of(UseKind::Stored, name, value);
  use.is_fallback = true;
  if (!use.texts.empty()) fallbacks_.push_back(std::move(use));
}

// Notes that code makes another text of a text, which is not followed.
void Evaluator::note_edit(std::string_view name, const Value& value) {
  if (values_.exhausted() || !values_.has_text(value)) return;
  Value texts = value;
  for (Alternative& one : texts) {
    const Node& node = values_[one.node];
    constexpr std::string_view separators = " \t\r\n,;";
    if (node.kind != Node::Kind::Split) continue;
    if (node.text.find_first_not_of(separators) == node.text.npos) return fall_back(name, value);
    one.node = node.left;
  }
  Use use = use_of(UseKind::Stored, name, values_.sum(texts, values_.unknown("an edit")));
  use.is_edit = true;
  if (!use.texts.empty()) uses_.push_back(std::move(use));
}

// Ends the scope of variables. Values that no code has read are uses of their texts.
void Evaluator::end_variables(Variables& variables) {
  for (auto& [name, variable] : variables)
    variable.is_read ? fall_back(name, variable.value) : use(UseKind::Stored, name, variable.value);
  variables.clear();
}

void Evaluator::run_functions() {
  for (std::uint32_t i = 0; i <= declarations_.functions.size(); ++i) {
    state_ = {};
    function_ = i;
    class_ = i == 0 ? 0 : declarations_.functions[i - 1].class_number;
    block_ = ++blocks_;
    if (i == 0) {
      at_ = 0;
      statements(static_cast<TokenNumber>(tokens_.size() - 1));
    } else {
      followed_.assign(1, i - 1);
      run_function(declarations_.functions[i - 1], nullptr);
    }
    state_.path = {Decisions()};
    end_variables(state_.locals);
    end_variables(state_.fields);
  }
  followed_.clear();
}

void Evaluator::run_members() {
  const auto enter = [&](std::uint32_t number) {
    state_ = {};
    class_ = declarations_.members[number].class_number;
    function_ = static_cast<std::uint32_t>(declarations_.functions.size() + 1 + number);
  };
  for (std::uint32_t i = 0; i < declarations_.members.size(); ++i) {
    const TokenRange initializer = declarations_.members[i].initializer;
    if (member_state_[i] == 2 || initializer.begin >= initializer.end) continue;
    enter(i);
    member_state_[i] = 1;
    at_ = initializer.begin;
    member_values_[i] = expression(initializer.end);
    member_state_[i] = 2;
  }
  // All members are evaluated now, so it is known whether other members read a member.
  for (std::uint32_t i = 0; i < declarations_.members.size(); ++i) {
    if (member_state_[i] != 2) continue;
    enter(i);
    const std::string_view name = declarations_.members[i].name;
    if (!declarations_.members[i].is_private && facts_.edited.contains(name)) note_edit(name, member_values_[i]);
    member_read_[i] ? fall_back(name, member_values_[i]) : use(UseKind::Stored, name, member_values_[i]);
  }
}

// Marks the texts in which code replaces a part after this use. An assembler takes the text as it is.
void Evaluator::mark_replaced(Use& use, const std::set<std::string, std::less<>>& parts) const {
  if (use.kind == UseKind::Argument && takes_programs(use.name)) return;
  for (UsedText& text : use.texts)
    for (const std::string& part : parts) {
      const auto has = [&](const std::string& one) { return one.find(part) != one.npos; };
      if (!text.flat.unknown.empty() || !text.flat.hole.empty()) break;
      if (has(text.flat.text) || std::any_of(text.items.begin(), text.items.end(), has)) text.flat.hole = part;
    }
}

Findings Evaluator::run() {
  run_functions();
  run_members();
  Findings findings;
  std::vector<bool> covered(tokens_.size());
  const auto cover = [&](const Use& use) {
    for (const UsedText& text : use.texts)
      for (const std::uint32_t one : text.flat.tokens) covered[one] = true;
  };
  // If the calls of a method were followed, its results and its incomplete texts count only if its callers do not use
  // them.
  for (Use& use : uses_) {
    const bool method = use.function > 0 && use.function <= is_followed_.size();
    const bool open = std::any_of(use.texts.begin(), use.texts.end(), [](const UsedText& text) {
      return !text.flat.unknown.empty() || !text.flat.hole.empty() || text.is_list;
    });
    if (method && !use.is_edit && is_followed_[use.function - 1] && (open || use.kind == UseKind::Returned)) {
      use.is_fallback = true;
      fallbacks_.push_back(std::move(use));
      continue;
    }
    use.is_extended = use.kind == UseKind::Stored && extended_.contains(use.name);
    cover(use);
    findings.uses.push_back(std::move(use));
  }
  for (Use& use : fallbacks_) {
    const bool is_new = std::any_of(use.texts.begin(), use.texts.end(), [&](const UsedText& text) {
      return std::any_of(text.flat.tokens.begin(), text.flat.tokens.end(),
                         [&](std::uint32_t one) { return tracked_[one] && !covered[one]; });
    });
    if (!is_new) continue;
    cover(use);
    findings.uses.push_back(std::move(use));
  }
  SourceFacts own;
  note_facts(tokens_, own, false);
  for (Use& use : findings.uses) {
    mark_replaced(use, own.replaced);
    mark_replaced(use, facts_.replaced);
  }
  findings.open_calls = std::move(open_calls_);
  findings.complete = !values_.exhausted();
  return findings;
}

Findings evaluate(const TokenList& tokens, const Declarations& declarations, const std::vector<bool>& tracked,
                  const SourceFacts& facts, std::size_t max_steps) {
  return Evaluator(tokens, declarations, tracked, facts, max_steps).run();
}

}  // namespace agal::source_code
