// agalc manual: writes the manual pages, which are generated from the parser.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>

#include "agal/compile.hpp"
#include "base/format.hpp"
#include "cli/files.hpp"
#include "command_tree.hpp"
#include "commands.hpp"

namespace agalc {
namespace {

// Escapes text for roff: no line begins with a dot or a quote, and dashes stay dashes.
std::string text(std::string_view plain) {
  std::string out;
  bool first = true;
  for (const char c : plain) {
    if (first && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    first = c == '\n';
  }
  return out;
}

std::string bold(std::string_view plain) { return "\\fB" + text(plain) + "\\fR"; }
std::string italic(std::string_view plain) { return "\\fI" + text(plain) + "\\fR"; }

// Returns the head of a page. It does not have a date, so that the pages are reproducible.
std::string head(std::string_view page, std::string_view summary) {
  std::string title;
  for (const char c : page) title += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return fmt::format(".TH {} 1 \"\" \"{}\" \"agalc manual\"\n.SH NAME\n{} \\- {}\n", text(title),
                     agal::version_string(), text(page), text(summary));
}

std::string synopsis(const DescribedCommand& command) {
  std::string out = fmt::format(".SH SYNOPSIS\n{} [{}...]", bold("agalc " + command.name), italic("OPTION"));
  for (const DescribedArgument& argument : command.arguments) {
    const std::string name = italic(argument.name) + (argument.many ? "..." : "");
    out += argument.required ? " " + name : " [" + name + "]";
  }
  return out + "\n";
}

std::string option_line(const DescribedOption& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out += (out.empty() ? "" : ", ") + bold(name);
    const bool is_long = name.substr(0, 2) == "--";
    if (option.value == ValueKind::Required) out += (is_long ? "=" : " ") + italic(option.value_name);
    if (option.value == ValueKind::Optional) out += "[=" + italic(option.value_name) + "]";
  }
  return out;
}

std::string options_of(const DescribedCommand& command) {
  std::string out = ".SH OPTIONS\n";
  std::string_view group = command.options.front().group;
  for (const DescribedOption& option : command.options) {
    if (option.group != group) agal::base::append(out, ".SS {}\n", text(option.group));
    group = option.group;
    agal::base::append(out, ".TP\n{}\n{}.\n", option_line(option), text(option.help));
  }
  return out;
}

// Returns the examples verbatim, and the other text as paragraphs.
std::string examples_of(const DescribedCommand& command) {
  std::string out, block;
  std::istringstream lines(command.footer);
  std::string line;
  std::getline(lines, line);  // skip the line "Examples:"
  while (std::getline(lines, line) && !line.empty()) block += text(line.substr(2)) + "\n";
  out = ".SH EXAMPLES\n.nf\n" + block + ".fi\n";
  std::string notes;
  while (std::getline(lines, line)) notes += line.empty() ? ".PP\n" : text(line) + "\n";
  return notes.empty() ? out : out + ".SH NOTES\n" + notes;
}

constexpr std::string_view exit_status_section =
    ".SH EXIT STATUS\n.TP\n.B 0\nsuccess\n.TP\n.B 1\nan input was rejected\n.TP\n.B 2\na usage error\n.TP\n.B 3\n"
    "a file could not be read or written\n.TP\n.B 70\na bug in agalc\n";

std::string page_of(const DescribedCommand& command) {
  std::string out = head("agalc-" + command.name, command.summary) + synopsis(command);
  agal::base::append(out, ".SH DESCRIPTION\n{}.\n", text(command.summary));
  for (const DescribedArgument& argument : command.arguments)
    agal::base::append(out, ".TP\n{}\n{}.\n", italic(argument.name), text(argument.help));
  out += options_of(command) + examples_of(command);
  return out + std::string(exit_status_section) + ".SH SEE ALSO\n.BR agalc (1)\n";
}

std::string main_page(const std::vector<DescribedCommand>& commands) {
  std::string out = head("agalc", "cross-compiler for AGAL, the shader bytecode of Stage3D");
  agal::base::append(out, ".SH SYNOPSIS\n{} {} [{}...]\n.br\n{} [{}]\n.br\n{}\n", bold("agalc"), italic("COMMAND"),
                     italic("ARGUMENT"), bold("agalc help"), italic("COMMAND"), bold("agalc --version"));
  out += ".SH DESCRIPTION\nEach command has its own page.\n";
  for (const DescribedCommand& command : commands)
    agal::base::append(out, ".TP\n.BR {} (1)\n{}.\n", text("agalc-" + command.name), text(command.summary));
  out +=
      ".PP\nAn input is bytecode if its first byte is 0xa0, otherwise assembly text; \\- is stdin. "
      "@FILE reads arguments from a file. Products are written to stdout or to \\-o, diagnostics to stderr.\n";
  return out + std::string(exit_status_section);
}

ExitStatus write_manual(const std::string& folder, const Console& console) {
  if (const ExitStatus made = console.report(make_directory(folder)); made != ExitStatus::Done) return made;
  const std::vector<DescribedCommand> commands = command_tree();
  ExitStatus done = console.report(write_output(folder + "/agalc.1", main_page(commands)));
  for (const DescribedCommand& command : commands)
    done =
        worse(done, console.report(write_output(fmt::format("{}/agalc-{}.1", folder, command.name), page_of(command))));
  return done;
}

}  // namespace

Action build_manual(CLI::App& app, Console& console) {
  const auto folder = std::make_shared<std::string>();
  add_output_folder(app, console, "DIR", *folder, "Folder for the pages")->required();
  add_examples(app, {"agalc manual man1"});
  add_console_options(app, console);
  return [folder, &console] { return write_manual(*folder, console); };
}

}  // namespace agalc
