// The function of agal.h for the interface of a shader.
#include "c/shader_interface.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "c/result.hpp"
#include "reflect/members.hpp"

namespace agal::c {
namespace {

using namespace reflect;  // the values of the members

// Checks that an enumerator of agal.h has the number of the bytecode.
constexpr bool matches(SamplerOption option, int number) { return info(option).value == number; }
static_assert(matches(SamplerOption::Plane, AGAL_TEXTURE_2D) && matches(SamplerOption::Cube, AGAL_TEXTURE_CUBE) &&
              matches(SamplerOption::Volume, AGAL_TEXTURE_3D));
static_assert(matches(SamplerOption::Nearest, AGAL_FILTER_NEAREST) &&
              matches(SamplerOption::Linear, AGAL_FILTER_LINEAR) &&
              matches(SamplerOption::Anisotropic2x, AGAL_FILTER_ANISOTROPIC_2X) &&
              matches(SamplerOption::Anisotropic4x, AGAL_FILTER_ANISOTROPIC_4X) &&
              matches(SamplerOption::Anisotropic8x, AGAL_FILTER_ANISOTROPIC_8X) &&
              matches(SamplerOption::Anisotropic16x, AGAL_FILTER_ANISOTROPIC_16X));
static_assert(matches(SamplerOption::MipNone, AGAL_MIP_NONE) && matches(SamplerOption::MipNearest, AGAL_MIP_NEAREST) &&
              matches(SamplerOption::MipLinear, AGAL_MIP_LINEAR));
static_assert(matches(SamplerOption::Clamp, AGAL_WRAP_CLAMP) && matches(SamplerOption::Repeat, AGAL_WRAP_REPEAT) &&
              matches(SamplerOption::ClampURepeatV, AGAL_WRAP_CLAMP_U_REPEAT_V) &&
              matches(SamplerOption::RepeatUClampV, AGAL_WRAP_REPEAT_U_CLAMP_V));
static_assert(matches(SamplerOption::Rgba, AGAL_READ_RGBA) &&
              matches(SamplerOption::Compressed, AGAL_READ_COMPRESSED) &&
              matches(SamplerOption::CompressedAlpha, AGAL_READ_COMPRESSED_ALPHA) &&
              matches(SamplerOption::Video, AGAL_READ_VIDEO));
static_assert(matches(SamplerOption::Centroid, AGAL_SPECIAL_CENTROID) &&
              matches(SamplerOption::Single, AGAL_SPECIAL_SINGLE) &&
              matches(SamplerOption::IgnoreSampler, AGAL_SPECIAL_IGNORE_SAMPLER));
static_assert(static_cast<int>(ConstantsMode::Ubo) == AGAL_CONSTANTS_UBO &&
              static_cast<int>(ConstantsMode::Plain) == AGAL_CONSTANTS_PLAIN &&
              static_cast<int>(ConstantsMode::Push) == AGAL_CONSTANTS_PUSH);

#define AGAL_BINDING_MODEL(id, c, ...) static_assert(static_cast<int>(BindingModel::id) == AGAL_BINDING_##c);
#include "reflect/interface.def"

// Fills the structures of agal.h from the rows of interface.def.
class Filler : MemberValues {
 public:
  Filler(const Interface& interface, RowBlocks& blocks) : interface_(interface), blocks_(blocks) {}

  template <class T, class Row>
  void fill(Row& row, const T& it) {
    [[maybe_unused]] const Interface& of = interface_;
#define AGAL_MEMBER(structure, views, name, type, value, ...) AGAL_MEMBER_##views(structure, name, (value))
#define AGAL_LIST(structure, views, name, count, type, value, ...) AGAL_LIST_##views(structure, name, count, (value))
#define AGAL_MEMBER_Json(...)
#define AGAL_LIST_Json(...)
#define AGAL_MEMBER_C(structure, name, value) \
  if constexpr (std::is_same_v<T, structure>) set(row.name, value);
#define AGAL_LIST_C(structure, name, count, value) \
  if constexpr (std::is_same_v<T, structure>) set_list(row.name, row.count, value);
#define AGAL_MEMBER_Raw AGAL_MEMBER_C
#define AGAL_MEMBER_Both AGAL_MEMBER_C
#define AGAL_LIST_Both AGAL_LIST_C
#include "reflect/interface.def"
#undef AGAL_LIST_Both
#undef AGAL_MEMBER_Both
#undef AGAL_MEMBER_Raw
#undef AGAL_LIST_C
#undef AGAL_MEMBER_C
#undef AGAL_LIST_Json
#undef AGAL_MEMBER_Json
  }

 private:
  // Returns the name that the text declares for a register. If it is the name of the register, both are the same
  // pointer, so that a reader need not compare or copy the text again.
  static const char* declared_name(const std::string& declared, const char* register_name) {
    return declared == register_name ? register_name : declared.c_str();
  }

  // Stores a number, an enumerator, or a truth value.
  template <class Field, class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void set(Field& field, T value) {
    field = static_cast<Field>(value);
  }
  void set(std::uint32_t& field, const OptionalNumber& number) { field = number.value_or(AGAL_NONE); }
  // The name of a register has at most six characters. The array is zero.
  template <std::size_t size>
  void set(char (&field)[size], std::string_view name) {
    name.copy(field, size - 1);
  }
  void set(const char*& field, const char* text) { field = text; }
  // The text ends with a zero byte: it is a name of the interface, or a literal.
  void set(const char*& field, const std::string& text) { field = text.c_str(); }
  void set(const char*& field, std::string_view text) { field = text.empty() ? "" : text.data(); }
  template <class Row, class T>
  requires std::is_class_v<Row>
  void set(Row& field, const T& it) { fill(field, it); }
  // All members of a structure that does not exist are AGAL_NONE.
  void set(agal_slots& field, const std::optional<Interface::Slots>& slots) {
    if (slots) return fill(field, *slots);
    std::memset(&field, 0xff, sizeof field);
  }

  // Stores a list as a pointer, which is NULL if the list is empty, and a count.
  template <class Row, class List>
  void set_list(const Row*& first, std::size_t& count, const List& list) {
    count = list.size();
    if (list.empty()) return;
    Row* row = blocks_.allocate<Row>(count);
    first = row;
    for (const auto& each : list) fill(*row++, each);
  }
  template <class Row, class List>
  void set_list(const Row*& first, std::size_t& count, const List* list) {
    if (list != nullptr) set_list(first, count, *list);
  }

  const Interface& interface_;
  RowBlocks& blocks_;
};

}  // namespace

InterfaceRows::InterfaceRows(Interface interface) : interface_(std::move(interface)) {
  Filler(interface_, blocks_).fill(root_, interface_);
}

}  // namespace agal::c

extern "C" {

const agal_interface* agal_result_interface(const agal_result* result, agal_stage stage) {
  if (result == nullptr || (stage != AGAL_STAGE_VERTEX && stage != AGAL_STAGE_FRAGMENT)) return nullptr;
  const auto& found = result->interfaces[stage];
  return found == nullptr ? nullptr : &found->root();
}

}  // extern "C"
