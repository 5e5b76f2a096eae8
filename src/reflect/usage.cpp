#include "reflect/usage.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace agal::reflect {
namespace {

constexpr WriteMask first_lanes(std::uint32_t count) { return static_cast<WriteMask>((1u << count) - 1); }

constexpr WriteMask one(std::uint32_t component) { return static_cast<WriteMask>(1u << component); }

WriteMask swizzled(const Source& source, WriteMask lanes) {
  WriteMask out = 0;
  for (std::uint32_t i = 0; i < 4; ++i)
    if (lanes >> i & 1) out |= one(source.lane(i));
  return out;
}

// The lanes of a source that the result needs.
WriteMask lanes_wanted(const Instruction& token, const OpcodeInfo& row) {
  switch (row.shape) {
    case Shape::Lanes: return token.dst.mask();
    case Shape::Texel: return first_lanes(token.sampler().has(SamplerOption::Plane) ? 2 : 3);
    case Shape::None:
    case Shape::Broadcast:
    case Shape::Cross:
    case Shape::Normal:
    case Shape::Rows: break;
  }
  return first_lanes(row.cols);
}

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {}

  Usage run() {
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) visit(i, program_.instructions[i]);
    std::sort(usage_.samplers.begin(), usage_.samplers.end(),
              [](const SamplerUsage& a, const SamplerUsage& b) { return a.index < b.index; });
    return std::move(usage_);
  }

 private:
  void visit(std::uint32_t i, const Instruction& token) {
    const OpcodeInfo* row = token.info();
    if (row == nullptr) return;
    ++usage_.opcodes[token.opcode];
    const WriteMask lanes = lanes_wanted(token, *row);
    source(i, Operand::Source1, row->src1, token.src1, lanes, 1);
    source(i, Operand::Source2, row->src2, token.src2, lanes, std::max<std::uint32_t>(row->rows, 1));
    if (row->dest != DestinationRule::None) destination(token.dst, row->dest);
  }

  void destination(const Destination& d, DestinationRule rule) {
    WriteMask mask = d.mask();
    if (rule == DestinationRule::Xyz) mask &= first_lanes(3);
    if (d.type_code() == static_cast<std::uint32_t>(RegisterType::Depth)) mask &= first_lanes(1);
    if (RegisterUsage* r = at(d.type_code(), d.index())) r->written |= mask;
  }

  void source(std::uint32_t i, Operand operand, SourceRule rule, const Source& s, WriteMask lanes, std::uint32_t rows) {
    if (rule == SourceRule::None) return;
    if (rule == SourceRule::Sampler) return sampler(i, program_.instructions[i]);
    if (s.indirect()) {
      usage_.indirect.push_back({i, operand, s, rows});
      read(s.index_type_code(), s.index(), one(s.index_component()));
      return;
    }
    for (std::uint32_t r = 0; r < rows; ++r) read(s.type_code(), s.index() + r, swizzled(s, lanes));
  }

  void read(std::uint32_t type_code, std::uint32_t index, WriteMask mask) {
    if (RegisterUsage* r = at(type_code, index)) r->read |= mask;
  }

  // What a sampler's register has are the channels of the texel.
  void sampler(std::uint32_t i, const Instruction& token) {
    const SamplerOperand operand = token.sampler();
    read(operand.type_code(), operand.index(), operand.has(SamplerOption::Single) ? first_lanes(1) : token.dst.mask());
    const auto [known, fresh] = sampler_places_.try_emplace(operand.index(), usage_.samplers.size());
    if (fresh) usage_.samplers.push_back({operand.index(), {}});
    SamplerUsage& usage = usage_.samplers[known->second];
    const auto [place, other] = state_places_.try_emplace({operand.index(), operand.bits}, usage.states.size());
    if (other) usage.states.push_back({operand, {}});
    usage.states[place->second].tokens.push_back(i);
  }

  RegisterUsage* at(std::uint32_t type_code, std::uint32_t index) {
    if (find_register(type_code) == nullptr || index >= base::RegisterSet::capacity) return nullptr;
    std::vector<RegisterUsage>& all = usage_.registers[type_code];
    if (index >= all.size()) all.resize(index + 1);
    return &all[index];
  }

  const Program& program_;
  Usage usage_;
  std::map<std::uint32_t, std::size_t> sampler_places_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> state_places_;
};

base::RegisterSet where(const std::vector<RegisterUsage>& all, WriteMask RegisterUsage::*mask) {
  base::RegisterSet out;
  for (std::uint32_t n = 0; n < all.size(); ++n)
    if (all[n].*mask != 0) out.add(n);
  return out;
}

}  // namespace

base::RegisterSet Usage::read(RegisterType type) const { return where(of(type), &RegisterUsage::read); }
base::RegisterSet Usage::written(RegisterType type) const { return where(of(type), &RegisterUsage::written); }

Usage usage_of(const Program& program) { return Collector(program).run(); }

}  // namespace agal::reflect
