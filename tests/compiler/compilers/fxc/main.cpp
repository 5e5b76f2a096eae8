// Compiles HLSL with FXC. This is a program for Windows:
//
//     fxc.exe DLL MODEL ENTRY FOLDER
//
// DLL is the path of d3dcompiler_47.dll, MODEL is a shader model such as 5_0, and ENTRY is the entry point. For each
// file of the folder (00000.vert.hlsl, 00001.frag.hlsl, …) it prints any of these lines. They begin with the file's
// number in the order of names.
//
//     0 says 00000.vert.hlsl(12,7-30): warning X3571: …
//     0 refused
//     0 input TEXCOORD2 0 1 15       a parameter of the entry point: semantic, whether it is a system value,
//     0 output SV_Position0 1 3 15   register, mask of its components
//
// At the end, it prints "end" and the number of files.
#include <windows.h>
// Must be included after windows.h.
#include <d3d11shader.h>
#include <d3dcompiler.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Compiler {
  pD3DCompile compile = nullptr;
  decltype(&D3DReflect) reflect = nullptr;
};

template <class Function>
void find_function(HMODULE library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, name)));
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void print_messages(int number, ID3DBlob* messages) {
  if (messages == nullptr) return;
  std::istringstream text(
      std::string(static_cast<const char*>(messages->GetBufferPointer()), messages->GetBufferSize()));
  for (std::string line; std::getline(text, line);) {
    while (!line.empty() && (line.back() == '\0' || line.back() == '\r')) line.pop_back();
    if (!line.empty()) std::cout << number << " says " << line << '\n';
  }
}

void print_signature(int number, ID3D11ShaderReflection& reflection) {
  D3D11_SHADER_DESC shader;
  if (FAILED(reflection.GetDesc(&shader))) return;
  D3D11_SIGNATURE_PARAMETER_DESC row;
  const auto print = [&](const char* kind) {
    std::cout << number << ' ' << kind << ' ' << row.SemanticName << row.SemanticIndex << ' '
              << (row.SystemValueType != D3D_NAME_UNDEFINED) << ' ' << row.Register << ' '
              << static_cast<unsigned>(row.Mask) << '\n';
  };
  for (UINT i = 0; i < shader.InputParameters; ++i)
    if (SUCCEEDED(reflection.GetInputParameterDesc(i, &row))) print("input");
  for (UINT i = 0; i < shader.OutputParameters; ++i)
    if (SUCCEEDED(reflection.GetOutputParameterDesc(i, &row))) print("output");
}

void compile_file(const Compiler& compiler, int number, const fs::path& path, const std::string& model,
                  const char* entry) {
  const std::string text = content_of(path), name = path.filename().string();
  const std::string profile = (name.find(".vert.") != std::string::npos ? "vs_" : "ps_") + model;
  ID3DBlob *code = nullptr, *messages = nullptr;
  const HRESULT result = compiler.compile(text.data(), text.size(), path.filename().string().c_str(), nullptr, nullptr,
                                          entry, profile.c_str(), 0, 0, &code, &messages);
  print_messages(number, messages);
  ID3D11ShaderReflection* reflection = nullptr;
  if (FAILED(result) || code == nullptr)
    std::cout << number << " refused\n";
  else if (SUCCEEDED(compiler.reflect(code->GetBufferPointer(), code->GetBufferSize(), IID_ID3D11ShaderReflection,
                                      reinterpret_cast<void**>(&reflection))))
    print_signature(number, *reflection);
  if (reflection != nullptr) reflection->Release();
  if (messages != nullptr) messages->Release();
  if (code != nullptr) code->Release();
}

}  // namespace

int main(int count, char** arguments) {
  const HMODULE library = count == 5 ? LoadLibraryA(arguments[1]) : nullptr;
  Compiler compiler;
  if (library != nullptr) {
    find_function(library, "D3DCompile", compiler.compile);
    find_function(library, "D3DReflect", compiler.reflect);
  }
  if (compiler.compile == nullptr || compiler.reflect == nullptr) {
    std::cerr << "fxc: the library cannot be loaded\n";
    return 1;
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(arguments[4]))
    if (entry.path().extension() == ".hlsl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i)
    compile_file(compiler, static_cast<int>(i), files[i], arguments[2], arguments[3]);
  std::cout << "end " << files.size() << '\n';
}
