// HLSL: interface (docs/abi.md) and entry point.
#include "target/bindings.hpp"
#include "writer/body.hpp"
#include "writer/entry_point.hpp"
#include "writer/families.hpp"

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
    const Dialect dialect = make_dialect();
    Body(module_, dialect, {}, out_).print();
    if (vertex_) fill_gaps();
    out_.dedent();
    out_.line("}");
  }

 private:
  Dialect make_dialect() const {
    Dialect d = c_dialect(module_.stage);
    d.spellings = &spellings::hlsl;
    d.fetches = Fetches::Methods;
    d.repeats_scalars = false;
    d.scalar_arguments = true;
    return d;
  }

  // Shader model 5.0 has no spaces.
  void place(char kind, target::ResourceId resource) {
    out_ << " : register(" << kind << output_.hlsl_slot(resource);
    const std::uint32_t space = output_.has_register_spaces() ? output_.hlsl_space(resource) : 0;
    if (space > 0) out_ << ", space" << space;
    out_ << ')';
  }

  void constants() {
    if (interface_.constants == 0) return;
    const auto resource = target::ResourceId::constants(module_.stage);
    out_ << "cbuffer " << target::block_name(module_.stage);
    place('b', resource);
    out_ << " {\n    float4 " << target::name(resource) << '[' << interface_.constants << "];\n};\n\n";
  }

  void textures() {
    interface_.samplers.for_each([&](std::uint32_t n) {
      const ir::SamplerSlot& sampler = module_.samplers[n];
      const auto resource = target::ResourceId::sampler(module_.stage, sampler.index);
      const std::string name = target::name(resource);
      out_ << "Texture" << type_name(sampler.dimension) << "<float4> " << name;
      place('t', resource);
      out_ << ";\nSamplerState " << name << separate_sampler_suffix;
      place('s', resource);
      out_ << ";\n";
    });
    if (!interface_.samplers.empty()) out_.blank_line();
  }

  void variable(std::string_view type, RegisterType named, std::uint32_t n, std::string_view semantic) {
    out_ << type;
    out_.register_name(named, n, module_.stage);
    out_ << semantic << n;
  }

  // Direct3D assigns registers in the order of declaration. Those of varyings must follow from their numbers alone:
  // all up to the highest are declared, in order, and everything else follows them.
  void entry_point() {
    const std::uint32_t count = interface_.attributes.count() + (interface_.instance ? 1u : 0u) + varyings_ +
                                (vertex_ ? 1u : interface_.colors.count() + (interface_.depth ? 1u : 0u));
    Parameters parameters(out_, count);
    out_ << "void " << output_.text_entry_point() << '(';
    interface_.attributes.for_each([&](std::uint32_t n) {
      parameters.begin();
      variable("float4 ", RegisterType::Attribute, n, " : TEXCOORD");
    });
    if (interface_.instance) {
      parameters.begin();
      out_ << "uint " << instance_name << " : SV_InstanceID";
    }
    for (std::uint32_t n = 0; n < varyings_; ++n) {
      parameters.begin();
      if (!vertex_ && module_.centroid_varyings.contains(n)) out_ << "centroid ";
      variable(vertex_ ? "out float4 " : "float4 ", RegisterType::Varying, n, " : TEXCOORD");
    }
    if (vertex_) {
      parameters.begin();
      out_ << "out float4 " << position_name << " : SV_Position";
    }
    interface_.colors.for_each([&](std::uint32_t n) {
      parameters.begin();
      variable("out float4 ", RegisterType::Output, n, " : SV_Target");
    });
    if (interface_.depth) {
      parameters.begin();
      out_ << "out float " << depth_name << " : SV_Depth";
    }
    out_ << ") {\n";
  }

  void fill_gaps() {
    constexpr std::string_view zero = " = float4(0.0, 0.0, 0.0, 0.0);\n";
    for (std::uint32_t n = 0; n < varyings_; ++n) {
      if (interface_.varyings.contains(n)) continue;
      out_.begin_line();
      out_.register_name(RegisterType::Varying, n, module_.stage);
      out_ << zero;
    }
    if (interface_.position) return;
    out_.begin_line();
    out_ << position_name << zero;
  }

  std::uint32_t varyings_ = output_.declared_varyings(interface_.varyings.bound());
};

}  // namespace

void print_hlsl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                Output& out) {
  Hlsl(module, interface, output, out).print();
}

}  // namespace agal::writer
