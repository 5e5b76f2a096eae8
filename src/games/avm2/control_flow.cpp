#include "avm2/control_flow.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace agal::avm2 {
namespace {

constexpr std::size_t max_loops = 64;
constexpr std::uint32_t debug_name = 1;  // the kind of a `debug` that names a local

std::ptrdiff_t displacement(base::ByteReader& reader) {
  const std::uint32_t bits = reader.u24();
  return static_cast<std::ptrdiff_t>(bits) - ((bits & 0x80'0000u) != 0 ? 0x100'0000 : 0);
}

void read_switch(base::ByteReader& reader, Instruction& out) {
  const auto begin = static_cast<std::ptrdiff_t>(out.begin);
  out.targets.push_back(static_cast<std::size_t>(begin + displacement(reader)));
  for (std::size_t cases = reader.variable() + std::size_t{1}; cases > 0 && !reader.failed(); --cases)
    out.targets.push_back(static_cast<std::size_t>(begin + displacement(reader)));
}

// Returns the common index of an entry of a file. If the file does not have the entry, the result is beyond every list.
std::uint32_t common(std::uint32_t first, std::uint32_t index, std::size_t end) {
  return index < end - first ? first + index : 0xffff'ffffu;
}

// Returns the common index of an entry. The entries of a file end at the first entry of the next file.
template <class Entry>
std::uint32_t linked(const Abc& abc, std::uint32_t file, std::uint32_t AbcFile::*first, const std::vector<Entry>& list,
                     std::uint32_t index) {
  const std::size_t end = file + std::size_t{1} < abc.files.size() ? abc.files[file + 1].*first : list.size();
  return common(abc.files[file].*first, index, end);
}

// Replaces the index of an operand in its file by the common index.
void link_operand(const Abc& abc, std::uint32_t file, Instruction& out) {
  if (file >= abc.files.size()) return;
  const Effect effect = out.info().effect;
  const Operands operands = out.info().operands;
  const AbcFile& of = abc.files[file];
  const auto linked_string = [&](std::uint32_t string) {
    return string < of.number.size() ? of.number[string] : 0xffff'ffffu;
  };
  if (operands == Operands::String) out.index = linked_string(out.index);
  if (operands == Operands::Debug) out.second = linked_string(out.second);
  if (operands == Operands::Name || operands == Operands::NameCount)
    out.index = out.index == 0 ? 0 : linked(abc, file, &AbcFile::multinames, abc.multinames, out.index);
  if (out.code == Opcode::newfunction) out.index = linked(abc, file, &AbcFile::methods, abc.methods, out.index);
  if (effect == Effect::PushInt) out.index = linked(abc, file, &AbcFile::integers, abc.integers, out.index);
  if (effect == Effect::PushUint)
    out.index = linked(abc, file, &AbcFile::unsigned_integers, abc.unsigned_integers, out.index);
}

void read_operands(base::ByteReader& reader, Instruction& out) {
  switch (out.info().operands) {
    case Operands::None: break;
    case Operands::Byte: out.index = reader.u8(); break;
    case Operands::Index:
    case Operands::String: out.index = reader.variable(); break;
    case Operands::Index2:
      out.index = reader.variable();
      out.second = reader.variable();
      break;
    case Operands::Name:
    case Operands::NameCount:
      out.index = reader.variable();
      if (out.info().operands == Operands::NameCount) out.count = reader.variable();
      break;
    case Operands::Count: out.count = reader.variable(); break;
    case Operands::IndexCount:
      out.index = reader.variable();
      out.count = reader.variable();
      break;
    case Operands::Branch: {
      const std::ptrdiff_t by = displacement(reader);
      out.targets.push_back(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(reader.position()) + by));
      break;
    }
    case Operands::Switch: read_switch(reader, out); break;
    case Operands::Debug:
      out.index = reader.u8();
      out.second = reader.variable();
      out.count = reader.u8();
      reader.variable();
      break;
  }
}

void note_local(const Instruction& t, std::vector<std::uint32_t>& reads, std::vector<std::uint32_t>& writes) {
  const Effect effect = t.info().effect;
  if (effect == Effect::GetLocal || effect == Effect::CountLocal) reads.push_back(t.local());
  if (effect == Effect::SetLocal || effect == Effect::KillLocal || effect == Effect::CountLocal)
    writes.push_back(t.local());
  if (effect == Effect::Iterate)
    for (const std::uint32_t one : {t.index, t.second}) {
      reads.push_back(one);
      writes.push_back(one);
    }
}

// Returns true if the instruction after a read of a counter may use it for a text or an argument, and not only for
// counting, comparing or looking up an item.
bool is_more_than_counting(const Instruction& t) {
  const Effect effect = t.info().effect;
  if (effect == Effect::GetProperty || effect == Effect::SetProperty) return t.name_pops == 0;
  constexpr Effect counting[] = {Effect::Unary,    Effect::Dup,    Effect::SetLocal,
                                 Effect::GetLocal, Effect::Branch, Effect::Drop};
  return std::find(std::begin(counting), std::end(counting), effect) == std::end(counting);
}

// Pairs of positions of an instruction and a possible next instruction, in ascending order.
using Successors = std::vector<std::pair<std::size_t, std::size_t>>;

// Answers reachability queries. The index is made once for a method, so that a query only takes time for the loop's
// code.
class Reach {
 public:
  Reach(const Successors& successors, std::size_t size) : successors_(successors), first_(size + 1), seen_(size + 1) {
    for (std::size_t i = successors.size(); i > 0; --i) first_[successors[i - 1].first] = i;
  }

  // Returns true if the code from the target of a backward branch can reach the branch without leaving the loop.
  bool repeats(const Loop& loop) {
    ++loop_;
    rest_ = {loop.begin};
    while (!rest_.empty()) {
      const std::size_t at = rest_.back();
      rest_.pop_back();
      if (at == loop.last) return true;
      if (first_[at] == 0) continue;
      for (std::size_t i = first_[at] - 1; i < successors_.size() && successors_[i].first == at; ++i) {
        const std::size_t next = successors_[i].second;
        if (!loop.contains(next) || seen_[next] == loop_) continue;
        seen_[next] = loop_;
        rest_.push_back(next);
      }
    }
    return false;
  }

 private:
  const Successors& successors_;
  std::vector<std::size_t> first_;   // for each position, the index of its first successor + 1; 0 if it has none
  std::vector<std::uint32_t> seen_;  // the number of the last query that visited each position
  std::vector<std::size_t> rest_;
  std::uint32_t loop_ = 0;
};

bool has_name(Effect effect) { return effect == Effect::SetProperty || effect == Effect::CallProperty; }

}  // namespace

std::optional<Instruction> read_instruction(const Abc& abc, Bytes code, std::size_t at, std::uint32_t file) {
  if (at >= code.size()) return std::nullopt;
  base::ByteReader reader(code, at);
  Instruction out;
  out.begin = at;
  out.code = static_cast<Opcode>(reader.u8());
  if (out.info().name.empty()) return std::nullopt;  // the start of the next instruction is unknown
  read_operands(reader, out);
  link_operand(abc, file, out);
  if (out.is_named() && out.index < abc.multinames.size()) out.name_pops = abc.multinames[out.index].pops;
  out.end = reader.position();
  if (reader.failed()) return std::nullopt;
  return out;
}

bool Instruction::is_end() const {
  const Effect effect = info().effect;
  return effect == Effect::Jump || effect == Effect::Switch || effect == Effect::Return || effect == Effect::End;
}

std::size_t Instruction::popped() const {
  const bool counts = code != Opcode::debug;
  const std::size_t of_each = info().effect == Effect::NewObject ? 2 : 1;
  return info().pops + name_pops + (counts ? of_each * count : 0);
}

bool Instruction::converts(const Abc& abc) const {
  const Effect effect = info().effect;
  if (effect == Effect::Keep)
    return code == Opcode::convert_s || code == Opcode::coerce_s ||
           (code == Opcode::coerce && abc.string(abc.name_string(index)) == "String");
  return effect == Effect::Add || effect == Effect::Unary || effect == Effect::Binary ||
         (effect == Effect::Branch && info().pops == 2);
}

bool ControlFlow::has_all_loops() const { return loops.size() < max_loops; }

bool ControlFlow::has_variable(std::uint32_t name) const {
  return name != 0 && std::find(slot_names.begin(), slot_names.end(), name) != slot_names.end();
}

KeyKind ControlFlow::key_at(std::size_t at) const {
  const auto row = std::lower_bound(keys.begin(), keys.end(), std::pair(at, KeyKind::Item));
  return row != keys.end() && row->first == at ? row->second : KeyKind::Item;
}

namespace {

// Events in the code of a method, in order. A pair has the position, and a local or a string.
struct Facts {
  std::vector<std::pair<std::size_t, std::uint32_t>> reads, writes, names, used;
  std::vector<std::size_t> texts;
  Successors successors;
};

void note_names(const Abc& abc, const Instruction& t, ControlFlow& flow) {
  const Effect effect = t.info().effect;
  if (t.is_named() && t.index < abc.multinames.size() && !abc.multinames[t.index].is_public)
    flow.hidden.push_back(abc.multinames[t.index].name);
  const bool constructs = effect == Effect::Construct && t.info().operands == Operands::NameCount;
  if (effect == Effect::CallProperty || effect == Effect::CallSuper || constructs)
    flow.called.push_back(abc.name_string(t.index));
  if (effect == Effect::Call && t.code != Opcode::constructsuper) flow.calls_values = true;
  if (effect == Effect::SetProperty || effect == Effect::Delete || t.code == Opcode::setsuper)
    flow.stored.push_back(abc.name_string(t.index));
  if (effect == Effect::GetProperty || effect == Effect::GetLex || t.code == Opcode::getsuper)
    flow.read.push_back(abc.name_string(t.index));
  if (t.code == Opcode::newfunction) flow.functions.push_back(t.index);
  flow.converts = flow.converts || t.converts(abc);
  flow.iterates = flow.iterates || effect == Effect::Next || effect == Effect::Iterate || t.code == Opcode::hasnext;
  if (t.code == Opcode::debug && t.index == debug_name) {
    // `debug` numbers the first argument 0, but its local is 1.
    flow.local_names.resize(std::max<std::size_t>(flow.local_names.size(), t.count + std::size_t{2}));
    std::uint32_t& name = flow.local_names[t.count + 1];
    name = name == 0 || name == t.second ? t.second : several_names;
  }
}

void note_branches(const Instruction& t, std::size_t size, Facts& facts, ControlFlow& flow) {
  if (!t.is_end()) facts.successors.emplace_back(t.begin, t.end);
  for (const std::size_t target : t.targets) {
    if (target >= size) continue;
    facts.successors.emplace_back(t.begin, target);
    flow.is_target[target] = true;
    if (target <= t.begin && flow.loops.size() < max_loops)
      flow.loops.push_back({.begin = target, .end = t.end, .last = t.begin});
  }
}

void keep_each_once(std::vector<std::uint32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void find_loops(const Facts& facts, std::size_t size, ControlFlow& flow) {
  if (flow.loops.empty()) return;
  Reach reach(facts.successors, size);
  for (Loop& loop : flow.loops) {
    for (const auto& [at, local] : facts.writes)
      if (loop.contains(at)) loop.locals.push_back(local);
    for (const auto& [at, name] : facts.names)
      if (loop.contains(at)) loop.names.push_back(name);
    keep_each_once(loop.locals);
    keep_each_once(loop.names);
    loop.repeats = reach.repeats(loop);
    const auto is_in = [&](std::size_t at) { return loop.contains(at); };
    std::array<bool, max_locals> is_written{};
    for (const std::uint32_t local : loop.locals)
      if (local < max_locals) is_written[local] = true;
    std::array<bool, max_locals> in_texts{};
    if (!std::any_of(facts.texts.begin(), facts.texts.end(), is_in)) continue;
    for (const auto& [at, local] : facts.used)
      if (is_in(at) && local < max_locals && is_written[local]) in_texts[local] = true;
    for (std::uint32_t local = 0; local < max_locals; ++local)
      if (in_texts[local]) loop.in_texts.push_back(local);
  }
}

void find_last_reads(const Facts& facts, ControlFlow& flow) {
  for (const auto& [at, local] : facts.reads) {
    if (local >= max_locals) continue;
    if (local >= flow.last_read.size()) flow.last_read.resize(local + 1);
    flow.last_read[local] = std::max(flow.last_read[local], at + 1);
  }
  for (const Loop& loop : flow.loops)
    for (const auto& [at, local] : facts.reads)
      if (local < flow.last_read.size() && loop.contains(at))
        flow.last_read[local] = std::max(flow.last_read[local], loop.end);
}

}  // namespace

ControlFlow read_control_flow(const Abc& abc, const MethodBody& body, const std::vector<bool>& tracked) {
  ControlFlow flow;
  flow.is_target.resize(body.code.size() + 1);
  Facts facts;
  std::vector<std::uint32_t> read, written;
  constexpr std::uint32_t no_local = 0xffff'ffffu;
  std::uint32_t top = no_local;  // the local that was pushed by the last instruction, ignoring conversions
  for (const auto& [slot, name] : body.variables) {
    if (slot >= max_locals) continue;
    flow.slot_names.resize(std::max<std::size_t>(flow.slot_names.size(), slot + std::size_t{1}));
    flow.slot_names[slot] = name;
  }
  bool uses_outer = false;
  std::optional<Instruction> t = read_instruction(abc, body, 0);
  for (; t; t = read_instruction(abc, body, t->end)) {
    const std::size_t at = t->begin;
    const Effect effect = t->info().effect;
    if (top != no_local && is_more_than_counting(*t)) facts.used.emplace_back(at, top);
    if (effect != Effect::Keep) top = effect == Effect::GetLocal ? t->local() : no_local;
    read.clear();
    written.clear();
    note_local(*t, read, written);
    for (const std::uint32_t local : read) facts.reads.emplace_back(at, local);
    for (const std::uint32_t local : written) facts.writes.emplace_back(at, local);
    if (has_name(effect)) facts.names.emplace_back(at, abc.name_string(t->index));
    uses_outer = uses_outer || t->code == Opcode::getouterscope;
    if (effect == Effect::SetSlot) {
      flow.outer_slots.push_back(t->index);
      const std::uint32_t name = flow.variable(t->index);
      facts.names.emplace_back(at, name != 0 ? name : t->index);
    }
    note_names(abc, *t, flow);
    if (effect == Effect::PushString) {
      flow.pushed.push_back(t->index);
      facts.texts.push_back(at);
      if (t->index < tracked.size() && tracked[t->index]) flow.has_tracked = true;
    }
    note_branches(*t, body.code.size(), facts, flow);
  }
  if (!uses_outer) flow.outer_slots.clear();
  find_loops(facts, body.code.size(), flow);
  find_last_reads(facts, flow);
  find_keys(abc, body, flow);
  keep_each_once(flow.read);
  keep_each_once(flow.called);
  return flow;
}

MovieCode::MovieCode(const Abc& movie, const std::vector<bool>& strings) : abc(movie), tracked(strings) {
  for (const MethodBody& body : abc.bodies) control_flow.push_back(read_control_flow(abc, body, tracked));
}

}  // namespace agal::avm2
