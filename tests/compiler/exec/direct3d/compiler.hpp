// Compiles HLSL with FXC, and reads the signatures of the bytecode.
#pragma once

#include <windows.h>
// Must be included after windows.h.
#include <d3d11shader.h>
#include <d3dcompiler.h>
#include <wrl/client.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace agal::exec::direct3d {

using Microsoft::WRL::ComPtr;

/// The reason of a failure, for the reply.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws a fault that names the call if it failed.
void check(HRESULT result, const char* call);

struct Parameter {
  std::string semantic;  // without its number: "TEXCOORD"
  UINT number = 0, location = 0;
};

struct Signature {
  std::vector<Parameter> inputs, outputs;
};

class Compiler {
 public:
  explicit Compiler(const char* library);

  /// Compiles a text. `profile` is for example vs_5_0. Messages about a text that is accepted are ignored:
  /// tests/compiler/compilers checks them.
  ComPtr<ID3DBlob> compile(const std::string& text, const char* profile) const;
  Signature signature(ID3DBlob& code) const;

 private:
  pD3DCompile compile_ = nullptr;
  decltype(&D3DReflect) reflect_ = nullptr;
};

}  // namespace agal::exec::direct3d
