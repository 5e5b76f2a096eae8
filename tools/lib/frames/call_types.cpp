// Compares calls with the signatures of Stage3D.
#include <algorithm>

#include "stage.hpp"

namespace agal::frames {
namespace {

// The letters of `arguments` are types: n number or boolean, t text, v list of numbers, b data, o any object, p
// program, s vertex buffer, x texture. Arguments at the end may be missing.
struct Signature {
  std::string_view method, arguments;
};

constexpr std::array signatures{
    Signature{"clear", "nnnnnnn"},
    Signature{"configureBackBuffer", "nnnnnn"},
    Signature{"createCubeTexture", "ntnn"},
    Signature{"createIndexBuffer", "nt"},
    Signature{"createRectangleTexture", "nntn"},
    Signature{"createTexture", "nntnn"},
    Signature{"createVertexBuffer", "nnt"},
    Signature{"createVertexBufferForInstances", "nnnt"},
    Signature{"drawTriangles", "onn"},
    Signature{"drawTrianglesInstanced", "onnn"},
    Signature{"present", ""},
    Signature{"setBlendFactors", "tt"},
    Signature{"setColorMask", "nnnn"},
    Signature{"setCulling", "t"},
    Signature{"setDepthTest", "nt"},
    Signature{"setFillMode", "t"},
    Signature{"setProgram", "p"},
    Signature{"setProgramConstantsFromByteArray", "tnnvn"},
    Signature{"setProgramConstantsFromMatrix", "tnvn"},
    Signature{"setProgramConstantsFromVector", "tnvn"},
    Signature{"setRenderToBackBuffer", ""},
    Signature{"setRenderToTexture", "xnnnn"},
    Signature{"setSamplerStateAt", "nttt"},
    Signature{"setScissorRectangle", "v"},
    Signature{"setStencilActions", "ttttt"},
    Signature{"setStencilReferenceValue", "nnn"},
    Signature{"setTextureAt", "nx"},
    Signature{"setVertexBufferAt", "nsnt"},
    Signature{"uploadCompressedTextureFromByteArray", "bnn"},
    Signature{"uploadFromBitmapData", "bnn"},
    Signature{"uploadFromByteArray", "bnnn"},
    Signature{"uploadFromVector", "bnn"},
};

const Signature* signature_of(std::string_view method) {
  for (const Signature& each : signatures)
    if (each.method == method) return &each;
  return nullptr;
}

bool is_kind(const Object* object, char type) {
  if (type == 'o') return true;
  const Object::Kind kind = type == 'p'   ? Object::Kind::Program
                            : type == 's' ? Object::Kind::Vertices
                                          : Object::Kind::Texture;
  return object != nullptr && object->kind == kind;
}

}  // namespace

void Stage::check_types(const Call& call) {
  const Signature* const signature = signature_of(call.method);
  if (signature == nullptr) return;
  if (!call.method.starts_with("upload") && objects_.contains(call.on))
    note(call, "it is called on an object that is not a context");
  const std::string_view types = signature->arguments;
  for (std::size_t i = 0; i < std::min(types.size(), call.arguments.size()); ++i) {
    const Argument& argument = call.arguments[i];
    const bool is_null = std::holds_alternative<std::monostate>(argument);
    const auto* const object = std::get_if<ObjectNumber>(&argument);
    bool is_right = false;
    switch (types[i]) {
      case 'n': is_right = std::holds_alternative<double>(argument); break;
      case 't': is_right = std::holds_alternative<std::string>(argument); break;
      case 'v': is_right = is_null || std::holds_alternative<std::vector<float>>(argument); break;
      case 'b': is_right = std::holds_alternative<BlobArgument>(argument); break;
      default: is_right = is_null || (object != nullptr && is_kind(find(object->number), types[i]));
    }
    if (!is_right) note(call, "an argument has the wrong type");
  }
}

}  // namespace agal::frames
