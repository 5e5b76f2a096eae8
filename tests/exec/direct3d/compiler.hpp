// FXC: HLSL to bytecode, and the signatures of that.
#pragma once

#include <windows.h>
// After it.
#include <d3d11shader.h>
#include <d3dcompiler.h>
#include <wrl/client.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace agal::exec::direct3d {

using Microsoft::WRL::ComPtr;

/// What went wrong, for the reply.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws a fault that names the call, unless it succeeded.
void check(HRESULT result, const char* call);

struct Parameter {
  std::string semantic;  // "TEXCOORD"
  UINT number = 0, location = 0;
};

struct Signature {
  std::vector<Parameter> inputs, outputs;
};

class Compiler {
 public:
  explicit Compiler(const char* library);

  /// `profile` is such as vs_5_0. Messages of a compiler that accepts the text are ignored: tests/compilers looks at
  /// them.
  ComPtr<ID3DBlob> compile(const std::string& text, const char* profile) const;
  Signature signature(ID3DBlob& code) const;

 private:
  pD3DCompile compile_ = nullptr;
  decltype(&D3DReflect) reflect_ = nullptr;
};

}  // namespace agal::exec::direct3d
