// Compiles all HLSL in a folder with DXC. Prints a line of JSON for each file, sorted by name: the errors and warnings,
// and the signatures of the shader if it compiles.
//
//     dxc_driver FOLDER
//
// Under the name `dxc`, this program is the command of DXC, as far as agalc calls it: it compiles one file.
//
//     dxc OPTIONS -Fo OUTPUT INPUT
//
// NAME.vert.hlsl is a vertex shader, and NAME.frag.hlsl is a pixel shader. The entry point is `main`. ./tools/lab/dxc
// builds this program with the headers of its DXC, because other versions have other tables of virtual functions.
#include <dxcapi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

void check(HRESULT result, const char* step) {
  if (FAILED(result)) throw std::runtime_error(std::string("DXC failed in ") + step);
}

/// A container, which DxilContainer.h of DXC describes. At byte 28 it has the number of parts, then their offsets. A
/// part consists of its name, its size, and its content.
class Container {
 public:
  explicit Container(std::string_view bytes) : bytes_(bytes) {}

  /// Returns the elements of a signature as JSON. Each has 32 bytes, after a header of 8 bytes.
  std::string signature(std::string_view part_name) const {
    const std::string_view part = find(part_name);
    std::string out;
    for (std::size_t i = 0, at = 8; i < word(part, 0); ++i, at += 32) {
      const std::string_view name = part.substr(word(part, at + 4));
      out += std::string(i == 0 ? "" : ",") + R"({"name":")" + std::string(name.substr(0, name.find('\0'))) +
             R"(","index":)" + std::to_string(word(part, at + 8)) +         //
             R"(,"system_value":)" + std::to_string(word(part, at + 12)) +  //
             R"(,"register":)" + std::to_string(word(part, at + 20)) +      //
             R"(,"mask":)" + std::to_string(word(part, at + 24) & 0xff) + "}";
    }
    return "[" + out + "]";
  }

 private:
  static std::uint32_t word(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    if (bytes.substr(at).size() < sizeof value) throw std::runtime_error("the container ends too early");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }

  std::string_view find(std::string_view name) const {
    for (std::size_t i = 0; i < word(bytes_, 28); ++i) {
      const std::string_view part = bytes_.substr(word(bytes_, 32 + 4 * i));
      if (part.substr(0, 4) == name) return part.substr(8, word(part, 4));
    }
    throw std::runtime_error("the container has no part " + std::string(name));
  }

  std::string_view bytes_;
};

/// Returns the messages on one line, without quotation marks and backslashes, for a string of JSON.
std::string messages(IDxcResult& result) {
  CComPtr<IDxcBlobUtf8> blob;
  check(result.GetOutput(DXC_OUT_ERRORS, IID_PPV_ARGS(&blob), nullptr), "GetOutput");
  std::string text = blob.p == nullptr ? "" : std::string(blob->GetStringPointer(), blob->GetStringLength());
  // Only Windows needs signed shaders, so this warning is removed.
  if (const std::size_t at = text.find("warning: DXIL signing library"); at != text.npos)
    text.erase(at, text.find('\n', at) - at);
  for (char& c : text) c = c == '"' || c == '\\' ? '\'' : c < ' ' ? ' ' : c;
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

CComPtr<IDxcResult> result_of(IDxcCompiler3& compiler, const fs::path& file, std::vector<LPCWSTR> arguments) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const DxcBuffer source{text.data(), text.size(), DXC_CP_UTF8};
  CComPtr<IDxcResult> result;
  const auto count = static_cast<UINT32>(arguments.size());
  check(compiler.Compile(&source, arguments.data(), count, nullptr, IID_PPV_ARGS(&result)), "Compile");
  return result;
}

bool succeeded(IDxcResult& result) {
  HRESULT status = S_OK;
  check(result.GetStatus(&status), "GetStatus");
  return SUCCEEDED(status);
}

CComPtr<IDxcBlob> object_of(IDxcResult& result) {
  CComPtr<IDxcBlob> object;
  check(result.GetOutput(DXC_OUT_OBJECT, IID_PPV_ARGS(&object), nullptr), "GetOutput");
  return object;
}

std::string_view bytes_of(IDxcBlob& blob) {
  return {static_cast<const char*>(blob.GetBufferPointer()), blob.GetBufferSize()};
}

std::string compile(IDxcCompiler3& compiler, const fs::path& file) {
  const bool vertex = file.stem().extension() == ".vert";
  CComPtr<IDxcResult> result = result_of(compiler, file, {L"-T", vertex ? L"vs_6_0" : L"ps_6_0", L"-E", L"main"});
  std::string said = messages(*result.p), signatures;
  if (succeeded(*result.p)) {
    CComPtr<IDxcBlob> object = object_of(*result.p);
    const Container container(bytes_of(*object.p));
    signatures = R"(,"inputs":)" + container.signature("ISG1") + R"(,"outputs":)" + container.signature("OSG1");
  } else if (said.empty()) {
    said = "error: it does not say why";
  }
  return R"({"messages":")" + said + "\"" + signatures + "}";
}

CComPtr<IDxcCompiler3> new_compiler() {
  CComPtr<IDxcCompiler3> compiler;
  check(DxcCreateInstance(CLSID_DxcCompiler, IID_PPV_ARGS(&compiler)), "DxcCreateInstance");
  return compiler;
}

/// Compiles one file, like the command of DXC. Returns the exit status.
int compile_one(const std::vector<std::string>& words) {
  std::vector<std::wstring> options;
  std::string output;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "-Fo")
      output = words[++i];
    else
      options.emplace_back(words[i].begin(), words[i].end());
  options.emplace_back(words.back().begin(), words.back().end());  // the name of the file, for messages
  std::vector<LPCWSTR> arguments;
  for (const std::wstring& option : options) arguments.push_back(option.c_str());
  CComPtr<IDxcCompiler3> compiler = new_compiler();
  CComPtr<IDxcResult> result = result_of(*compiler.p, words.back(), arguments);
  CComPtr<IDxcBlobUtf8> errors;
  check(result->GetOutput(DXC_OUT_ERRORS, IID_PPV_ARGS(&errors), nullptr), "GetOutput");
  if (errors.p != nullptr) std::fputs(errors->GetStringPointer(), stderr);
  if (!succeeded(*result.p)) return 1;
  CComPtr<IDxcBlob> object = object_of(*result.p);
  return std::ofstream(output, std::ios::binary) << bytes_of(*object.p) ? 0 : 1;
}

void compile_all(const fs::path& folder) {
  CComPtr<IDxcCompiler3> compiler = new_compiler();
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".hlsl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) std::puts(compile(*compiler.p, file).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_command = fs::path(argv[0]).filename() == "dxc" && argc > 1;
  if (argc != 2 && !is_command) {
    std::fputs("usage: dxc_driver FOLDER\n", stderr);
    return 2;
  }
  try {
    if (is_command) return compile_one({argv + 1, argv + argc});
    compile_all(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dxc_driver: %s\n", error.what());
    return 1;
  }
}
