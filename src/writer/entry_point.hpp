// What the declarations of entry points have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/interface.hpp"
#include "target/output.hpp"
#include "writer/dialect.hpp"
#include "writer/output.hpp"

namespace agal::writer {

inline constexpr std::string_view position_name = info(RegisterType::Output).vertex_prefix;
inline constexpr std::string_view depth_name = info(RegisterType::Depth).fragment_prefix;
inline constexpr std::string_view instance_name = info(RegisterType::InstanceId).vertex_prefix;

/// What HLSL and MSL have in common.
inline Dialect c_dialect(Stage stage) {
  Dialect d;
  d.float_types = {"float", "float2", "float3", "float4"};
  d.bool_types = {"bool", "bool2", "bool3", "bool4"};
  d.int_type = "int";
  d.saturates = true;
  d.constants = std::string(info(RegisterType::Constant).prefix(stage)) + '[';
  d.position = position_name;
  d.depth = depth_name;
  d.instance = "int(" + std::string(instance_name) + ')';
  return d;
}

/// What the writers of all languages have.
class LanguageWriter {
 public:
  LanguageWriter(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                 Output& out)
      : module_(module), interface_(interface), output_(output), out_(out) {}

 protected:
  /// Whether the entry point has outputs: a vertex shader must have a position.
  bool has_outputs() const { return vertex_ || interface_.depth || !interface_.colors.empty(); }

  const ir::Module& module_;
  const ir::ModuleInterface& interface_;
  const target::Output& output_;
  Output& out_;
  bool vertex_ = module_.stage == Stage::Vertex;
};

/// The parameters of an entry point: one a line, if there is more than one.
class Parameters {
 public:
  Parameters(Output& out, std::uint32_t count) : out_(out), lines_(count > 1) {}

  /// Begins the next one.
  void begin() {
    if (!first_) out_ << (lines_ ? "," : ", ");
    if (lines_) out_ << "\n    ";
    first_ = false;
  }

 private:
  Output& out_;
  bool lines_, first_ = true;
};

}  // namespace agal::writer
