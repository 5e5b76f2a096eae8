// Lowers texture fetches.
#include "lower/lowering.hpp"

namespace agal::lower {
namespace {

Value coordinate(Lowering& l, const Instruction& t) {
  return l.read_vector(t.src1, t.sampler().kind() == TextureKind::Plane ? 2 : 3);
}

void write_texel(Lowering& l, const Instruction& t, Value texel) {
  if (!t.sampler().has(SamplerOption::Single)) return l.write_value(t.dst, texel);
  std::array<Lane, 4> lanes;
  lanes.fill({texel, 0});
  l.write(t.dst, lanes);
}

void implicit_level(Lowering& l, const Instruction& t) {
  ir::Builder& b = l.builder();
  const Value at = coordinate(l, t);
  const std::uint32_t slot = l.sampler_slot(t.sampler());
  const float bias = t.sampler().bias();
  write_texel(l, t,
              bias == 0.0f ? b.make(Op::Sample, ir::float_type(4), {at}, slot)
                           : b.make(Op::SampleBias, ir::float_type(4), {at, b.constant(bias)}, slot));
}

}  // namespace

void lower_Tex(Lowering& l, const Instruction& t) { implicit_level(l, t); }
void lower_Ted(Lowering& l, const Instruction& t) { implicit_level(l, t); }

// Vertex programs do not have derivatives, so the bias is the level (docs/adr/0010).
void lower_Tld(Lowering& l, const Instruction& t) {
  ir::Builder& b = l.builder();
  const Value at = coordinate(l, t);
  const Value level = b.constant(t.sampler().bias());
  write_texel(l, t, b.make(Op::SampleLod, ir::float_type(4), {at, level}, l.sampler_slot(t.sampler())));
}

}  // namespace agal::lower
