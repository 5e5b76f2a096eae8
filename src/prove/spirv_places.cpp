#include "prove/spirv_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "agal/isa.hpp"
#include "agal/limits.hpp"

namespace agal::prove {
namespace {

// The number after a prefix: "v12" is 12 after "v". No digits: 0 if `bare` is allowed.
std::optional<std::uint32_t> number_after(std::string_view name, std::string_view prefix, bool bare = false) {
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  if (digits.empty()) return bare ? std::optional<std::uint32_t>(0) : std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number > 0xffff) return std::nullopt;
  return number;
}

bool is_opaque(spv::Op op) {
  return op == spv::OpTypeImage || op == spv::OpTypeSampler || op == spv::OpTypeSampledImage;
}

// Front ends of HLSL put the parameters of the entry point into variables with longer names.
std::string_view plain_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

// The end of the last member of a block, in registers.
std::uint32_t registers_in_block(const SpirvModule& module, Id block) {
  std::uint32_t end = 0;
  const SpirvType& type = module.type(block);
  for (std::uint32_t i = 0; i < type.members.size(); ++i) {
    const SpirvType& member = module.type(type.members[i]);
    const bool is_array = member.op == spv::OpTypeArray && member.count > 0;
    const std::uint64_t stride = module.of(type.members[i]).array_stride.value_or(constant_stride);
    const std::uint64_t last = is_array ? (member.count - 1) * stride / constant_stride + 1 : 1;
    const auto registers = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::max<std::uint64_t>(last, member.scalars / 4), max_scalars));
    end = std::max(end, module.of_member(block, i).offset.value_or(0) / constant_stride + registers);
  }
  return end;
}

class PlaceFinder {
 public:
  PlaceFinder(const SpirvModule& module, const Matching& matching) : module_(module), matching_(matching) {}

  Places run() {
    places_.registers = matching_.registers;
    // Colors are mediump in GLSL ES 1.00, whatever the program asks for, and so are vectors that are made to be written
    // there.
    places_.relaxed = matching_.relaxed || matching_.output.target == Target::Essl100;
    for (const SpirvVariable& variable : module_.variables) find(variable);
    if (writes_depth_ != module_.replaces_depth && places_.problem.empty())
      places_.problem = "what it says of the depth is not what it does";
    // A mapping that nothing has may be a slip.
    for (std::size_t i = 0; i < used_.size() && !places_.problem.empty(); ++i)
      if (const RegisterMapping& to = matching_.mappings[i]; !used_[i])
        places_.problem += fmt::format("; nothing that is called {} can be {}", to.name,
                                       register_name(to.type, to.number, matching_.stage));
    return std::move(places_);
  }

 private:
  bool vertex() const { return matching_.stage == Stage::Vertex; }
  bool by_name() const { return matching_.match == InterfaceMatch::Names; }

  void find(const SpirvVariable& v) {
    switch (v.storage) {
      case spv::StorageClassInput:
      case spv::StorageClassOutput: return connect(v);
      case spv::StorageClassUniformConstant:
      case spv::StorageClassUniform:
      case spv::StorageClassPushConstant: return resource(v);
      case spv::StorageClassPrivate: places_.variables[v.id] = {}; return;
      default: fault(v, "is in a storage class that AGAL does not have");
    }
  }

  // Names may have any bytes.
  void fault(const SpirvVariable& v, std::string_view what, bool differs = false) {
    if (!places_.problem.empty()) return;
    const std::string_view name = module_.name(v.id);
    const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
    places_.problem = fmt::format("the variable {} {}", plain ? std::string(name) : fmt::format("%{}", v.id), what);
    places_.differs = differs;
  }

  // ---- inputs and outputs

  // A struct of built-ins, such as gl_PerVertex; other structs have locations, of the first member, or names.
  void connect(const SpirvVariable& v) {
    const SpirvType& type = module_.type(v.type);
    if (type.op != spv::OpTypeStruct) {
      places_.variables[v.id] = connection(v, v.type, module_.of(v.id), module_.name(v.id));
      return;
    }
    std::vector<Place>& members = places_.members[v.id];
    const std::optional<std::uint32_t> first = module_.of(v.id).location;
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      Decorations d = module_.of_member(v.type, i);
      if (!d.location && !d.built_in && first) d.location = *first + i;
      const Decorations& of_all = module_.of(v.id);
      d.strange = d.strange || of_all.strange;
      d.interpolated = d.interpolated || of_all.interpolated;
      d.centroid = d.centroid || of_all.centroid;
      members.push_back(connection(v, type.members[i], d, module_.member_name(v.type, i)));
    }
    places_.variables[v.id] = {};
  }

  Place connection(const SpirvVariable& v, Id type, const Decorations& d, std::string_view name) {
    const bool input = v.storage == spv::StorageClassInput;
    if (d.built_in) return built_in(v, *d.built_in);
    // Arrays and matrices take several locations.
    const SpirvType& t = module_.type(type);
    if ((t.op == spv::OpTypeVector ? module_.type(t.element).op : t.op) != spv::OpTypeFloat)
      fault(v, "is neither a float nor a vector of floats");
    if (d.strange) fault(v, "is put into its location otherwise");
    std::optional<std::uint32_t> number = mapped(name, input ? input_type() : output_type());
    const bool is_varying = input != vertex();
    if (!number && is_varying && (t.op != spv::OpTypeVector || t.count != 4))
      fault(v, "is not a vector of four floats", true);
    if (!number && by_name()) number = semantic(d.semantic.empty() ? plain_name(name) : d.semantic, input);
    if (!number && !d.semantic.empty())
      fault(v, fmt::format("has the semantic {}, which docs/abi.md does not", d.semantic));
    if (!number) number = d.location;
    if (!number && by_name()) number = named(plain_name(name), input);
    if (!number) {
      fault(v, "has neither a location nor the name of a register");
      return {};
    }
    if (*number >= translatable_registers) fault(v, "has the number of a register that no program has", true);
    if (d.interpolated || (input && !vertex() && d.centroid != matching_.centroid.contains(*number)))
      fault(v, "is interpolated otherwise", true);
    if (!input) return {PlaceKind::Output, output_type(), *number};
    if (inputs_.contains(*number)) fault(v, "is an input that another variable is");
    inputs_.add(*number);
    return {PlaceKind::Input, input_type(), *number};
  }

  // Besides the position, which is a built-in.
  RegisterType output_type() const { return vertex() ? RegisterType::Varying : RegisterType::Output; }
  RegisterType input_type() const { return vertex() ? RegisterType::Attribute : RegisterType::Varying; }

  // The name of a register.
  std::optional<std::uint32_t> named(std::string_view name, bool input) const {
    const RegisterInfo& row = info(input ? input_type() : output_type());
    return number_after(name, row.prefix(matching_.stage), !row.numbered);
  }

  // The semantic that docs/abi.md gives a register in HLSL; DXC makes names of semantics.
  std::optional<std::uint32_t> semantic(std::string_view name, bool input) const {
    if (input || vertex()) return number_after(name, "TEXCOORD", true);
    const std::optional<std::uint32_t> number = number_after(name, "SV_Target", true);
    return number ? number : number_after(name, "SV_TARGET", true);
  }

  Place built_in(const SpirvVariable& v, std::uint32_t which) {
    const bool input = v.storage == spv::StorageClassInput;
    switch (which) {
      case spv::BuiltInPosition:
        if (!input) return {PlaceKind::Output, RegisterType::Output, 0};
        break;
      case spv::BuiltInFragDepth: writes_depth_ = true; return {PlaceKind::Depth, RegisterType::Depth, 0};
      case spv::BuiltInInstanceIndex:
      case spv::BuiltInInstanceId:
        if (input) return {PlaceKind::Instance, RegisterType::InstanceId, 0};
        break;
      case spv::BuiltInPointSize:
        if (!input) return {};  // of points alone, which Stage3D does not draw
        break;
      default: break;
    }
    return {PlaceKind::Foreign};
  }

  // ---- resources

  void resource(const SpirvVariable& v) {
    Id type = v.type;
    const spv::Op op = module_.type(type).op;
    if (is_opaque(op)) return texture(v, op);
    if (v.storage != spv::StorageClassUniformConstant && (op != spv::OpTypeStruct || module_.of(v.type).buffer))
      fault(v, "is not a block of uniforms");
    // Registers before the first one of the block have numbers that no program has.
    const std::uint32_t before = v.storage == spv::StorageClassPushConstant ? matching_.push_offset : 0;
    places_.variables[v.id] = {PlaceKind::Uniforms, RegisterType::Constant, 0 - before};
    if (const std::optional<std::uint32_t> first = mapped(module_.name(v.id), RegisterType::Constant)) {
      places_.variables[v.id].number = *first;
      return;
    }
    if (map_members(v)) return;
    if (is_opaque(module_.type(module_.type(type).element).op)) fault(v, "is an array of textures");
    if (!is_constants(v)) return fault(v, "is not where the constants of the program are", is_numbered(v));
    if (const std::uint32_t end = registers_of(v); end > matching_.array + before_in(v))
      fault(v, fmt::format("has {} registers, and the program has {}", end, matching_.array), true);
  }

  // Whether numbers decide where a resource is. Text without numbers has names alone.
  bool is_numbered(const SpirvVariable& v) const {
    return !by_name() || module_.of(v.id).binding || module_.of(v.id).location;
  }
  std::uint32_t before_in(const SpirvVariable& v) const {
    return v.storage == spv::StorageClassPushConstant ? matching_.push_offset : 0;
  }
  // Constant registers that a block or an array takes.
  std::uint32_t registers_of(const SpirvVariable& v) const {
    const SpirvType& type = module_.type(v.type);
    if (type.op == spv::OpTypeStruct) return registers_in_block(module_, v.type);
    return type.op == spv::OpTypeArray ? type.count : 0;
  }

  bool is_constants(const SpirvVariable& v) const {
    const target::ResourceId constants = target::ResourceId::constants(matching_.stage);
    if (!is_numbered(v)) {
      const std::string_view type = plain_name(module_.name(v.type));
      return module_.name(v.id) == target::name(constants) || type == target::block_name(matching_.stage) ||
             type == "$Globals";
    }
    if (v.storage == spv::StorageClassPushConstant) return matching_.output.constants == ConstantsMode::Push;
    if (v.storage == spv::StorageClassUniformConstant)
      return module_.of(v.id).location == target::plain_location(matching_.stage);
    return matching_.output.constants == ConstantsMode::Ubo && at(v, constants, matching_.output.binding_of(constants));
  }

  bool at(const SpirvVariable& v, target::ResourceId resource, target::BindingPoint point) const {
    const Decorations& d = module_.of(v.id);
    if (matching_.output.family() == TargetFamily::Hlsl)
      return d.binding == matching_.output.hlsl_slot(resource) &&
             d.set.value_or(0) == matching_.output.hlsl_space(resource);
    return d.binding == point.binding && (!matching_.output.vulkan() || d.set.value_or(0) == point.set);
  }

  // The first lane of each member that has a mapping. The others follow by their offsets.
  bool map_members(const SpirvVariable& v) {
    const SpirvType& type = module_.type(v.type);
    if (type.op != spv::OpTypeStruct || matching_.mappings.empty()) return false;
    std::vector<std::uint32_t> lanes;
    bool any = false;
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      const auto to = mapped(module_.member_name(v.type, i), RegisterType::Constant);
      any = any || to;
      const std::uint32_t offset = module_.of_member(v.type, i).offset.value_or(0) / 4;
      lanes.push_back(to ? 4 * *to : is_constants(v) ? offset : no_lane);
    }
    if (any) places_.member_lanes[v.id] = std::move(lanes);
    return any;
  }

  void texture(const SpirvVariable& v, spv::Op op) {
    const bool sampler = op == spv::OpTypeSampler, combined = matching_.output.samplers == Samplers::Combined;
    std::optional<std::uint32_t> number = mapped(module_.name(v.id), RegisterType::Sampler);
    if (!number && !is_numbered(v)) number = named_sampler(module_.name(v.id), sampler);
    if (!number && is_numbered(v)) {
      number = bound_sampler(v, sampler);
      if (!by_name() && (op == spv::OpTypeSampledImage) != combined)
        return fault(v, combined ? "is not combined with its sampler" : "is combined with its sampler", true);
    }
    if (!number) return fault(v, "is not a sampler of the program", is_numbered(v));
    if (!has_texture(v, op, *number) && is_loaded(v.id))
      return fault(v, "is where the program does not have such a texture", true);
    places_.variables[v.id] = {PlaceKind::Resource, RegisterType::Sampler, *number};
  }

  // `SpirvModule::variables` may have variables that the module only seems to use.
  bool is_loaded(Id id) const {
    const auto loads = [&](const SpirvInstruction& inst) {
      if (inst.op == spv::OpFunctionCall) return std::ranges::find(inst.words, id) != inst.words.end();
      return (inst.op == spv::OpLoad || inst.op == spv::OpAccessChain || inst.op == spv::OpInBoundsAccessChain ||
              inst.op == spv::OpCopyObject) &&
             inst[3] == id;
    };
    for (const auto& [function, content] : module_.functions)
      for (const SpirvBlock& block : content.blocks)
        if (std::ranges::any_of(block.body, loads)) return true;
    return false;
  }

  // Whether the program samples this register, as a texture of this kind.
  bool has_texture(const SpirvVariable& v, spv::Op op, std::uint32_t number) const {
    const auto samples = [&](const base::RegisterSet& set) { return set.contains(number); };
    if (op == spv::OpTypeSampler) return std::ranges::any_of(matching_.textures, samples);
    const SpirvType& type = module_.type(v.type);
    const SpirvType& image = op == spv::OpTypeSampledImage ? module_.type(type.element) : type;
    return samples(matching_.textures[static_cast<std::size_t>(kind_of(image.dimension))]);
  }

  std::optional<std::uint32_t> named_sampler(std::string_view name, bool sampler) const {
    if (sampler && name.starts_with('_')) name.remove_prefix(1);  // SPIRV-Cross
    if (sampler && name.ends_with(separate_sampler_suffix)) name.remove_suffix(separate_sampler_suffix.size());
    return number_after(name, info(RegisterType::Sampler).prefix(matching_.stage));
  }

  std::optional<std::uint32_t> bound_sampler(const SpirvVariable& v, bool sampler) const {
    for (std::uint32_t n = 0; n < translatable_registers; ++n) {
      const auto resource = target::ResourceId::sampler(matching_.stage, n);
      const target::BindingPoint point =
          sampler ? matching_.output.separate_sampler_of(resource) : matching_.output.binding_of(resource);
      if (at(v, resource, point)) return n;
    }
    return std::nullopt;
  }

  // What the user says a name is, if that is a register of this type.
  std::optional<std::uint32_t> mapped(std::string_view name, RegisterType type) {
    for (std::size_t i = 0; i < matching_.mappings.size(); ++i) {
      const RegisterMapping& mapping = matching_.mappings[i];
      if (mapping.name != name || mapping.type != type) continue;
      used_[i] = true;
      return mapping.number;
    }
    return std::nullopt;
  }

  const SpirvModule& module_;
  const Matching& matching_;
  Places places_;
  base::RegisterSet inputs_;
  bool writes_depth_ = false;
  std::vector<bool> used_ = std::vector<bool>(matching_.mappings.size());  // of the mappings
};

}  // namespace

std::uint32_t push_constants(const SpirvModule& module) {
  std::uint32_t end = 0;
  for (const SpirvVariable& v : module.variables)
    if (v.storage == spv::StorageClassPushConstant) end = std::max(end, registers_in_block(module, v.type));
  return end;
}

Places find_places(const SpirvModule& module, const Matching& matching) { return PlaceFinder(module, matching).run(); }

}  // namespace agal::prove
