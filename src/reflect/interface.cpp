#include "reflect/interface.hpp"

#include <string>
#include <vector>

#include "reflect/resources.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {
namespace {

// By the compiled program: an unused derivative does not need an extension.
std::vector<Interface::Extensions> extensions_of(const Subject& s) {
  std::vector<Interface::Extensions> out;
  for (const TargetExtension& row : target_extension_table) {
    if (!s.interface.needs(row.use)) continue;
    if (out.empty() || out.back().target != row.target) out.push_back({row.target, {}});
    out.back().names.push_back(row.name);
  }
  return out;
}

std::vector<Interface::OpcodeCount> opcodes_of(const Usage& usage) {
  std::vector<Interface::OpcodeCount> out;
  out.reserve(opcode_table.size());
  for (const OpcodeInfo& row : opcode_table)
    if (const std::uint32_t count = usage.count(row.opcode); count > 0) out.push_back({row.opcode, count});
  return out;
}

template <class Visit>
void for_each_used(const Usage& usage, Visit&& visit) {
  for (const RegisterInfo& row : register_table) {
    const base::Buffer<RegisterUsage>& all = usage.of(row.type);
    for (std::uint32_t n = 0; n < all.size(); ++n)
      if (all[n].read != 0 || all[n].written != 0) visit(row.type, n, all[n]);
  }
}

std::vector<Interface::Register> registers_of(const Usage& usage, Stage stage) {
  std::size_t count = 0;
  for_each_used(usage, [&](RegisterType, std::uint32_t, const RegisterUsage&) { ++count; });
  std::vector<Interface::Register> out;
  out.reserve(count);
  for_each_used(usage, [&](RegisterType type, std::uint32_t n, const RegisterUsage& used) {
    out.push_back({register_name(type, n, stage), type, n, used.read, used.written});
  });
  return out;
}

std::vector<Interface::Attribute> attributes_of(const Subject& s, const Live& live) {
  std::vector<Interface::Attribute> out;
  out.reserve(s.interface.attributes.count());
  s.interface.attributes.for_each([&](std::uint32_t n) {
    out.push_back({register_name(RegisterType::Attribute, n, s.program.stage), n, live.attributes[n]});
  });
  return out;
}

// Vulkan's InstanceIndex and Metal's instance_id include the first instance of the draw call.
bool counts_from_first_instance(const target::Output& output) {
  switch (info(output.family()).instances) {
    case FirstInstance::Environment: return output.vulkan();
    case FirstInstance::First: return true;
    case FirstInstance::Zero: return false;
  }
  return false;
}

// For a vertex program, the components that its tokens write: the others are stored, but have no meaning.
std::vector<Interface::Varying> varyings_of(const Subject& s, const Usage& usage, const Live& live) {
  const base::Buffer<RegisterUsage>& tokens = usage.of(RegisterType::Varying);
  std::vector<Interface::Varying> out;
  out.reserve(s.interface.varyings.count());
  s.interface.varyings.for_each([&](std::uint32_t n) {
    const WriteMask written = n < tokens.size() ? tokens[n].written : WriteMask{0};
    out.push_back({register_name(RegisterType::Varying, n, s.program.stage), n,
                   s.program.stage == Stage::Vertex ? written : live.varyings[n],
                   s.module.centroid_varyings.contains(n)});
  });
  return out;
}

Interface::Outputs outputs_of(const Subject& s) {
  Interface::Outputs out;
  out.position = s.interface.position;
  out.depth = s.interface.depth;
  out.kills = s.interface.kills;
  s.interface.colors.for_each([&](std::uint32_t n) {
    out.colors.push_back({register_name(RegisterType::Output, n, s.program.stage), n});
  });
  return out;
}

}  // namespace

Interface interface_of(const Subject& s) {
  const Stage stage = s.program.stage;
  const Usage usage = usage_of(s.program);
  const Live live = live_of(s.module);
  Interface out;
  out.stage = stage;
  out.version = s.program.version;
  out.target = s.output.target;
  out.environment = s.output.environment;
  out.entry_point = s.output.text_entry_point();
  out.spirv_entry_point = s.output.entry_point;
  out.extensions = extensions_of(s);
  out.tokens = static_cast<std::uint32_t>(s.program.instructions.size());
  out.opcodes = opcodes_of(usage);
  out.registers = registers_of(usage, stage);
  out.indirect = relative_addresses_of(s, usage);
  out.attributes = attributes_of(s, live);
  if (s.interface.instance) out.instance_id = {counts_from_first_instance(s.output)};
  out.varyings = varyings_of(s, usage, live);
  out.uniforms = uniforms_of(s, usage, live);
  out.samplers = samplers_of(s, usage);
  out.outputs = outputs_of(s);
  if (stage == Stage::Vertex) out.clip_space = {s.output.clip_z, s.output.flip_y};
  return out;
}

}  // namespace agal::reflect
