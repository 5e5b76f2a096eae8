// MSL: interface (docs/abi.md) and entry point.
#include "target/bindings.hpp"
#include "writer/body.hpp"
#include "writer/entry_point.hpp"
#include "writer/families.hpp"

namespace agal::writer {
namespace {

class Msl : LanguageWriter {
 public:
  using LanguageWriter::LanguageWriter;

  void print() {
    out_ << "#include <metal_stdlib>\n\nusing namespace metal;\n\n";
    if (has_inputs()) input_struct();
    if (has_outputs()) output_struct();
    entry_point();
    out_.indent();
    if (has_outputs()) out_.line(vertex_ ? "VertexOutput output;" : "FragmentOutput output;");
    const Dialect dialect = make_dialect();
    Body(module_, dialect, {}, out_).print();
    if (vertex_ && !interface_.position) out_ << "    " << dialect.outputs << position_name << " = float4(0.0);\n";
    if (has_outputs()) out_.line("return output;");
    out_.dedent();
    out_.line("}");
  }

 private:
  bool has_inputs() const { return vertex_ ? !interface_.attributes.empty() : !interface_.varyings.empty(); }

  Dialect make_dialect() const {
    Dialect d = c_dialect(module_.stage);
    d.spellings = &spellings::msl;
    d.fetches = Fetches::Options;
    d.chooses_lanes = "select";
    d.inputs = "input.";
    d.outputs = "output.";
    d.discard = "discard_fragment();";
    return d;
  }

  void member(RegisterType type, std::uint32_t n, std::string_view attribute) {
    out_ << "    float4 ";
    out_.register_name(type, n, module_.stage);
    out_ << attribute << n;
  }

  void varying(std::uint32_t n) {
    member(RegisterType::Varying, n, " [[user(locn");
    out_ << ')';
    if (module_.centroid_varyings.contains(n)) out_ << ", centroid_perspective";
    out_ << "]];\n";
  }

  // The attributes of these can only be given to members.
  void input_struct() {
    out_ << (vertex_ ? "struct VertexInput {\n" : "struct FragmentInput {\n");
    interface_.attributes.for_each([&](std::uint32_t n) {
      member(RegisterType::Attribute, n, " [[attribute(");
      out_ << ")]];\n";
    });
    if (!vertex_) interface_.varyings.for_each([&](std::uint32_t n) { varying(n); });
    out_ << "};\n\n";
  }

  void output_struct() {
    out_ << (vertex_ ? "struct VertexOutput {\n" : "struct FragmentOutput {\n");
    if (vertex_) {
      out_ << "    float4 " << position_name << " [[position]];\n";
      interface_.varyings.for_each([&](std::uint32_t n) { varying(n); });
    }
    interface_.colors.for_each([&](std::uint32_t n) {
      member(RegisterType::Output, n, " [[color(");
      out_ << ")]];\n";
    });
    if (interface_.depth) out_ << "    float " << depth_name << " [[depth(any)]];\n";
    out_ << "};\n\n";
  }

  void entry_point() {
    const std::string_view result = vertex_ ? "vertex VertexOutput " : "fragment FragmentOutput ";
    out_ << (has_outputs() ? result : "fragment void ") << output_.text_entry_point() << '(';
    const std::uint32_t others =
        (has_inputs() ? 1u : 0u) + (interface_.instance ? 1u : 0u) + (interface_.constants > 0 ? 1u : 0u);
    Parameters parameters(out_, others + 2 * interface_.samplers.count());
    if (has_inputs()) {
      parameters.begin();
      out_ << (vertex_ ? "VertexInput" : "FragmentInput") << " input [[stage_in]]";
    }
    if (interface_.instance) {
      parameters.begin();
      out_ << "uint " << instance_name << " [[instance_id]]";
    }
    if (interface_.constants > 0) {
      parameters.begin();
      const auto resource = target::ResourceId::constants(module_.stage);
      out_ << "constant float4* " << target::name(resource) << " [[buffer(" << output_.msl_slot(resource) << ")]]";
    }
    interface_.samplers.for_each([&](std::uint32_t n) {
      const ir::SamplerSlot& sampler = module_.samplers[n];
      const auto resource = target::ResourceId::sampler(module_.stage, sampler.index);
      const std::string name = target::name(resource);
      const std::uint32_t slot = output_.msl_slot(resource);
      parameters.begin();
      out_ << "texture" << agal::name(sampler.dimension) << "<float> " << name << " [[texture(" << slot << ")]]";
      parameters.begin();
      out_ << "sampler " << name << separate_sampler_suffix << " [[sampler(" << slot << ")]]";
    });
    out_ << ") {\n";
  }
};

}  // namespace

void print_msl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
               Output& out) {
  Msl(module, interface, output, out).print();
}

}  // namespace agal::writer
