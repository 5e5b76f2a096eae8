// The base of the writers of all languages: writes the declarations of an entry point and its parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/interface.hpp"
#include "target/output.hpp"
#include "writer/body.hpp"

namespace agal::writer {

inline constexpr std::string_view position_name = info(RegisterType::Output).vertex_prefix;
inline constexpr std::string_view depth_name = info(RegisterType::Depth).fragment_prefix;
inline constexpr std::string_view instance_name = info(RegisterType::InstanceId).vertex_prefix;

/// The input of a writer.
struct Shader {
  const ir::Module& module;
  const ir::ModuleInterface& interface;  // the interface of `module`
  const target::Output& output;
};

/// The writers: glsl.cpp, hlsl.cpp, msl.cpp, wgsl.cpp.
using PrintLanguage = void(const Shader&, Text&);
PrintLanguage print_glsl, print_hlsl, print_msl, print_wgsl;

class LanguageWriter {
 public:
  LanguageWriter(const Shader& shader, Text& out)
      : module_(shader.module), interface_(shader.interface), output_(shader.output), out_(out) {}

 protected:
  /// Returns true if the entry point has outputs. A vertex shader always has a position.
  bool has_outputs() const { return vertex_ || interface_.depth || !interface_.colors.empty(); }

  RegisterText name(RegisterType type, std::uint32_t n) const {
    return {type, n, module_.stage, output_.naming.find(type, n, module_.stage)};
  }

  /// Adds the names that the caller chose to a dialect.
  void set_names(Dialect& dialect, bool parts_are_members) const {
    if (!output_.naming.empty()) dialect.naming = &output_.naming;
    dialect.constants = constants_name_;
    dialect.parts = parts_;
    dialect.parts_are_members = parts_are_members;
  }

  /// Writes the declaration of one part of the constants, in languages in which the type precedes the name: "vec4
  /// mvp[4]".
  void declare_part(std::string_view type, const target::ConstantPart& part) {
    out_ << type << ' ' << part.name;
    if (part.count > 1) out_ << '[' << part.count << ']';
    out_ << ";\n";
  }

  struct Sampler {
    std::uint32_t slot;
    TextureKind dimension;
    target::ResourceId resource;
  };
  template <class Visit>
  void for_each_sampler(Visit visit) const {
    interface_.samplers.for_each([&](std::uint32_t slot) {
      const auto resource = target::ResourceId::sampler(module_.stage, module_.samplers[slot].index);
      visit(Sampler{slot, module_.samplers[slot].dimension, resource});
    });
  }

  /// Returns the settings that all languages except GLSL share.
  Dialect common_dialect() const {
    Dialect d;
    d.float_types = {"float", "float2", "float3", "float4"};
    d.bool_types = {"bool", "bool2", "bool3", "bool4"};
    d.int_type = "int";
    d.saturates = true;
    d.position = position_name;
    d.depth = depth_name;
    d.instance = instance_name;
    d.unsigned_instance = true;
    return d;
  }

  const ir::Module& module_;
  const ir::ModuleInterface& interface_;
  const target::Output& output_;
  Text& out_;
  bool vertex_ = module_.stage == Stage::Vertex;
  const target::ResourceId constants_ = target::ResourceId::constants(module_.stage);
  const std::string_view constants_name_ = interface_.constants > 0 ? output_.own_constants_name(module_.stage)
                                                                    : std::string_view();
  const std::vector<target::ConstantPart> parts_ = output_.naming.parts(module_.stage, interface_.constants);
};

/// Writes the parameters of an entry point. Several parameters are written on separate lines.
class Parameters {
 public:
  Parameters(Text& out, std::uint32_t count) : out_(out), lines_(count > 1) {}

  /// Begins the next parameter.
  Text& next() {
    if (!first_) out_ << ',';
    if (lines_) out_ << "\n    ";
    first_ = false;
    return out_;
  }

 private:
  Text& out_;
  bool lines_, first_ = true;
};

}  // namespace agal::writer
