// What OpenGL, OpenGL ES and WebGL have in common: the shaders that are linked to the one that is tested, a job's
// inputs as the bytes that the API takes, and what it gave as an outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exec/cells.hpp"

namespace agal::exec::gl {

/// A varying that a shader declares, and the line that does.
struct Varying {
  std::uint32_t number = 0;
  std::string declaration;
};
std::vector<Varying> varyings_of(std::string_view shader);

/// Length of the array of constant registers that a shader declares; 0: none.
std::uint32_t constants_of(std::string_view shader);

/// Whether it reads the instance id.
bool counts_instances(std::string_view shader);

/// The attribute of a pass-through vertex shader from which varying N comes.
std::string corner_attribute(std::uint32_t varying);
inline constexpr std::string_view corner_position = "agal_corner";

/// A vertex shader in the language of this fragment shader that gives it all varyings that it declares.
std::string pass_through(std::string_view fragment);

/// A fragment shader in the language of this vertex shader that does nothing.
std::string empty_fragment(std::string_view vertex);

/// For APIs without transform feedback: this ESSL 100 shader with another `main` around its own, that leaves the
/// position in a varying and draws a point at `agal_cell` (in clip space); and a fragment shader that writes these
/// varyings to the draw buffers.
inline constexpr std::string_view saved_position = "agal_position";
std::string with_saved_position(std::string_view vertex);
std::string varyings_to_buffers(const std::vector<std::string>& varyings);

/// Names of what a vertex job gives: the position, then all varyings that its shader declares. `position` is the name
/// of the first.
std::vector<std::string> captured(const Job& job, std::string_view position);

/// Three vertices for each draw, each the place in clip space, then the values of these varyings; four floats each.
std::vector<float> corner_data(const Job& job, const std::vector<Varying>& varyings);
/// For each draw the attributes of Interface::attributes, four floats each.
std::vector<float> attribute_data(const Job& job);
/// For each draw `length` constant registers.
std::vector<float> constant_data(const Job& job, std::uint32_t length);

/// A sampler register of a stage, and its texture unit: its number in docs/abi.md.
struct SamplerName {
  std::string name;
  std::uint32_t unit = 0;
};
/// All sampler registers there are, of both stages: units of different kinds of texture must not meet in one, even
/// where nothing is fetched.
std::vector<SamplerName> all_samplers();

/// A sampler's state as GL's numbers.
struct SamplerParameters {
  std::uint32_t min_filter = 0, mag_filter = 0, wrap_s = 0, wrap_t = 0, wrap_r = 0;
};
SamplerParameters parameters_of(const TextureSlot& slot);

/// The texels as whole 255ths, four bytes each.
std::vector<std::uint8_t> bytes_of(const Texture::Level& level);

/// What is wrong with a job for which the API is not to blame, "" if nothing.
std::string defect_of(const Job& job);

/// Images as these APIs give them, four floats a pixel: one for each register of Interface::colors, and one whose
/// first channel is the depth where the job writes it.
Outcome outcome_of_images(const Job& job, const std::vector<std::vector<float>>& colors,
                          const std::vector<float>& depth);
/// For each draw the registers of `captured`, four floats each.
Outcome vertex_outcome(const Job& job, const std::vector<float>& records);

}  // namespace agal::exec::gl
