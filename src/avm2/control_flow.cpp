#include "avm2/control_flow.hpp"

#include <algorithm>

namespace agal::extraction {
namespace {

constexpr std::size_t max_loops = 64;

std::ptrdiff_t displacement(Reader& reader) {
  const std::uint32_t bits = reader.u24();
  return static_cast<std::ptrdiff_t>(bits) - ((bits & 0x80'0000u) != 0 ? 0x100'0000 : 0);
}

void read_switch(Reader& reader, Avm2Instruction& out) {
  const auto begin = static_cast<std::ptrdiff_t>(out.begin);
  out.targets.push_back(static_cast<std::size_t>(begin + displacement(reader)));
  for (std::size_t cases = reader.variable() + std::size_t{1}; cases > 0 && !reader.failed(); --cases)
    out.targets.push_back(static_cast<std::size_t>(begin + displacement(reader)));
}

void read_operands(const Abc& abc, Reader& reader, Avm2Instruction& out) {
  switch (out.info().operands) {
    case Avm2Operands::None: break;
    case Avm2Operands::Byte: out.index = reader.u8(); break;
    case Avm2Operands::Index:
    case Avm2Operands::String: out.index = reader.variable(); break;
    case Avm2Operands::Index2:
      out.index = reader.variable();
      out.second = reader.variable();
      break;
    case Avm2Operands::Name:
    case Avm2Operands::NameCount:
      out.index = reader.variable();
      if (out.index < abc.multinames.size()) out.name_pops = abc.multinames[out.index].pops;
      if (out.info().operands == Avm2Operands::NameCount) out.count = reader.variable();
      break;
    case Avm2Operands::Count: out.count = reader.variable(); break;
    case Avm2Operands::IndexCount:
      out.index = reader.variable();
      out.count = reader.variable();
      break;
    case Avm2Operands::Branch: {
      const std::ptrdiff_t by = displacement(reader);
      out.targets.push_back(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(reader.position()) + by));
      break;
    }
    case Avm2Operands::Switch: read_switch(reader, out); break;
    case Avm2Operands::Debug:
      reader.skip(1);
      reader.variable();
      reader.skip(1);
      reader.variable();
      break;
  }
}

void note_local(const Avm2Instruction& t, std::vector<std::uint32_t>& reads, std::vector<std::uint32_t>& writes) {
  const Avm2Effect effect = t.info().effect;
  const std::uint32_t local = t.info().operands == Avm2Operands::Index ? t.index : t.code & 3u;
  if (effect == Avm2Effect::GetLocal || effect == Avm2Effect::CountLocal) reads.push_back(local);
  if (effect == Avm2Effect::SetLocal || effect == Avm2Effect::KillLocal || effect == Avm2Effect::CountLocal)
    writes.push_back(local);
  if (effect == Avm2Effect::Iterate)
    for (const std::uint32_t one : {t.index, t.second}) {
      reads.push_back(one);
      writes.push_back(one);
    }
}

bool has_name(Avm2Effect effect) { return effect == Avm2Effect::SetProperty || effect == Avm2Effect::CallProperty; }

}  // namespace

std::optional<Avm2Instruction> read_instruction(const Abc& abc, Bytes code, std::size_t at) {
  if (at >= code.size()) return std::nullopt;
  Reader reader(code, at);
  Avm2Instruction out;
  out.begin = at;
  out.code = reader.u8();
  if (!out.info().known) return std::nullopt;  // the start of the next instruction is unknown
  read_operands(abc, reader, out);
  out.end = reader.position();
  if (reader.failed()) return std::nullopt;
  return out;
}

CodeShape read_shape(const Abc& abc, Bytes code, const std::vector<bool>& wanted) {
  CodeShape shape;
  shape.is_target.resize(code.size() + 1);
  std::vector<std::pair<std::size_t, std::uint32_t>> reads, writes, names;  // position, local or string
  std::vector<std::uint32_t> read, written;
  std::optional<Avm2Instruction> t = read_instruction(abc, code, 0);
  for (; t; t = read_instruction(abc, code, t->end)) {
    const std::size_t at = t->begin;
    read.clear();
    written.clear();
    note_local(*t, read, written);
    for (const std::uint32_t local : read) reads.emplace_back(at, local);
    for (const std::uint32_t local : written) writes.emplace_back(at, local);
    if (has_name(t->info().effect)) names.emplace_back(at, abc.name_string(t->index));
    if (t->info().effect == Avm2Effect::SetSlot) names.emplace_back(at, t->index);
    if (t->info().effect == Avm2Effect::PushString) {
      shape.pushed.push_back(t->index);
      if (t->index < wanted.size() && wanted[t->index]) shape.has_wanted = true;
    }
    for (const std::size_t target : t->targets) {
      if (target >= code.size()) continue;
      shape.is_target[target] = true;
      if (target <= at && shape.loops.size() < max_loops) shape.loops.push_back({target, t->end, {}, {}});
    }
  }
  for (Loop& loop : shape.loops) {
    for (const auto& [at, local] : writes)
      if (loop.contains(at)) loop.locals.push_back(local);
    for (const auto& [at, name] : names)
      if (loop.contains(at)) loop.names.push_back(name);
  }
  for (const auto& [at, local] : reads) {
    if (local >= max_locals) continue;
    if (local >= shape.last_read.size()) shape.last_read.resize(local + 1);
    shape.last_read[local] = std::max(shape.last_read[local], at + 1);
  }
  for (const Loop& loop : shape.loops)
    for (const auto& [at, local] : reads)
      if (local < shape.last_read.size() && loop.contains(at))
        shape.last_read[local] = std::max(shape.last_read[local], loop.end);
  return shape;
}

}  // namespace agal::extraction
