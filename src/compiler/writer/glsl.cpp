// Writes GLSL and GLSL ES: version, extensions, precision, interface (docs/abi.md) and entry point.
#include <array>

#include "ir/precision.hpp"
#include "target/bindings.hpp"
#include "writer/language_writer.hpp"

namespace agal::writer {
namespace {

class Glsl : LanguageWriter {
 public:
  using LanguageWriter::LanguageWriter;

  void print() {
    header();
    constants();
    samplers();
    inputs();
    outputs();
    if (!scale_.empty()) out_ << "uniform vec4 " << scale_ << ";\n";
    out_ << "\nvoid main() {\n";
    out_.indent();
    Body(module_, make_dialect(), relaxed_.values, out_).print();
    if (!scale_.empty()) {
      out_.begin_line();
      out_ << "gl_Position *= " << scale_ << ";\n";
    }
    out_.dedent();
    out_ << "}\n";
  }

 private:
  bool separate() const { return output_.samplers == Samplers::Separate; }

  bool has(TargetFeature feature) const { return agal::has(output_.target, feature); }
  bool explicit_layout() const { return has(TargetFeature::ExplicitLayout); }
  std::string_view vendor(ExtensionUse use) const { return vendor_of(extension_for(output_.target, use)); }

  Dialect make_dialect() const {
    Dialect d;
    d.language = &OpSpelling::glsl;
    d.float_types = {"float", "vec2", "vec3", "vec4"};
    d.bool_types = {"bool", "bvec2", "bvec3", "bvec4"};
    d.int_type = "int";
    if (has(TargetFeature::LaneSelection)) d.chooses_lanes = "mix";
    d.scalar_arguments = true;
    d.precisions = es_;
    d.joins_samplers = separate();
    set_names(d, output_.constants != ConstantsMode::Plain);
    if (output_.names == UniformNames::OpenFl && !vertex_) d.samplers = "sampler";
    if (output_.constants != ConstantsMode::Plain) d.constants_block = target::block_member;
    d.position = "gl_Position";
    d.depth = depth_;
    d.instance = target_.vulkan ? "gl_InstanceIndex" : "gl_InstanceID";
    if (!in_out_) {
      d.fetches = Fetches::OldFunctions;
      d.gradients = vendor(ExtensionUse::ExplicitGradients);
      d.color_array = true;
    }
    return d;
  }

  // ---- the first lines

  void header() {
    if (output_.version_line) out_ << target::version_line(output_.target);
    extensions();
    if (es_) precision();
    out_.blank_line();
  }

  void extensions() {
    for (const TargetExtension& row : target_extension_table)
      if (row.target == output_.target && interface_.needs(row.use))
        out_ << "#extension " << row.name << " : require\n";
  }

  // Writes default precisions. Fragment shaders may lack highp. Samplers default to lowp, which loses bits
  // of half-float textures. sampler3D does not have a default.
  void precision() {
    std::array<bool, 3> dimensions{};
    for_each_sampler([&](const Sampler& sampler) { dimensions[static_cast<std::size_t>(sampler.dimension)] = true; });
    const auto all = [&](std::string_view precision) {
      if (!vertex_) out_ << "precision " << precision << " float;\n";
      for (const TextureKind dimension : {TextureKind::Plane, TextureKind::Cube, TextureKind::Volume})
        if (dimensions[static_cast<std::size_t>(dimension)])
          out_ << "precision " << precision << " sampler" << type_name(dimension) << ";\n";
    };
    if (vertex_ || has(TargetFeature::FragmentHighp)) return all("highp");
    out_ << "#ifdef GL_FRAGMENT_PRECISION_HIGH\n";
    all("highp");
    out_ << "#else\n";
    all("mediump");
    out_ << "#endif\n";
  }

  // ---- the interface

  void layout(std::uint32_t location) { out_ << "layout(location = " << location << ") "; }

  void binding(target::BindingPoint where, std::string_view rest) {
    out_ << "layout(";
    if (target_.vulkan) out_ << "set = " << where.set << ", ";
    out_ << "binding = " << where.binding << rest << ") ";
  }

  void constants() {
    if (interface_.constants == 0) return;
    const std::string_view name = constants_name_;
    if (output_.constants == ConstantsMode::Plain) {
      if (!parts_.empty()) return plain_parts();
      if (explicit_layout()) layout(target::plain_location(module_.stage));
      out_ << "uniform vec4 " << name << '[' << interface_.constants << "];\n\n";
      return;
    }
    if (output_.constants == ConstantsMode::Push)
      out_ << "layout(push_constant, std430) ";
    else if (explicit_layout())
      binding(output_.binding_of(target::ResourceId::constants(module_.stage)), ", std140");
    else
      out_ << "layout(std140) ";
    out_ << "uniform " << target::block_name(module_.stage) << " {\n    ";
    if (output_.constants == ConstantsMode::Push && output_.push_offset > 0)
      out_ << "layout(offset = " << output_.push_offset << ") ";
    if (parts_.empty())
      out_ << "vec4 " << target::block_member << '[' << interface_.constants << "];\n";
    else
      members();
    out_ << "} " << name << ";\n\n";
  }

  // Writes plain constants, one variable for each part. A variable has the location of its first register.
  void plain_parts() {
    for (const target::ConstantPart& part : parts_) {
      if (explicit_layout()) layout(target::plain_location(module_.stage) + part.first);
      declare_part("uniform vec4", part);
    }
    out_.blank_line();
  }

  // Writes the members of the block. The current line is indented, and may already have the offset of the first member.
  void members() {
    for (const target::ConstantPart& part : parts_) {
      if (part.first > 0) out_ << "    ";
      declare_part("vec4", part);
    }
  }

  void samplers() {
    for_each_sampler([&](const Sampler& sampler) {
      const target::BindingPoint where = output_.binding_of(sampler.resource);
      if (explicit_layout()) binding(where, "");
      out_ << "uniform ";
      if (es_ && relaxed_.samplers.contains(sampler.slot)) out_ << (low() ? "lowp " : "mediump ");
      out_ << (separate() ? "texture" : "sampler") << type_name(sampler.dimension) << ' '
           << output_.name_of(sampler.resource) << ";\n";
      if (!separate()) return;
      binding(output_.separate_sampler_of(sampler.resource), "");
      out_ << "uniform sampler " << output_.separate_name_of(sampler.resource) << ";\n";
    });
    if (!interface_.samplers.empty()) out_.blank_line();
  }

  bool low() const { return output_.precision == Precision::LowColor; }

  void variable(std::string_view qualifiers, RegisterType type, std::uint32_t n) {
    out_ << qualifiers << " vec4 " << name(type, n) << ";\n";
  }

  void varyings(std::string_view modern) {
    interface_.varyings.for_each([&](std::uint32_t n) {
      if (explicit_layout()) layout(n);
      if (module_.centroid_varyings.contains(n) && has(TargetFeature::CentroidVaryings)) out_ << "centroid ";
      variable(in_out_ ? modern : "varying", RegisterType::Varying, n);
    });
  }

  void inputs() {
    interface_.attributes.for_each([&](std::uint32_t n) {
      if (has(TargetFeature::InputLocations)) layout(n);
      variable(in_out_ ? "in" : "attribute", RegisterType::Attribute, n);
    });
    if (!vertex_) varyings("in");
  }

  void outputs() {
    if (vertex_) varyings("out");
    if (!in_out_) return;
    const base::RegisterSet& reduced = low() ? relaxed_.unit_colors : relaxed_.colors;
    interface_.colors.for_each([&](std::uint32_t n) {
      if (has(TargetFeature::InputLocations)) layout(n);
      const bool full = !es_ || !reduced.contains(n);
      variable(full ? "out" : low() ? "out lowp" : "out mediump", RegisterType::Output, n);
    });
  }

  const std::string_view scale_ = vertex_ ? output_.position_scale() : std::string_view();
  const TargetInfo& target_ = info(output_.target);
  const bool es_ = output_.language().es, in_out_ = has(TargetFeature::InOutVariables);
  const std::string depth_ =
      interface_.depth ? std::string("gl_FragDepth").append(vendor(ExtensionUse::FragmentDepth)) : std::string();
  ir::Relaxed relaxed_ = output_.precision == Precision::High ? ir::Relaxed() : ir::relaxed_of(module_);
};

}  // namespace

void print_glsl(const Shader& shader, Text& out) { Glsl(shader, out).print(); }

}  // namespace agal::writer
