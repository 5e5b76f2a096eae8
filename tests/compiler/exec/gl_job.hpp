// The common part of the backends of OpenGL, OpenGL ES, WebGL and WebGPU: shaders that are linked to the shader under
// test, the conversion of a job's inputs to bytes for the API, and the conversion of its results to an outcome.
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

/// Returns the length of the array of constant registers that a shader declares, or 0 if it does not declare one.
std::uint32_t constants_of(std::string_view shader);

/// Returns true if the shader reads the instance id.
bool counts_instances(std::string_view shader);

/// Returns the name of the attribute that a pass-through vertex shader copies to varying N.
std::string corner_attribute(std::uint32_t varying);
inline constexpr std::string_view corner_position = "agal_corner";

/// Returns a vertex shader in the language of this fragment shader that writes all varyings that the fragment shader
/// declares.
std::string pass_through(std::string_view fragment);

/// Returns an empty fragment shader in the language of this vertex shader.
std::string empty_fragment(std::string_view vertex);

/// Shaders for APIs without transform feedback. The vertex shader is this ESSL 100 shader with a new `main` that calls
/// the old one, writes the position to a varying, and draws a point at `agal_cell` (in clip space). The fragment shader
/// writes these varyings to the draw buffers.
inline constexpr std::string_view saved_position = "agal_position";
std::string with_saved_position(std::string_view vertex);
std::string varyings_to_buffers(const std::vector<std::string>& varyings);

/// Returns the names of the outputs of a vertex job: `position`, then all varyings that its shader
/// declares.
std::vector<std::string> captured(const Job& job, std::string_view position);

/// Returns three vertices for each draw. Each vertex has its position in clip space and these varyings, all as four
/// floats.
std::vector<float> corner_data(const Job& job, const std::vector<Varying>& varyings);
/// Returns the attributes of Interface::attributes for each draw, as four floats.
std::vector<float> attribute_data(const Job& job);
/// Returns `length` constant registers for each draw.
std::vector<float> constant_data(const Job& job, std::uint32_t length);

/// A sampler register of a stage, and its texture unit, which is its number in docs/abi.md.
struct SamplerName {
  std::string name;
  std::uint32_t unit = 0;
};
/// Returns all sampler registers of both stages. Two samplers of different types must not use the same unit, even if
/// the shader does not sample them.
std::vector<SamplerName> all_samplers();

/// The state of a sampler as enumerations of GL.
struct SamplerParameters {
  std::uint32_t min_filter = 0, mag_filter = 0, wrap_s = 0, wrap_t = 0, wrap_r = 0;
};
SamplerParameters parameters_of(const TextureSlot& slot);

/// Returns the texels as four bytes each.
std::vector<std::uint8_t> bytes_of(const Texture::Level& level);

/// Returns the error in a job that does not depend on the API; "" if there is none.
std::string defect_of(const Job& job);

/// Converts images with four floats per pixel to an outcome. `colors` has an image for each register of
/// Interface::colors. If the job writes depth, the first channel of `depth` is the depth; otherwise, `depth` is empty.
Outcome outcome_of_images(const Job& job, const std::vector<std::vector<float>>& colors,
                          const std::vector<float>& depth);
/// Converts the values of the outputs of `captured` in each draw, four floats each, to an outcome.
Outcome vertex_outcome(const Job& job, const std::vector<float>& records);

}  // namespace agal::exec::gl
