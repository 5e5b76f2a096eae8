// The ActionScript, Haxe and MXML sources of one program, which are searched together.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace agal {

namespace extraction {
class SourceProgram;
}

/// All sources of a program. Code in one file may use the texts of another, and change its fields.
class Sources {
 public:
  Sources();
  ~Sources();
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  /// Adds a file. A file whose name is not the name of a source is ignored.
  void add(std::span<const std::byte> file, std::string_view name);
  /// Notes that another file of the program has assembly.
  void note_assembly();
  /// Evaluates the program. Call it when all files are added. Linear in their size.
  void finish();

  const extraction::SourceProgram& program() const { return *program_; }

 private:
  std::unique_ptr<extraction::SourceProgram> program_;
};

}  // namespace agal
