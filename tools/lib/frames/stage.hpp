// Stage3D as the calls of a file leave it: the objects with their contents, and the settings of the next draw.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "frames/frame_file.hpp"
#include "frames/pixels.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::frames {

/// The player that a replay imitates. Ruffle samples only the first level of each texture; Flash samples all levels.
enum class Mode : std::uint8_t { Ruffle, Flash };

/// A pair of programs. `problem` says why it cannot be drawn; "" if it can.
struct Pair {
  Program vertex, fragment;
  std::string problem;
};
using Pairs = std::map<ProgramKey, Pair>;

/// Reads all pairs of a file. A pair that is rejected is a warning (AGAL1154).
Pairs read_pairs(const FrameFile& frames, const std::string& name, Diagnostics& found);

struct Object {
  enum class Kind : std::uint8_t { Program, Vertices, Indices, Texture };

  Kind kind = Kind::Program;
  const Pair* pair = nullptr;  // the pair of a program; nullptr: it was not uploaded
  ProgramKey key;
  base::ByteVector bytes;           // the content of a buffer
  std::uint32_t stride = 2;         // the bytes of a vertex or of an index
  std::uint32_t per_instances = 0;  // instances for each vertex; 0: it does not depend on the instance
  std::uint32_t width = 0, height = 0;
  bool is_cube = false;
  std::string format;
  std::vector<std::vector<Level>> sides;  // levels of a texture that were uploaded; those in between may be empty
  std::uint64_t version = 0;              // changes when the content of a buffer changes
  std::vector<std::array<std::uint32_t, 2>> changed;  // sides and levels that were uploaded since `take_changes`
  std::uint32_t levels() const;
};

struct VertexStream {
  std::uint32_t object = 0;  // 0: none
  std::uint32_t offset = 0;  // in bytes
  stage3d::VertexFormat format = stage3d::VertexFormat::Float4;
};

struct RenderTarget {
  std::uint32_t object = 0;  // 0: the back buffer
  std::uint32_t side = 0;
  bool depth = false;
  auto operator<=>(const RenderTarget&) const = default;
};

struct StencilTest {
  stage3d::Compare compare = stage3d::Compare::Always;
  stage3d::StencilAction pass = stage3d::StencilAction::Keep, depth_fail = stage3d::StencilAction::Keep,
                         fail = stage3d::StencilAction::Keep;
};

inline constexpr std::size_t max_streams = 16, max_textures = 16, max_constants = 256;

struct Settings {
  std::uint32_t program = 0;
  std::array<VertexStream, max_streams> streams;
  std::array<std::uint32_t, max_textures> textures{};
  std::array<std::optional<SamplerOperand>, max_textures> samplers;
  std::array<std::array<std::array<float, 4>, max_constants>, 2> constants{};  // vertex program, fragment program
  stage3d::Blend blend = stage3d::Blend::None;
  bool depth_write = true;
  stage3d::Compare depth_compare = stage3d::Compare::LessEqual;
  stage3d::Culling culling = stage3d::Culling::None;
  stage3d::ColorMask color_mask{true, true, true, true};
  std::array<StencilTest, 2> stencil;                          // front faces, back faces
  std::array<std::uint8_t, 3> stencil_reference{0, 255, 255};  // reference value, read mask, write mask
  std::optional<std::array<std::int32_t, 4>> scissor;
  RenderTarget target;
};

struct BackBuffer {
  std::uint32_t width = 0, height = 0;  // 0: there is none
  bool is_antialiased = false, depth = true;
};

struct ClearCall {
  Float4 color{};
  float depth = 1;
  std::uint32_t stencil = 0, mask = 0;  // mask: 1 color, 2 depth, 4 stencil
};

struct DrawCall {
  std::uint32_t indices = 0;  // the buffer
  std::uint32_t first = 0, count = 0, instances = 1;
};

class Stage {
 public:
  Stage(const FrameFile& frames, const Pairs& pairs, Mode mode) : frames_(frames), pairs_(pairs), mode_(mode) {}

  /// Makes a call. Returns why it is malformed; "" if it is not. Draws and clears do nothing here.
  std::string apply(const Call& call);
  static ClearCall clear_of(const Call& call);
  /// nullopt: the draw has no indices, no program or no target, and draws nothing.
  std::optional<DrawCall> draw_of(const Call& call) const;

  const Object* find(std::uint32_t number) const;
  std::vector<std::array<std::uint32_t, 2>> take_changes(std::uint32_t texture);
  const Settings& settings() const { return settings_; }
  const BackBuffer& back_buffer() const { return back_; }
  /// Width and height of the current target; 0: there is none.
  std::array<std::uint32_t, 2> target_size() const;
  /// The part of the target that draws change: the scissor rectangle, or the whole target if that is empty or outside.
  stage3d::PixelRectangle drawn_part() const;
  /// Messages about calls that the replay does not draw as the game meant, each once.
  const std::set<std::string>& warnings() const { return warnings_; }

 private:
  std::string create(const Call& call);
  std::string upload(const Call& call);
  std::string upload_items(const Call& call, Object& object);
  std::string upload_level(const Call& call, Object& object);
  std::string upload_atf(const Call& call, Object& object);
  std::string set(const Call& call);
  std::string set_constants(const Call& call);
  void set_stream(const Call& call, std::size_t slot);
  void set_program(std::uint32_t number);
  void set_stencil(const Call& call);
  std::string set_target(const Call& call);
  void set_sampler(const Call& call, std::size_t slot);
  std::string reserve(std::uint64_t bytes);

  const FrameFile& frames_;
  const Pairs& pairs_;
  Mode mode_;
  Settings settings_;
  BackBuffer back_;
  std::map<std::uint32_t, Object> objects_;
  std::set<std::string> warnings_;
  std::uint64_t bytes_ = 0;
};

}  // namespace agal::frames
