// The options that name a file or folder to write, and the check of all of them before a command begins.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace agalc {

/// The kind of content that an output receives. An existing program, shader or container is only replaced by content of
/// the same kind: `--sarif *.agal` must not turn the first program into a CI report.
enum class Writes : std::uint8_t {
  Assembly,
  Bytecode,
  Program,  // assembly or bytecode
  Swf,
  Shader,  // text in an output language
  Ir,
  Other,     // reports, pictures, JSON
  Recorded,  // a file of a `FolderRecord`, which decides whether it is replaced
};

/// A file that a command will write. Its path is derived from an option that names a folder.
struct PlannedFile {
  std::string path;
  Writes writes = Writes::Other;
};

/// The outputs of a command line. `check` is called between parsing and the command. The command only begins if no
/// output would replace an input, another output, or a file of another kind, and if missing folders could be created.
class Outputs {
 public:
  enum class Shape : std::uint8_t {
    File,
    Folder,
    OwnFolder,    // a folder that the command creates itself
    Either,       // a folder if the path ends in a slash or the folder exists, otherwise a file
    EitherNamed,  // like Either, but never stdout
  };

  /// Adds an option that names an output. `path` must outlive the parser.
  CLI::Option* add(CLI::App& app, const std::string& names, std::string& path, Shape shape, Writes writes,
                   const std::string& help);

  /// Checks the outputs that the command line names, and creates missing folders except for `OwnFolder`. Returns a
  /// warning for each file whose suffix promises other content; a command checks the suffix of a shader itself, because
  /// it depends on the target.
  agal::Diagnostics check(const CLI::App& app) const;

  /// Checks that no output replaces one of these inputs, which are not named on the command line.
  agal::Diagnostics check_inputs(const std::vector<std::string>& inputs) const;

  /// Checks files with names that are derived from an output and the inputs. Call this before the first file is
  /// written.
  agal::Diagnostics check_planned(const std::vector<PlannedFile>& files, const std::vector<std::string>& inputs) const;

  bool is_output(const CLI::Option* option) const;

 private:
  struct Output {
    const CLI::Option* option;
    const std::string* path;
    Shape shape;
    Writes writes;
  };
  agal::Diagnostics check_suffixes(const CLI::App& app) const;
  agal::Diagnostics check_one(const Output& output) const;
  bool is_given(const std::string& path) const;
  std::vector<const Output*> given() const;

  std::vector<Output> outputs_;
};

struct Console;

/// Adds an option or an argument that names a file to write; "-" is stdout.
CLI::Option* add_output_file(CLI::App& app, Console& console, const std::string& names, std::string& path,
                             Writes writes, const std::string& help);

/// Adds an option or an argument that names a folder to write files into.
CLI::Option* add_output_folder(CLI::App& app, Console& console, const std::string& names, std::string& path,
                               const std::string& help);

/// Adds an option or an argument that names a folder which the command creates itself, if it needs the folder.
CLI::Option* add_own_folder(CLI::App& app, Console& console, const std::string& names, std::string& path,
                            const std::string& help);

}  // namespace agalc
