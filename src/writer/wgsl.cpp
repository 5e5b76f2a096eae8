// WGSL: interface (docs/abi.md) and entry point.
#include "target/bindings.hpp"
#include "writer/body.hpp"
#include "writer/entry_point.hpp"
#include "writer/families.hpp"

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
    const Dialect dialect = make_dialect();
    Body(module_, dialect, {}, out_).print();
    if (has_outputs()) out_.line("return output;");
    out_.dedent();
    out_.line("}");
  }

 private:
  Dialect make_dialect() const {
    Dialect d;
    d.spellings = &spellings::wgsl;
    d.float_types = {"f32", "vec2f", "vec3f", "vec4f"};
    d.bool_types = {"bool", "vec2<bool>", "vec3<bool>", "vec4<bool>"};
    d.int_type = "i32";
    d.fetches = Fetches::Separate;
    d.infers_types = d.folds_constants = d.saturates = true;
    d.chooses_scalars = false;
    d.chooses_lanes = "select";
    d.constants = std::string(info(RegisterType::Constant).prefix(module_.stage)) + '[';
    d.outputs = "output.";
    d.position = "position";
    d.depth = "depth";
    d.instance = "i32(" + std::string(instance_name) + ')';
    return d;
  }

  void varying(std::uint32_t n) {
    out_ << "@location(" << n << ") ";
    if (module_.centroid_varyings.contains(n)) out_ << "@interpolate(perspective, centroid) ";
    out_.register_name(RegisterType::Varying, n, module_.stage);
    out_ << ": vec4f";
  }

  void output_struct() {
    out_ << (vertex_ ? "struct VertexOutput {\n" : "struct FragmentOutput {\n");
    if (vertex_) {
      out_ << "    @builtin(position) position: vec4f,\n";
      interface_.varyings.for_each([&](std::uint32_t n) {
        out_ << "    ";
        varying(n);
        out_ << ",\n";
      });
    }
    interface_.colors.for_each([&](std::uint32_t n) {
      out_ << "    @location(" << n << ") ";
      out_.register_name(RegisterType::Output, n, module_.stage);
      out_ << ": vec4f,\n";
    });
    if (interface_.depth) out_ << "    @builtin(frag_depth) depth: f32,\n";
    out_ << "}\n\n";
  }

  void binding(target::BindingPoint where) { out_ << "@group(" << where.set << ") @binding(" << where.binding << ") "; }

  void resources() {
    if (interface_.constants > 0) {
      const auto resource = target::ResourceId::constants(module_.stage);
      binding(output_.binding_of(resource));
      out_ << "var<uniform> " << target::name(resource) << ": array<vec4f, " << interface_.constants << ">;\n";
    }
    interface_.samplers.for_each([&](std::uint32_t slot) {
      const ir::SamplerSlot& sampler = module_.samplers[slot];
      const auto resource = target::ResourceId::sampler(module_.stage, sampler.index);
      const target::BindingPoint where = output_.binding_of(resource);
      const std::string name = target::name(resource);
      binding(where);
      out_ << "var " << name << ": "
           << "texture_" << agal::name(sampler.dimension) << "<f32>"
           << ";\n";
      binding(where.separate_sampler());
      out_ << "var " << name << separate_sampler_suffix << ": sampler;\n";
    });
    if (interface_.constants > 0 || !interface_.samplers.empty()) out_.blank_line();
  }

  void entry_point() {
    const std::uint32_t inputs =
        interface_.attributes.count() + (vertex_ ? 0 : interface_.varyings.count()) + (interface_.instance ? 1 : 0);
    out_ << "fn " << output_.text_entry_point() << '(';
    Parameters parameters(out_, inputs);
    interface_.attributes.for_each([&](std::uint32_t n) {
      parameters.begin();
      out_ << "@location(" << n << ") ";
      out_.register_name(RegisterType::Attribute, n, module_.stage);
      out_ << ": vec4f";
    });
    if (!vertex_)
      interface_.varyings.for_each([&](std::uint32_t n) {
        parameters.begin();
        varying(n);
      });
    if (interface_.instance) {
      parameters.begin();
      out_ << "@builtin(instance_index) " << instance_name << ": u32";
    }
    if (inputs > 1) out_ << ",\n";
    out_ << ')';
    if (has_outputs()) out_ << (vertex_ ? " -> VertexOutput" : " -> FragmentOutput");
    out_ << " {\n";
  }
};

}  // namespace

void print_wgsl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                Output& out) {
  Wgsl(module, interface, output, out).print();
}

}  // namespace agal::writer
