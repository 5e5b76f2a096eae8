// Writes MSL: the interface (docs/abi.md) and the entry point.
#include "target/bindings.hpp"
#include "writer/language_writer.hpp"

namespace agal::writer {
namespace {

class Msl : LanguageWriter {
 public:
  using LanguageWriter::LanguageWriter;

  void print() {
    out_ << "#include <metal_stdlib>\n\nusing namespace metal;\n\n";
    if (!parts_.empty()) constants_struct();
    if (has_inputs()) input_struct();
    if (has_outputs()) output_struct();
    entry_point();
    out_.indent();
    if (has_outputs()) out_.line(vertex_ ? "VertexOutput output;" : "FragmentOutput output;");
    Body(module_, make_dialect(), {}, out_).print();
    if (vertex_ && !interface_.position) out_ << "    output." << position_name << " = float4(0.0);\n";
    if (has_outputs()) out_.line("return output;");
    out_.dedent();
    out_.line("}");
  }

 private:
  bool has_inputs() const { return vertex_ ? !interface_.attributes.empty() : !interface_.varyings.empty(); }

  Dialect make_dialect() const {
    Dialect d = common_dialect();
    set_names(d, true);
    d.language = &OpSpelling::msl;
    d.fetches = Fetches::Options;
    d.chooses_lanes = "select";
    d.inputs = "input.";
    d.outputs = "output.";
    d.discard = "discard_fragment();";
    return d;
  }

  void members(const base::RegisterSet& registers, RegisterType type, std::string_view attribute) {
    registers.for_each([&](std::uint32_t n) {
      out_ << "    float4 " << name(type, n) << " [[" << attribute << n << ')';
      if (type == RegisterType::Varying && module_.centroid_varyings.contains(n)) out_ << ", centroid_perspective";
      out_ << "]];\n";
    });
  }

  void varyings() { members(interface_.varyings, RegisterType::Varying, "user(locn"); }

  void constants_struct() {
    out_ << "struct " << target::block_name(module_.stage) << " {\n";
    for (const target::ConstantPart& part : parts_) declare_part("    float4", part);
    out_ << "};\n\n";
  }

  // Writes the inputs as members of a structure, because only members can have the attributes of inputs.
  void input_struct() {
    out_ << (vertex_ ? "struct VertexInput {\n" : "struct FragmentInput {\n");
    members(interface_.attributes, RegisterType::Attribute, "attribute(");
    if (!vertex_) varyings();
    out_ << "};\n\n";
  }

  void output_struct() {
    out_ << (vertex_ ? "struct VertexOutput {\n" : "struct FragmentOutput {\n");
    if (vertex_) {
      out_ << "    float4 " << position_name << " [[position]];\n";
      varyings();
    }
    members(interface_.colors, RegisterType::Output, "color(");
    if (interface_.depth) out_ << "    float " << depth_name << " [[depth(any)]];\n";
    out_ << "};\n\n";
  }

  void entry_point() {
    const std::string_view result = vertex_ ? "vertex VertexOutput " : "fragment FragmentOutput ";
    out_ << (has_outputs() ? result : "fragment void ") << output_.text_entry_point() << '(';
    const std::uint32_t others =
        (has_inputs() ? 1u : 0u) + (interface_.instance ? 1u : 0u) + (interface_.constants > 0 ? 1u : 0u);
    Parameters parameters(out_, others + 2 * interface_.samplers.count());
    if (has_inputs()) parameters.next() << (vertex_ ? "VertexInput" : "FragmentInput") << " input [[stage_in]]";
    if (interface_.instance) parameters.next() << "uint " << instance_name << " [[instance_id]]";
    if (interface_.constants > 0) {
      Text& out = parameters.next();
      if (parts_.empty())
        out << "constant float4* ";
      else
        out << "constant " << target::block_name(module_.stage) << "& ";
      out << constants_name_ << " [[buffer(" << output_.msl_slot(constants_) << ")]]";
    }
    for_each_sampler([&](const Sampler& sampler) {
      parameters.next() << "texture" << agal::name(sampler.dimension) << "<float> " << output_.name_of(sampler.resource)
                        << " [[texture(" << output_.msl_slot(sampler.resource) << ")]]";
      parameters.next() << "sampler " << output_.separate_name_of(sampler.resource) << " [[sampler("
                        << output_.msl_sampler_slot(sampler.resource) << ")]]";
    });
    out_ << ") {\n";
  }
};

}  // namespace

void print_msl(const Shader& shader, Text& out) { Msl(shader, out).print(); }

}  // namespace agal::writer
