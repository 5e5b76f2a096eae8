#include "extract/code_text.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "extract/avm2.hpp"

namespace agal::extraction {
namespace {

// No program is longer than the first limit, and compiled code stays below the others.
constexpr std::size_t max_text_bytes = std::size_t{1} << 18;
constexpr std::size_t max_values = 8192, max_locals = 256, max_pending = 1024;

// A value is the index of a node; all unknown values are the same.
using Value = std::uint32_t;
constexpr Value unknown = 0;

// A string of the pool, a concatenation of two texts, or a list of texts: its last item, and the list of the previous
// ones.
struct Node {
  enum class Kind : std::uint8_t { Unknown, String, Joined, List } kind = Kind::Unknown;
  bool wanted = false;  // it contains a wanted string
  bool used = false;    // it has been reported
  std::uint32_t length = 0;
  Value left = unknown, right = unknown;  // for a string: left is its index in the pool
};

// A string in a text, and whether it ends an item of a list.
struct Leaf {
  std::uint32_t string = 0;
  bool ends_item = false;
};

struct State {
  std::vector<Value> stack, locals;
  bool reachable = true;
};

struct Operands {
  std::uint32_t index = 0, count = 0;
  std::ptrdiff_t displacement = 0;
  std::uint8_t name_pops = 0;
};

class StringTracker {
 public:
  StringTracker(const Abc& abc, const std::vector<bool>& wanted, const CodeTextListener& listener)
      : abc_(abc), wanted_(wanted), listener_(listener) {
    // Code may use the same text over and over; the budget ends the analysis of such code.
    constexpr std::size_t times_strings = 4, times_code = 16, min_budget = std::size_t{1} << 20;
    budget_ = min_budget;
    for (const PoolString& string : abc.strings) budget_ += times_strings * string.text.size();
    for (const MethodBody& body : abc.bodies) budget_ += times_code * body.code.size();
  }

  void run() {
    for (body_ = 0; body_ < abc_.bodies.size(); ++body_) run_body(abc_.bodies[body_]);
  }

 private:
  void run_body(const MethodBody& body);
  void enter_instruction(std::size_t at, bool at_label);
  std::optional<Operands> read_operands(Reader& reader, Avm2Operands form);
  void apply(const Avm2Info& info, std::uint8_t code, const Operands& operands, std::size_t end);
  void call_property(const Operands& operands);
  void branch_to(std::size_t from, std::ptrdiff_t displacement);
  void merge(const State& other);
  void apply_to_local(Avm2Effect effect, std::size_t local);
  void take(std::size_t count);

  bool is_text(Value value) const {
    return nodes_[value].kind == Node::Kind::String || nodes_[value].kind == Node::Kind::Joined;
  }
  Value pop();
  void push(Value value);
  void use(Value value, std::string_view separator = "\n");
  void mark_incomplete(Value value);
  Value make_string(std::uint32_t index);
  Value make_pair(Node::Kind kind, Value left, Value right);
  Value add(Value left, Value right);
  Value make_list(std::size_t count);
  std::vector<Leaf> leaves_of(Value value);
  bool spend(std::size_t amount);

  const Abc& abc_;
  const std::vector<bool>& wanted_;
  const CodeTextListener& listener_;
  std::size_t budget_ = 0;
  std::size_t body_ = 0;
  std::uint64_t use_ = 0;  // the current instruction, as CodeText::use
  std::vector<Node> nodes_;
  State state_;
  std::map<std::size_t, State> pending_;  // by branch target
};

bool StringTracker::spend(std::size_t amount) {
  const bool there = amount <= budget_;
  budget_ = there ? budget_ - amount : 0;
  return there;
}

Value StringTracker::pop() {
  if (state_.stack.empty()) return unknown;
  const Value value = state_.stack.back();
  state_.stack.pop_back();
  return value;
}

void StringTracker::push(Value value) {
  if (state_.stack.size() >= max_values) state_.stack.clear();
  state_.stack.push_back(value);
}

Value StringTracker::make_string(std::uint32_t index) {
  if (index >= abc_.strings.size() || abc_.strings[index].text.size() > max_text_bytes) return unknown;
  Node node;
  node.kind = Node::Kind::String;
  node.wanted = wanted_[index];
  node.length = static_cast<std::uint32_t>(abc_.strings[index].text.size());
  node.left = index;
  nodes_.push_back(node);
  return static_cast<Value>(nodes_.size() - 1);
}

Value StringTracker::make_pair(Node::Kind kind, Value left, Value right) {
  Node node;
  node.kind = kind;
  node.wanted = nodes_[left].wanted || nodes_[right].wanted;
  node.length = nodes_[left].length + nodes_[right].length + (kind == Node::Kind::List ? 1u : 0u);
  if (node.length > max_text_bytes) return unknown;
  node.left = left;
  node.right = right;
  nodes_.push_back(node);
  return static_cast<Value>(nodes_.size() - 1);
}

std::vector<Leaf> StringTracker::leaves_of(Value value) {
  struct Part {
    Value value;
    bool ends_item;
  };
  std::vector<Leaf> leaves;
  std::vector<Part> rest{{value, false}};
  while (!rest.empty()) {
    const Part part = rest.back();
    const Node& node = nodes_[part.value];
    rest.pop_back();
    if (!spend(1)) return {};
    if (node.kind == Node::Kind::String) leaves.push_back({node.left, part.ends_item});
    if (node.kind != Node::Kind::Joined && node.kind != Node::Kind::List) continue;
    rest.push_back({node.right, part.ends_item || node.kind == Node::Kind::List});
    rest.push_back({node.left, false});
  }
  return leaves;
}

// A value is used in a way that is not tracked, so this is the final text.
void StringTracker::use(Value value, std::string_view separator) {
  if (!nodes_[value].wanted || nodes_[value].used || !spend(nodes_[value].length)) return;
  nodes_[value].used = true;
  CodeText text;
  text.method = abc_.bodies[body_].method;
  text.body = body_;
  text.use = use_;
  for (const Leaf& leaf : leaves_of(value)) {
    text.strings.push_back(leaf.string);
    text.text += abc_.strings[leaf.string].text;
    if (leaf.ends_item) text.text += separator;
  }
  listener_.used(std::move(text));
}

// A value becomes part of an unknown text.
void StringTracker::mark_incomplete(Value value) {
  if (!nodes_[value].wanted || nodes_[value].used) return;
  nodes_[value].used = true;
  for (const Leaf& leaf : leaves_of(value)) listener_.joined_with_unknown(leaf.string);
}

Value StringTracker::make_list(std::size_t count) {
  std::vector<Value> items;
  for (; count > 0 && !state_.stack.empty(); --count) items.push_back(pop());
  const bool known = count == 0 && std::all_of(items.begin(), items.end(), [&](Value item) { return is_text(item); });
  if (!known) {
    for (const Value item : items) mark_incomplete(item);
    return unknown;
  }
  Value list = unknown;
  for (auto item = items.rbegin(); item != items.rend(); ++item) list = make_pair(Node::Kind::List, list, *item);
  return list;
}

Value StringTracker::add(Value left, Value right) {
  if (is_text(left) && is_text(right)) return make_pair(Node::Kind::Joined, left, right);
  mark_incomplete(left);
  mark_incomplete(right);
  return unknown;
}

// Merges two paths; the state of the path that falls through is kept. A concatenation on the other path is only one of
// several possible texts, and is not tracked further. A single string in a variable is kept: it is a choice between
// two.
void StringTracker::merge(const State& other) {
  for (std::size_t i = 0; i < other.stack.size(); ++i)
    if (i >= state_.stack.size() || state_.stack[i] != other.stack[i]) mark_incomplete(other.stack[i]);
  for (std::size_t i = 0; i < other.locals.size(); ++i) {
    const bool differs = i >= state_.locals.size() || state_.locals[i] != other.locals[i];
    if (differs && nodes_[other.locals[i]].kind == Node::Kind::Joined) mark_incomplete(other.locals[i]);
  }
}

// At the start of an instruction.
void StringTracker::enter_instruction(std::size_t at, bool at_label) {
  const auto waiting = pending_.find(at);
  if (waiting == pending_.end()) {
    if (state_.reachable) return;
    // A label after a jump is the head of a loop, whose locals are those from before it; other unreachable code is
    // entered in ways that are not tracked.
    state_.stack.clear();
    if (!at_label) state_.locals.clear();
    state_.reachable = true;
    return;
  }
  if (state_.reachable)
    merge(waiting->second);
  else
    state_ = std::move(waiting->second);
  pending_.erase(waiting);
}

void StringTracker::branch_to(std::size_t from, std::ptrdiff_t displacement) {
  if (displacement < 0 || pending_.size() >= max_pending) return;
  if (!spend(state_.stack.size() + state_.locals.size())) return;
  pending_.try_emplace(from + static_cast<std::size_t>(displacement), state_);
}

std::optional<Operands> StringTracker::read_operands(Reader& reader, Avm2Operands form) {
  constexpr std::size_t displacement_bytes = 3;
  const auto displacement = [&] {
    const std::uint32_t bits = reader.u24();
    return static_cast<std::ptrdiff_t>(bits) - ((bits & 0x80'0000u) != 0 ? 0x100'0000 : 0);
  };
  Operands out;
  switch (form) {
    case Avm2Operands::None: break;
    case Avm2Operands::Byte: reader.skip(1); break;
    case Avm2Operands::Index:
    case Avm2Operands::String: out.index = reader.variable(); break;
    case Avm2Operands::Index2:
      reader.variable();
      reader.variable();
      break;
    case Avm2Operands::Name:
    case Avm2Operands::NameCount:
      out.index = reader.variable();
      if (out.index < abc_.multinames.size()) out.name_pops = abc_.multinames[out.index].pops;
      if (form == Avm2Operands::NameCount) out.count = reader.variable();
      break;
    case Avm2Operands::Count: out.count = reader.variable(); break;
    case Avm2Operands::IndexCount:
      out.index = reader.variable();
      out.count = reader.variable();
      break;
    case Avm2Operands::Branch: out.displacement = displacement(); break;
    case Avm2Operands::Switch: {
      reader.skip(displacement_bytes);
      const std::size_t cases = reader.variable() + std::size_t{1};
      reader.skip(cases * displacement_bytes);
      break;
    }
    case Avm2Operands::Debug:
      reader.skip(1);
      reader.variable();
      reader.skip(1);
      reader.variable();
      break;
  }
  if (reader.failed()) return std::nullopt;
  return out;
}

void StringTracker::take(std::size_t count) {
  for (; count > 0 && !state_.stack.empty(); --count) use(pop());
}

// `list.join(separator)`, or any other method.
void StringTracker::call_property(const Operands& operands) {
  const std::string_view name =
      operands.index < abc_.multinames.size() ? abc_.string(abc_.multinames[operands.index].name) : "";
  if (operands.count == 1 && operands.name_pops == 0 && name == "join") {
    const Value separator = pop();
    const bool known = nodes_[separator].kind == Node::Kind::String;
    use(pop(), known ? abc_.strings[nodes_[separator].left].text : "\n");
  } else {
    take(std::size_t{1} + operands.count + operands.name_pops);
  }
  push(unknown);
}

void StringTracker::apply_to_local(Avm2Effect effect, std::size_t local) {
  if (effect == Avm2Effect::GetLocal) return push(local < state_.locals.size() ? state_.locals[local] : unknown);
  const Value value = effect == Avm2Effect::SetLocal ? pop() : unknown;
  if (local >= max_locals) return;
  if (local >= state_.locals.size()) state_.locals.resize(local + 1, unknown);
  state_.locals[local] = value;
}

void StringTracker::apply(const Avm2Info& info, std::uint8_t code, const Operands& operands, std::size_t end) {
  switch (info.effect) {
    case Avm2Effect::Use:
      take(std::size_t{info.pops} + operands.count + operands.name_pops);
      if (info.pushes > 0) push(unknown);
      break;
    case Avm2Effect::Keep: break;
    case Avm2Effect::PushString: push(make_string(operands.index)); break;
    case Avm2Effect::Add: {
      const Value right = pop();
      push(add(pop(), right));
      break;
    }
    case Avm2Effect::Dup: push(state_.stack.empty() ? unknown : state_.stack.back()); break;
    case Avm2Effect::Swap: {
      const Value top = pop(), below = pop();
      push(top);
      push(below);
      break;
    }
    case Avm2Effect::GetLocal:
    case Avm2Effect::SetLocal:
    case Avm2Effect::KillLocal:
      // The first four locals have instructions of their own.
      apply_to_local(info.effect, info.operands == Avm2Operands::Index ? operands.index : code & 3u);
      break;
    case Avm2Effect::NewArray: push(make_list(operands.count)); break;
    case Avm2Effect::NewObject:
      take(std::size_t{2} * operands.count);
      push(unknown);
      break;
    case Avm2Effect::CallProperty: call_property(operands); break;
    case Avm2Effect::Branch:
      take(info.pops);
      branch_to(end, operands.displacement);
      break;
    case Avm2Effect::Jump:
      branch_to(end, operands.displacement);
      state_.reachable = false;
      break;
    case Avm2Effect::End:
      take(info.pops);
      state_.reachable = false;
      break;
  }
}

void StringTracker::run_body(const MethodBody& body) {
  nodes_.assign(1, {});
  state_ = {};
  pending_.clear();
  Reader reader(body.code);
  while (!reader.at_end()) {
    const std::size_t begin = reader.position();
    const std::uint8_t code = reader.u8();
    const Avm2Info& info = avm2_table[code];
    enter_instruction(begin, code == static_cast<std::uint8_t>(Avm2Opcode::label));
    if (!info.known) return;  // the start of the next instruction is unknown
    const std::optional<Operands> operands = read_operands(reader, info.operands);
    if (!operands) return;
    use_ = std::uint64_t{code} << 32 | operands->index;
    apply(info, code, *operands, reader.position());
  }
}

}  // namespace

void track_strings(const Abc& abc, const std::vector<bool>& wanted, const CodeTextListener& listener) {
  StringTracker(abc, wanted, listener).run();
}

}  // namespace agal::extraction
