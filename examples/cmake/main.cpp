// Lists the compiled shaders and their sizes.
#include <filesystem>
#include <iostream>

int main() {
  for (const std::filesystem::path shader : {
#include "shader_list.inc"
       }) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(shader, failed);
    if (failed) {
      std::cerr << shader.filename().string() << " is missing\n";
      return 1;
    }
    std::cout << shader.filename().string() << ": " << size << " bytes\n";
  }
}
