// Writes WGSL: the interface (docs/abi.md) and the entry point.
#include "target/bindings.hpp"
#include "writer/language_writer.hpp"

namespace agal::writer {
namespace {

class Wgsl : LanguageWriter {
 public:
  using LanguageWriter::LanguageWriter;

  void print() {
    if (has_outputs()) output_struct();
    resources();
    out_ << (vertex_ ? "@vertex\n" : "@fragment\n");
    entry_point();
    out_.indent();
    if (has_outputs()) out_.line(vertex_ ? "var output: VertexOutput;" : "var output: FragmentOutput;");
    Body(module_, make_dialect(), {}, out_).print();
    if (has_outputs()) out_.line("return output;");
    out_.dedent();
    out_.line("}");
  }

 private:
  Dialect make_dialect() const {
    Dialect d = common_dialect();
    set_names(d, true);
    d.language = &OpSpelling::wgsl;
    d.float_types = {"f32", "vec2f", "vec3f", "vec4f"};
    d.bool_types = {"bool", "vec2<bool>", "vec3<bool>", "vec4<bool>"};
    d.int_type = "i32";
    d.fetches = Fetches::Separate;
    d.infers_types = d.folds_constants = true;
    d.chooses_scalars = false;
    d.chooses_lanes = "select";
    d.outputs = "output.";
    d.position = "position";
    d.depth = "depth";
    return d;
  }

  void located(RegisterType type, std::uint32_t n) {
    out_ << "@location(" << n << ") ";
    if (type == RegisterType::Varying && module_.centroid_varyings.contains(n))
      out_ << "@interpolate(perspective, centroid) ";
    out_ << name(type, n) << ": vec4f";
  }

  void members(const base::RegisterSet& registers, RegisterType type) {
    registers.for_each([&](std::uint32_t n) {
      out_ << "    ";
      located(type, n);
      out_ << ",\n";
    });
  }

  void parameters_of(const base::RegisterSet& registers, RegisterType type, Parameters& parameters) {
    registers.for_each([&](std::uint32_t n) {
      parameters.next();
      located(type, n);
    });
  }

  void output_struct() {
    out_ << (vertex_ ? "struct VertexOutput {\n" : "struct FragmentOutput {\n");
    if (vertex_) {
      out_ << "    @builtin(position) position: vec4f,\n";
      members(interface_.varyings, RegisterType::Varying);
    }
    members(interface_.colors, RegisterType::Output);
    if (interface_.depth) out_ << "    @builtin(frag_depth) depth: f32,\n";
    out_ << "}\n\n";
  }

  void binding(target::BindingPoint where) { out_ << "@group(" << where.set << ") @binding(" << where.binding << ") "; }

  void constants_struct() {
    out_ << "struct " << target::block_name(module_.stage) << " {\n";
    for (const target::ConstantPart& part : parts_) {
      out_ << "    " << part.name << ": ";
      if (part.count > 1)
        out_ << "array<vec4f, " << part.count << ">,\n";
      else
        out_ << "vec4f,\n";
    }
    out_ << "}\n\n";
  }

  void resources() {
    if (interface_.constants > 0) {
      if (!parts_.empty()) constants_struct();
      binding(output_.binding_of(constants_));
      out_ << "var<uniform> " << constants_name_ << ": ";
      if (parts_.empty())
        out_ << "array<vec4f, " << interface_.constants << ">;\n";
      else
        out_ << target::block_name(module_.stage) << ";\n";
    }
    for_each_sampler([&](const Sampler& sampler) {
      const target::BindingPoint where = output_.binding_of(sampler.resource);
      binding(where);
      out_ << "var " << output_.name_of(sampler.resource) << ": texture_" << agal::name(sampler.dimension)
           << "<f32>;\n";
      binding(output_.separate_sampler_of(sampler.resource));
      out_ << "var " << output_.separate_name_of(sampler.resource) << ": sampler;\n";
    });
    if (interface_.constants > 0 || !interface_.samplers.empty()) out_.blank_line();
  }

  void entry_point() {
    const std::uint32_t inputs =
        interface_.attributes.count() + (vertex_ ? 0 : interface_.varyings.count()) + (interface_.instance ? 1 : 0);
    out_ << "fn " << output_.text_entry_point() << '(';
    Parameters parameters(out_, inputs);
    parameters_of(interface_.attributes, RegisterType::Attribute, parameters);
    if (!vertex_) parameters_of(interface_.varyings, RegisterType::Varying, parameters);
    if (interface_.instance) parameters.next() << "@builtin(instance_index) " << instance_name << ": u32";
    if (inputs > 1) out_ << ",\n";
    out_ << ')';
    if (has_outputs()) out_ << (vertex_ ? " -> VertexOutput" : " -> FragmentOutput");
    out_ << " {\n";
  }
};

}  // namespace

void print_wgsl(const Shader& shader, Text& out) { Wgsl(shader, out).print(); }

}  // namespace agal::writer
