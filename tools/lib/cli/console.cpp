#include "console.hpp"

#include <cstdio>

#include "choices.hpp"
#include "diag/rules.hpp"
#include "os/process.hpp"
#include "os/terminal.hpp"

namespace agalc {
namespace {

Choices<DiagnosticsFormat> format_choices() {
  return {{"text", DiagnosticsFormat::Text}, {"json", DiagnosticsFormat::Json}, {"github", DiagnosticsFormat::Github}};
}
Choices<ColorMode> color_choices() {
  return {{"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};
}

bool stderr_takes_color() {
  // Any value except "" disables colors: https://no-color.org
  if (!os::environment_variable("NO_COLOR").value_or("").empty()) return false;
  return os::is_terminal(os::Stream::Error) && os::shows_escapes();
}

// Returns the value of `--name=value` or `--name value`. If there are several, returns the last one; "" if there are
// none.
std::string_view last_value(const std::vector<std::string>& arguments, std::string_view name) {
  std::string_view value;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == name && i + 1 < arguments.size()) value = arguments[i + 1];
    if (argument.size() > name.size() && argument.substr(0, name.size()) == name && argument[name.size()] == '=')
      value = argument.substr(name.size() + 1);
  }
  return value;
}

}  // namespace

ExitStatus Console::report(const agal::Diagnostics& diagnostics) const {
  if (diagnostics.empty()) return ExitStatus::Done;
  if (for_people()) {
    const bool colored = color == ColorMode::Always || (color == ColorMode::Auto && stderr_takes_color());
    print_error(agal::render_text(diagnostics, {.color = colored}));
  } else {
    print_error(agal::render_json(diagnostics));
  }
  if (format == DiagnosticsFormat::Github) print_error(github_annotations(diagnostics));
  return exit_status(diagnostics);
}

void add_console_options(CLI::App& app, Console& console) {
  app.allow_windows_style_options(false);  // a word such as /x may be a path on Windows too
  add_choice(
      app, "--diagnostics-format", "format", format_choices(), console.format,
      "Format of diagnostics on stderr: text, one JSON object per line, or text with annotations for GitHub Actions");
  add_choice(app, "--color", "mode", color_choices(), console.color, "Color diagnostics; auto does so on a terminal");
}

void prescan_console_options(const std::vector<std::string>& arguments, Console& console) {
  const Choices<DiagnosticsFormat> formats = format_choices();
  if (const auto* row = find_choice(formats, last_value(arguments, "--diagnostics-format"))) console.format = *row;
  const Choices<ColorMode> colors = color_choices();
  if (const auto* row = find_choice(colors, last_value(arguments, "--color"))) console.color = *row;
}

agal::Diagnostic make_diagnostic(std::string_view slug, std::string file,
                                 std::initializer_list<std::string_view> arguments) {
  agal::Location location;
  location.file = std::move(file);
  return agal::diag::make(static_cast<agal::diag::Rule>(agal::find_rule(slug)->code), std::move(location), arguments);
}

agal::Diagnostics only(agal::Diagnostic diagnostic) {
  agal::Diagnostics list;
  list.add(std::move(diagnostic));
  return list;
}

agal::Diagnostics usage_error(std::string_view message, std::string_view help) {
  agal::Diagnostic diagnostic = make_diagnostic("usage", {}, {message});
  diagnostic.help = help;
  return only(std::move(diagnostic));
}

ExitStatus exit_status(const agal::Diagnostic& error) {
  const agal::RuleInfo* const rule = agal::find_rule(error.code);
  if (rule == nullptr) return ExitStatus::Internal;
  switch (rule->phase) {
    case agal::Phase::Internal: return ExitStatus::Internal;
    case agal::Phase::File:
      if (rule->slug == "usage" || rule->slug == "binary-to-terminal" || rule->slug == "picture-format" ||
          rule->slug == "not-replaced" || rule->slug == "shard-unknown" || rule->slug == "shard-ambiguous" ||
          rule->slug == "shard-malformed")
        return ExitStatus::Usage;
      if (rule->slug == "cannot-read" || rule->slug == "cannot-write" || rule->slug == "is-directory" ||
          rule->slug == "output-in-use")
        return ExitStatus::Io;
      return ExitStatus::Rejected;  // the file can be read, so the error is in its content
    case agal::Phase::Assemble:
    case agal::Phase::Validate:
    case agal::Phase::Link:
    case agal::Phase::Target:
    case agal::Phase::Lint: return ExitStatus::Rejected;
  }
  return ExitStatus::Internal;
}

ExitStatus exit_status(const agal::Diagnostics& diagnostics) {
  ExitStatus status = ExitStatus::Done;
  for (const agal::Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == agal::Severity::Error) status = worse(status, exit_status(diagnostic));
  return status;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+:@%,=";
  const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string::npos;
  return is_plain ? word : os::shell_quoted(word);
}

void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace agalc
