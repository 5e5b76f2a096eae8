#include "tap_log/fields.hpp"

#include <array>
#include <cstring>
#include <map>

#include "agal/limits.hpp"

namespace agal::tap_log {
namespace {

// The indices that calls of Stage3D accept are below this number in every profile.
constexpr std::uint32_t max_index = 16;

template <class T>
using ByIndex = std::map<std::uint32_t, T>;

template <class T>
std::vector<T> values_of(ByIndex<T>& map) {
  std::vector<T> list;
  for (auto& row : map) list.push_back(std::move(row.second));
  return list;
}

class DrawReader {
 public:
  explicit DrawReader(const Fields& fields) : fields_(fields) {}

  CapturedDraw run();

 private:
  void read(std::string_view method, std::string_view value);
  void read_call(bool instanced, const Arguments& arguments);
  void read_indexed(std::string_view method, const Arguments& arguments);
  void read_target(std::string_view method, const Arguments& arguments);
  void read_constants();

  const Fields& fields_;
  CapturedDraw draw_;
  ByIndex<CapturedAttribute> attributes_;
  ByIndex<CapturedTexture> textures_;
  ByIndex<CapturedSampler> samplers_;
};

bool is_null(std::string_view object) { return object.empty() || object == "null" || object == "undefined"; }

CapturedAttribute attribute_of(std::uint32_t index, const Arguments& arguments) {
  CapturedAttribute attribute;
  attribute.index = index;
  attribute.offset = arguments.number(2).value_or(0);
  attribute.format = arguments.word(3, "float4");
  const Arguments buffer(arguments[1], ':');
  const bool instances = buffer[0] == "createVertexBufferForInstances";
  if (!instances && buffer[0] != "createVertexBuffer") return attribute;
  attribute.vertices = buffer.number(1);
  attribute.stride = buffer.number(2);
  if (instances) attribute.instances = buffer.number(3);
  return attribute;
}

std::string hexadecimal(const std::vector<std::byte>& bytes) {
  constexpr std::size_t max_bytes = 15;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < bytes.size() && i < max_bytes; ++i) {
    out += digits[std::to_integer<std::size_t>(bytes[i] >> 4)];
    out += digits[std::to_integer<std::size_t>(bytes[i] & std::byte{15})];
  }
  return out;
}

// Reads the additions to the call that created a texture: `levels=N`, `atf=…`.
void read_contents(CapturedTexture& texture, std::string_view part) {
  constexpr std::string_view levels = "levels=", atf = "atf=";
  if (part.starts_with(levels)) {
    texture.levels = decimal_number(part.substr(levels.size())).value_or(1);
  } else if (part.starts_with(atf)) {
    if (const auto bytes = decode_base64(part.substr(atf.size()))) texture.atf = hexadecimal(*bytes);
  }
}

CapturedTexture texture_of(std::uint32_t index, std::string_view object) {
  CapturedTexture texture;
  texture.index = index;
  const Arguments call(object, ':');
  for (std::size_t i = 1; i < call.size(); ++i) read_contents(texture, call[i]);
  if (call[0] == "createVideoTexture") texture.kind = CapturedTextureClass::Video;
  const bool cube = call[0] == "createCubeTexture", rectangle = call[0] == "createRectangleTexture";
  if (!cube && !rectangle && call[0] != "createTexture") return texture;
  texture.kind = cube        ? CapturedTextureClass::Cube
                 : rectangle ? CapturedTextureClass::Rectangle
                             : CapturedTextureClass::Texture;
  const std::size_t format = cube ? 2 : 3;
  texture.width = call.number(1);
  texture.height = cube ? texture.width : call.number(2);
  texture.format = call.word(format);
  texture.render_target = call.truth(format + 1, false);
  return texture;
}

CapturedStencil stencil_of(const Arguments& arguments) {
  const CapturedStencil unset;
  return {arguments.word(0, unset.face), arguments.word(1, unset.compare), arguments.word(2, unset.pass),
          arguments.word(3, unset.depth_fail), arguments.word(4, unset.stencil_fail)};
}

std::string color_mask_of(const Arguments& arguments) {
  std::string mask;
  for (std::size_t i = 0; i < 4; ++i)
    if (arguments.truth(i, true)) mask += "rgba"[i];
  return mask;
}

std::vector<CapturedRegister> registers_of(std::string_view text) {
  const std::optional<std::vector<std::byte>> bytes = decode_base64(text);
  if (!bytes) return {};
  std::vector<CapturedRegister> registers;
  for (std::size_t at = 0; at < bytes->size() && registers.size() < translatable_registers; at += 16) {
    CapturedRegister& row = registers.emplace_back(CapturedRegister{});
    for (std::size_t lane = 0; lane < 4 && at + 4 * lane + 4 <= bytes->size(); ++lane) {
      std::uint32_t bits = 0;
      for (std::size_t i = 4; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint32_t>((*bytes)[at + 4 * lane + i]);
      std::memcpy(&row[lane], &bits, sizeof bits);
    }
  }
  return registers;
}

// Reads the arguments of drawTriangles(buffer, first, triangles) or of drawTrianglesInstanced(buffer, instances, first,
// triangles).
void DrawReader::read_call(bool instanced, const Arguments& arguments) {
  draw_.instanced = instanced;
  const Arguments buffer(arguments[0], ':');
  if (buffer[0] == "createIndexBuffer") draw_.indices = buffer.number(1);
  const std::size_t first = instanced ? 2 : 1;
  if (instanced) draw_.instances = arguments.number(1).value_or(1);
  draw_.first_index = arguments.number(first).value_or(0);
  draw_.triangles = arguments.number(first + 1);
}

void DrawReader::read_indexed(std::string_view method, const Arguments& arguments) {
  const std::optional<std::uint32_t> index = arguments.number(0);
  if (!index || *index >= max_index) return;
  if (method == "setSamplerStateAt")
    samplers_[*index] = {*index, arguments.word(1), arguments.word(2), arguments.word(3)};
  else if (is_null(arguments[1]))
    static_cast<void>(method == "setTextureAt" ? textures_.erase(*index) : attributes_.erase(*index));
  else if (method == "setTextureAt")
    textures_[*index] = texture_of(*index, arguments[1]);
  else
    attributes_[*index] = attribute_of(*index, arguments);
}

void DrawReader::read_target(std::string_view method, const Arguments& arguments) {
  if (method == "setRenderToTexture")
    draw_.target = {texture_of(0, arguments[0]), arguments.truth(1, false), arguments.number(2).value_or(0)};
  else
    draw_.target.reset();
}

void DrawReader::read(std::string_view method, std::string_view value) {
  const Arguments arguments(value, ',');
  if (method == "drawTriangles" || method == "drawTrianglesInstanced") {
    read_call(method != "drawTriangles", arguments);
  } else if (method == "setVertexBufferAt" || method == "setTextureAt" || method == "setSamplerStateAt") {
    read_indexed(method, arguments);
  } else if (method == "setBlendFactors") {
    draw_.blend_source = arguments.word(0, draw_.blend_source);
    draw_.blend_destination = arguments.word(1, draw_.blend_destination);
  } else if (method == "setDepthTest") {
    draw_.depth_write = arguments.truth(0, true);
    draw_.depth_compare = arguments.word(1, draw_.depth_compare);
  } else if (method == "setCulling") {
    draw_.culling = arguments.word(0, draw_.culling);
  } else if (method == "setColorMask") {
    draw_.color_mask = color_mask_of(arguments);
  } else if (method == "setStencilActions") {
    draw_.stencil = stencil_of(arguments);
  } else if (method == "configureBackBuffer") {
    draw_.back_buffer = {arguments.number(0).value_or(0), arguments.number(1).value_or(0),
                         arguments.number(2).value_or(0), arguments.truth(3, true)};
  } else if (method == "setRenderToTexture" || method == "setRenderToBackBuffer") {
    read_target(method, arguments);
  }
}

void DrawReader::read_constants() {
  const auto vertex = fields_.find("vertex"), fragment = fields_.find("fragment");
  if (vertex || fragment) draw_.constants = {registers_of(vertex.value_or("")), registers_of(fragment.value_or(""))};
}

CapturedDraw DrawReader::run() {
  draw_.number = fields_.number("draw").value_or(1);
  for (const auto& [name, value] : fields_.all) read(name, value);
  read_constants();
  draw_.attributes = values_of(attributes_);
  draw_.textures = values_of(textures_);
  draw_.samplers = values_of(samplers_);
  return std::move(draw_);
}

}  // namespace

CapturedDraw read_draw(const Fields& fields) { return DrawReader(fields).run(); }

}  // namespace agal::tap_log
