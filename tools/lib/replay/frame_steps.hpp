// Collects what a program of an engine draws: the steps of a recorded frame, or one draw, with their buffers, constants
// and textures.
//
// A step begins where the game cleared or chose another target, and has the draws up to the next step. Draws into
// textures before the frame are steps too, if the frame reads what they drew.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "manifest/json.hpp"
#include "port/frame_program.hpp"
#include "port/material.hpp"
#include "replay/draw_files.hpp"
#include "replay/pictures.hpp"

namespace agal::frames {

/// The file frame.bin. Equal bytes are stored once. All values have four bytes.
class FrameBytes {
 public:
  /// Returns the place of the bytes.
  std::size_t add(base::Bytes bytes);
  /// Returns the size of everything that was added, also of equal bytes, because hashing them takes time.
  std::uint64_t offered() const { return offered_; }
  base::ByteVector take() { return std::move(bytes_); }

 private:
  std::map<std::string, std::size_t> begins_;  // the key is the hash
  base::ByteVector bytes_;
  std::uint64_t offered_ = 0;
};

/// A draw, and the textures that it reads into which the game drew.
struct StepDraw {
  manifest::Json json;
  std::set<std::uint32_t> reads;
  port::FrameDraw material;
};

struct Step {
  RenderTarget target;
  bool is_in_frame = false;
  std::optional<ClearCall> clear;
  std::vector<StepDraw> draws;

  /// Returns true if earlier draws into the target do not matter.
  bool clears_all() const { return clear && (clear->mask & 7u) == 7u; }
};

class FrameSteps {
 public:
  /// `has_layouts`: draws have the game's buffers (port::has_layouts).
  FrameSteps(Stage& stage, bool has_layouts) : stage_(stage), has_layouts_(has_layouts) {}

  /// Makes the calls of a recording up to the end of a frame.
  Diagnostics add_frame(const Recording& recording, std::uint32_t frame);
  /// Adds a draw of the stage, which draws into the back buffer. Its textures are the files of a scene
  /// (draw_files.hpp).
  void add_draw(const Call& call, const DrawCall& draw, const Float4& background);

  /// Returns frame.json. `about` is its comment.
  manifest::Json json(const std::string& about) const;

  std::vector<Step> steps;
  std::vector<ProgramKey> pairs;  // in the order of their first draw
  std::map<std::string, manifest::Json> textures;
  std::vector<NamedFile> files;  // the pictures of all textures
  FrameBytes data;
  std::set<std::string> left_out;

 private:
  struct Version {
    std::uint32_t number = 0;
    std::string name;
  };

  // Removes the steps before the frame whose textures the frame does not read.
  void remove_unread();
  Step& step(bool is_in_frame);
  void clear(const Call& call, bool is_in_frame);
  StepDraw draw_of(const Call& call, const DrawCall& draw);
  std::size_t pair_of(const ProgramKey& key);
  void add_values(const Pair& pair, const DrawCall& draw, manifest::Json& json);
  void add_buffers(const Pair& pair, const DrawCall& draw, manifest::Json& json);
  void add_constants(const Program& program, manifest::Json& json);
  std::string texture(const std::string& sampler, std::uint32_t number, bool is_cube);
  static std::string target_name(std::uint32_t texture);

  Stage& stage_;
  const bool has_layouts_;
  bool is_one_draw_ = false;
  // The size of the back buffer, and its buffers for depth and for samples.
  std::array<std::uint32_t, 2> size_{};
  bool has_depth_ = true, has_samples_ = false;
  std::uint64_t other_bytes_ = 0;              // the size of constants and pictures
  std::set<std::uint32_t> drawn_;              // the textures into which the game drew since their last upload
  std::map<std::uint32_t, Version> versions_;  // the textures that were sampled
  std::map<std::uint32_t, manifest::Json> targets_;
};

}  // namespace agal::frames
