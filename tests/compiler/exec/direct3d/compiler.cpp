#include "exec/direct3d/compiler.hpp"

namespace agal::exec::direct3d {
namespace {

template <class Function>
Function find(HMODULE library, const char* name) {
  return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, name)));
}

}  // namespace

void check(HRESULT result, const char* call) {
  if (SUCCEEDED(result)) return;
  char text[100];
  snprintf(text, sizeof text, "%s failed: 0x%08lx", call, static_cast<unsigned long>(result));
  throw Fault(text);
}

Compiler::Compiler(const char* library) {
  const HMODULE loaded = LoadLibraryA(library);
  if (loaded != nullptr) {
    compile_ = find<pD3DCompile>(loaded, "D3DCompile");
    reflect_ = find<decltype(&D3DReflect)>(loaded, "D3DReflect");
  }
  if (compile_ == nullptr || reflect_ == nullptr) throw Fault("d3dcompiler_47.dll cannot be loaded");
}

ComPtr<ID3DBlob> Compiler::compile(const std::string& text, const char* profile) const {
  ComPtr<ID3DBlob> code, messages;
  const HRESULT result = compile_(text.data(), text.size(), "shader.hlsl", nullptr, nullptr, "main", profile, 0, 0,
                                  code.GetAddressOf(), messages.GetAddressOf());
  if (FAILED(result) && messages != nullptr)
    throw Fault(std::string(profile[0] == 'v' ? "the vertex" : "the fragment") + " shader does not compile:\n" +
                std::string(static_cast<const char*>(messages->GetBufferPointer())));
  check(result, "D3DCompile");
  return code;
}

Signature Compiler::signature(ID3DBlob& code) const {
  ComPtr<ID3D11ShaderReflection> reflection;
  check(reflect_(code.GetBufferPointer(), code.GetBufferSize(), IID_ID3D11ShaderReflection,
                 reinterpret_cast<void**>(reflection.GetAddressOf())),
        "D3DReflect");
  D3D11_SHADER_DESC shader;
  check(reflection->GetDesc(&shader), "GetDesc");
  Signature signature;
  D3D11_SIGNATURE_PARAMETER_DESC row;
  for (UINT i = 0; i < shader.InputParameters; ++i) {
    check(reflection->GetInputParameterDesc(i, &row), "GetInputParameterDesc");
    signature.inputs.push_back({row.SemanticName, row.SemanticIndex, row.Register});
  }
  for (UINT i = 0; i < shader.OutputParameters; ++i) {
    check(reflection->GetOutputParameterDesc(i, &row), "GetOutputParameterDesc");
    signature.outputs.push_back({row.SemanticName, row.SemanticIndex, row.Register});
  }
  return signature;
}

}  // namespace agal::exec::direct3d
