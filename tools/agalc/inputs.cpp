#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "agal/suggest.hpp"
#include "agal/validate.hpp"
#include "console.hpp"

namespace agalc {
namespace {

using agal::Float4;
using agal::RegisterType;
using agal::Stage;
using nlohmann::json;

constexpr std::uint32_t largest_size = 4096;  // of a texture, each way

class Reader {
 public:
  Reader(const std::string& file, Stage stage) : file_(file), stage_(stage) {}

  void read(const json& root);
  Inputs inputs;
  agal::Diagnostics diagnostics;

 private:
  void fault(const std::string& path, std::string_view message) {
    diagnostics.add(make_diagnostic("inputs-malformed", file_, {path, message}));
  }
  void unknown_key(const std::string& path, const std::string& key, const std::vector<std::string_view>& known);
  bool is_object(const std::string& path, const json& value);

  std::optional<float> number(const std::string& path, const json& value);
  std::optional<Float4> vector(const std::string& path, const json& value, const Float4& missing);
  std::optional<std::uint32_t> register_number(const std::string& path, const std::string& name, RegisterType type);

  void read_constants(const json& object);
  void read_attributes(const json& object);
  void read_varyings(const json& object);
  void read_textures(const json& object);
  void read_instance(const json& value);

  std::optional<agal::TextureBinding> texture(const std::string& path, const json& object);
  bool read_size(const std::string& path, const json& value, agal::Texture& texture);
  bool read_levels(const std::string& path, const json& value, agal::Texture& texture);
  std::optional<agal::SamplerOperand> state(const std::string& path, const json& list);

  const std::string& file_;
  Stage stage_;
};

void Reader::unknown_key(const std::string& path, const std::string& key, const std::vector<std::string_view>& known) {
  const std::string_view near = agal::nearest_name(key, known);
  fault(path, near.empty() ? fmt::format("unknown key '{}': it is one of {}", key, fmt::join(known, ", "))
                           : fmt::format("unknown key '{}': did you mean '{}'?", key, near));
}

bool Reader::is_object(const std::string& path, const json& value) {
  if (!value.is_object()) fault(path, "must be an object");
  return value.is_object();
}

// ------------------------------------------------------------------------------------------------------ numbers

std::optional<float> Reader::number(const std::string& path, const json& value) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    if (text == "nan") return std::numeric_limits<float>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<float>::infinity();
    if (text == "-inf") return -std::numeric_limits<float>::infinity();
  }
  if (!value.is_number()) {
    fault(path, "must be a number, \"nan\", \"inf\" or \"-inf\"");
    return std::nullopt;
  }
  const auto wide = value.get<double>();
  if (std::fabs(wide) > static_cast<double>(std::numeric_limits<float>::max())) {
    fault(path, "is beyond what 32 bits can hold; infinity is \"inf\"");
    return std::nullopt;
  }
  return static_cast<float>(wide);
}

// One to four numbers; `missing` has the rest.
std::optional<Float4> Reader::vector(const std::string& path, const json& value, const Float4& missing) {
  if (!value.is_array() || value.empty() || value.size() > 4) {
    fault(path, "must be a list of one to four numbers");
    return std::nullopt;
  }
  Float4 result = missing;
  for (std::size_t c = 0; c < value.size(); ++c) {
    const std::optional<float> lane = number(fmt::format("{}[{}]", path, c), value[c]);
    if (!lane) return std::nullopt;
    result[c] = *lane;
  }
  return result;
}

bool is_list_of_lists(const json& value) { return value.is_array() && !value.empty() && value[0].is_array(); }

// ------------------------------------------------------------------------------------------------------ registers

std::optional<std::uint32_t> Reader::register_number(const std::string& path, const std::string& name,
                                                     RegisterType type) {
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(name.data() + digits, name.data() + name.size(), n);
  const bool is_number = error == std::errc{} && end == name.data() + name.size();
  const bool spelt = std::any_of(agal::register_names.begin(), agal::register_names.end(), [&](const auto& row) {
    return row.text == std::string_view(name).substr(0, digits) && row.type == type && agal::covers(row.stage, stage_);
  });
  if (!is_number || !spelt || n >= agal::translatable_registers) {
    fault(path, fmt::format("'{}' is no register of this kind: they are {}0, {}1, …", name,
                            agal::info(type).prefix(stage_), agal::info(type).prefix(stage_)));
    return std::nullopt;
  }
  return n;
}

template <class T>
void put(std::vector<T>& list, std::size_t index, const T& value, const T& missing) {
  if (list.size() <= index) list.resize(index + 1, missing);
  list[index] = value;
}

// A register, or a list of registers from the one that is named on.
void Reader::read_constants(const json& object) {
  if (!is_object("constants", object)) return;
  for (const auto& [name, value] : object.items()) {
    const std::string path = "constants." + name;
    const std::optional<std::uint32_t> first = register_number(path, name, RegisterType::Constant);
    if (!first) continue;
    const bool several = is_list_of_lists(value);
    const std::size_t count = several ? value.size() : 1;
    if (*first + count > agal::translatable_registers) {
      fault(path, fmt::format("there are no more than {} registers", agal::translatable_registers));
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::string place = several ? fmt::format("{}[{}]", path, i) : path;
      const std::optional<Float4> row = vector(place, several ? value[i] : value, {});
      if (row) put(inputs.bindings.constants, *first + i, *row, {});
    }
  }
}

void Reader::read_attributes(const json& object) {
  if (!is_object("attributes", object)) return;
  constexpr Float4 missing{0, 0, 0, 1};
  for (const auto& [name, value] : object.items()) {
    const std::string path = "attributes." + name;
    const std::optional<std::uint32_t> n = register_number(path, name, RegisterType::Attribute);
    const std::optional<Float4> row = n ? vector(path, value, missing) : std::nullopt;
    if (row) put(inputs.vertex.attributes, *n, *row, missing);
  }
}

// One value for all pixels, or one for each.
void Reader::read_varyings(const json& object) {
  if (!is_object("varyings", object)) return;
  for (const auto& [name, value] : object.items()) {
    const std::string path = "varyings." + name;
    const std::optional<std::uint32_t> n = register_number(path, name, RegisterType::Varying);
    if (!n) continue;
    const bool several = is_list_of_lists(value);
    if (several && value.size() != agal::quad_size) {
      fault(path, "must be a list of numbers, or of four such lists: upper left, upper right, lower left, lower right");
      continue;
    }
    for (std::size_t i = 0; i < agal::quad_size; ++i) {
      const std::string place = several ? fmt::format("{}[{}]", path, i) : path;
      const std::optional<Float4> row = vector(place, several ? value[i] : value, {});
      if (!row) break;
      put(inputs.quad.varyings[i], *n, *row, {});
    }
  }
}

void Reader::read_instance(const json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
    fault("instance", "must be a whole number from 0 to 4294967295");
  else
    inputs.vertex.instance = value.get<std::uint32_t>();
}

// ------------------------------------------------------------------------------------------------------ textures

bool Reader::read_size(const std::string& path, const json& value, agal::Texture& texture) {
  const bool volume = texture.kind == agal::Texture::Kind::Volume;
  const std::size_t count = volume ? 3 : 2;
  std::array<std::uint32_t, 3> size{1, 1, texture.kind == agal::Texture::Kind::Cube ? 6u : 1u};
  bool good = value.is_array() && value.size() == count;
  for (std::size_t i = 0; good && i < count; ++i) {
    good = value[i].is_number_unsigned() && value[i].get<std::uint64_t>() >= 1 &&
           value[i].get<std::uint64_t>() <= largest_size;
    if (good) size[i] = value[i].get<std::uint32_t>();
  }
  if (!good) {
    fault(path, fmt::format("must be a list of {} whole numbers from 1 to {}", count, largest_size));
    return false;
  }
  if (texture.kind == agal::Texture::Kind::Cube && size[0] != size[1]) {
    fault(path, "the faces of a cube are square");
    return false;
  }
  texture.levels = {{size[0], size[1], size[2], {}}};
  return true;
}

// Four numbers a texel, in one list a level. The size of a level follows from the first one's.
bool Reader::read_levels(const std::string& path, const json& value, agal::Texture& texture) {
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
      fault(place, "the level before is a single texel already");
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

std::optional<agal::SamplerOperand> Reader::state(const std::string& path, const json& list) {
  constexpr std::string_view wanted = "must be a list of filters, mip filters and wrap modes as assembly spells them";
  if (!list.is_array()) {
    fault(path, wanted);
    return std::nullopt;
  }
  agal::SamplerOperand operand = agal::SamplerOperand::make(0);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const agal::SamplerOptionInfo* option = nullptr;
    if (list[i].is_string()) option = agal::find_sampler_option(list[i].get<std::string>());
    using agal::SamplerField;
    if (option == nullptr || (option->field != SamplerField::Filter && option->field != SamplerField::Mip &&
                              option->field != SamplerField::Wrap)) {
      fault(path, wanted);
      return std::nullopt;
    }
    operand = operand.with(option->field, option->value);
  }
  return operand;
}

std::optional<agal::TextureBinding> Reader::texture(const std::string& path, const json& object) {
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

void Reader::read_textures(const json& object) {
  if (!is_object("textures", object)) return;
  for (const auto& [name, value] : object.items()) {
    const std::string path = "textures." + name;
    const std::optional<std::uint32_t> n = register_number(path, name, RegisterType::Sampler);
    if (!n) continue;
    std::optional<agal::TextureBinding> binding = texture(path, value);
    if (binding) put(inputs.bindings.textures, *n, binding, {});
  }
}

void Reader::read(const json& root) {
  using Read = void (Reader::*)(const json&);
  const bool vertex = stage_ == Stage::Vertex;
  std::map<std::string_view, Read> keys{{"constants", &Reader::read_constants}, {"textures", &Reader::read_textures}};
  if (vertex) {
    keys.emplace("attributes", &Reader::read_attributes);
    keys.emplace("instance", &Reader::read_instance);
  } else {
    keys.emplace("varyings", &Reader::read_varyings);
  }
  if (!root.is_object()) return fault("the file", "must be an object");
  std::vector<std::string_view> known;
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
  json root;
  try {
    root = json::parse(text);
  } catch (const json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: …": the number says nothing to anybody.
    const std::string_view what = error.what();
    const std::size_t end = what.find("] ");
    return only(
        make_diagnostic("inputs-not-json", file, {end == std::string_view::npos ? what : what.substr(end + 2)}));
  }
  Reader reader(file, stage);
  reader.read(root);
  if (reader.diagnostics.has_errors()) return std::move(reader.diagnostics);
  return {std::move(reader.inputs), std::move(reader.diagnostics)};
}

std::string float_text(float value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value < 0 ? "\"-inf\"" : "\"inf\"";
  return fmt::format("{}", value);
}

}  // namespace agalc
