// The state of Stage3D after calls of a file: the objects with their contents, and the settings of the next draw.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agal/interpret.hpp"
#include "agal/program.hpp"
#include "stage/draw_notes.hpp"
#include "stage/levels.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::frames {

/// The player that a replay imitates. Ruffle samples only the first level of each texture; Flash samples all levels.
enum class Mode : std::uint8_t { Ruffle, Flash };

/// A pair of programs. `problem` is the reason why it cannot be drawn; "" if it can be drawn.
struct Pair {
  Program vertex, fragment;
  std::string problem;
};
using Pairs = std::map<ProgramKey, Pair>;

struct StageOptions {
  Mode mode = Mode::Ruffle;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;  // all objects and targets together
  AtfDecoder decode_atf = nullptr;                   // nullptr: a pattern replaces the textures of such files
};

struct Object {
  enum class Kind : std::uint8_t { Program, Vertices, Indices, Texture };

  Kind kind = Kind::Program;
  const Pair* pair = nullptr;  // the pair of a program; nullptr: it was not uploaded
  ProgramKey key;
  base::ByteVector bytes;           // the content of a buffer
  std::uint32_t stride = 2;         // the bytes of a vertex or of an index
  std::uint32_t vector_items = 0;   // the end of the last uploadFromVector, in vertices or indices
  std::uint32_t per_instances = 0;  // instances that share an element; 0: an element for each vertex
  std::uint32_t width = 0, height = 0;
  bool is_cube = false;
  std::string format;
  std::vector<std::vector<Level>> sides;  // the levels of each side; a level without an upload is empty
  std::array<std::size_t, 2> uploaded{};  // offset and size of the last upload into a buffer, in bytes
  std::string problem;                    // the reason why a pattern replaces the last upload; "": none does
  std::vector<std::array<std::uint32_t, 2>> changed;  // sides and levels that were uploaded since `take_changes`
  // The highest index of each part of an index buffer that a draw used since the last upload.
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> max_indices;
  std::uint32_t levels() const;
  /// Returns the highest of `count` indices from `first`.
  std::uint32_t max_index(std::uint32_t first, std::uint32_t count) const;
};

struct VertexStream {
  std::uint32_t object = 0;  // 0: none
  std::uint32_t offset = 0;  // in bytes
  stage3d::VertexFormat format = stage3d::VertexFormat::Float4;
};

inline constexpr std::size_t max_outputs = 4;

/// The textures into which a fragment program draws, or the back buffer.
struct RenderTarget {
  struct Side {
    std::uint32_t object = 0, side = 0;
    auto operator<=>(const Side&) const = default;
  };
  std::uint32_t object = 0;  // texture of the first output; 0: the back buffer
  std::uint32_t side = 0;
  bool depth = false;
  std::array<Side, max_outputs - 1> others;  // the outputs oc1 to oc3; object 0: the output is not drawn
  auto operator<=>(const RenderTarget&) const = default;
};

struct StencilTest {
  stage3d::Compare compare = stage3d::Compare::Always;
  stage3d::StencilAction pass = stage3d::StencilAction::Keep, depth_fail = stage3d::StencilAction::Keep,
                         fail = stage3d::StencilAction::Keep;
  auto operator<=>(const StencilTest&) const = default;
};

/// The settings on which the pipeline of a draw depends.
struct PipelineSettings {
  stage3d::Blend blend = stage3d::Blend::None;
  bool depth_write = true;
  stage3d::Compare depth_compare = stage3d::Compare::LessEqual;
  stage3d::Culling culling = stage3d::Culling::None;
  stage3d::ColorMask color_mask{true, true, true, true};
  std::array<StencilTest, 2> stencil;                          // front faces, back faces
  std::array<std::uint8_t, 3> stencil_reference{0, 255, 255};  // reference value, read mask, write mask
  auto operator<=>(const PipelineSettings&) const = default;
};

inline constexpr std::size_t max_streams = 16, max_textures = 16, max_constants = 256;

struct Settings : PipelineSettings {
  std::uint32_t program = 0;
  std::array<VertexStream, max_streams> streams;
  std::array<std::uint32_t, max_textures> textures{};
  std::array<SamplerOperand, max_textures> samplers{};  // clamp, nearest and no mip levels until they are set
  std::array<bool, max_textures> set_samplers{};        // true for states that were set after the program
  std::array<std::array<std::array<float, 4>, max_constants>, 2> constants{};  // vertex program, fragment program
  std::optional<std::array<std::int32_t, 4>> scissor;
  RenderTarget target;
};

struct BackBuffer {
  std::uint32_t width = 0, height = 0;  // 0: there is no back buffer
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

class Stage;

/// Collects draws that read outside of a buffer, and calls that Ruffle draws differently (docs/frames.md).
class DrawChecks {
 public:
  /// Checks a draw, which the stage can draw.
  void check(const Stage& stage, const Call& call, const DrawCall& draw);
  /// Notes that stencil actions were set for a face: "front", "back" or "frontAndBack".
  void set_stencil_face(std::string_view face);
  void note_packed_bytes(const Call& call) { in_ruffle_.add("uploadFromByteArray for packed formats", call); }
  /// Checks whether a clear is lost. To be called after each call, with the target after it. Calls outlive this object.
  void end_call(const Call& call, const RenderTarget& target);

  std::set<std::string> reads_outside() const { return outside_.texts(); }
  std::set<std::string> differences_of_ruffle() const { return in_ruffle_.texts(); }

 private:
  void check_reads(const Stage& stage, const Call& call, const DrawCall& draw);
  void check_player(const Stage& stage, const Call& call, const DrawCall& draw);
  const std::vector<std::uint32_t>& attributes_of(const Pair& pair);

  DrawNotes outside_, in_ruffle_;
  std::map<const Pair*, std::vector<std::uint32_t>> attributes_;  // the attributes that vertex programs read
  const Call* cleared_ = nullptr;                                 // the last clear, until a draw or another target
  RenderTarget cleared_target_;
  std::uint32_t stencil_faces_ = 0;  // faces whose actions were set alone: 1 front, 2 back
};

class Stage {
 public:
  Stage(const Pairs& pairs, const StageOptions& options) : pairs_(pairs), options_(options) {}

  /// Makes a call. Returns the reason if the call is malformed, otherwise "". Draws and clears do not change the state.
  std::string apply(const Call& call);
  static ClearCall clear_of(const Call& call);
  /// Returns the draw; nullopt if it draws nothing, because indices, a program or a target are missing.
  std::optional<DrawCall> draw_of(const Call& call) const;

  const Object* find(std::uint32_t number) const;
  std::vector<std::array<std::uint32_t, 2>> take_changes(std::uint32_t texture);
  const Settings& settings() const { return settings_; }
  const BackBuffer& back_buffer() const { return back_; }
  /// Returns the textures of the outputs; empty if the first output is the back buffer. Object 0: the output is not
  /// drawn, or its texture does not have the size of the first one.
  std::vector<RenderTarget::Side> outputs() const;
  /// Returns the width and height of the current target; 0 if there is no target.
  std::array<std::uint32_t, 2> target_size() const;
  /// Returns the part of the target that draws can change: the scissor rectangle inside the target, or the whole target
  /// if this part is empty.
  stage3d::PixelRectangle drawn_part() const;
  /// Returns a message, with the first line, for each kind of call that is not replayed as in a player, and for each
  /// texture that is a pattern.
  std::set<std::string> warnings() const;
  /// Returns a text for each kind of read outside of a buffer, with the draws: players differ there.
  std::set<std::string> reads_outside() const { return checks_.reads_outside(); }
  /// Returns a text for each known difference of Ruffle, with the draws, or the lines of other calls.
  std::set<std::string> differences_of_ruffle() const { return checks_.differences_of_ruffle(); }

 private:
  struct Method;
  static const Method* find_method(std::string_view name);
  // Adds a warning about a call that is not replayed as in a player.
  void note(const Call& call, std::string_view what);
  void check_types(const Call& call, const Method& method);
  void mark(const Call& call, std::uint32_t number, Object& object, std::string problem);
  bool is_index(const Call& call, std::size_t end);
  template <class E>
  void take_word(const Call& call, std::size_t index, E& to);
  std::string upload_items(const Call& call, Object& object);
  std::string upload_level(const Call& call, Object& object);
  std::string upload_atf(const Call& call, Object& object);
  void set_levels(Object& object, std::vector<std::vector<Level>> sides) const;
  std::string reserve(std::uint64_t bytes);

  // The functions of methods.def. Each returns the reason if the call is malformed, otherwise "".
  std::string check_draw(const Call& call);
  std::string configure(const Call& call);
  std::string create_buffer(const Call& call);
  std::string create_program(const Call& call);
  std::string create_texture(const Call& call);
  std::string leave(const Call&) { return {}; }
  std::string set_back_buffer(const Call& call);
  std::string set_blend(const Call& call);
  std::string set_color_mask(const Call& call);
  std::string set_constants(const Call& call);
  std::string set_culling(const Call& call);
  std::string set_depth(const Call& call);
  std::string set_fill_mode(const Call& call);
  std::string set_program(const Call& call);
  std::string set_sampler(const Call& call);
  std::string set_scissor(const Call& call);
  std::string set_stencil(const Call& call);
  std::string set_stencil_reference(const Call& call);
  std::string set_stream(const Call& call);
  std::string set_target(const Call& call);
  std::string set_texture(const Call& call);
  std::string upload(const Call& call);

  const Pairs& pairs_;
  StageOptions options_;
  Settings settings_;
  BackBuffer back_;
  std::map<std::uint32_t, Object> objects_;
  std::set<RenderTarget> targets_;                 // all textures that were targets
  std::map<std::string, std::uint32_t> warnings_;  // the key is the message, the value its first line
  DrawChecks checks_;
  std::uint64_t bytes_ = 0, back_bytes_ = 0;  // all objects and targets; the back buffer alone
};

}  // namespace agal::frames
