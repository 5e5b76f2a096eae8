// The interface of a compiled program as plain structs: the resources that an engine binds, and the sampler states that
// the bytecode asks for. agal::compile and agal::link fill them; the JSON of a reflection (docs/reflection.md) is
// printed from them and contains nothing else.
//
// "Before" means: as the tokens say. "After" means: in the compiled program, from which everything unused has been
// removed. A list is in ascending order of register numbers unless its comment gives another order. Names are those of
// registers in canonical assembly ("va0", "vc", "fs3", "oc"); the texts use the same (docs/abi.md). A std::string_view
// here refers to a table of the library and is valid as long as the process runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/isa.hpp"
#include "agal/program.hpp"
#include "agal/target.hpp"

namespace agal {

/// Consecutive registers of one type.
struct RegisterRange {
  std::uint32_t first = 0;  // 0 to 1023
  std::uint32_t count = 0;  // 1 to 1024, the first included
  constexpr bool operator==(const RegisterRange&) const = default;
};

/// An input or output variable that is a vec4.
struct NamedLocation {
  std::string name;            // of the register
  std::uint32_t location = 0;  // the number of the register
  bool operator==(const NamedLocation&) const = default;
};

/// The interface of one compiled program.
struct Interface {
  /// The language extensions that the text of one target has to enable.
  struct Extensions {
    Target target = Target::Spv;          // the language
    std::vector<std::string_view> names;  // at least one, in the order in which the text enables them
    bool operator==(const Extensions&) const = default;
  };

  /// How often an opcode is used (before).
  struct OpcodeCount {
    Opcode opcode{};          // one that some token has
    std::uint32_t count = 0;  // tokens that have it, at least 1
    constexpr bool operator==(const OpcodeCount&) const = default;
  };

  /// A register that some token names by number (before). A component counts as read if some component of the result
  /// depends on it; for a sampler, the components are the channels of the texel.
  struct Register {
    std::string name;                             // in canonical assembly
    RegisterType type = RegisterType::Attribute;  // of the register
    std::uint32_t index = 0;                      // 0 to 1023
    WriteMask read = 0;                           // components that tokens read
    WriteMask written = 0;                        // components that tokens write
    std::vector<std::string> variables{};         // names that the file gives it, as the JSON of glsl2agal does
    std::vector<float> values{};                  // of a constant that the file gives a value
    bool operator==(const Register&) const = default;
  };

  /// An attribute that the compiled program reads (after).
  struct Attribute {
    std::string name;            // "va0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask components = 0;    // those that are read
    bool operator==(const Attribute&) const = default;
  };

  /// The number from which the instance id counts.
  struct InstanceId {
    bool from_first_instance = false;  // the first instance of the draw call; false: zero
    constexpr bool operator==(const InstanceId&) const = default;
  };

  /// A varying of the compiled program (after).
  struct Varying {
    std::string name;            // "v0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask components = 0;    // vertex programs: those that tokens write; fragment programs: those that are read
    bool centroid = false;       // interpolated at the centroid
    bool operator==(const Varying&) const = default;
  };

  /// The constant registers, before or after.
  struct Constants {
    std::uint32_t count = 0;            // registers in the array, 0 to 1024
    bool indirect = false;              // whether relative addresses read it
    std::vector<RegisterRange> ranges;  // the registers that are read by number
    bool operator==(const Constants&) const = default;
  };

  /// Where one resource is bound in each API. All of them follow from the options: fields that `target` does not use
  /// have the values of a compilation for their own language with the same options.
  struct Slots {
    std::optional<std::uint32_t> set;  // descriptor set or bind group; unset if the environment is OpenGL
    std::uint32_t binding = 0;         // of the SPIR-V, and of the GLSL and WGSL that print it (docs/abi.md)
    std::uint32_t msl = 0;             // buffer(n) of the constants; texture(n) and sampler(n) of a sampler
    std::uint32_t hlsl = 0;            // register bn of the constants; tn and sn of a sampler
    std::uint32_t hlsl_space = 0;      // register space; shader model 5.0 has none
    constexpr bool operator==(const Slots&) const = default;
  };

  /// Where the array of constants is: `count` vec4s of floats.
  struct Layout {
    ConstantsMode mode = ConstantsMode::Ubo;  // how they reach the shader
    std::uint32_t count = 0;                  // registers, 1 to 1024
    std::uint32_t stride = 0;                 // bytes from one register to the next
    std::uint32_t offset = 0;                 // bytes before the array in its block; Push: those of the other stage
    std::string_view block;                   // Ubo, Push: the block, "VertexConstants" or "FragmentConstants"
    std::string_view member;                  // Ubo, Push: the array in the block
    std::optional<std::uint32_t> location;    // Plain: the uniform location, if the language has locations
    std::optional<Slots> slots;               // Ubo
    /// Bytes of all registers.
    constexpr std::uint32_t size() const { return stride * count; }
    constexpr bool operator==(const Layout&) const = default;
  };

  /// Constants that the text declares apart, because one of its parts has a chosen name.
  struct ConstantPart {
    std::string name;                    // of the variable, or of the member of the block
    std::uint32_t first = 0, count = 1;  // registers; one register: it is not an array
    bool operator==(const ConstantPart&) const = default;
  };

  /// The constant registers.
  struct Uniforms {
    std::string name;                 // "vc" or "fc", or the chosen name; of the array if there is no block
    std::vector<ConstantPart> parts;  // in their order; empty: one array
    /// The register file: `count` is that of the AGAL version, or more if the program names a higher register.
    Constants before;
    /// The array of the compiled program: all of its `count` registers must be supplied.
    Constants after;
    std::optional<Layout> layout;  // unset if there is no such array
    bool operator==(const Uniforms&) const = default;
  };

  /// A relative address of a token (before): the constants from `offset` plus the value of the index on.
  struct RelativeAddress {
    std::uint32_t token = 0;          // 1-based
    Operand operand = Operand::None;  // Source1 or Source2
    std::string index;                // the register that holds the index
    std::uint32_t component = 0;      // of that register, 0 to 3
    std::int32_t offset = 0;          // -128 to 255
    std::uint32_t rows = 1;           // consecutive registers that the token reads, 1 to 4
    RegisterRange reach;              // the constants that it may read
    bool clamped = false;             // whether the address is kept within the reach
    bool operator==(const RelativeAddress&) const = default;
  };

  /// A sampler state that tokens ask for, as in the operand: SamplerOperand::field, has and bias decode wrap, filter,
  /// mip, bias, …
  struct SamplerState {
    SamplerOperand operand;             // of the first token that asks for it
    std::uint32_t anisotropy = 1;       // 1 to 16; 1: isotropic
    std::vector<std::uint32_t> tokens;  // 1-based, ascending
    bool operator==(const SamplerState&) const = default;
  };

  /// The texture and sampler of the compiled program (after).
  struct BoundTexture {
    TextureKind kind = TextureKind::Plane;         // of the texture
    Slots slots;                                   // where the texture is bound
    std::optional<std::uint32_t> sampler_binding;  // of the sampler, in the set of `slots`; unset: combined
    bool filtering = true;  // false: no token has a filter but `nearest`, so that the texture need not be filterable
    constexpr bool operator==(const BoundTexture&) const = default;
  };

  /// A sampler that some token names (before).
  struct Sampler {
    std::string name;                   // "fs0"
    std::uint32_t index = 0;            // 0 to 1023
    std::optional<BoundTexture> bound;  // unset: its result is unused, so the compiled program does not have it
    std::vector<SamplerState> states;   // by first use; at least one; players reject a program with two (AGAL3696)
    /// Whether all tokens ask for the same state.
    bool consistent() const { return states.size() == 1; }
    bool operator==(const Sampler&) const = default;
  };

  /// The outputs of the compiled program (after).
  struct Outputs {
    bool position = false;              // clip-space position
    std::vector<NamedLocation> colors;  // locations 0 to 3
    bool depth = false;                 // fragment depth
    bool kills = false;                 // whether fragments may be discarded
    bool operator==(const Outputs&) const = default;
  };

  /// The clip space of the stored position.
  struct ClipSpace {
    ClipZ z = ClipZ::ZeroToOne;  // the range of z
    bool flip_y = false;         // y is negated
    constexpr bool operator==(const ClipSpace&) const = default;
  };

  // The program and the target.
  Stage stage = Stage::Vertex;                      // Vertex or Fragment
  std::uint32_t version = 1;                        // of AGAL, as in the header of the bytecode
  Target target = Target::Spv;                      // the output language
  Environment environment = Environment::Vulkan10;  // of the SPIR-V; `info` has its version of SPIR-V
  std::string entry_point;                          // the function in the target's text
  std::string spirv_entry_point;                    // the entry point in the SPIR-V
  std::vector<Extensions> extensions;               // after; by target, without those that need none

  // The program before anything is removed.
  std::uint32_t tokens = 0;               // how many
  std::vector<OpcodeCount> opcodes;       // ascending by opcode
  std::vector<Register> registers;        // ascending by type, then number
  std::vector<RelativeAddress> indirect;  // by token and operand

  // The inputs and outputs.
  std::vector<Attribute> attributes;      // vertex programs
  std::optional<InstanceId> instance_id;  // unset: it is not read
  std::vector<Varying> varyings;  // vertex programs: those that are stored; fragment programs: those that are read
  Uniforms uniforms;              // the constants
  std::vector<Sampler> samplers;  // also those that need not be bound
  Outputs outputs;                // the outputs that are written
  std::optional<ClipSpace> clip_space;  // vertex programs

  /// The registers of the varyings that share locations (`OutputOptions::varying_limit`): then the varyings above are
  /// locations, and not registers. Empty: none does.
  std::vector<std::uint32_t> packed_varyings;
  bool operator==(const Interface&) const = default;
};

/// The interface between the programs of a pair. Each of them also has its own Interface.
struct SharedInterface {
  /// A varying that both programs have.
  struct Varying {
    std::string name;            // "v0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask written = 0;       // by tokens of the vertex program
    WriteMask read = 0;          // by the compiled fragment program
    bool centroid = false;       // interpolated at the centroid
    bool operator==(const Varying&) const = default;
  };

  /// A range of the pipeline layout's push constants.
  struct PushRange {
    Stage stage = Stage::Vertex;  // that reads it
    std::uint32_t offset = 0;     // bytes
    std::uint32_t size = 0;       // bytes
    constexpr bool operator==(const PushRange&) const = default;
  };

  std::vector<Varying> kept;           // in both programs
  std::vector<NamedLocation> dropped;  // written by tokens of the vertex program, but not stored: nothing reads them
  std::vector<NamedLocation> added;    // read by the fragment program, written by no token; stored as zero
  std::vector<PushRange> push_ranges;  // vertex, then fragment; none for a program without constants or another mode

  bool operator==(const SharedInterface&) const = default;
};

}  // namespace agal
