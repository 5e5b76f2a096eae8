#include "candidates.hpp"

#include <algorithm>
#include <set>

namespace agal::reduce {
namespace {

const SourceRule& rule_of(const OpcodeInfo& op, bool second) { return second ? op.src2 : op.src1; }

bool is_register(SourceRule rule) { return rule != SourceRule::None && rule != SourceRule::Sampler; }

std::uint8_t plain_swizzle(SourceRule rule) { return rule == SourceRule::Scalar ? 0x00 : swizzle_identity; }

Source with_index(Source source, std::uint32_t index) { return {(source.bits & ~std::uint64_t{0xffff}) | index}; }

Source with_swizzle(Source source, std::uint8_t swizzle) {
  return {(source.bits & ~(std::uint64_t{0xff} << 24)) | std::uint64_t{swizzle} << 24};
}

// Returns simpler sources. The simplest comes first, which avoids attempts that would be replaced again.
std::vector<Source> simpler_sources(Source source, SourceRule rule, Stage stage) {
  const std::uint8_t plain = plain_swizzle(rule);
  const RegisterType input = stage == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying;
  std::vector<Source> list{Source::make(input, 0, plain), Source::make(input, 0, source.swizzle()),
                           Source::make(RegisterType::Constant, 0, plain),
                           Source::make(RegisterType::Constant, 0, source.swizzle())};
  if (source.indirect()) {
    list.push_back(Source::make(RegisterType::Constant, source.offset(), plain));
    list.push_back(Source::make(RegisterType::Constant, source.offset(), source.swizzle()));
    list.push_back(Source::make_indirect(RegisterType::Constant, RegisterType::Attribute, 0, 0, 0, plain));
    list.push_back(
        Source::make_indirect(RegisterType::Constant, RegisterType::Attribute, 0, 0, source.offset(), plain));
    list.push_back({source.bits & ~std::uint64_t{0xff'0000}});  // without its offset
    list.push_back({source.bits & ~(std::uint64_t{3} << 48)});  // without its component
  }
  list.push_back(with_index(source, 0));
  list.push_back(with_swizzle(source, plain));
  list.push_back({source.bits & ~source.reserved()});
  return list;
}

std::vector<SamplerOperand> simpler_states(SamplerOperand sampler) {
  std::vector<SamplerOperand> list{SamplerOperand::make(sampler.index())};
  for (const SamplerFieldInfo& field : sampler_field_table) {
    list.push_back(sampler.with(field.field, 0));
    if (field.combine != SamplerCombine::Union) continue;
    for (std::uint32_t bit = 0; bit < field.width; ++bit)
      list.push_back(sampler.with(field.field, sampler.field(field.field) & ~(1u << bit)));
  }
  // Cubes must have a mip filter.
  const SamplerOptionInfo& nearest = info(SamplerOption::MipNearest);
  if (sampler.has(SamplerOption::Cube)) {
    list.push_back(SamplerOperand::make(sampler.index())
                       .with(SamplerField::Dim, info(SamplerOption::Cube).value)
                       .with(SamplerField::Mip, nearest.value));
    list.push_back(sampler.with(SamplerField::Mip, nearest.value));
  }
  list.push_back(sampler.with_bias(0));
  list.push_back({sampler.bits & ~sampler.reserved()});
  return list;
}

// Calls `visit(type code, number)` for each register that a token names, and replaces the number by the result.
template <class Visit>
void visit_registers(Instruction& token, Visit visit) {
  const OpcodeInfo* const op = token.info();
  if (op == nullptr) return;
  if (op->dest != DestinationRule::None)
    token.dst.bits = (token.dst.bits & ~0xffffu) | visit(token.dst.type_code(), token.dst.index());
  for (const bool second : {false, true}) {
    if (rule_of(*op, second) == SourceRule::None) continue;
    Source& source = second ? token.src2 : token.src1;
    const std::uint32_t type = source.indirect() ? source.index_type_code() : source.type_code();
    source = with_index(source, visit(type, source.index()));
  }
}

bool simpler_opcode(const Program& program, std::size_t at, const Attempt& attempt) {
  const Instruction& token = program.instructions[at];
  const OpcodeInfo* const op = token.info();
  if (op == nullptr || op->dest == DestinationRule::None) return false;
  for (const bool second : {false, true}) {
    if (!is_register(rule_of(*op, second))) continue;
    Program candidate = program;
    candidate.instructions[at] = {
        static_cast<std::uint32_t>(Opcode::Mov), token.dst, second ? token.src2 : token.src1, {}};
    if (attempt(candidate)) return true;
  }
  return false;
}

bool simpler_destination(const Program& program, std::size_t at, const Attempt& attempt) {
  const Instruction& token = program.instructions[at];
  const OpcodeInfo* const op = token.info();
  const auto with = [&](std::uint32_t bits) {
    Program candidate = program;
    candidate.instructions[at].dst.bits = bits;
    return attempt(candidate);
  };
  if (op == nullptr) return false;
  if (op->dest == DestinationRule::None) return with(0);
  const std::uint32_t whole = op->dest == DestinationRule::Xyz ? 0x7 : 0xf;
  return with((token.dst.bits & ~0xf'0000u) | whole << 16) || with(token.dst.bits & ~0xffffu) ||
         with(token.dst.bits & ~token.dst.reserved());
}

bool simpler_source(const Program& program, std::size_t at, bool second, const Attempt& attempt) {
  const Instruction& token = program.instructions[at];
  const OpcodeInfo* const op = token.info();
  if (op == nullptr) return false;
  const SourceRule rule = rule_of(*op, second);
  const auto with = [&](Source source) {
    Program candidate = program;
    (second ? candidate.instructions[at].src2 : candidate.instructions[at].src1) = source;
    return attempt(candidate);
  };
  const Source source = second ? token.src2 : token.src1;
  if (rule == SourceRule::None) return with({});
  if (rule == SourceRule::Sampler) {
    const std::vector<SamplerOperand> states = simpler_states(token.sampler());
    return std::any_of(states.begin(), states.end(), [&](SamplerOperand s) { return with({s.bits}); }) ||
           with(with_index(source, 0));
  }
  const std::vector<Source> sources = simpler_sources(source, rule, program.stage);
  return std::any_of(sources.begin(), sources.end(), with);
}

}  // namespace

std::vector<Region> regions(const Program& program) {
  std::vector<Region> found, open;
  constexpr std::size_t none = ~std::size_t{0};
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const OpcodeInfo* const op = program.instructions[i].info();
    if (op == nullptr) continue;
    if (op->flow == Flow::If) open.push_back({i, none, 0});
    if (open.empty()) continue;
    if (op->flow == Flow::Else && open.back().otherwise == none) open.back().otherwise = i;
    if (op->flow != Flow::EndIf) continue;
    Region region = open.back();
    open.pop_back();
    region.end = i;
    if (region.otherwise == none) region.otherwise = i;
    found.push_back(region);
  }
  return found;
}

Program without(const Program& program, std::size_t first, std::size_t last) {
  Program rest = program;
  const auto at = [&](std::size_t i) { return rest.instructions.begin() + static_cast<std::ptrdiff_t>(i); };
  rest.instructions.erase(at(first), at(last));
  return rest;
}

bool simpler_region(const Program& program, const Region& region, const Attempt& attempt) {
  const auto [begin, otherwise, end] = region;
  if (attempt(without(program, begin, end + 1))) return true;
  if (attempt(without(without(program, otherwise, end + 1), begin, begin + 1))) return true;
  if (otherwise == end) return false;
  return attempt(without(without(program, end, end + 1), begin, otherwise + 1)) ||
         attempt(without(program, otherwise, end));
}

bool simpler_token(const Program& program, std::size_t token, const Attempt& attempt) {
  return simpler_opcode(program, token, attempt) || simpler_source(program, token, false, attempt) ||
         simpler_source(program, token, true, attempt) || simpler_destination(program, token, attempt);
}

bool simpler_samplers(const Program& program, const Attempt& attempt) {
  std::set<std::uint64_t> operands;
  for (const Instruction& token : program.instructions)
    if (token.samples()) operands.insert(token.src2.bits);
  for (const std::uint64_t bits : operands)
    for (const SamplerOperand state : simpler_states({bits})) {
      Program candidate = program;
      for (Instruction& token : candidate.instructions)
        if (token.samples() && token.src2.bits == bits) token.src2.bits = state.bits;
      if (attempt(candidate)) return true;
    }
  return false;
}

bool lower_registers(const Program& program, const Attempt& attempt) {
  using Name = std::pair<std::uint32_t, std::uint32_t>;  // type code and number
  std::set<Name> names;
  Program candidate = program;
  for (Instruction& token : candidate.instructions)
    visit_registers(token, [&](std::uint32_t type, std::uint32_t number) {
      names.emplace(type, number);
      return number;
    });
  for (const Name& name : names) {
    // Tries the lowest free number, then zero, which may be in use: two registers may become one.
    std::uint32_t free = 0;
    while (names.count({name.first, free}) != 0 && free < name.second) ++free;
    for (const std::uint32_t lower : {free, 0u}) {
      if (lower >= name.second) continue;
      candidate = program;
      for (Instruction& token : candidate.instructions)
        visit_registers(token, [&](std::uint32_t type, std::uint32_t number) {
          return Name{type, number} == name ? lower : number;
        });
      if (attempt(candidate)) return true;
    }
  }
  return false;
}

}  // namespace agal::reduce
