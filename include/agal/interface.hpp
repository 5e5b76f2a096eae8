// The interface of a compiled program as plain structs: the resources that an engine binds, and the sampler states that
// the bytecode requests. agal::compile and agal::link fill the structs. The JSON of a reflection (docs/reflection.md)
// is printed from them and contains nothing else.
//
// In the comments, "before" means that the data describes the tokens of the program, and "after" that it describes the
// compiled program, without unused code and resources. A list is in ascending order of register numbers unless its
// comment gives another order. Names of variables are the names in the output text: by default, the names of registers
// in canonical assembly ("va0", "vc", "fs3", "oc"; docs/abi.md). A std::string_view in this file refers to a table of
// the library and is valid as long as the process runs.
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

/// A range of consecutive registers of one type.
struct RegisterRange {
  std::uint32_t first = 0;  // 0 to 1023
  std::uint32_t count = 0;  // 1 to 1024
  constexpr bool operator==(const RegisterRange&) const = default;
};

/// An input or output variable that is a vec4.
struct NamedLocation {
  std::string name;            // the name of the variable
  std::uint32_t location = 0;  // the number of the register
  bool operator==(const NamedLocation&) const = default;
};

/// The interface of one compiled program.
struct Interface {
  /// The language extensions that the text of one target has to enable.
  struct Extensions {
    Target target = Target::Spv;          // the language
    std::vector<std::string_view> names;  // at least one, in the order of their declarations in the text
    bool operator==(const Extensions&) const = default;
  };

  /// The number of uses of an opcode (before).
  struct OpcodeCount {
    Opcode opcode{};          // an opcode that at least one token has
    std::uint32_t count = 0;  // the number of tokens, at least 1
    constexpr bool operator==(const OpcodeCount&) const = default;
  };

  /// A register that a token names by number (before). A component counts as read if the result of the token depends on
  /// it. The components of a sampler are the channels of the texel.
  struct Register {
    std::string name;                             // the register's name in canonical assembly
    RegisterType type = RegisterType::Attribute;  // the register's type
    std::uint32_t index = 0;                      // 0 to 1023
    WriteMask read = 0;                           // components that tokens read
    WriteMask written = 0;                        // components that tokens write
    std::vector<std::string> variables{};  // names that the input file has for it, for example JSON from glsl2agal
    std::vector<float> values{};           // values that the input file gives a constant register
    bool operator==(const Register&) const = default;
  };

  /// An attribute that the compiled program reads (after).
  struct Attribute {
    std::string name;            // "va0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask components = 0;    // the components that are read
    bool operator==(const Attribute&) const = default;
  };

  /// The value of the instance id for the first instance.
  struct InstanceId {
    bool from_first_instance = false;  // true: the draw call's parameter `first instance`; false: 0
    constexpr bool operator==(const InstanceId&) const = default;
  };

  /// A varying of the compiled program (after).
  struct Varying {
    std::string name;            // "v0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask components = 0;    // components that a vertex program's tokens write, or a fragment program reads
    bool centroid = false;       // true if it is interpolated at the centroid
    bool operator==(const Varying&) const = default;
  };

  /// The constant registers that the tokens read (before), or that the compiled program reads (after).
  struct Constants {
    std::uint32_t count = 0;            // registers in the array, 0 to 1024
    bool indirect = false;              // true if relative addresses read the array
    std::vector<RegisterRange> ranges;  // the registers that are read by number
    bool operator==(const Constants&) const = default;
  };

  /// The binding of one resource in each API. The options determine all fields. The fields of languages other than
  /// `target` have the values that they would have if that language were the target.
  struct Slots {
    std::optional<std::uint32_t> set;  // descriptor set (Vulkan) or bind group (WGSL); otherwise unset
    std::uint32_t binding = 0;     // the binding in the SPIR-V, and in the GLSL and WGSL printed from it (docs/abi.md)
    std::uint32_t msl = 0;         // n of buffer(n) for constants, of texture(n) for a texture, of sampler(n)
    std::uint32_t hlsl = 0;        // n of register bn for constants, of tn for a texture, of sn for a sampler
    std::uint32_t hlsl_space = 0;  // register space; shader model 5.0 does not have spaces
    constexpr bool operator==(const Slots&) const = default;
  };

  /// The layout of the array of constants: `count` vec4s of floats.
  struct Layout {
    ConstantsMode mode = ConstantsMode::Ubo;  // the mechanism that passes the constants
    std::uint32_t count = 0;                  // registers, 1 to 1024
    std::uint32_t stride = 0;                 // bytes from one register to the next
    /// The number of bytes before the array in its block: for the fragment program of a pair with Push, the size of the
    /// vertex program's push constants, otherwise 0.
    std::uint32_t offset = 0;
    std::string_view block;                 // the block, "VertexConstants" or "FragmentConstants"; "" for Plain
    std::string_view member;                // the array in the block; "" for Plain
    std::optional<std::uint32_t> location;  // the uniform location of a Plain array, in any language; otherwise unset
    std::optional<Slots> slots;             // the binding of the block; unset except for Ubo
    /// The size of all registers in bytes.
    constexpr std::uint32_t size() const { return stride * count; }
    constexpr bool operator==(const Layout&) const = default;
  };

  /// Constants that the text declares as one variable or member. If the caller chose a name for some constants, the
  /// text declares several parts instead of one array.
  struct ConstantPart {
    std::string name;         // the name of the variable, or of the member of the block
    std::uint32_t first = 0;  // the first register
    std::uint32_t count = 1;  // the number of registers; with one register, it is not an array
    bool operator==(const ConstantPart&) const = default;
  };

  /// The constant registers.
  struct Uniforms {
    /// The name of the array, or of the instance of the block: "vc" by default. HLSL and plain constants do not declare
    /// the array if there are parts.
    std::string name;
    std::vector<ConstantPart> parts;  // the separate parts, by first register; empty if the constants are one array
    /// The register file. `count` follows from the AGAL version, or is higher if the program names a higher register.
    Constants before;
    /// The array of the compiled program. All of its `count` registers must be supplied.
    Constants after;
    std::optional<Layout> layout;  // unset if the compiled program does not have the array
    bool operator==(const Uniforms&) const = default;
  };

  /// A relative address of a token (before). It reads the constant register whose number is the value of the index plus
  /// `offset`, and the next `rows` - 1 registers.
  struct RelativeAddress {
    std::uint32_t token = 0;          // 1-based
    Operand operand = Operand::None;  // Source1 or Source2
    std::string index;                // the register that holds the index
    std::uint32_t component = 0;      // the component of the index register, 0 to 3
    std::int32_t offset = 0;          // -128 to 255
    std::uint32_t rows = 1;           // consecutive registers that the token reads, 1 to 4
    RegisterRange reach;              // the constants that it may read
    bool clamped = false;             // true if the address is clamped to the reach
    bool operator==(const RelativeAddress&) const = default;
  };

  /// A sampler state that tokens request, encoded as in a sampler operand. The functions SamplerOperand::field, has and
  /// bias decode it.
  struct SamplerState {
    SamplerOperand operand;             // the operand of the first token that requests the state
    std::uint32_t anisotropy = 1;       // 1 to 16; 1: isotropic
    std::vector<std::uint32_t> tokens;  // the tokens that request the state, 1-based, ascending
    bool operator==(const SamplerState&) const = default;
  };

  /// The texture and sampler of the compiled program (after).
  struct BoundTexture {
    TextureKind kind = TextureKind::Plane;         // the kind of the texture
    Slots slots;                                   // the binding of the texture
    std::optional<std::uint32_t> sampler_binding;  // the binding of a separate sampler; unset if combined
    bool filtering = true;  // false if the texture need not be filterable: all states are `nearest`, and none is
                            // `miplinear` or `ignoresampler`
    /// The binding of the texture's sampler, if the caller chose one ("fs0_sampler"). Otherwise unset: the sampler has
    /// the set, the space and the numbers of the texture.
    std::optional<Slots> sampler_slots{};
    /// Returns the binding of the sampler. Its member `binding` applies only to separate samplers.
    constexpr const Slots& of_sampler() const { return sampler_slots ? *sampler_slots : slots; }
    constexpr bool operator==(const BoundTexture&) const = default;
  };

  /// A sampler that a token names (before).
  struct Sampler {
    std::string name;                   // "fs0"
    std::uint32_t index = 0;            // 0 to 1023
    std::optional<BoundTexture> bound;  // unset if the compiled program lacks the sampler, because its result is unused
    std::vector<SamplerState> states;   // at least one, by first use; players reject a program with two (AGAL3696)
    std::string separate_name{};        // "fs0_sampler", if the text declares the sampler separately; otherwise ""
    /// Returns true if all tokens request the same state.
    bool consistent() const { return states.size() == 1; }
    bool operator==(const Sampler&) const = default;
  };

  /// The outputs of the compiled program (after).
  struct Outputs {
    bool position = false;              // true if the clip-space position is written
    std::vector<NamedLocation> colors;  // locations 0 to 3
    bool depth = false;                 // true if the fragment depth is written
    bool kills = false;                 // true if fragments may be discarded
    bool operator==(const Outputs&) const = default;
  };

  /// The clip space of the stored position.
  struct ClipSpace {
    ClipZ z = ClipZ::ZeroToOne;  // the range of z
    bool flip_y = false;         // true if y is negated
    std::string_view scale{};    // the name of a uniform factor of the position, "vcPositionScale"; "" if there is none
    constexpr bool operator==(const ClipSpace&) const = default;
  };

  // The program and the target.
  Stage stage = Stage::Vertex;  // Vertex or Fragment
  std::uint32_t version = 1;    // the AGAL version in the bytecode header
  Target target = Target::Spv;  // the output language
  /// The environment of SPIR-V, or of GLSL for Vulkan; `info` returns its version of SPIR-V. Other text is not for an
  /// environment: unset.
  std::optional<Environment> environment;
  std::string entry_point;             // the function in the target's text
  std::string spirv_entry_point;       // the entry point in the SPIR-V
  std::vector<Extensions> extensions;  // after; one entry for each target that needs extensions

  // The program before anything is removed.
  std::uint32_t tokens = 0;               // the number of tokens
  std::vector<OpcodeCount> opcodes;       // ascending by opcode
  std::vector<Register> registers;        // ascending by type, then number
  std::vector<RelativeAddress> indirect;  // sorted by token and operand

  // The inputs and outputs.
  std::vector<Attribute> attributes;      // vertex programs
  std::optional<InstanceId> instance_id;  // unset if the instance id is not read
  std::vector<Varying> varyings;  // vertex program: varyings that are stored; fragment program: varyings that are read
  Uniforms uniforms;              // the constants
  std::vector<Sampler> samplers;  // all samplers, including the ones that need not be bound
  Outputs outputs;                // the outputs that are written
  std::optional<ClipSpace> clip_space;  // vertex programs

  /// The registers of all varyings, in no particular order, if some of them share locations
  /// (`OutputOptions::varying_limit`). In this case, `varyings` describes locations instead of registers. Empty if no
  /// varyings share a location.
  std::vector<std::uint32_t> packed_varyings;
  bool operator==(const Interface&) const = default;
};

/// The interface between the programs of a pair. Each program also has its own Interface.
struct SharedInterface {
  /// A varying that both programs have.
  struct Varying {
    std::string name;            // "v0"
    std::uint32_t location = 0;  // the number of the register
    WriteMask written = 0;       // components that tokens of the vertex program write
    WriteMask read = 0;          // components that the compiled fragment program reads
    bool centroid = false;       // true if it is interpolated at the centroid
    bool operator==(const Varying&) const = default;
  };

  /// A range of the pipeline layout's push constants.
  struct PushRange {
    Stage stage = Stage::Vertex;  // the stage that reads the range
    std::uint32_t offset = 0;     // the offset in bytes
    std::uint32_t size = 0;       // the size in bytes
    constexpr bool operator==(const PushRange&) const = default;
  };

  std::vector<Varying> kept;           // varyings of both programs
  std::vector<NamedLocation> dropped;  // varyings that are written, but not stored because they are unread
  std::vector<NamedLocation> added;    // varyings that the fragment program reads and no token writes; stored as zero
  std::vector<PushRange> push_ranges;  // Push: the vertex program's range, then the fragment program's. A program
                                       // without constants does not have a range. Other modes: empty

  bool operator==(const SharedInterface&) const = default;
};

}  // namespace agal
