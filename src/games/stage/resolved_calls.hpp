// The calls of a game for a program that only draws: what each call changes, and everything that a draw depends on.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.hpp"
#include "stage/stage.hpp"

namespace agal::frames {

/// Makes calls, and writes those that change contents or pictures as JSON objects. The names of settings are the names
/// in docs/manifest.schema.json.
///
///     {"call":"createVertexBuffer","object":3,"size":112,"isIndices":false}
///     {"call":"createTexture","object":8,"width":4,"height":4,"isCube":false,"format":"bgra","isHalf":false,
///      "levels":[]}
///     {"call":"uploadFromVector","object":3,"at":0,"begin":512,"size":112}
///     {"call":"uploadFromByteArray","object":8,"isHalf":false,"levels":[[side, level, begin]…]}
///     {"call":"configureBackBuffer",
///      "backBuffer":{"number":1,"width":96,"height":64,"antiAlias":4,"depthAndStencil":true}}
///     {"frame":2,"call":"clear","state":{…},"color":[0,0,0,1],"depth":1,"stencil":0,"mask":7}
///     {"frame":2,"call":"drawTriangles","state":{…},"indices":4,"firstIndex":0,"count":6,"instances":1}
///     {"frame":2,"call":"present","state":{…}}
///
/// `begin` is the position of bytes that were stored. A buffer has `size` bytes; an upload replaces `size` bytes from
/// `at`. Levels are decoded: RGBA in bytes, or in half floats if `isHalf`. A draw that draws nothing does not have
/// `indices`. A malformed call is left out; a malformed draw draws nothing.
///
/// `state` has the settings that differ from the last call with a state. The first call has all settings:
///
///     program     the hashes of its vertex and fragment program, or null
///     attributes  [[slot, {"object":3,"offset":12,"format":"float4","stride":28,"instances":0} or null]…], in bytes
///     textures    [[slot, object or 0]…]
///     samplers    [[slot, {"wrap":"clamp","filter":"nearest","mip":"mipnone","isSet":false}]…]; `isSet`:
///                 setSamplerStateAt was called after setProgram, so that the program does not determine the state
///     blend       {"source":"one","destination":"zero"}
///     depth       {"write":true,"compare":"lessEqual"}
///     culling     "none"
///     colorMask   "rgba", or fewer letters
///     stencil     {"front":{"compare":"always","pass":"keep","depthFail":"keep","stencilFail":"keep"},"back":{…},
///                 "reference":0,"readMask":255,"writeMask":255}
///     scissor     the rectangle [x, y, width, height] of the target that draws can change; null for the whole target
///     constants   [[block, begin]…]: 16 registers, 64 floats. Blocks 0 to 15 are of the vertex program, blocks 16
///                 to 31 of the fragment program
///     target      {"object":7,"side":0,"depth":true}, or null for the back buffer
///     outputs     the targets of the outputs oc1 to oc3: [{"object":8,"side":0} or null…]
///     backBuffer  the number of the back buffer, or 0
class ResolvedCalls {
 public:
  /// Stores bytes, and returns their position.
  using Store = std::function<std::uint64_t(base::Bytes)>;

  ResolvedCalls(const Pairs& pairs, const StageOptions& options, Store store)
      : stage_(pairs, options), store_(std::move(store)) {}

  /// Makes a call, and writes it if it changes contents or pictures. Returns the reason if the call is malformed,
  /// otherwise "".
  std::string write(base::JsonWriter& json, const Call& call);
  const Stage& stage() const { return stage_; }

 private:
  using Write = std::function<void(base::JsonWriter&)>;
  using WriteSlot = std::function<void(base::JsonWriter&, std::size_t)>;

  void add_content(base::JsonWriter& json, std::uint32_t number, bool is_creation);
  void add_step(base::JsonWriter& json, const Call& call, bool is_valid);
  // Adds a setting, or its slots, if its text differs from the last text.
  void add(base::JsonWriter& json, std::string_view name, const Write& write);
  void add_slots(base::JsonWriter& json, std::string_view name, std::size_t count, const WriteSlot& write);
  void add_inputs(base::JsonWriter& json, const Settings& settings);
  void add_constants(base::JsonWriter& json, const Settings& settings);
  void add_pipeline(base::JsonWriter& json, const PipelineSettings& settings);
  void add_target(base::JsonWriter& json, const Settings& settings);

  Stage stage_;
  Store store_;
  std::map<std::string_view, std::vector<std::string>> last_;  // the last text of each slot; one slot for most settings
  std::vector<base::ByteVector> blocks_;                       // the last constants that were stored
  std::uint32_t back_buffers_ = 0;
};

}  // namespace agal::frames
