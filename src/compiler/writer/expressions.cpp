// Writes the expressions of a body. Parentheses are written only where the language or the order of evaluation needs
// them.
#include <algorithm>
#include <array>
#include <bit>

#include "agal/target.hpp"
#include "writer/body.hpp"
#include "writer/composition.hpp"

namespace agal::writer {
namespace {

constexpr std::string_view lane_names = "xyzw";

// The names of the fetch functions, in the order of Op::Sample and the operations after it. HLSL and MSL call methods
// of the texture.
constexpr std::array<std::string_view, 4> hlsl_methods{"Sample", "SampleBias", "SampleLevel", "SampleGrad"};
constexpr std::array<std::string_view, 4> wgsl_functions{"textureSample", "textureSampleBias", "textureSampleLevel",
                                                         "textureSampleGrad"};
constexpr std::size_t fetch_number(Op op) {
  return static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::Sample);
}
static_assert(fetch_number(Op::SampleBias) == 1 && fetch_number(Op::SampleLod) == 2 &&
              fetch_number(Op::SampleGrad) == 3);

// Returns true if tokens share the instruction: a constant, an input or a swizzle has the token that reads it first.
bool is_shared(const Inst& inst) { return is_atom(inst.op) || is_swizzle(inst); }

constexpr Precedence above(Precedence p) { return static_cast<Precedence>(static_cast<std::uint8_t>(p) + 1); }

}  // namespace

void Body::expression(Value v, Precedence needed) {
  if (statements_.has_variable(v)) return static_cast<void>(out_ << variables_.of(v).name());
  const Inst& inst = module_[v];
  // Most values inside expressions are inputs.
  if (ir::kind(inst.op) == ir::Kind::Input) return input(inst);
  value(inst, needed);
}

void Body::value(const Inst& inst, Precedence needed) {
  if (out_.names_source() && !is_shared(inst)) out_.note(inst.token);
  const Spelling& spelling = spellings::table[static_cast<std::size_t>(inst.op)].*dialect_.language;
  switch (spelling.form) {
    case Spelling::Form::Special: break;
    case Spelling::Form::Call: return call(inst, spelling.text);
    case Spelling::Form::Convert:
      out_ << dialect_.type(inst.type) << '(';
      call(inst, spelling.text);
      out_ << ')';
      return;
    case Spelling::Form::Infix: return infix(inst, spelling.text, spelling.precedence, needed);
    case Spelling::Form::Compare:
      if (inst.type.width > 1) return call(inst, spelling.vectors);
      return infix(inst, spelling.text, spelling.precedence, needed);
    case Spelling::Form::Prefix:
      return enclosed(needed > Precedence::Unary, [&] {
        out_ << spelling.text;
        expression(inst.arg(0), Precedence::Primary);
      });
  }
  switch (ir::kind(inst.op)) {
    case ir::Kind::Constant: return constant(inst, needed);
    case ir::Kind::Input: return input(inst);
    case ir::Kind::Compose: return compose(inst, needed);
    case ir::Kind::Lanewise: return inst.op == Op::Pow ? power(inst) : select(inst, needed);
    case ir::Kind::Horizontal:
      if (ir::is_sample(inst.op)) return sample(inst);
      out_ << std::string_view(constant_prefix_);
      expression(inst.arg(0));
      out_ << ']';
      return;
    case ir::Kind::Phi:
    case ir::Kind::Marker:
    case ir::Kind::Effect: return;
  }
}

// ------------------------------------------------------------------------------------------------ constants, inputs

void Body::scalar_constant(ir::Type type, std::uint32_t bits) {
  if (type.scalar == ir::Scalar::Bool) {
    out_ << (bits != 0 ? "true" : "false");
  } else if (type.scalar == ir::Scalar::Int) {
    const auto number = static_cast<std::int32_t>(bits);
    if (number < 0) out_ << '-';
    out_ << (number < 0 ? 0u - bits : bits);
  } else {
    out_.float_literal(bits);
  }
}

void Body::constant(const Inst& inst, Precedence needed) {
  const auto lane_bits = [&](std::uint32_t lane) { return inst.op == Op::Undef ? 0u : inst.args[lane]; };
  if (inst.type.width == 1) {
    const bool negative = inst.type.scalar != ir::Scalar::Bool && static_cast<std::int32_t>(lane_bits(0)) < 0;
    return enclosed(negative && needed > Precedence::Unary, [&] { scalar_constant(inst.type, lane_bits(0)); });
  }
  out_ << dialect_.type(inst.type) << '(';
  const std::uint32_t lanes = is_uniform_constant(inst) && dialect_.repeats_scalars ? 1 : inst.type.width;
  arguments(lanes, [&](std::uint32_t lane) { scalar_constant(inst.type, lane_bits(lane)); });
}

void Body::constant_register(std::uint32_t number) {
  if (dialect_.parts.empty()) {
    out_ << std::string_view(constant_prefix_) << number << ']';
    return;
  }
  if (dialect_.parts_are_members) out_ << dialect_.constants << '.';
  for (const target::ConstantPart& part : dialect_.parts) {
    if (number < part.first || number - part.first >= part.count) continue;
    out_ << part.name;
    if (part.count > 1) out_ << '[' << number - part.first << ']';
    return;
  }
}

void Body::input(const Inst& inst) {
  if (inst.op == Op::LoadInstance) {
    if (!dialect_.unsigned_instance) return static_cast<void>(out_ << dialect_.instance);
    out_ << dialect_.int_type << '(' << dialect_.instance << ')';
    return;
  }
  if (inst.op == Op::LoadUniform) {
    constant_register(inst.aux);
  } else {
    out_ << dialect_.inputs
         << name(inst.op == Op::LoadAttribute ? RegisterType::Attribute : RegisterType::Varying, inst.aux);
  }
  if (inst.type.width == 1) out_ << '.' << lane_names[ir::lane_at(inst.lanes, 0)];
}

// ------------------------------------------------------------------------------------------------------- operations

// Returns true if the vector can be written as a scalar that the language repeats.
bool Body::is_repeated(Value v) const {
  const Inst& inst = module_[v];
  return !statements_.has_variable(v) && inst.type.width > 1 && (is_splat(inst) || is_uniform_constant(inst));
}

// Writes a vector with equal lanes as a scalar if the language repeats it.
void Body::scalar_or_vector(Value v, Precedence needed) {
  if (!is_repeated(v)) return expression(v, needed);
  const Inst& inst = module_[v];
  if (inst.op == Op::Compose) return part(inst, inst.arg(0), 0, 1, needed);
  Inst scalar = inst;
  scalar.type.width = 1;
  constant(scalar, needed);
}

void Body::infix(const Inst& inst, std::string_view text, Precedence own, Precedence needed) {
  const Value left = inst.arg(0), right = inst.arg(1);
  // One operand may be a scalar if the other one is a vector, except in comparisons.
  const bool mixes = own >= Precedence::Sum;
  const bool left_scalar = mixes && is_repeated(left) && !is_repeated(right);
  const bool right_scalar = mixes && is_repeated(right) && !is_repeated(left);
  // Comparisons do not chain in WGSL.
  const Precedence left_needed = own <= Precedence::Relation && own != Precedence::Or ? Precedence::Sum : own;
  enclosed(needed > own, [&] {
    if (left_scalar)
      scalar_or_vector(left, left_needed);
    else
      expression(left, left_needed);
    out_ << ' ' << text << ' ';
    if (right_scalar) return scalar_or_vector(right, above(own));
    expression(right, own == Precedence::Or ? own : std::max(above(own), left_needed));
  });
}

// Returns true if the arguments after the first, which is a vector, may be scalars.
bool Body::takes_scalars(const Inst& inst) const {
  if (!dialect_.scalar_arguments) return false;
  if (inst.op == Op::Clamp) return is_repeated(inst.arg(1)) && is_repeated(inst.arg(2));
  return (inst.op == Op::Min || inst.op == Op::Max) && !is_repeated(inst.arg(0));
}

void Body::call(const Inst& inst, std::string_view function) {
  const bool saturates = inst.op == Op::Clamp && dialect_.saturates && is_unit_range(inst);
  const bool scalars = !saturates && takes_scalars(inst);
  out_ << (saturates ? "saturate" : function) << '(';
  arguments(saturates ? 1 : inst.arg_count(), [&](std::uint32_t k) {
    if (scalars && k > 0)
      scalar_or_vector(inst.arg(k), Precedence::Ternary);
    else
      expression(inst.arg(k));
  });
}

bool Body::is_constant(Value v, float value) const {
  const Inst& inst = module_[v];
  return !statements_.has_variable(v) && inst.op == Op::Constant && is_uniform_constant(inst) &&
         inst.args[0] == std::bit_cast<std::uint32_t>(value);
}

bool Body::is_unit_range(const Inst& clamp) const {
  return is_constant(clamp.arg(1), 0.0f) && is_constant(clamp.arg(2), 1.0f);
}

void Body::select(const Inst& inst, Precedence needed) {
  const Value condition = inst.arg(0), yes = inst.arg(1), no = inst.arg(2);
  if (inst.type.scalar == ir::Scalar::Float && is_constant(yes, 1.0f) && is_constant(no, 0.0f)) {
    out_ << dialect_.type(inst.type) << '(';
    expression(condition);
    out_ << ')';
    return;
  }
  const bool one_condition = inst.type.width == 1 || is_repeated(condition);
  if (one_condition && dialect_.chooses_scalars) {
    enclosed(needed > Precedence::Ternary, [&] {
      scalar_or_vector(condition, Precedence::Or);
      out_ << " ? ";
      expression(yes, Precedence::Or);
      out_ << " : ";
      expression(no);
    });
  } else if (!dialect_.chooses_lanes.empty()) {
    out_ << dialect_.chooses_lanes << '(';
    expression(no);
    out_ << ", ";
    expression(yes);
    out_ << ", ";
    scalar_or_vector(condition, Precedence::Ternary);
    out_ << ')';
  } else {
    out_ << dialect_.type(inst.type) << '(';
    arguments(inst.type.width, [&](std::uint32_t i) {
      lane(condition, i);
      out_ << " ? ";
      lane(yes, i);
      out_ << " : ";
      lane(no, i);
    });
  }
}

// Returns true if a compiler can see from the text of the value that no lane is negative.
bool Body::is_plainly_positive(Value v) const {
  const Inst& inst = module_[v];
  if (statements_.has_variable(v)) return false;
  if (inst.op == Op::Constant) {
    const auto end = inst.args.begin() + inst.type.width;
    return std::none_of(inst.args.begin(), end, [](std::uint32_t bits) { return static_cast<std::int32_t>(bits) < 0; });
  }
  return inst.op == Op::Abs || (inst.op == Op::Clamp && is_unit_range(inst));
}

// Writes a power as exp2(log2(a) * b) unless the base is plainly not negative. HLSL defines pow like this, but its
// compilers warn about pow if the base may be negative (X3571).
void Body::power(const Inst& inst) {
  if (is_plainly_positive(inst.arg(0))) return call(inst, "pow");
  out_ << "exp2(log2(";
  expression(inst.arg(0));
  out_ << ") * ";
  scalar_or_vector(inst.arg(1), above(Precedence::Product));
  out_ << ')';
}

void Body::lane(Value v, std::uint32_t lane) {
  expression(v, Precedence::Primary);
  out_ << '.' << lane_names[lane];
}

void Body::separate_sampler_name(RegisterText texture) {
  if (dialect_.naming != nullptr)
    if (const std::string_view chosen =
            dialect_.naming->find(RegisterType::Sampler, texture.index, texture.stage, true);
        !chosen.empty()) {
      out_ << chosen;
      return;
    }
  out_ << texture << separate_sampler_suffix;
}

void Body::sampler_name(RegisterText texture) {
  if (dialect_.samplers.empty() || !texture.chosen.empty())
    out_ << texture;
  else
    out_ << dialect_.samplers << texture.index;
}

// Writes the text that precedes the arguments of a fetch: the function, and the texture with its sampler.
void Body::begin_fetch(Op op, const ir::SamplerSlot& slot) {
  const RegisterText texture = name(RegisterType::Sampler, slot.index);
  switch (dialect_.fetches) {
    case Fetches::Methods:
    case Fetches::Options:
      out_ << texture << '.' << (dialect_.fetches == Fetches::Methods ? hlsl_methods[fetch_number(op)] : "sample")
           << '(';
      separate_sampler_name(texture);
      return;
    case Fetches::Separate:
      out_ << wgsl_functions[fetch_number(op)] << '(' << texture << ", ";
      separate_sampler_name(texture);
      return;
    case Fetches::OldFunctions:
      out_ << "texture" << type_name(slot.dimension);
      if (op == Op::SampleLod) out_ << "Lod";
      if (op == Op::SampleGrad) out_ << "Grad" << dialect_.gradients;
      out_ << '(';
      sampler_name(texture);
      return;
    case Fetches::Functions:
      out_ << (op == Op::SampleLod ? "textureLod(" : op == Op::SampleGrad ? "textureGrad(" : "texture(");
      if (!dialect_.joins_samplers) return sampler_name(texture);
      out_ << "sampler" << type_name(slot.dimension) << '(' << texture << ", ";
      separate_sampler_name(texture);
      out_ << ')';
      return;
  }
}

void Body::msl_option(Op op, TextureKind dimension) {
  if (op == Op::SampleGrad)
    out_ << "gradient" << agal::name(dimension) << '(';
  else
    out_ << (op == Op::SampleBias ? "bias(" : "level(");
}

void Body::sample(const Inst& inst) {
  const ir::SamplerSlot& slot = module_.samplers[inst.aux];
  begin_fetch(inst.op, slot);
  const bool option = dialect_.fetches == Fetches::Options && inst.op != Op::Sample;
  for (std::uint32_t k = 0; k < inst.arg_count(); ++k) {
    out_ << ", ";
    if (option && k == 1) msl_option(inst.op, slot.dimension);
    expression(inst.arg(k));
  }
  out_ << (option ? "))" : ")");
}

// ----------------------------------------------------------------------------------------------------------- lanes

// Writes lanes `first` to `first + count` - 1 of the composition. They come from one value.
void Body::part(const Inst& inst, Value source, std::uint32_t first, std::uint32_t count, Precedence needed) {
  const std::uint32_t width = module_[source].type.width;
  if (width == 1) return expression(source, needed);
  const auto lanes = static_cast<ir::Lanes>(inst.lanes >> (2 * first));
  if (count == width && ir::same_lanes(lanes, ir::identity_lanes, width)) return expression(source, needed);
  expression(source, Precedence::Primary);
  out_ << '.';
  for (std::uint32_t i = 0; i < count; ++i) out_ << lane_names[ir::lane_at(lanes, i)];
}

void Body::compose(const Inst& inst, Precedence needed) {
  const std::uint32_t width = inst.type.width;
  const bool scalar_source = module_[inst.arg(0)].type.width == 1;
  if (is_swizzle(inst) && (!scalar_source || width == 1)) return part(inst, inst.arg(0), 0, width, needed);
  const bool constant = ir::kind(module_[inst.arg(0)].op) == ir::Kind::Constant;
  if (is_swizzle(inst) && !dialect_.repeats_scalars && !constant) {
    expression(inst.arg(0), Precedence::Primary);
    out_ << '.' << std::string_view("xxxx").substr(0, width);
    return;
  }
  out_ << dialect_.type(inst.type) << '(';
  for (std::uint32_t i = 0; i < width;) {
    if (i > 0) out_ << ", ";
    const bool whole = is_swizzle(inst) && dialect_.repeats_scalars;
    const Swizzle p = whole ? Swizzle{width, inst.arg(0)} : part_at(module_, inst, i);
    part(inst, p.source, i, p.count, Precedence::Ternary);
    i += p.count;
  }
  out_ << ')';
}

}  // namespace agal::writer
