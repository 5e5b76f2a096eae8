#include "prove/spirv_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "agal/isa.hpp"
#include "agal/limits.hpp"
#include "agal/operands.hpp"
#include "program/centroid.hpp"
#include "prove/place_names.hpp"

namespace agal::prove {
namespace {

bool is_opaque(spv::Op op) {
  return op == spv::OpTypeImage || op == spv::OpTypeSampler || op == spv::OpTypeSampledImage;
}

// Returns the end of the last member of a block, in registers.
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
    places_.problem = module_.problem.empty() ? matching_.problem : module_.problem;
    // Checks the name of the entry point only in SPIR-V that the caller passed. Text was compiled for its entry point.
    if (!by_name() && module_.entry_name != matching_.output.entry_point && places_.problem.empty())
      places_.problem = fmt::format("its entry point is not {}", matching_.output.entry_point);
    places_.registers = matching_.registers;
    places_.relaxed = matching_.relaxed;
    // Built-in colors of GLSL ES are mediump, and no text can change that.
    const target::Output& output = matching_.output;
    places_.relaxed_colors =
        matching_.relaxed || (output.language().es && !has(output.target, TargetFeature::InOutVariables));
    for (const SpirvVariable& variable : module_.variables) find(variable);
    if (relies_on_layout_ && laid_out_ != matching_.laid_out && places_.problem.empty())
      places_.problem =
          "it does not have all textures of the program, so that the bindings of --layout are not known; pass --bind";
    if (writes_depth_ != module_.replaces_depth && places_.problem.empty())
      places_.problem = "what it says of the depth is not what it does";
    add_unused_mappings();
    return std::move(places_);
  }

 private:
  bool vertex() const { return matching_.stage == Stage::Vertex; }
  bool by_name() const { return matching_.match == InterfaceMatch::Names; }

  // Adds the mappings that match nothing to the reported problems, because such mappings may be typing errors.
  void add_unused_mappings() {
    std::string unused;
    for (std::size_t i = 0; i < matching_.chosen_names; ++i)
      if (const RegisterMapping& to = matching_.mappings[i]; owners_[i].empty())
        unused += fmt::format("; nothing that is called {} can be {}", to.name,
                              register_name(to.type, to.number, matching_.stage));
    if (!places_.problem.empty()) places_.problem += unused;
    for (auto& [id, unplaced] : places_.unplaced) unplaced.reason += unused;
  }

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

  void fault(const SpirvVariable& v, std::string_view what, bool differs = false) {
    if (!places_.problem.empty()) return;
    places_.problem = about(v, what);
    places_.differs = differs;
  }

  // Describes a variable in a message. A block without an instance name is called by the name of its type.
  std::string about(const SpirvVariable& v, std::string_view what) const {
    std::string_view kind = "variable", name = module_.name(v.id);
    if (!is_plain_name(name) && module_.of(v.type).block) kind = "block", name = module_.name(v.type);
    return fmt::format("the {} {} {}", kind, is_plain_name(name) ? std::string(name) : fmt::format("%{}", v.id), what);
  }

  // Records a resource without a place, which is a fault if an output depends on it. In SPIR-V, a resource that is read
  // must be bound even if no output depends on it. The compiler of a text drops such a read.
  void unplaced(const SpirvVariable& v, std::string_view what, bool differs = false) {
    places_.variables[v.id] = {PlaceKind::Foreign};
    places_.unplaced[v.id] = {about(v, what), differs, differs && !by_name()};
  }

  // ---- inputs and outputs

  // Finds the places of an input or an output. There are three kinds of structs:
  // - blocks of built-ins, such as gl_PerVertex;
  // - structs whose members are found by name;
  // - structs whose members have consecutive locations from the location of the variable.
  void connect(const SpirvVariable& v) {
    const SpirvType& type = module_.type(v.type);
    if (type.op != spv::OpTypeStruct) {
      places_.variables[v.id] = connection(v, 0, v.type, module_.of(v.id), module_.name(v.id));
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
      members.push_back(connection(v, i, type.members[i], d, module_.member_name(v.type, i)));
    }
    places_.variables[v.id] = {};
  }

  Place connection(const SpirvVariable& v, std::uint32_t member, Id type, const Decorations& d, std::string_view name) {
    const bool input = v.storage == spv::StorageClassInput;
    if (d.built_in) return built_in(v, *d.built_in);
    // Arrays and matrices, which occupy several locations, are rejected.
    const SpirvType& t = module_.type(type);
    if ((t.op == spv::OpTypeVector ? module_.type(t.element).op : t.op) != spv::OpTypeFloat)
      fault(v, "is neither a float nor a vector of floats");
    if (d.strange) fault(v, "is put into its location otherwise");
    const bool is_varying = input != vertex();
    if (by_name()) name = plain_name(name);
    const RegisterType of = input ? input_type() : output_type();
    const RegisterMapping* const mapping = mapped(v, member, {name}, of);
    std::optional<std::uint32_t> number;
    if (mapping != nullptr) number = mapping->number;
    if (!number && is_varying && !matching_.is_pair) check_form(v, t);
    if (!number && by_name()) number = semantic(v, d.semantic.empty() ? name : d.semantic, of);
    if (!number && !d.semantic.empty())
      fault(v, fmt::format("has the semantic {}, which docs/abi.md does not", d.semantic));
    if (!number) number = d.location;
    if (!number && by_name()) number = register_called(matching_, of, name);
    if (!number) {
      fault(v, "has neither a location nor the name of a register");
      return {};
    }
    if (mapping == nullptr) check_name(v, usual_name(matching_, of, *number, name));
    const bool is_first = *number == 0 && is_only(v);
    const bool is_mapped = mapping != nullptr || matching_.output.naming.find(of, *number, matching_.stage) == name;
    if (!is_mapped && !is_varying && !d.location && d.semantic.empty() && has_locations() && !is_first)
      fault(v, "has no location, so that OpenGL chooses one: pass --map");
    if (*number >= translatable_registers) {
      fault(v, fmt::format("is at location {}, which no program has", *number), true);
      return {};
    }
    if ((d.interpolated && interpolation_counts(input)) ||
        (input && !vertex() && d.centroid != matching_.centroid.contains(*number)))
      fault(v, "is interpolated otherwise", true);
    const Place place{input ? PlaceKind::Input : PlaceKind::Output, of, *number};
    if (is_varying) places_.varyings.push_back({place, type, d, link_name(v, member)});
    if (!input) return place;
    if (!may_read(*number)) fault(v, "is an input that the program does not have", true);
    if (inputs_.contains(*number)) fault(v, "is an input that another variable is");
    inputs_.add(*number);
    return place;
  }

  // Returns true if the module may read this input. Something must write each input that a shader reads, even if no
  // output depends on the input, except in OpenGL, where the linker drops such inputs. For a pair, link_fault compares
  // the varyings. In a language with semantics, both stages often share one list of varyings.
  bool may_read(std::uint32_t number) const {
    const bool has_list = matching_.output.language().has_semantics();
    const bool is_required = vertex() ? matching_.output.vulkan() || has_list : matching_.output.vulkan() && !has_list;
    const bool is_linked = matching_.is_pair && !vertex();
    return !is_required || is_linked || matching_.is_agal || matching_.inputs.contains(number);
  }

  // Checks the type of a varying. Without the other stage, only a variable of four floats is accepted.
  void check_form(const SpirvVariable& v, const SpirvType& t) {
    if (t.op != spv::OpTypeVector || t.count != 4)
      fault(v, "is not a vector of four floats: it can be proved as part of a pair");
    if (is_linked_by_name(matching_) && module_.of(v.type).block)
      fault(v, "is an interface block, and docs/abi.md has variables", true);
  }

  // Reports a variable with the usual name of a register, if the caller chose another name for it.
  void check_name(const SpirvVariable& v, const std::string& ignored) {
    if (by_name() && !ignored.empty()) fault(v, ignored, true);
  }

  // Returns the name that OpenGL uses to link a varying: "v0", "Block.uv", "uv.first".
  std::string link_name(const SpirvVariable& v, std::uint32_t member) const {
    if (module_.type(v.type).op != spv::OpTypeStruct) return std::string(module_.name(v.id));
    return fmt::format("{}.{}", module_.name(module_.of(v.type).block ? v.type : v.id),
                       module_.member_name(v.type, member));
  }

  // Returns true if the version of GLSL has locations of attributes and colors. In earlier
  // versions, the host assigns them by name.
  bool has_locations() const {
    if (!is_linked_by_name(matching_)) return false;
    const GlslVersion version = glsl_version(module_, matching_);
    return version.number >= (version.es ? 300 : 330);
  }

  // Returns true for the only variable of its storage class. Every OpenGL implementation puts it at
  // location 0.
  bool is_only(const SpirvVariable& v) const {
    return std::ranges::count_if(module_.variables, [&](const SpirvVariable& other) {
             return other.storage == v.storage && !module_.of(other.id).built_in;
           }) == 1;
  }

  // Returns true if the interpolation that this stage declares is used. In Vulkan, Direct3D and new versions of OpenGL,
  // only the fragment shader's is.
  bool interpolation_counts(bool input) const {
    if (input) return true;
    const GlslVersion version = glsl_version(module_, matching_);
    return is_linked_by_name(matching_) && (version.es || version.number < 440);
  }

  // The position is a built-in, so it is not an output here.
  RegisterType output_type() const { return vertex() ? RegisterType::Varying : RegisterType::Output; }
  RegisterType input_type() const { return vertex() ? RegisterType::Attribute : RegisterType::Varying; }

  // Returns the register that an option or docs/abi.md gives this semantic in HLSL.
  std::optional<std::uint32_t> semantic(const SpirvVariable& v, std::string_view name, RegisterType type) {
    const std::optional<std::uint32_t> number = register_with_semantic(matching_, type, name);
    if (number && !is_semantic_of(matching_, type, *number, name))
      fault(v,
            fmt::format("has the semantic {} instead of the chosen semantic {}", name,
                        matching_.output.semantic_of(type, *number)),
            true);
    return number;
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
        if (!input) return {};  // only affects points, which Stage3D does not draw
        break;
      default: break;
    }
    return {PlaceKind::Foreign};
  }

  // ---- resources

  void resource(const SpirvVariable& v) {
    const Id type = v.type;
    const spv::Op op = module_.type(type).op;
    if (is_opaque(op)) return texture(v, op);
    if (module_.foreign_textures.contains(type))
      return unplaced(v, "is a texture of a kind that AGAL does not have", true);
    if (v.storage != spv::StorageClassUniformConstant && (op != spv::OpTypeStruct || module_.of(v.type).buffer))
      return unplaced(v, "is not a block of uniforms");
    // Registers before the first register of the block get numbers that no program has.
    places_.variables[v.id] = {PlaceKind::Uniforms, RegisterType::Constant, 0 - before_in(v)};
    if (const RegisterMapping* const to = mapped(v, no_member, names_of(v), RegisterType::Constant)) {
      const std::optional<std::uint32_t>& location = module_.of(v.id).location;
      if (is_chosen(to) && location && *location != target::plain_location(matching_.stage) + to->number)
        return unplaced(v, "is not at the location of its register", true);
      places_.variables[v.id] = {PlaceKind::Uniforms, RegisterType::Constant, to->number, to->lane, true};
      return;
    }
    if (map_members(v)) return;
    const Id element = module_.type(type).element;
    if (is_opaque(module_.type(element).op) || module_.foreign_textures.contains(element))
      return unplaced(v, "is an array of textures");
    if (!is_constants(v)) return unplaced(v, "is not where the constants of the program are", is_numbered(v));
    if (const std::string ignored = ignored_names(v); !ignored.empty()) return unplaced(v, ignored, true);
    if (matching_.form_is_given && form_of(v) != matching_.output.constants)
      return unplaced(v, "has not the form that --constants names", true);
    if (before_in(v) > first_register(v))
      return unplaced(v, "begins where the vertex shader has its push constants: pass --map for its members");
    if (const std::uint32_t end = registers_of(v); end > matching_.array + before_in(v))
      unplaced(v, fmt::format("has {} registers, and the program has {}", end, matching_.array), true);
  }

  // Returns a description of the first name of constants that ignores a name that the caller chose, otherwise "".
  std::string ignored_names(const SpirvVariable& v) const {
    if (!by_name()) return {};
    std::string ignored = usual_name_of_constants(matching_, module_.name(v.id), !module_.of(v.type).block);
    for (std::uint32_t i = 0; i < module_.type(v.type).members.size() && ignored.empty(); ++i)
      if (const std::string_view member = module_.member_name(v.type, i); i == 0 || member != target::block_member)
        ignored = usual_name_of_constants(matching_, member, true);
    return ignored;
  }

  static ConstantsMode form_of(const SpirvVariable& v) {
    if (v.storage == spv::StorageClassPushConstant) return ConstantsMode::Push;
    return v.storage == spv::StorageClassUniform ? ConstantsMode::Ubo : ConstantsMode::Plain;
  }

  // Returns the names of a variable that a mapping can use: "light", and for a block also the name of its type,
  // "Light".
  std::vector<std::string_view> names_of(const SpirvVariable& v) const {
    std::vector<std::string_view> names{module_.name(v.id)};
    if (module_.of(v.type).block) names.push_back(module_.name(v.type));
    return names;
  }

  // Returns the register at which the first member of a block begins.
  std::uint32_t first_register(const SpirvVariable& v) const {
    std::uint32_t first = ~0u;
    for (std::uint32_t i = 0; i < module_.type(v.type).members.size(); ++i)
      first = std::min(first, module_.of_member(v.type, i).offset.value_or(0) / constant_stride);
    return first;
  }

  // Returns true if a binding or location decides which register a resource is. In text without them, the name decides.
  bool is_numbered(const SpirvVariable& v) const {
    return !by_name() || module_.of(v.id).binding || module_.of(v.id).location;
  }
  std::uint32_t before_in(const SpirvVariable& v) const {
    return v.storage == spv::StorageClassPushConstant ? matching_.push_offset : 0;
  }
  // Returns the number of constant registers that a block or an array occupies.
  std::uint32_t registers_of(const SpirvVariable& v) const {
    const SpirvType& type = module_.type(v.type);
    if (type.op == spv::OpTypeStruct) return registers_in_block(module_, v.type);
    return type.op == spv::OpTypeArray ? type.count : 0;
  }

  bool is_constants(const SpirvVariable& v) const {
    const target::ResourceId constants = target::ResourceId::constants(matching_.stage);
    if (!is_numbered(v)) {
      // The name of a block's instance is not visible to the host.
      if (!module_.of(v.type).block) return module_.name(v.id) == target::name(constants);
      const std::string_view type = plain_name(module_.name(v.type));
      return type == target::block_name(matching_.stage) || type == "$Globals";
    }
    if (v.storage == spv::StorageClassPushConstant) return matching_.output.constants == ConstantsMode::Push;
    if (v.storage == spv::StorageClassUniformConstant)
      return module_.of(v.id).location == target::plain_location(matching_.stage);
    return matching_.output.constants == ConstantsMode::Ubo && at(v, constants);
  }

  // Returns true if a variable is bound where the output has a resource, or the sampler of a texture.
  bool at(const SpirvVariable& v, target::ResourceId resource, bool sampler = false) const {
    const Decorations& d = module_.of(v.id);
    const target::Output& output = matching_.output;
    const target::BindingPoint place = resource_place(output, resource, sampler);
    const bool has_sets = output.vulkan() || output.has_registers();
    return d.binding == place.binding && (!has_sets || d.set.value_or(0) == place.set);
  }

  // Records the first lane of each member: a mapping decides it, otherwise the offset. Returns false if no member has a
  // mapping.
  bool map_members(const SpirvVariable& v) {
    const SpirvType& type = module_.type(v.type);
    if (type.op != spv::OpTypeStruct || matching_.mappings.empty()) return false;
    std::vector<std::uint32_t> lanes;
    bool any = false;
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      const std::string_view member = module_.member_name(v.type, i);
      std::vector<std::string> whole;
      for (const std::string_view name : names_of(v)) whole.push_back(fmt::format("{}.{}", name, member));
      std::vector<std::string_view> names(whole.begin(), whole.end());
      names.push_back(member);
      // Names that the caller chose do not move a member: the offset decides its register.
      const RegisterMapping* to = mapped(v, i, names, RegisterType::Constant);
      if (is_chosen(to)) to = nullptr;
      any = any || to != nullptr;
      const std::uint32_t offset = module_.of_member(v.type, i).offset.value_or(0) / 4;
      lanes.push_back(to != nullptr ? 4 * to->number + to->lane : is_constants(v) ? offset : no_lane);
    }
    if (any) places_.member_lanes[v.id] = std::move(lanes);
    return any;
  }

  void texture(const SpirvVariable& v, spv::Op op) {
    const bool sampler = op == spv::OpTypeSampler, combined = matching_.output.samplers == Samplers::Combined;
    const RegisterMapping* const mapping = mapped(v, no_member, {module_.name(v.id)}, RegisterType::Sampler);
    std::optional<std::uint32_t> number;
    if (mapping != nullptr) number = mapping->number;
    if (!number && !is_numbered(v)) number = sampler_called(matching_, module_.name(v.id), sampler);
    if (!number && is_numbered(v)) {
      number = bound_sampler(v, op);
      // A texture at no binding of the layout shows that the module was laid out for other textures.
      const bool by_layout = !number || matching_.laid_out.contains(*number);
      relies_on_layout_ = relies_on_layout_ || (!sampler && !matching_.laid_out.empty() && by_layout);
      // In OpenGL and Direct3D, the language decides the form.
      const bool is_open = matching_.output.vulkan() && !matching_.output.language().separates_samplers();
      if ((!by_name() || is_open) && (op == spv::OpTypeSampledImage) != combined)
        return unplaced(v, combined ? "is not combined with its sampler" : "is combined with its sampler", true);
    }
    if (number) number = matching_.first_sharing(*number);
    if (!sampler && number && matching_.laid_out.contains(*number)) laid_out_.add(*number);
    if (!number) return unplaced(v, "is not a sampler of the program", is_numbered(v));
    if (mapping == nullptr) check_name(v, usual_sampler_name(matching_, *number, module_.name(v.id), sampler));
    if (!has_texture(v, op, *number)) return unplaced(v, "is where the program does not have such a texture", true);
    places_.variables[v.id] = {PlaceKind::Resource, RegisterType::Sampler, *number, 0, mapping != nullptr};
  }

  // Returns true if the program samples this register.
  bool is_sampled(std::uint32_t number) const {
    return std::ranges::any_of(matching_.textures, [&](const base::RegisterSet& set) { return set.contains(number); });
  }

  bool has_texture(const SpirvVariable& v, spv::Op op, std::uint32_t number) const {
    if (op == spv::OpTypeSampler) return is_sampled(number);
    const SpirvType& type = module_.type(v.type);
    const SpirvType& image = op == spv::OpTypeSampledImage ? module_.type(type.element) : type;
    return matching_.textures[static_cast<std::size_t>(kind_of(image.dimension))].contains(number);
  }

  // Returns the sampler register that has the place of this variable. If several registers have it, the program reads
  // the returned register as such a texture, unless it reads none of them so.
  std::optional<std::uint32_t> bound_sampler(const SpirvVariable& v, spv::Op op) const {
    std::optional<std::uint32_t> first;
    for (std::uint32_t n = 0; n < translatable_registers; ++n) {
      // A layout without gaps does not have bindings for the other registers.
      if (matching_.output.layout != BindingLayout::Abi && !is_sampled(n)) continue;
      if (!at(v, target::ResourceId::sampler(matching_.stage, n), op == spv::OpTypeSampler)) continue;
      if (has_texture(v, op, n)) return n;
      if (!first) first = n;
    }
    return first;
  }

  /// The member of a variable that is mapped as a whole.
  static constexpr std::uint32_t no_member = ~0u;

  // Returns true if a mapping comes from a name that the caller chose for the text.
  bool is_chosen(const RegisterMapping* mapping) const {
    return mapping != nullptr && mapping >= matching_.mappings.data() + matching_.chosen_names;
  }

  // Returns the mapping of the first of these names that is mapped to a register of this type.
  const RegisterMapping* mapped(const SpirvVariable& v, std::uint32_t member,
                                const std::vector<std::string_view>& names, RegisterType type) {
    for (const std::string_view name : names)
      for (std::size_t i = 0; i < matching_.mappings.size(); ++i) {
        const RegisterMapping& mapping = matching_.mappings[i];
        if (mapping.name != name || mapping.type != type) continue;
        owners_[i].insert(std::uint64_t{v.id} << 32 | member);
        if (owners_[i].size() > 1 && places_.problem.empty())
          places_.problem = fmt::format("more than one variable or member is called {}", name);
        return &mapping;
      }
    return nullptr;
  }

  const SpirvModule& module_;
  const Matching& matching_;
  Places places_;
  base::RegisterSet inputs_;
  bool writes_depth_ = false;
  base::RegisterSet laid_out_;     // the textures that the layout places
  bool relies_on_layout_ = false;  // true if the register of a texture only follows from the layout
  // The variables and members that use each mapping, as `id << 32 | member`.
  std::vector<std::set<std::uint64_t>> owners_ = std::vector<std::set<std::uint64_t>>(matching_.mappings.size());
};

// Returns the attributes or varyings that a program reads, including those that do not affect an output.
base::RegisterSet inputs_of(const Program& program) {
  const RegisterType type = program.stage == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying;
  base::RegisterSet inputs;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      const bool reads = access.kind == AccessKind::Read || access.kind == AccessKind::Index;
      if (!reads || !access.is(type)) return;
      for (std::uint32_t number = access.first; number < access.end(); ++number) inputs.add(number);
    });
  return inputs;
}

// Adds mappings for the constants with names that the caller chose for the text. They are separate variables or
// members, or one array.
void add_chosen_constants(Matching& matching, const Program& program) {
  matching.chosen_names = matching.mappings.size();
  const target::Naming& naming = matching.output.naming;
  if (matching.match != InterfaceMatch::Names || naming.empty()) return;
  const auto add = [&](std::string name, std::uint32_t number) {
    matching.mappings.push_back({std::move(name), RegisterType::Constant, number, matching.stage, 0});
  };
  const std::string_view all = naming.constants(matching.stage);
  if (!all.empty() && matching.output.constants == ConstantsMode::Plain) add(std::string(all), 0);
  for (const target::ConstantPart& part : naming.parts(matching.stage, constant_array_size(program)))
    add(part.name, part.first);
}

// Applies `OutputOptions::layout` to the textures that the program samples. The compiled module has the same textures,
// unless it dropped redundant ones: then only textures with an explicit binding or a name can be found.
void lay_out(Matching& matching) {
  if (matching.output.layout == BindingLayout::Abi) return;
  std::vector<std::uint32_t> samplers;
  for (std::uint32_t n = 0; n < translatable_registers; ++n)
    if (std::ranges::any_of(matching.textures, [&](const base::RegisterSet& set) { return set.contains(n); }))
      samplers.push_back(n);
  for (const std::uint32_t n : samplers)
    if (!matching.output.is_bound(target::ResourceId::sampler(matching.stage, n))) matching.laid_out.add(n);
  matching.output.lay_out(matching.stage, samplers);
}

}  // namespace

Matching matching_of(const Program& program, const ProofOptions& options, bool is_pair) {
  Matching matching;
  matching.stage = program.stage;
  matching.output = target::resolve(options.output, program.stage);
  matching.match = options.match;
  for (const RegisterMapping& mapping : options.mappings)
    if (mapping.stage.value_or(program.stage) == program.stage) matching.mappings.push_back(mapping);
  add_chosen_constants(matching, program);
  matching.push_offset = options.push_offset;
  matching.form_is_given = options.output.constants.has_value();
  matching.is_pair = is_pair;
  matching.is_agal = options.other_samplers.has_value();
  matching.inputs = inputs_of(program);
  matching.array = constant_array_size(program);
  matching.relaxed = options.output.precision != Precision::High;
  matching.registers = version_limits(program.version).count(RegisterType::Constant, program.stage);
  if (has(options.output.target, TargetFeature::CentroidVaryings))
    matching.centroid = program::centroid_varyings(program);
  for (const Instruction& token : program.instructions)
    if (token.info() != nullptr && token.info()->samples())
      matching.textures[token.sampler().field(SamplerField::Dim) % matching.textures.size()].add(
          token.sampler().index());
  lay_out(matching);
  return matching;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
}

bool is_linked_by_name(const Matching& matching) {
  return matching.match == InterfaceMatch::Names && matching.output.varying_match() == target::VaryingMatch::Name;
}

GlslVersion glsl_version(const SpirvModule& module, const Matching& matching) {
  const TargetInfo& target = info(matching.output.target);
  if (module.language != spv::SourceLanguageGLSL && module.language != spv::SourceLanguageESSL)
    return {info(target.family).es, static_cast<std::uint32_t>(target.version)};
  return {module.language == spv::SourceLanguageESSL, module.version};
}

target::BindingPoint resource_place(const target::Output& output, target::ResourceId resource, bool sampler) {
  if (output.has_registers()) {
    const std::uint32_t space = sampler ? output.hlsl_sampler_space(resource) : output.hlsl_space(resource);
    return {output.has_register_spaces() ? space : 0,
            sampler ? output.hlsl_sampler_slot(resource) : output.hlsl_slot(resource)};
  }
  const target::BindingPoint place = sampler ? output.separate_sampler_of(resource) : output.binding_of(resource);
  return {output.vulkan() ? place.set : 0, place.binding};
}

std::uint32_t push_constants(const SpirvModule& module) {
  std::uint32_t end = 0;
  for (const SpirvVariable& v : module.variables)
    if (v.storage == spv::StorageClassPushConstant) end = std::max(end, registers_in_block(module, v.type));
  return end;
}

Places find_places(const SpirvModule& module, const Matching& matching) { return PlaceFinder(module, matching).run(); }

}  // namespace agal::prove
