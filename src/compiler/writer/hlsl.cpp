// Writes HLSL: the interface (docs/abi.md) and the entry point.
#include "target/bindings.hpp"
#include "writer/language_writer.hpp"

namespace agal::writer {
namespace {

class Hlsl : LanguageWriter {
 public:
  using LanguageWriter::LanguageWriter;

  void print() {
    constants();
    textures();
    entry_point();
    out_.indent();
    Body(module_, make_dialect(), {}, out_).print();
    if (vertex_) fill_gaps();
    out_.dedent();
    out_.line("}");
  }

 private:
  Dialect make_dialect() const {
    Dialect d = common_dialect();
    set_names(d, false);
    d.language = &OpSpelling::hlsl;
    d.fetches = Fetches::Methods;
    d.repeats_scalars = false;
    d.scalar_arguments = true;
    return d;
  }

  // Writes a register. Shader model 5.0 does not have register spaces.
  void place(char kind, std::uint32_t slot, std::uint32_t space) {
    out_ << " : register(" << kind << slot;
    if (output_.has_register_spaces() && space > 0) out_ << ", space" << space;
    out_ << ')';
  }

  void constants() {
    if (interface_.constants == 0) return;
    out_ << "cbuffer " << target::block_name(module_.stage);
    place('b', output_.hlsl_slot(constants_), output_.hlsl_space(constants_));
    out_ << " {\n";
    if (parts_.empty()) out_ << "    float4 " << constants_name_ << '[' << interface_.constants << "];\n";
    for (const target::ConstantPart& part : parts_) declare_part("    float4", part);
    out_ << "};\n\n";
  }

  void textures() {
    for_each_sampler([&](const Sampler& sampler) {
      out_ << "Texture" << type_name(sampler.dimension) << "<float4> " << output_.name_of(sampler.resource);
      place('t', output_.hlsl_slot(sampler.resource), output_.hlsl_space(sampler.resource));
      out_ << ";\nSamplerState " << output_.separate_name_of(sampler.resource);
      place('s', output_.hlsl_sampler_slot(sampler.resource), output_.hlsl_sampler_space(sampler.resource));
      out_ << ";\n";
    });
    if (!interface_.samplers.empty()) out_.blank_line();
  }

  // Direct3D assigns registers in the order of declaration, but the register of a varying must depend only on its
  // number. Therefore all varyings up to the highest are declared, in order, before all other parameters.
  void entry_point() {
    const std::uint32_t count = interface_.attributes.count() + (interface_.instance ? 1u : 0u) + varyings_ +
                                (vertex_ ? 1u : interface_.colors.count() + (interface_.depth ? 1u : 0u));
    Parameters parameters(out_, count);
    out_ << "void " << output_.text_entry_point() << '(';
    interface_.attributes.for_each([&](std::uint32_t n) {
      parameters.next() << "float4 " << name(RegisterType::Attribute, n) << " : "
                        << output_.semantic_of(RegisterType::Attribute, n);
    });
    if (interface_.instance) parameters.next() << "uint " << instance_name << " : SV_InstanceID";
    for (std::uint32_t n = 0; n < varyings_; ++n) {
      const bool centroid = !vertex_ && module_.centroid_varyings.contains(n);
      parameters.next() << (vertex_    ? "out "
                            : centroid ? "centroid "
                                       : "")
                        << "float4 " << name(RegisterType::Varying, n) << " : "
                        << output_.semantic_of(RegisterType::Varying, n);
    }
    if (vertex_) parameters.next() << "out float4 " << position_name << " : SV_Position";
    interface_.colors.for_each([&](std::uint32_t n) {
      parameters.next() << "out float4 " << name(RegisterType::Output, n) << " : SV_Target" << n;
    });
    if (interface_.depth) parameters.next() << "out float " << depth_name << " : SV_Depth";
    out_ << ") {\n";
  }

  void fill_gaps() {
    constexpr std::string_view zero = " = float4(0.0, 0.0, 0.0, 0.0);\n";
    for (std::uint32_t n = 0; n < varyings_; ++n) {
      if (interface_.varyings.contains(n)) continue;
      out_.begin_line();
      out_ << name(RegisterType::Varying, n) << zero;
    }
    if (interface_.position) return;
    out_.begin_line();
    out_ << position_name << zero;
  }

  std::uint32_t varyings_ = output_.declared_varyings(interface_.varyings.bound());
};

}  // namespace

void print_hlsl(const Shader& shader, Text& out) { Hlsl(shader, out).print(); }

}  // namespace agal::writer
