// The pairs that a game uploaded, as recorded in the log of the tapped game (docs/capture.md).
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
  std::uint32_t index = 0;                 // of the attribute register
  std::uint32_t offset = 0;                // of the attribute in a vertex
  std::string format;                      // "float3"
  std::optional<std::uint32_t> vertices;   // how many the buffer has, if it is known
  std::optional<std::uint32_t> stride;     // from one vertex to the next, if it is known
  std::optional<std::uint32_t> instances;  // of a buffer for instances: how many each element is for
};

/// The class of a texture in ActionScript; `Unknown` if the log does not say it.
enum class CapturedTextureClass : std::uint8_t { Unknown, Texture, Cube, Rectangle, Video };
/// The class as the JSON calls it: "unknown", "texture", "cube", "rectangle" or "video".
std::string_view name(CapturedTextureClass kind);

/// A texture that `setTextureAt` or `setRenderToTexture` bound. Members that the call that created it does not give are
/// unset.
struct CapturedTexture {
  std::uint32_t index = 0;                                    // of the sampler; 0 for a target
  CapturedTextureClass kind = CapturedTextureClass::Unknown;  // the class that was created
  std::optional<std::uint32_t> width;                         // of the largest level, in texels
  std::optional<std::uint32_t> height;                        // likewise; of a cube, the same
  std::string format;                                         // "bgra", "compressed", …
  bool render_target = false;                                 // whether it was created to be drawn into
  std::uint32_t levels = 1;                                   // that were uploaded
  std::string atf;  // the first bytes of compressed data, in hexadecimal digits
};

/// `setSamplerStateAt`, in the words of Stage3D.
struct CapturedSampler {
  std::uint32_t index = 0;  // of the sampler register
  std::string wrap;         // "clamp", "repeat", …
  std::string filter;       // "nearest", "linear", …
  std::string mip;          // "mipnone", "mipnearest", "miplinear"
};

/// `setStencilActions`, in the words of Stage3D.
struct CapturedStencil {
  std::string face = "frontAndBack";  // the triangles that the actions are for
  std::string compare = "always";     // the test
  std::string pass = "keep";          // the action if both tests pass
  std::string depth_fail = "keep";    // the action if only the stencil test passes
  std::string stencil_fail = "keep";  // the action if the stencil test fails
};

/// `configureBackBuffer`.
struct CapturedBackBuffer {
  std::uint32_t width = 0;        // in pixels
  std::uint32_t height = 0;       // in pixels
  std::uint32_t anti_alias = 0;   // the level that was asked for; 0: none
  bool depth_and_stencil = true;  // whether it has a depth and stencil buffer
};

/// One constant register: x, y, z, w.
using CapturedRegister = std::array<float, 4>;

/// The registers from 0 to the last that was set.
struct CapturedConstants {
  std::vector<CapturedRegister> vertex;    // of the vertex program
  std::vector<CapturedRegister> fragment;  // of the fragment program
};

/// A call that draws, and the state in effect. State that the game did not set has the default of the player.
struct CapturedDraw {
  std::uint32_t number = 1;                       // among the draws of the pair
  bool instanced = false;                         // drawTrianglesInstanced
  std::optional<std::uint32_t> indices;           // of the index buffer, if it is known
  std::uint32_t first_index = 0;                  // in the index buffer
  std::optional<std::uint32_t> triangles;         // unset: all of the index buffer
  std::uint32_t instances = 1;                    // how many are drawn
  std::vector<CapturedAttribute> attributes;      // by index
  std::vector<CapturedTexture> textures;          // by index
  std::vector<CapturedSampler> samplers;          // by index; without one, the state in the program applies
  std::string blend_source = "one";               // the factor of the new color
  std::string blend_destination = "zero";         // the factor of the color in the target
  bool depth_write = true;                        // whether the depth is stored
  std::string depth_compare = "less";             // the depth test
  std::string culling = "none";                   // the triangles that are not drawn
  std::string color_mask = "rgba";                // the channels that are written
  std::optional<CapturedStencil> stencil;         // unset: setStencilActions was not called
  std::optional<CapturedBackBuffer> back_buffer;  // unset: configureBackBuffer was not called
  std::optional<CapturedTexture> target;          // unset: the back buffer
  std::optional<CapturedConstants> constants;     // at the first draw only
};

/// The SWF file that was tapped, according to a log. Logs of older taps do not say it.
struct CapturedGame {
  std::string hash;  // XXH3-128 of the file, 32 hexadecimal digits; "" if it is unknown
  std::string file;  // its name without folders; "" if it is unknown

  bool operator==(const CapturedGame&) const = default;
};

/// A pair in one run of the game.
struct Capture {
  std::string log;                  // the container, as in Origin::container
  std::string run;                  // the number of the start of the game, in hexadecimal digits
  std::string player;               // its version and type; "" if the log does not say it
  CapturedGame game;                // the game that ran
  std::uint32_t pair = 0;           // its number, in the order of the first upload
  std::uint32_t upload = 0;         // the number of its first upload
  std::uint32_t uploads = 0;        // how often it was uploaded
  std::vector<CapturedDraw> draws;  // the first ones, at most `max_captured_draws`
};
/// How many draws of a pair a capture has, at most.
inline constexpr std::size_t max_captured_draws = 4;

/// The captures of a program with one partner.
struct PartnerCaptures {
  std::string with;                                // the hash of the partner
  const std::vector<Capture>* captures = nullptr;  // not owned; nullptr: none
};

/// A list of JSON objects on one line: `captured` in docs/manifest.schema.json. Draws beyond `max_bytes` are left out.
std::string to_json(const std::vector<Capture>& captures, std::size_t max_bytes = std::size_t{16} << 20);

/// A reflection (Compilation::reflection) with the key `captured`: docs/reflection.md. Without captures, it is returned
/// as it is.
std::string add_captures(std::string reflection, const std::vector<PartnerCaptures>& partners);

}  // namespace agal
