// The pairs that a game uploaded, according to the log that the game writes after `agalc tap` changed it
// (docs/capture.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agal {

/// A vertex buffer that `setVertexBufferAt` bound. Offsets and strides are in units of 32 bits, as in Stage3D.
struct CapturedAttribute {
  std::uint32_t index = 0;                 // the number of the attribute register
  std::uint32_t offset = 0;                // the offset of the attribute in a vertex
  std::string format;                      // "float3"
  std::optional<std::uint32_t> vertices;   // the number of vertices in the buffer, if known
  std::optional<std::uint32_t> stride;     // the distance between vertices, if known
  std::optional<std::uint32_t> instances;  // the number of instances per element; unset if not an instance buffer
};

/// The class of a texture in ActionScript. `Unknown` means that the log does not contain it.
enum class CapturedTextureClass : std::uint8_t { Unknown, Texture, Cube, Rectangle, Video };
/// The class in JSON: "unknown", "texture", "cube", "rectangle" or "video".
std::string_view name(CapturedTextureClass kind);

/// A texture that `setTextureAt` or `setRenderToTexture` bound. Members are unset if the call that created the texture
/// does not give them.
struct CapturedTexture {
  std::uint32_t index = 0;                                    // the number of the sampler; 0 for a render target
  CapturedTextureClass kind = CapturedTextureClass::Unknown;  // the class of the created texture
  std::optional<std::uint32_t> width;                         // the width of the largest level, in texels
  std::optional<std::uint32_t> height;  // the height of the largest level, in texels; equal to the width for a cube
  std::string format;                   // "bgra", "compressed", …
  bool render_target = false;           // true if it was created as a render target
  std::uint32_t levels = 1;             // the number of uploaded levels
  std::string atf;                      // the first bytes of compressed data, in hexadecimal digits
};

/// A texture that `setRenderToTexture` made the render target.
struct CapturedTarget : CapturedTexture {
  bool depth_and_stencil = false;  // true if the target has a buffer for depth and stencil values
  std::uint32_t anti_alias = 0;    // the quality of antialiasing, from 0 to 4
};

/// A call of `setSamplerStateAt`, in the words of Stage3D.
struct CapturedSampler {
  std::uint32_t index = 0;  // the number of the sampler register
  std::string wrap;         // "clamp", "repeat", …
  std::string filter;       // "nearest", "linear", …
  std::string mip;          // "mipnone", "mipnearest", "miplinear"
};

/// A call of `setStencilActions`, in the words of Stage3D.
struct CapturedStencil {
  std::string face = "frontAndBack";  // the triangles to which the actions apply
  std::string compare = "always";     // the comparison of the stencil test
  std::string pass = "keep";          // the action if the stencil test and the depth test pass
  std::string depth_fail = "keep";    // the action if only the stencil test passes
  std::string stencil_fail = "keep";  // the action if the stencil test fails
};

/// A call of `configureBackBuffer`.
struct CapturedBackBuffer {
  std::uint32_t width = 0;        // the width in pixels
  std::uint32_t height = 0;       // the height in pixels
  std::uint32_t anti_alias = 0;   // the requested level; 0: no anti-aliasing
  bool depth_and_stencil = true;  // true if it has a depth and stencil buffer
};

/// The value of one constant register: x, y, z, w.
using CapturedRegister = std::array<float, 4>;

/// The constant registers from 0 to the last register that was set.
struct CapturedConstants {
  std::vector<CapturedRegister> vertex;    // the constants of the vertex program
  std::vector<CapturedRegister> fragment;  // the constants of the fragment program
};

/// A draw call with a pair (a vertex and a fragment program), and the state in effect. State that the game did not set
/// has the player's default value.
struct CapturedDraw {
  std::uint32_t number = 1;                   // the number of the draw among the pair's draws
  std::uint32_t record = 0;                   // the number of its record in the run, which orders the draws of all pairs
  bool instanced = false;                     // true for drawTrianglesInstanced
  std::optional<std::uint32_t> indices;       // the number of indices in the index buffer, if known
  std::uint32_t first_index = 0;              // the first index in the index buffer
  std::optional<std::uint32_t> triangles;     // unset: all triangles of the index buffer
  std::uint32_t instances = 1;                // the number of instances
  std::vector<CapturedAttribute> attributes;  // sorted by index
  std::vector<CapturedTexture> textures;      // sorted by index
  std::vector<CapturedSampler> samplers;    // sorted by index; a register without an entry has the state in the program
  std::string blend_source = "one";         // the factor of the new color
  std::string blend_destination = "zero";   // the factor of the color in the target
  bool depth_write = true;                  // true if the depth is stored
  std::string depth_compare = "lessEqual";  // the depth test
  std::string culling = "none";             // the triangles that are culled
  std::string color_mask = "rgba";          // the channels that are written
  std::optional<CapturedStencil> stencil;   // unset: setStencilActions was not called
  std::optional<CapturedBackBuffer> back_buffer;  // unset: configureBackBuffer was not called
  std::optional<CapturedTarget> target;           // the render target; unset: the back buffer
  std::optional<CapturedConstants> constants;     // the constants; only stored with the first draw
};

/// The SWF file that `agalc tap` changed, according to a log. Logs of older versions do not contain it.
struct CapturedGame {
  std::string hash;  // XXH3-128 of the file, 32 hexadecimal digits; "" if it is unknown
  std::string file;  // the file's name without folders; "" if it is unknown

  bool operator==(const CapturedGame&) const = default;
};

/// A pair in one run of a game, which begins when the game starts.
struct Capture {
  std::string log;                  // the container, like Origin::container
  std::string run;                  // the number that identifies the run, in hexadecimal digits
  std::string player;               // the player's version and type; "" if the log does not contain them
  CapturedGame game;                // the game that ran
  std::uint32_t pair = 0;           // the pair's number, in the order of first uploads
  std::uint32_t upload = 0;         // the position of the pair's first upload among all uploads of the run, from 1
  std::uint32_t uploads = 0;        // the number of times that the run uploaded the pair
  std::vector<CapturedDraw> draws;  // the first draws, at most `max_captured_draws`
};
/// The maximum number of draws of a pair in a capture.
inline constexpr std::size_t max_captured_draws = 4;

/// The captures of a program with one partner, the other program of a pair.
struct PartnerCaptures {
  std::string with;                                // the hash of the partner
  const std::vector<Capture>* captures = nullptr;  // not owned; nullptr if there are none
};

/// Returns a list of JSON objects on one line: `captured` in docs/manifest.schema.json. When the text has `max_bytes`
/// bytes, further draws are left out.
std::string to_json(const std::vector<Capture>& captures, std::size_t max_bytes = std::size_t{16} << 20);

/// Adds the key `captured` to a reflection (Compilation::reflection): docs/reflection.md. Without captures, the
/// reflection is returned unchanged.
std::string add_captures(std::string reflection, const std::vector<PartnerCaptures>& partners);

}  // namespace agal
