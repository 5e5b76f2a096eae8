// Makes the calls of the methods in tap/methods.def, and compares their arguments with the types in this table.
#include <algorithm>

#include "stage/stage.hpp"

namespace agal::frames {
namespace {

enum class Receiver : std::uint8_t { Context, Object };

bool is_kind(const Object* object, char type) {
  if (type == 'o') return true;
  const Object::Kind kind = type == 'p'   ? Object::Kind::Program
                            : type == 's' ? Object::Kind::Vertices
                                          : Object::Kind::Texture;
  return object != nullptr && object->kind == kind;
}

}  // namespace

struct Stage::Method {
  std::string_view name;
  Receiver on;
  std::string_view arguments;
  std::string (Stage::*replay)(const Call&);
};

const Stage::Method* Stage::find_method(std::string_view name) {
  static constexpr auto methods = std::to_array<Method>({
#define AGAL_REPLAYED(method, on, arguments, replay, setting) {#method, Receiver::on, arguments, &Stage::replay},
#define AGAL_RECORDED AGAL_REPLAYED
#define AGAL_TAPPED(method, note, ...) AGAL_REPLAYED(method, __VA_ARGS__)
#include "tap/methods.def"
  });
  for (const Method& method : methods)
    if (method.name == name) return &method;
  return nullptr;
}

void Stage::check_types(const Call& call, const Method& method) {
  if (method.on == Receiver::Context && objects_.contains(call.on))
    note(call, "it is called on an object that is not a context");
  for (std::size_t i = 0; i < std::min(method.arguments.size(), call.arguments.size()); ++i) {
    const Argument& argument = call.arguments[i];
    const bool is_null = std::holds_alternative<std::monostate>(argument);
    const auto* const object = std::get_if<ObjectNumber>(&argument);
    bool is_right = false;
    switch (const char type = method.arguments[i]) {
      case 'n': is_right = std::holds_alternative<double>(argument); break;
      case 't': is_right = std::holds_alternative<std::string>(argument); break;
      case 'v': is_right = is_null || std::holds_alternative<std::vector<float>>(argument); break;
      case 'b': is_right = std::holds_alternative<BlobArgument>(argument); break;
      default:
        // Without an object, as in `setVertexBufferAt(2, null, 0, null)`, the player does not read the other arguments.
        if (is_null) return;
        is_right = object != nullptr && is_kind(find(object->number), type);
    }
    if (!is_right) note(call, "an argument has the wrong type");
  }
}

std::string Stage::apply(const Call& call) {
  const Method* const method = find_method(call.method);
  if (method != nullptr) {
    check_types(call, *method);
    std::string problem = (this->*method->replay)(call);
    if (problem.empty()) checks_.end_call(call, settings_.target);
    return problem;
  }
  note(call, "it is not replayed");
  return call.result == 0 ? "" : create_program(call);
}

}  // namespace agal::frames
