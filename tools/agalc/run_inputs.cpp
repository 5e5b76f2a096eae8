#include "run_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "agal/validate.hpp"
#include "corpus/parse_json.hpp"
#include "json_reader.hpp"

namespace agalc {
namespace {

using agal::Float4;
using agal::RegisterType;
using agal::Stage;
using nlohmann::json;

constexpr std::uint32_t max_size = 4096;  // the maximum width, height and depth of a texture

class InputsReader : public JsonReader {
 public:
  InputsReader(const std::string& file, Stage stage) : JsonReader(file, "inputs-malformed"), stage_(stage) {}

  void read(const json& root);
  Inputs inputs;

 private:
  void read_constants(const json& object);
  void read_attributes(const json& object);
  void read_varying(const std::string& path, std::uint32_t n, const json& value);
  void read_varyings(const json& object);
  void read_textures(const json& object);
  void read_instance(const json& value);

  std::optional<agal::TextureBinding> texture(const std::string& path, const json& object);
  bool read_size(const std::string& path, const json& value, agal::Texture& texture);
  bool read_levels(const std::string& path, const json& value, agal::Texture& texture);

  Stage stage_;
};

// ------------------------------------------------------------------------------------------------------ registers

template <class T>
void put(std::vector<T>& list, std::size_t index, const T& value, const T& missing) {
  if (list.size() <= index) list.resize(index + 1, missing);
  list[index] = value;
}

void InputsReader::read_constants(const json& object) {
  for (const auto& [number, value] : constants("constants", object, stage_))
    put(inputs.bindings.constants, number, value, {});
}

void InputsReader::read_attributes(const json& object) {
  constexpr Float4 missing{0, 0, 0, 1};
  registers("attributes", object, RegisterType::Attribute, stage_,
            [&](const std::string& path, Stage, std::uint32_t n, const json& value) {
              if (const std::optional<Float4> row = vector(path, value, missing))
                put(inputs.vertex.attributes, n, *row, missing);
            });
}

// Reads a varying: one value for all pixels, or one value for each pixel.
void InputsReader::read_varying(const std::string& path, std::uint32_t n, const json& value) {
  const bool several = is_list_of_lists(value);
  if (several && value.size() != agal::quad_size)
    return fault(path,
                 "must be a list of numbers, or of four such lists: upper left, upper right, lower left, lower right");
  for (std::size_t i = 0; i < agal::quad_size; ++i) {
    const std::string place = several ? fmt::format("{}[{}]", path, i) : path;
    const std::optional<Float4> row = vector(place, several ? value[i] : value, {});
    if (!row) break;
    put(inputs.quad.varyings[i], n, *row, {});
  }
}

void InputsReader::read_varyings(const json& object) {
  registers("varyings", object, RegisterType::Varying, stage_,
            [&](const std::string& path, Stage, std::uint32_t n, const json& value) { read_varying(path, n, value); });
}

void InputsReader::read_instance(const json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
    fault("instance", "must be an integer from 0 to 4294967295");
  else
    inputs.vertex.instance = value.get<std::uint32_t>();
}

// ------------------------------------------------------------------------------------------------------ textures

bool InputsReader::read_size(const std::string& path, const json& value, agal::Texture& texture) {
  const bool volume = texture.kind == agal::Texture::Kind::Volume;
  const std::size_t count = volume ? 3 : 2;
  std::array<std::uint32_t, 3> size{1, 1, texture.kind == agal::Texture::Kind::Cube ? 6u : 1u};
  bool good = value.is_array() && value.size() == count;
  for (std::size_t i = 0; good && i < count; ++i) {
    good = value[i].is_number_unsigned() && value[i].get<std::uint64_t>() >= 1 &&
           value[i].get<std::uint64_t>() <= max_size;
    if (good) size[i] = value[i].get<std::uint32_t>();
  }
  if (!good) {
    fault(path, fmt::format("must be a list of {} integers from 1 to {}", count, max_size));
    return false;
  }
  if (texture.kind == agal::Texture::Kind::Cube && size[0] != size[1]) {
    fault(path, "the faces of a cube must be square");
    return false;
  }
  texture.levels = {{size[0], size[1], size[2], {}}};
  return true;
}

// Reads the levels of a texture. Each level is a list with four numbers for each texel. The sizes of further levels
// follow from the size of the first level.
bool InputsReader::read_levels(const std::string& path, const json& value, agal::Texture& texture) {
  if (!is_list_of_lists(value)) {
    fault(path, "must be a list of lists of numbers, one for each level");
    return false;
  }
  const agal::Texture::Level first = texture.levels[0];
  const bool volume = texture.kind == agal::Texture::Kind::Volume;
  texture.levels.clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string place = fmt::format("{}[{}]", path, i);
    const auto shift = static_cast<unsigned>(std::min<std::size_t>(i, 31));
    agal::Texture::Level level{std::max(first.width >> shift, 1u),
                               std::max(first.height >> shift, 1u),
                               volume ? std::max(first.depth >> shift, 1u) : first.depth,
                               {}};
    if (i > 0 && std::max({first.width, first.height, volume ? first.depth : 1}) >> shift == 0) {
      fault(place, "the previous level is already a single texel");
      return false;
    }
    const std::size_t numbers = std::size_t{4} * level.width * level.height * level.depth;
    if (!value[i].is_array() || value[i].size() != numbers) {
      fault(place, fmt::format("must be a list of {} numbers: red, green, blue, alpha of {} × {} × {} texels", numbers,
                               level.width, level.height, level.depth));
      return false;
    }
    level.texels.resize(numbers / 4);
    for (std::size_t n = 0; n < numbers; ++n) {
      const std::optional<float> lane = number(fmt::format("{}[{}]", place, n), value[i][n]);
      if (!lane) return false;
      level.texels[n / 4][n % 4] = *lane;
    }
    texture.levels.push_back(std::move(level));
  }
  return true;
}

std::optional<agal::TextureBinding> InputsReader::texture(const std::string& path, const json& object) {
  if (!is_object(path, object)) return std::nullopt;
  const std::vector<std::string_view> known{"dimension", "size", "levels", "mipmaps", "state"};
  for (const auto& [key, value] : object.items())
    if (std::find(known.begin(), known.end(), key) == known.end()) unknown_key(path, key, known);
  agal::TextureBinding binding;
  if (const auto it = object.find("dimension"); it != object.end()) {
    const agal::SamplerOptionInfo* const option =
        it->is_string() ? agal::find_sampler_option(it->get<std::string>()) : nullptr;
    if (option == nullptr || option->field != agal::SamplerField::Dim) {
      fault(path + ".dimension", "must be \"2d\", \"cube\" or \"3d\"");
      return std::nullopt;
    }
    binding.texture.kind = static_cast<agal::Texture::Kind>(option->value);
  }
  if (!object.contains("size") || !object.contains("levels")) {
    fault(path, "must have a size and levels");
    return std::nullopt;
  }
  if (!read_size(path + ".size", object["size"], binding.texture)) return std::nullopt;
  if (!read_levels(path + ".levels", object["levels"], binding.texture)) return std::nullopt;
  if (const auto it = object.find("mipmaps"); it != object.end()) {
    if (!it->is_boolean())
      fault(path + ".mipmaps", "must be true or false");
    else if (it->get<bool>())
      binding.texture = with_box_filtered_levels(std::move(binding.texture));
  }
  if (const auto it = object.find("state"); it != object.end()) binding.state = state(path + ".state", *it);
  return binding;
}

void InputsReader::read_textures(const json& object) {
  registers("textures", object, RegisterType::Sampler, stage_,
            [&](const std::string& path, Stage, std::uint32_t n, const json& value) {
              std::optional<agal::TextureBinding> binding = texture(path, value);
              if (binding) put(inputs.bindings.textures, n, binding, {});
            });
}

void InputsReader::read(const json& root) {
  using Read = void (InputsReader::*)(const json&);
  const bool vertex = stage_ == Stage::Vertex;
  std::map<std::string_view, Read> keys{{"constants", &InputsReader::read_constants},
                                        {"textures", &InputsReader::read_textures}};
  if (vertex) {
    keys.emplace("attributes", &InputsReader::read_attributes);
    keys.emplace("instance", &InputsReader::read_instance);
  } else {
    keys.emplace("varyings", &InputsReader::read_varyings);
  }
  if (!root.is_object()) return fault("the file", "must be an object");
  std::vector<std::string_view> known;
  known.reserve(keys.size());
  for (const auto& row : keys) known.push_back(row.first);
  for (const auto& [key, value] : root.items()) {
    const auto row = keys.find(key);
    if (row == keys.end())
      unknown_key(fmt::format("inputs of a {} program", name(stage_)), key, known);
    else
      (this->*row->second)(value);
  }
}

}  // namespace

agal::Result<Inputs> parse_inputs(std::string_view text, const std::string& file, Stage stage) {
  const agal::Result<json> root = agal::corpus::parse_json(text, file, "inputs-not-json");
  if (!root) return root.diagnostics();
  InputsReader reader(file, stage);
  reader.read(*root);
  if (reader.diagnostics.has_errors()) return std::move(reader.diagnostics);
  return {std::move(reader.inputs), std::move(reader.diagnostics)};
}

}  // namespace agalc
