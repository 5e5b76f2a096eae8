#include "spirv/emit.hpp"

#include <fmt/format.h>

#include <spirv/unified1/GLSL.std.450.h>

#include <array>
#include <spirv/unified1/spirv.hpp>

#include "ir/precision.hpp"
#include "ir/structure.hpp"
#include "spirv/module_builder.hpp"
#include "spirv/variables.hpp"

namespace agal::spirv {
namespace {

using ir::Inst;
using ir::Op;
using ir::Value;

// The encoding of an operation that maps to one instruction: a core opcode, or an instruction of GLSL.std.450.
struct Encoding {
  std::uint32_t core = 0;
  std::uint32_t extended = 0;
};

constexpr Encoding core(spv::Op op) { return {static_cast<std::uint32_t>(op), 0}; }
constexpr Encoding extended(GLSLstd450 instruction) { return {0, static_cast<std::uint32_t>(instruction)}; }
constexpr Encoding more() { return {}; }

constexpr auto encodings = std::to_array<Encoding>({
#define AGAL_IR_OP(id, text, args, kind, traits, spirv, glsl, wgsl, msl, hlsl, meaning) spirv,
#include "ir/ops.def"
#undef AGAL_IR_OP
});

class Emitter {
 public:
  Emitter(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options)
      : module_(module),
        options_(options),
        interface_(interface),
        variables_(module, interface, options, builder_),
        ids_(module.body.size(), 0) {
    if (options.precision != Precision::High) relax();
  }

  std::vector<std::uint32_t> run() {
    builder_.reserve(Section::Code, 6 * module_.body.size());
    begin();
    places_ = ir::find_structure(module_.body);
    for (std::uint32_t i = 0; i < module_.body.size(); ++i) instruction(static_cast<Value>(i));
    if (module_.stage == Stage::Vertex) store_other_varyings();
    builder_.emit(Section::Code, spv::OpReturn, {});
    builder_.emit(Section::Code, spv::OpFunctionEnd, {});
    finish_header();
    const EnvironmentInfo& env = info(options_.environment);
    return builder_.finish(env.spirv_major, env.spirv_minor);
  }

 private:
  struct OpenIf {
    Id merge, other;  // labels: after the if, and if the condition fails
    Id then_end;      // block that ends the first arm, if there is an else
    Id header;        // block that ends with the branch
  };

  struct Loaded {
    Id texture = 0;  // together with its sampler, unless that is separate
    Id sampler = 0;
  };

  void relax() {
    relaxed_ = ir::relaxed_of(module_);
    const auto decorate = [this](Id id) { builder_.decorate(id, {spv::DecorationRelaxedPrecision}); };
    relaxed_.samplers.for_each([&](std::uint32_t slot) { decorate(variables_.sampler(slot).texture); });
    // RelaxedPrecision is the only decoration for both mediump and lowp, so SPIRV-Cross can only print lowp for outputs
    // that have it.
    const bool low = options_.precision == Precision::LowColor;
    (low ? relaxed_.unit_colors : relaxed_.colors).for_each([&](std::uint32_t n) { decorate(variables_.color(n)); });
  }

  // ---- the frame

  void begin() {
    const Id nothing = builder_.void_type();
    const Id signature = builder_.type(spv::OpTypeFunction, {nothing});
    function_ = builder_.new_id();
    builder_.emit(Section::Code, spv::OpFunction, {nothing, function_, spv::FunctionControlMaskNone, signature});
    label(builder_.new_id());
    load_samplers();
    if (options_.lines != nullptr && !options_.lines->name.empty()) {
      file_ = builder_.new_id();
      builder_.emit_string(Section::Debug, spv::OpString, {file_}, options_.lines->name);
      builder_.emit(Section::Debug, spv::OpSource, {spv::SourceLanguageUnknown, options_.lines->version, file_});
    }
  }

  // Loaded once, at the top, for all fetches.
  void load_samplers() {
    samplers_.resize(module_.samplers.size());
    interface_.samplers.for_each([&](std::uint32_t slot) {
      const Variables::Sampler& from = variables_.sampler(slot);
      samplers_[slot].texture = code(spv::OpLoad, from.texture_type, {from.texture});
      if (from.sampler != 0) samplers_[slot].sampler = code(spv::OpLoad, from.sampler_type, {from.sampler});
    });
  }

  void finish_header() {
    builder_.emit(Section::Capabilities, spv::OpCapability, {spv::CapabilityShader});
    if (extended_ != 0) builder_.emit_string(Section::Imports, spv::OpExtInstImport, {extended_}, "GLSL.std.450");
    builder_.emit(Section::MemoryModel, spv::OpMemoryModel, {spv::AddressingModelLogical, spv::MemoryModelGLSL450});
    const bool vertex = module_.stage == Stage::Vertex;
    const std::uint32_t model = vertex ? spv::ExecutionModelVertex : spv::ExecutionModelFragment;
    builder_.emit_string(Section::EntryPoints, spv::OpEntryPoint, {model, function_}, options_.entry_point,
                         variables_.listed());
    if (!vertex) builder_.emit(Section::Modes, spv::OpExecutionMode, {function_, spv::ExecutionModeOriginUpperLeft});
    if (interface_.depth)
      builder_.emit(Section::Modes, spv::OpExecutionMode, {function_, spv::ExecutionModeDepthReplacing});
  }

  void label(Id id) {
    builder_.emit(Section::Code, spv::OpLabel, {id});
    block_ = id;
    last_token_ = ir::no_token;  // a line applies until the end of its block
  }

  // ---- types and values

  Id type(ir::Type t) {
    switch (t.scalar) {
      case ir::Scalar::None: return builder_.void_type();
      case ir::Scalar::Bool: return builder_.bool_type(t.width);
      case ir::Scalar::Int: return builder_.int_type();
      case ir::Scalar::Float: return builder_.float_type(t.width);
    }
    return 0;
  }

  Id constant(const Inst& inst) {
    switch (inst.type.scalar) {
      case ir::Scalar::None: break;
      case ir::Scalar::Bool: return builder_.bool_constant({inst.args.data(), inst.type.width});
      case ir::Scalar::Int: return builder_.int_constant(static_cast<std::int32_t>(inst.args[0]));
      case ir::Scalar::Float: return builder_.float_constant({inst.args.data(), inst.type.width});
    }
    return 0;
  }

  // Constants are declared at their first use, so a dead one costs nothing.
  Id id(Value v) {
    Id& known = ids_[ir::index(v)];
    if (known != 0) return known;
    const Inst& inst = module_[v];
    known = inst.op == Op::Undef ? builder_.constant(spv::OpUndef, type(inst.type), {}) : constant(inst);
    return known;
  }

  // Appends `op result-type result operands…` to the code and names the result.
  Id result(const Inst& inst, std::uint32_t op, std::span<const std::uint32_t> operands) {
    const Id made = code(op, type(inst.type), operands);
    if (options_.value_names && inst.hint.present())
      builder_.name(made, register_name(inst.hint.type, inst.hint.index, module_.stage));
    return made;
  }
  Id result(const Inst& inst, std::uint32_t op, std::initializer_list<std::uint32_t> operands) {
    return result(inst, op, std::span(operands.begin(), operands.size()));
  }

  Id code(std::uint32_t op, Id result_type, std::span<const std::uint32_t> operands) {
    return builder_.emit_value(op, result_type, operands);
  }
  Id code(std::uint32_t op, Id result_type, std::initializer_list<std::uint32_t> operands) {
    return code(op, result_type, std::span(operands.begin(), operands.size()));
  }

  // ---- instructions

  void instruction(Value v) {
    write(v);
    if (relaxed_.contains(v)) builder_.decorate(ids_[ir::index(v)], {spv::DecorationRelaxedPrecision});
  }

  void write(Value v) {
    const Inst& inst = module_[v];
    if (inst.op != Op::Constant && inst.op != Op::Undef && inst.op != Op::Phi) line(inst);
    switch (ir::kind(inst.op)) {
      case ir::Kind::Constant: return;
      case ir::Kind::Input: ids_[ir::index(v)] = load_input(inst); return;
      case ir::Kind::Lanewise: ids_[ir::index(v)] = simple(inst); return;
      case ir::Kind::Horizontal: ids_[ir::index(v)] = horizontal(inst); return;
      case ir::Kind::Compose: ids_[ir::index(v)] = compose(inst); return;
      case ir::Kind::Phi: ids_[ir::index(v)] = phi(inst); return;
      case ir::Kind::Marker: return marker(v, inst);
      case ir::Kind::Effect: return effect(inst);
    }
  }

  void line(const Inst& inst) {
    if (options_.lines == nullptr || file_ == 0 || inst.token == ir::no_token || inst.token == last_token_) return;
    last_token_ = inst.token;
    const auto& positions = options_.lines->positions;
    const bool text = inst.token < positions.size() && positions[inst.token].line != 0;
    const std::uint32_t number = text ? positions[inst.token].line : inst.token + 1;
    const std::uint32_t column = text ? positions[inst.token].column : 0;
    builder_.emit(Section::Code, spv::OpLine, {file_, number, column});
  }

  Id simple(const Inst& inst) {
    const Encoding encoding = encodings[static_cast<std::size_t>(inst.op)];
    std::array<std::uint32_t, 5> operands;
    std::size_t count = 0;
    if (encoding.extended != 0) {
      if (extended_ == 0) extended_ = builder_.new_id();
      operands[count++] = extended_;
      operands[count++] = encoding.extended;
    }
    for_each_arg(inst, [&](Value v) { operands[count++] = id(v); });
    const std::uint32_t op = encoding.extended != 0 ? static_cast<std::uint32_t>(spv::OpExtInst) : encoding.core;
    return result(inst, op, std::span<const std::uint32_t>(operands.data(), count));
  }

  // Loads the whole variable, or the one lane that is needed.
  Id load(const Inst& inst, Id variable, std::uint32_t storage, std::span<const std::uint32_t> path) {
    std::array<std::uint32_t, 4> chain{variable};
    std::size_t count = 1;
    for (std::uint32_t step : path) chain[count++] = step;
    if (inst.type == ir::float_type(1))
      chain[count++] = builder_.int_constant(static_cast<std::int32_t>(ir::lane_at(inst.lanes, 0)));
    Id from = variable;
    if (count > 1)
      from = code(spv::OpAccessChain, builder_.pointer(storage, type(inst.type)),
                  std::span<const std::uint32_t>(chain.data(), count));
    return result(inst, spv::OpLoad, {from});
  }

  Id load_constant(const Inst& inst, Id number) {
    const std::array<std::uint32_t, 2> path{builder_.int_constant(0), number};
    const bool block = options_.constants != ConstantsMode::Plain;
    return load(inst, variables_.constants(), variables_.constants_storage(),
                block ? std::span<const std::uint32_t>(path) : std::span<const std::uint32_t>(path).subspan(1));
  }

  Id load_input(const Inst& inst) {
    if (inst.op == Op::LoadUniform)
      return load_constant(inst, builder_.int_constant(static_cast<std::int32_t>(inst.aux)));
    if (inst.op == Op::LoadInstance) return result(inst, spv::OpLoad, {variables_.instance()});
    const Id variable = inst.op == Op::LoadAttribute ? variables_.attribute(inst.aux) : variables_.varying(inst.aux);
    return load(inst, variable, spv::StorageClassInput, {});
  }

  Id horizontal(const Inst& inst) {
    if (inst.op == Op::LoadUniformAt) return load_constant(inst, id(inst.arg(0)));
    return ir::is_sample(inst.op) ? sample(inst) : simple(inst);
  }

  Id sample(const Inst& inst) {
    const Loaded& loaded = samplers_[inst.aux];
    Id image = loaded.texture;
    // A combination may only be used in the block that it is made in.
    if (loaded.sampler != 0)
      image = code(spv::OpSampledImage, variables_.sampler(inst.aux).combined_type, {loaded.texture, loaded.sampler});
    const Id at = id(inst.arg(0));
    if (inst.op == Op::Sample) return result(inst, spv::OpImageSampleImplicitLod, {image, at});
    const Id second = id(inst.arg(1));
    if (inst.op == Op::SampleBias)
      return result(inst, spv::OpImageSampleImplicitLod, {image, at, spv::ImageOperandsBiasMask, second});
    if (inst.op == Op::SampleLod)
      return result(inst, spv::OpImageSampleExplicitLod, {image, at, spv::ImageOperandsLodMask, second});
    return result(inst, spv::OpImageSampleExplicitLod,
                  {image, at, spv::ImageOperandsGradMask, second, id(inst.arg(2))});
  }

  // ---- lanes put together: the shortest instruction that does it

  Id compose(const Inst& inst) {
    const std::uint32_t width = inst.type.width;
    if (width == 1) return result(inst, spv::OpCompositeExtract, {id(inst.arg(0)), ir::lane_at(inst.lanes, 0)});
    if (!whole_parts(inst))
      if (const std::array<Value, 2> sources = shuffle_sources(inst); sources[0] != Value::None)
        return shuffle(inst, sources);
    std::array<std::uint32_t, 4> parts;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < width;) {
      const std::uint32_t part = part_width(inst, i);
      const Id whole = id(inst.arg(i));
      const Id scalar = type({inst.type.scalar, 1});
      parts[count++] = part > 0 ? whole : code(spv::OpCompositeExtract, scalar, {whole, ir::lane_at(inst.lanes, i)});
      i += std::max<std::uint32_t>(part, 1);
    }
    return result(inst, spv::OpCompositeConstruct, std::span<const std::uint32_t>(parts.data(), count));
  }

  // Number of lanes from `i` on that are a whole value in order; 0: not a whole value.
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

  // The one or two vectors that all lanes come from; None if there are more, or if some are scalars.
  std::array<Value, 2> shuffle_sources(const Inst& inst) const {
    std::array<Value, 2> sources{inst.arg(0), inst.arg(0)};
    for (std::uint32_t i = 0; i < inst.type.width; ++i) {
      const Value v = inst.arg(i);
      if (module_[v].type.width == 1) return {Value::None, Value::None};
      if (v == sources[0] || v == sources[1]) continue;
      if (sources[1] != sources[0]) return {Value::None, Value::None};
      sources[1] = v;
    }
    return sources;
  }

  Id shuffle(const Inst& inst, const std::array<Value, 2>& sources) {
    std::array<std::uint32_t, 6> operands{id(sources[0]), id(sources[1])};
    const std::uint32_t first_width = module_[sources[0]].type.width;
    for (std::uint32_t i = 0; i < inst.type.width; ++i)
      operands[2 + i] = ir::lane_at(inst.lanes, i) + (inst.arg(i) == sources[0] ? 0 : first_width);
    return result(inst, spv::OpVectorShuffle, std::span<const std::uint32_t>(operands.data(), 2u + inst.type.width));
  }

  // ---- control flow and effects

  void marker(Value v, const Inst& inst) {
    if (inst.op == Op::If) return open_if(v, inst);
    OpenIf& top = ifs_.back();
    builder_.emit(Section::Code, spv::OpBranch, {top.merge});
    if (inst.op == Op::Else) {
      top.then_end = block_;
      label(top.other);
      return;
    }
    // Without an else, the header block is the second predecessor of the merge block.
    closed_then_ = top.then_end != 0 ? top.then_end : block_;
    closed_other_ = top.then_end != 0 ? block_ : top.header;
    label(top.merge);
    ifs_.pop_back();
  }

  void open_if(Value v, const Inst& inst) {
    const Id then = builder_.new_id(), merge = builder_.new_id();
    const Id other = places_[v].has_else() ? builder_.new_id() : merge;
    ifs_.push_back({merge, other, 0, block_});
    builder_.emit(Section::Code, spv::OpSelectionMerge, {merge, spv::SelectionControlMaskNone});
    builder_.emit(Section::Code, spv::OpBranchConditional, {id(inst.arg(0)), then, other});
    label(then);
  }

  Id phi(const Inst& inst) {
    return result(inst, spv::OpPhi, {id(inst.arg(0)), closed_then_, id(inst.arg(1)), closed_other_});
  }

  void effect(const Inst& inst) {
    const Id value = id(inst.arg(0));
    if (inst.op == Op::Kill) return kill(value);
    Id variable = variables_.position();
    if (inst.op == Op::StoreVarying) variable = variables_.varying(inst.aux);
    if (inst.op == Op::StoreColor) variable = variables_.color(inst.aux);
    if (inst.op == Op::StoreDepth) variable = variables_.depth();
    builder_.emit(Section::Code, spv::OpStore, {variable, value});
  }

  void store_other_varyings() {
    variables_.declared_varyings().for_each([&](std::uint32_t n) {
      constexpr std::array<std::uint32_t, 4> zero{};
      if (!interface_.varyings.contains(n))
        builder_.emit(Section::Code, spv::OpStore, {variables_.varying(n), builder_.float_constant(zero)});
    });
  }

  void kill(Id condition) {
    const Id dead = builder_.new_id(), alive = builder_.new_id();
    builder_.emit(Section::Code, spv::OpSelectionMerge, {alive, spv::SelectionControlMaskNone});
    builder_.emit(Section::Code, spv::OpBranchConditional, {condition, dead, alive});
    label(dead);
    builder_.emit(Section::Code, spv::OpKill, {});
    label(alive);
  }

  const ir::Module& module_;
  const Options& options_;
  const ir::ModuleInterface& interface_;
  ModuleBuilder builder_;
  Variables variables_;
  ir::Relaxed relaxed_;
  base::Buffer<Id> ids_;
  base::Buffer<Loaded> samplers_;  // by slot
  base::Buffer<OpenIf> ifs_;
  ir::Structure places_;
  Id closed_then_ = 0, closed_other_ = 0;  // predecessors of the merge block of the last closed if
  Id block_ = 0;                           // the current block
  Id function_ = 0, extended_ = 0, file_ = 0;
  std::uint32_t last_token_ = ir::no_token;
};

}  // namespace

std::vector<std::uint32_t> emit(const ir::Module& module, const ir::ModuleInterface& interface,
                                const Options& options) {
  return Emitter(module, interface, options).run();
}

std::vector<std::uint32_t> emit(const ir::Module& module, const Options& options) {
  return emit(module, ir::interface_of(module), options);
}

}  // namespace agal::spirv
