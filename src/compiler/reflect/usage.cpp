#include "reflect/usage.hpp"

#include <tuple>
#include <utility>

#include "agal/operands.hpp"
#include "base/sort.hpp"
#include "ir/live_lanes.hpp"

namespace agal::reflect {
namespace {

constexpr WriteMask first_lanes(std::uint32_t count) { return static_cast<WriteMask>((1u << count) - 1); }

// Returns the lanes of a source that the result depends on.
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

struct Fetch {
  SamplerOperand operand;
  std::uint32_t token;
};

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {}

  Usage run() {
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) visit(i, program_.instructions[i]);
    group_fetches();
    return std::move(usage_);
  }

  Usage run_for_bindings() {
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) visit_bound(i, program_.instructions[i]);
    group_fetches();
    return std::move(usage_);
  }

 private:
  void visit(std::uint32_t i, const Instruction& token) {
    const OpcodeInfo* row = token.info();
    if (row == nullptr) return;
    ++usage_.opcodes[token.opcode];
    const WriteMask lanes = lanes_wanted(token, *row);
    for_each_access(token, [&](const Access& access) {
      switch (access.kind) {
        case AccessKind::Write: destination(token.dst, row->dest); return;
        case AccessKind::Read: source(access, swizzle_reads(source_of(token, access.operand).swizzle(), lanes)); return;
        case AccessKind::Index: read(access.type_code, access.first, access.components); return;
        case AccessKind::Relative:
          usage_.indirect.push_back({i, access.operand, source_of(token, access.operand), access.count});
          return;
        case AccessKind::Sample: sampler(i, token); return;
      }
    });
  }

  void visit_bound(std::uint32_t i, const Instruction& token) {
    const OpcodeInfo* row = token.info();
    if (row == nullptr) return;
    if (row->samples()) fetches_.push_back({token.sampler(), i});
    if (row->dest != DestinationRule::None && token.dst.type() == RegisterType::Varying)
      destination(token.dst, row->dest);
  }

  void destination(const Destination& d, DestinationRule rule) {
    WriteMask mask = d.mask();
    if (rule == DestinationRule::Xyz) mask &= first_lanes(3);
    if (d.type() == RegisterType::Depth) mask &= first_lanes(1);
    if (RegisterUsage* r = at(d.type_code(), d.index())) r->written |= mask;
  }

  void source(const Access& access, WriteMask components) {
    for (std::uint32_t index = access.first; index < access.end(); ++index) read(access.type_code, index, components);
  }

  void read(std::uint32_t type_code, std::uint32_t index, WriteMask mask) {
    if (RegisterUsage* r = at(type_code, index)) r->read |= mask;
  }

  // Records a use of a sampler register. The components are the channels of the texel.
  void sampler(std::uint32_t i, const Instruction& token) {
    const SamplerOperand operand = token.sampler();
    read(operand.type_code(), operand.index(), operand.has(SamplerOption::Single) ? first_lanes(1) : token.dst.mask());
    fetches_.push_back({operand, i});
  }

  void group_fetches() {
    base::sort(fetches_, [](const Fetch& a, const Fetch& b) {
      return std::tuple(a.operand.index(), a.operand.bits, a.token) <
             std::tuple(b.operand.index(), b.operand.bits, b.token);
    });
    base::Buffer<SamplerUsage>& all = usage_.samplers;
    for (const Fetch& fetch : fetches_) {
      const std::uint32_t index = fetch.operand.index();
      if (all.empty() || all.back().index != index) all.push_back({index, {}});
      base::Buffer<SamplerState>& states = all.back().states;
      if (states.empty() || states.back().operand != fetch.operand) states.push_back({fetch.operand, {}});
      states.back().tokens.push_back(fetch.token);
    }
    for (SamplerUsage& sampler : all)
      base::sort(sampler.states,
                 [](const SamplerState& a, const SamplerState& b) { return a.tokens.front() < b.tokens.front(); });
  }

  RegisterUsage* at(std::uint32_t type_code, std::uint32_t index) {
    if (find_register(type_code) == nullptr || index >= base::RegisterSet::capacity) return nullptr;
    base::Buffer<RegisterUsage>& all = usage_.registers[type_code];
    if (index >= all.size()) all.resize(index + 1);
    return &all[index];
  }

  const Program& program_;
  Usage usage_;
  base::Buffer<Fetch> fetches_;
};

// Returns, for each value, the lanes that some instruction uses.
base::Buffer<WriteMask> lanes_taken(const ir::Module& module) {
  base::Buffer<WriteMask> taken(module.body.size(), 0);
  const auto take = [&](ir::Value v, std::uint32_t lane) { taken[ir::index(v)] |= static_cast<WriteMask>(1u << lane); };
  for (const ir::Inst& inst : module.body) {
    if (inst.op == ir::Op::Compose) {
      for (std::uint32_t c = 0; c < inst.type.width; ++c) take(inst.arg(c), ir::lane_at(inst.lanes, c));
    } else if (inst.op == ir::Op::Phi) {
      for (std::uint32_t c = 0; c < inst.type.width; ++c)
        for (std::uint32_t side = 0; side < 2; ++side) take(inst.arg(side), ir::lane_at(inst.phi_lanes(side), c));
    } else {
      ir::for_each_arg(inst, [&](ir::Value v) { taken[ir::index(v)] |= first_lanes(module[v].type.width); });
    }
  }
  return taken;
}

void add(base::Buffer<WriteMask>& masks, std::uint32_t number, WriteMask mask) {
  if (number >= masks.size()) masks.resize(number + 1);
  masks[number] |= mask;
}

}  // namespace

base::RegisterSet Usage::read(RegisterType type) const {
  const base::Buffer<RegisterUsage>& all = of(type);
  base::RegisterSet out;
  for (std::uint32_t n = 0; n < all.size(); ++n)
    if (all[n].read != 0) out.add(n);
  return out;
}

Usage usage_of(const Program& program) { return Collector(program).run(); }

Usage usage_for_bindings(const Program& program) { return Collector(program).run_for_bindings(); }

Live live_of(const ir::Module& module) {
  Live live;
  const base::Buffer<WriteMask> taken = lanes_taken(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    const ir::Inst& inst = module.body[i];
    const auto components = [&] { return ir::components_read(inst, taken[i]); };
    if (inst.op == ir::Op::LoadAttribute) add(live.attributes, inst.aux, components());
    if (inst.op == ir::Op::LoadVarying) add(live.varyings, inst.aux, components());
    if (inst.op == ir::Op::LoadUniform) live.constants.add(inst.aux);
  }
  return live;
}

std::vector<RegisterRange> ranges_of(const base::RegisterSet& set) {
  std::vector<RegisterRange> out;
  set.for_each([&](std::uint32_t n) {
    if (!out.empty() && n == out.back().first + out.back().count)
      ++out.back().count;
    else
      out.push_back({n, 1});
  });
  return out;
}

}  // namespace agal::reflect
