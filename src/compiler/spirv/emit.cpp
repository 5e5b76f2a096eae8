#include "spirv/emit.hpp"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <array>
#include <span>

#include "ir/precision.hpp"
#include "ir/structure.hpp"
#include "program/locate.hpp"
#include "spirv/module_builder.hpp"
#include "spirv/variables.hpp"

namespace agal::spirv {
namespace {

using ir::Inst;
using ir::Op;
using ir::Value;

// The encoding of an operation that maps to one instruction: a core opcode, or an instruction of GLSL.std.450.
struct Encoding {
  spv::Op core = spv::OpNop;
  std::uint32_t extended = 0;
};

constexpr Encoding core(spv::Op op) { return {op, 0}; }
constexpr Encoding extended(GLSLstd450 instruction) {
  return {spv::OpExtInst, static_cast<std::uint32_t>(instruction)};
}
constexpr Encoding more() { return {}; }

constexpr auto encodings = std::to_array<Encoding>({
#define AGAL_SPIRV_OP(id, instruction) instruction,
#include "spirv/ops.def"
#undef AGAL_SPIRV_OP
});
constexpr auto encoded_ops = std::to_array<Op>({
#define AGAL_SPIRV_OP(id, instruction) Op::id,
#include "spirv/ops.def"
#undef AGAL_SPIRV_OP
});
static_assert(ir::are_all_ops(encoded_ops));

class Emitter {
 public:
  Emitter(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options)
      : module_(module),
        options_(options),
        interface_(interface),
        variables_(module, interface, options, builder_),
        ids_(module.body.size()) {
    if (options.precision != Precision::High) relax();
  }

  std::vector<std::uint32_t> run() {
    builder_.reserve(Section::Code, 6 * module_.body.size());
    begin();
    places_ = ir::find_structure(module_);
    for (std::uint32_t i = 0; i < module_.body.size(); ++i) instruction(static_cast<Value>(i));
    if (module_.stage == Stage::Vertex) store_other_varyings();
    builder_.return_void();
    builder_.function_end();
    finish_header();
    const EnvironmentInfo& env = info(options_.environment);
    return builder_.finish(env.spirv_major, env.spirv_minor);
  }

 private:
  struct IfBlocks {
    LabelId merge, other;  // merge: the block after the if; other: the block for a false condition
    LabelId then_end;      // the block that ends the first arm, if there is an else
    LabelId header;        // the block that ends with the branch
  };

  struct Loaded {
    ValueId texture{};  // the combined texture and sampler, or only the texture if the sampler is separate
    ValueId sampler{};
  };

  void relax() {
    relaxed_ = ir::relaxed_of(module_);
    const auto decorate = [this](ValueId id) { builder_.decorate(id, spv::DecorationRelaxedPrecision); };
    relaxed_.samplers.for_each([&](std::uint32_t slot) { decorate(variables_.sampler(slot).texture); });
    // SPIR-V has one decoration for both mediump and lowp. If the precision of colors is lowp, every decorated color is
    // printed as lowp. Therefore, only colors between 0 and 1 are decorated then.
    const bool low = options_.precision == Precision::LowColor;
    (low ? relaxed_.unit_colors : relaxed_.colors).for_each([&](std::uint32_t n) { decorate(variables_.color(n)); });
  }

  // ---- the beginning and the header

  void begin() {
    const TypeId nothing = builder_.type_void();
    function_ = builder_.function(nothing, builder_.type_function(nothing));
    begin_block(builder_.new_id<LabelId>());
    load_samplers();
    if (options_.lines != nullptr && !options_.lines->name.empty()) {
      file_ = builder_.string(options_.lines->name);
      builder_.source(spv::SourceLanguageUnknown, options_.lines->version, file_);
    }
  }

  // Loads all samplers once, at the beginning of the function.
  void load_samplers() {
    samplers_.resize(module_.samplers.size());
    interface_.samplers.for_each([&](std::uint32_t slot) {
      const Variables::Sampler& from = variables_.sampler(slot);
      samplers_[slot].texture = builder_.load(from.texture_type, from.texture);
      if (from.sampler != ValueId::None) samplers_[slot].sampler = builder_.load(from.sampler_type, from.sampler);
    });
  }

  void finish_header() {
    builder_.capability(spv::CapabilityShader);
    if (extended_ != ImportId::None) builder_.ext_inst_import(extended_, "GLSL.std.450");
    builder_.memory_model(spv::AddressingModelLogical, spv::MemoryModelGLSL450);
    const bool vertex = module_.stage == Stage::Vertex;
    builder_.entry_point(vertex ? spv::ExecutionModelVertex : spv::ExecutionModelFragment, function_,
                         options_.entry_point, variables_.listed());
    if (!vertex) builder_.execution_mode(function_, spv::ExecutionModeOriginUpperLeft);
    if (interface_.depth) builder_.execution_mode(function_, spv::ExecutionModeDepthReplacing);
  }

  void begin_block(LabelId id) {
    builder_.label(id);
    block_ = id;
    last_token_ = ir::no_token;  // an OpLine applies only until the end of its block
  }

  // ---- types and values

  TypeId type(ir::Type t) {
    switch (t.scalar) {
      case ir::Scalar::None: return builder_.type_void();
      case ir::Scalar::Bool: return builder_.type_bool(t.width);
      case ir::Scalar::Int: return builder_.type_int();
      case ir::Scalar::Float: return builder_.type_float(t.width);
    }
    return {};
  }

  ValueId constant(const Inst& inst) {
    if (inst.op == Op::Undef) return builder_.undef(type(inst.type));
    switch (inst.type.scalar) {
      case ir::Scalar::None: break;
      case ir::Scalar::Bool: return builder_.constant_bool({inst.args.data(), inst.type.width});
      case ir::Scalar::Int: return constant_int(inst.args[0]);
      case ir::Scalar::Float: return builder_.constant_float({inst.args.data(), inst.type.width});
    }
    return {};
  }

  ValueId constant_int(std::uint32_t bits) { return builder_.constant_int(static_cast<std::int32_t>(bits)); }

  // Returns the id of a value. Constants are declared at their first use, so dead constants are not declared.
  ValueId id(Value v) {
    ValueId& known = ids_[ir::index(v)];
    if (known == ValueId::None) known = constant(module_[v]);
    return known;
  }

  // ---- instructions. Operands get their ids in order, before types. Otherwise, ids would depend on the evaluation
  // order of the C++ compiler.

  void instruction(Value v) {
    const Inst& inst = module_[v];
    if (ir::kind(inst.op) == ir::Kind::Constant) return;
    if (inst.op != Op::Phi) line(inst);
    if (!inst.is_value()) return ir::kind(inst.op) == ir::Kind::Marker ? marker(v, inst) : effect(inst);
    const ValueId made = ids_[ir::index(v)] = value(inst);
    if (options_.value_names && inst.hint.present())
      builder_.name(made, register_name(inst.hint.type, inst.hint.index, module_.stage));
    if (relaxed_.contains(v)) builder_.decorate(made, spv::DecorationRelaxedPrecision);
  }

  ValueId value(const Inst& inst) {
    switch (ir::kind(inst.op)) {
      case ir::Kind::Input: return load_input(inst);
      case ir::Kind::Lanewise: return simple(inst);
      case ir::Kind::Horizontal: return horizontal(inst);
      case ir::Kind::Compose: return compose(inst);
      case ir::Kind::Phi: return phi(inst);
      case ir::Kind::Constant:
      case ir::Kind::Marker:
      case ir::Kind::Effect: break;
    }
    return {};
  }

  void line(const Inst& inst) {
    if (options_.lines == nullptr || file_ == StringId::None || inst.token == ir::no_token || inst.token == last_token_)
      return;
    last_token_ = inst.token;
    const auto& positions = options_.lines->positions;
    const std::uint32_t column = inst.token < positions.size() ? positions[inst.token].column : 0;
    builder_.line(file_, program::source_line(*options_.lines, inst.token), column);
  }

  ValueId simple(const Inst& inst) {
    const Encoding encoding = encodings[static_cast<std::size_t>(inst.op)];
    if (encoding.extended != 0 && extended_ == ImportId::None) extended_ = builder_.new_id<ImportId>();
    std::array<ValueId, 4> operands;
    std::size_t count = 0;
    for_each_arg(inst, [&](Value v) { operands[count++] = id(v); });
    const std::span<const ValueId> all(operands.data(), count);
    if (encoding.extended == 0) return builder_.operation(encoding.core, type(inst.type), all);
    return builder_.ext_inst(type(inst.type), extended_, encoding.extended, all);
  }

  // Loads a variable, or only one lane of it if the type is a scalar.
  ValueId load(const Inst& inst, ValueId variable, spv::StorageClass storage, std::span<const ValueId> path) {
    std::array<ValueId, 3> indexes;
    auto end = std::copy(path.begin(), path.end(), indexes.begin());
    if (inst.type == ir::float_type(1)) *end++ = constant_int(ir::lane_at(inst.lanes, 0));
    const TypeId loaded = type(inst.type);
    if (end == indexes.begin()) return builder_.load(loaded, variable);
    const TypeId pointer = builder_.type_pointer(storage, loaded);
    return builder_.load(loaded, builder_.access_chain(pointer, variable, {indexes.begin(), end}));
  }

  ValueId load_constant(const Inst& inst, ValueId number) {
    const std::array path{constant_int(0), number};
    const std::size_t skipped = options_.constants == ConstantsMode::Plain ? 1 : 0;  // a plain array is not in a block
    return load(inst, variables_.constants(), variables_.constants_storage(), std::span(path).subspan(skipped));
  }

  ValueId load_input(const Inst& inst) {
    if (inst.op == Op::LoadUniform) return load_constant(inst, constant_int(inst.aux));
    if (inst.op == Op::LoadInstance) return builder_.load(type(inst.type), variables_.instance());
    const bool attribute = inst.op == Op::LoadAttribute;
    return load(inst, attribute ? variables_.attribute(inst.aux) : variables_.varying(inst.aux), spv::StorageClassInput,
                {});
  }

  ValueId horizontal(const Inst& inst) {
    if (inst.op == Op::LoadUniformAt) return load_constant(inst, id(inst.arg(0)));
    return ir::is_sample(inst.op) ? sample(inst) : simple(inst);
  }

  ValueId sample(const Inst& inst) {
    const Loaded& loaded = samplers_[inst.aux];
    ValueId image = loaded.texture;
    // A sampled image may only be used in the block that makes it.
    if (loaded.sampler != ValueId::None)
      image = builder_.sampled_image(variables_.sampler(inst.aux).combined_type, loaded.texture, loaded.sampler);
    const ValueId at = id(inst.arg(0));
    if (inst.op == Op::Sample) return builder_.image_sample_implicit_lod(type(inst.type), image, at);
    const ValueId second = id(inst.arg(1));
    if (inst.op == Op::SampleBias) return builder_.image_sample_bias(type(inst.type), image, at, second);
    if (inst.op == Op::SampleLod) return builder_.image_sample_lod(type(inst.type), image, at, second);
    const ValueId third = id(inst.arg(2));
    return builder_.image_sample_grad(type(inst.type), image, at, second, third);
  }

  // ---- compositions of lanes, with the shortest suitable instruction

  ValueId compose(const Inst& inst) {
    const std::uint32_t width = inst.type.width;
    if (width == 1) {
      const ValueId whole = id(inst.arg(0));
      return builder_.composite_extract(type(inst.type), whole, ir::lane_at(inst.lanes, 0));
    }
    if (!whole_parts(inst))
      if (const auto sources = ir::shuffled_vectors(module_, inst)) return shuffle(inst, *sources);
    std::array<ValueId, 4> parts;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < width;) {
      const std::uint32_t part = part_width(inst, i);
      const ValueId whole = id(inst.arg(i));
      const TypeId scalar = type({inst.type.scalar, 1});
      parts[count++] = part > 0 ? whole : builder_.composite_extract(scalar, whole, ir::lane_at(inst.lanes, i));
      i += std::max<std::uint32_t>(part, 1);
    }
    return builder_.composite_construct(type(inst.type), {parts.data(), count});
  }

  // If the lanes from `i` on are all lanes of one value, in order, returns the width of that value; otherwise 0.
  std::uint32_t part_width(const Inst& inst, std::uint32_t i) const {
    const Value source = inst.arg(i);
    const std::uint32_t width = module_[source].type.width;
    if (i + width > inst.type.width) return 0;
    for (std::uint32_t k = 0; k < width; ++k)
      if (inst.arg(i + k) != source || ir::lane_at(inst.lanes, i + k) != k) return 0;
    return width;
  }

  bool whole_parts(const Inst& inst) const {
    for (std::uint32_t i = 0; i < inst.type.width;) {
      const std::uint32_t part = part_width(inst, i);
      if (part == 0) return false;
      i += part;
    }
    return true;
  }

  ValueId shuffle(const Inst& inst, const std::array<Value, 2>& sources) {
    const ValueId first = id(sources[0]), second = id(sources[1]);
    const std::uint32_t first_width = module_[sources[0]].type.width;
    std::array<std::uint32_t, 4> lanes;
    for (std::uint32_t i = 0; i < inst.type.width; ++i)
      lanes[i] = ir::lane_at(inst.lanes, i) + (inst.arg(i) == sources[0] ? 0 : first_width);
    return builder_.vector_shuffle(type(inst.type), first, second, {lanes.data(), inst.type.width});
  }

  // ---- control flow and effects

  void marker(Value v, const Inst& inst) {
    if (inst.op == Op::If) return open_if(v, inst);
    IfBlocks& top = ifs_.back();
    builder_.branch(top.merge);
    if (inst.op == Op::Else) {
      top.then_end = block_;
      begin_block(top.other);
      return;
    }
    // Without an else, the header block is the second predecessor of the merge block.
    const bool has_else = top.then_end != LabelId::None;
    closed_then_ = has_else ? top.then_end : block_;
    closed_other_ = has_else ? block_ : top.header;
    begin_block(top.merge);
    ifs_.pop_back();
  }

  void open_if(Value v, const Inst& inst) {
    const auto then = builder_.new_id<LabelId>(), merge = builder_.new_id<LabelId>();
    const LabelId other = places_[v].has_else() ? builder_.new_id<LabelId>() : merge;
    ifs_.push_back({merge, other, LabelId::None, block_});
    builder_.selection_merge(merge);
    builder_.branch_conditional(id(inst.arg(0)), then, other);
    begin_block(then);
  }

  ValueId phi(const Inst& inst) {
    const ValueId then = id(inst.arg(0)), other = id(inst.arg(1));
    return builder_.phi(type(inst.type), then, closed_then_, other, closed_other_);
  }

  void effect(const Inst& inst) {
    const ValueId value = id(inst.arg(0));
    if (inst.op == Op::Kill) return kill(value);
    ValueId variable = variables_.position();
    if (inst.op == Op::StoreVarying) variable = variables_.varying(inst.aux);
    if (inst.op == Op::StoreColor) variable = variables_.color(inst.aux);
    if (inst.op == Op::StoreDepth) variable = variables_.depth();
    builder_.store(variable, value);
  }

  void store_other_varyings() {
    variables_.declared_varyings().for_each([&](std::uint32_t n) {
      constexpr std::array<std::uint32_t, 4> zero{};
      if (!interface_.varyings.contains(n)) builder_.store(variables_.varying(n), builder_.constant_float(zero));
    });
  }

  void kill(ValueId condition) {
    const auto dead = builder_.new_id<LabelId>(), alive = builder_.new_id<LabelId>();
    builder_.selection_merge(alive);
    builder_.branch_conditional(condition, dead, alive);
    begin_block(dead);
    builder_.kill();
    begin_block(alive);
  }

  const ir::Module& module_;
  const Options& options_;
  const ir::ModuleInterface& interface_;
  ModuleBuilder builder_;
  Variables variables_;
  ir::Relaxed relaxed_;
  base::Buffer<ValueId> ids_;
  base::Buffer<Loaded> samplers_;  // indexed by sampler slot
  base::Buffer<IfBlocks> ifs_;
  ir::Structure places_;
  LabelId closed_then_{}, closed_other_{};  // the predecessors of the merge block of the last closed if
  LabelId block_{};                         // the current block
  ValueId function_{};
  ImportId extended_{};
  StringId file_{};
  std::uint32_t last_token_ = ir::no_token;
};

}  // namespace

std::vector<std::uint32_t> emit(const ir::Module& module, const ir::ModuleInterface& interface,
                                const Options& options) {
  return Emitter(module, interface, options).run();
}

}  // namespace agal::spirv
