// Runs the real command in a temporary folder.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "support/temporary_folder.hpp"

namespace agal::cli {

// The time limit of a command in seconds. After it, the command is killed. tools/lab/memcheck is slow and sets a higher
// limit.
#ifndef AGAL_COMMAND_SECONDS
#define AGAL_COMMAND_SECONDS 60
#endif

// The exit statuses of docs/cli.md.
inline constexpr int done = 0, rejected = 1, usage = 2, io = 3;

/// Returns the command under test: the program in AGAL_TESTED_COMMAND, or the command of this build.
const char* tested_command();

struct Outcome {
  int status = -1;  // the exit status, or the negated number of the signal that ended it
  std::string out, err;
};

/// Returns the same bytes in the other type.
inline std::string text_of(const base::ByteVector& bytes) { return std::string(base::as_text(bytes)); }
base::ByteVector bytes_of(const std::string& text);

enum class Stdout { File, Terminal, Full, Closed };

class Cli : public testing::Test {
 protected:
  ~Cli() override;

  /// Runs agalc in the folder of the test, with this stdin.
  Outcome agalc(const std::vector<std::string>& arguments, const std::string& input = {},
                Stdout to = Stdout::File) const {
    return execute(tested_command(), arguments, input, to);
  }

  /// Runs agal-smith in the folder of the test.
  Outcome smith(const std::vector<std::string>& arguments) const { return execute(AGAL_SMITH, arguments, {}); }

  /// Runs any program in the folder of the test.
  Outcome run(const char* program, const std::vector<std::string>& arguments) const {
    return execute(program, arguments, {});
  }

  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  /// Returns the names in a folder, sorted, without the record of the folder (`agalc::FolderRecord`).
  std::vector<std::string> list(const std::string& name = ".") const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  Outcome execute(const char* program, const std::vector<std::string>& arguments, const std::string& input,
                  Stdout to = Stdout::File) const;

  test::TemporaryFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

/// The name of the record of a folder.
inline constexpr char record_name[] = ".agal-files";

/// A fragment and a vertex program that form a pair, and a program that breaks a rule (AGAL3652).
inline constexpr char fragment[] = "mul ft0, v0, fc0\nmov oc, ft0\n";
inline constexpr char vertex[] = "m44 op, va0, vc0\nmov v0, va1\n";
inline constexpr char wrong[] = "mov fc0, v0\nmov oc, v0\n";

/// Returns true if agalc, as `Cli` runs it, obeys file permissions. (In some containers, root cannot drop its
/// capabilities.)
bool runs_as_anybody();

/// Returns the bytecode of `tokens` times `mov oc, v0`.
std::string bytecode(std::size_t tokens);

}  // namespace agal::cli
