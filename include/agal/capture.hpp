// What the log of a tapped game says about the pairs that the game uploaded (docs/capture.md).
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
  std::uint32_t index = 0, offset = 0;
  std::string format;                             // "float3"
  std::optional<std::uint32_t> vertices, stride;  // of the buffer, if they are known
  std::optional<std::uint32_t> instances;         // of a buffer for instances: how many each element is for
};

enum class CapturedTextureClass : std::uint8_t { Unknown, Texture, Cube, Rectangle, Video };
std::string_view name(CapturedTextureClass kind);

/// A texture that `setTextureAt` or `setRenderToTexture` bound. What the call that created it does not say is unset.
struct CapturedTexture {
  std::uint32_t index = 0;  // of the sampler; 0 for a target
  CapturedTextureClass kind = CapturedTextureClass::Unknown;
  std::optional<std::uint32_t> width, height;
  std::string format;  // "bgra", "compressed", …
  bool render_target = false;
  std::uint32_t levels = 1;  // that were uploaded
  std::string atf;           // the first bytes of compressed data, in hexadecimal digits
};

/// `setSamplerStateAt`, in the words of Stage3D.
struct CapturedSampler {
  std::uint32_t index = 0;
  std::string wrap, filter, mip;
};

struct CapturedStencil {
  std::string face = "frontAndBack", compare = "always", pass = "keep", depth_fail = "keep", stencil_fail = "keep";
};

struct CapturedBackBuffer {
  std::uint32_t width = 0, height = 0, anti_alias = 0;
  bool depth_and_stencil = true;
};

using CapturedRegister = std::array<float, 4>;

/// The registers from 0 to the last that was set.
struct CapturedConstants {
  std::vector<CapturedRegister> vertex, fragment;
};

/// A call that draws, and the state in effect. What the game did not set has the default of the player.
struct CapturedDraw {
  std::uint32_t number = 1;              // among the draws of the pair
  bool instanced = false;                // drawTrianglesInstanced
  std::optional<std::uint32_t> indices;  // of the index buffer, if it is known
  std::uint32_t first_index = 0;
  std::optional<std::uint32_t> triangles;  // unset: all of the index buffer
  std::uint32_t instances = 1;
  std::vector<CapturedAttribute> attributes;  // by index
  std::vector<CapturedTexture> textures;      // by index
  std::vector<CapturedSampler> samplers;      // by index; without one, the state in the program applies
  std::string blend_source = "one", blend_destination = "zero";
  bool depth_write = true;
  std::string depth_compare = "less", culling = "none", color_mask = "rgba";
  std::optional<CapturedStencil> stencil;         // unset: setStencilActions was not called
  std::optional<CapturedBackBuffer> back_buffer;  // unset: configureBackBuffer was not called
  std::optional<CapturedTexture> target;          // unset: the back buffer
  std::optional<CapturedConstants> constants;     // at the first draw only
};

/// A pair in one run of the game.
struct Capture {
  std::string log;                  // the container, as in Origin::container
  std::string run;                  // the number of the start of the game, in hexadecimal digits
  std::string player;               // its version and type; "" if the log does not say it
  std::uint32_t pair = 0;           // its number, in the order of the first upload
  std::uint32_t upload = 0;         // the number of its first upload
  std::uint32_t uploads = 0;        // how often it was uploaded
  std::vector<CapturedDraw> draws;  // the first ones, at most `max_captured_draws`
};
inline constexpr std::size_t max_captured_draws = 4;

/// The captures of a program with one partner.
struct PartnerCaptures {
  std::string with;  // the hash of the partner
  const std::vector<Capture>* captures = nullptr;
};

/// A list of JSON objects on one line: `captured` in docs/manifest.schema.json. Draws beyond `max_bytes` are left out.
std::string to_json(const std::vector<Capture>& captures, std::size_t max_bytes = std::size_t{16} << 20);

/// A reflection (Compilation::reflection) with the key `captured`: docs/reflection.md. Without captures, it is returned
/// as it is.
std::string add_captures(std::string reflection, const std::vector<PartnerCaptures>& partners);

}  // namespace agal
