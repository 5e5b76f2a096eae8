// Shared by OpenGL, OpenGL ES and WebGL: the shaders that are linked to the one under test, the inputs of a job as
// bytes for the API, and the conversion of its results to an outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exec/cells.hpp"

namespace agal::exec::gl {

/// A varying that a shader declares, and the line of the declaration.
struct Varying {
  std::uint32_t number = 0;
  std::string declaration;
};
std::vector<Varying> varyings_of(std::string_view shader);

/// The length of the array of constant registers that a shader declares; 0: none.
std::uint32_t constants_of(std::string_view shader);

/// Whether it reads the instance id.
bool counts_instances(std::string_view shader);

/// The attribute that a pass-through vertex shader copies to varying N.
std::string corner_attribute(std::uint32_t varying);
inline constexpr std::string_view corner_position = "agal_corner";

/// A vertex shader in the language of this fragment shader that writes all varyings that it declares.
std::string pass_through(std::string_view fragment);

/// A fragment shader in the language of this vertex shader that does nothing.
std::string empty_fragment(std::string_view vertex);

/// For APIs without transform feedback: this ESSL 100 shader with a new `main` that calls its own, writes the position
/// to a varying and draws a point at `agal_cell` (in clip space); and a fragment shader that writes these varyings to
/// the draw buffers.
inline constexpr std::string_view saved_position = "agal_position";
std::string with_saved_position(std::string_view vertex);
std::string varyings_to_buffers(const std::vector<std::string>& varyings);

/// The names of the outputs of a vertex job: the position, then all varyings that its shader declares. `position` is
/// the name of the first.
std::vector<std::string> captured(const Job& job, std::string_view position);

/// Three vertices for each draw, each with the position in clip space and the values of these varyings, as four floats.
std::vector<float> corner_data(const Job& job, const std::vector<Varying>& varyings);
/// For each draw the attributes of Interface::attributes, as four floats.
std::vector<float> attribute_data(const Job& job);
/// For each draw `length` constant registers.
std::vector<float> constant_data(const Job& job, std::uint32_t length);

/// A sampler register of a stage, and its texture unit: its number in docs/abi.md.
struct SamplerName {
  std::string name;
  std::uint32_t unit = 0;
};
/// All sampler registers of both stages. Two samplers of different types must not use the same unit, even if the shader
/// does not sample them.
std::vector<SamplerName> all_samplers();

/// The state of a sampler as GL enumerations.
struct SamplerParameters {
  std::uint32_t min_filter = 0, mag_filter = 0, wrap_s = 0, wrap_t = 0, wrap_r = 0;
};
SamplerParameters parameters_of(const TextureSlot& slot);

/// The texels as four bytes each.
std::vector<std::uint8_t> bytes_of(const Texture::Level& level);

/// The error in a job, independently of the API; "" if there is none.
std::string defect_of(const Job& job);

/// From images with four floats per pixel: one for each register of Interface::colors, and one whose first channel is
/// the depth, if the job writes it.
Outcome outcome_of_images(const Job& job, const std::vector<std::vector<float>>& colors,
                          const std::vector<float>& depth);
/// From the registers of `captured`, four floats each, for each draw.
Outcome vertex_outcome(const Job& job, const std::vector<float>& records);

}  // namespace agal::exec::gl
