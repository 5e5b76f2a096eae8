// docs/fidelity.md.
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "exec/fidelity_records.hpp"

namespace agal::exec {
namespace {

using Out = std::back_insert_iterator<std::string>;

// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::ptrdiff_t i = std::ssize(text) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

std::uint64_t count(const Record& record, const char* key) { return record.at(key).get<std::uint64_t>(); }

std::string text(const Record& record, const char* key) { return record.at(key).get<std::string>(); }

constexpr std::string_view introduction = R"(# Fidelity: what was executed, and how well it agrees

Every output language is executed and compared with the [reference interpreter](interpreter.md). This page is written by

    ./tools/fidelity

and a short form of it, with fixed seeds, is part of `./tools/test` (the tests named `exec-`).

## How it is compared

A fragment program is drawn on one quad of 2 × 2 pixels for each input, into surfaces of 32-bit floats; a vertex
program on one point, of which the position and every varying are read back. Inputs are random numbers mixed with
zeros of both signs, ones, whole numbers, tiny and huge ones. Varyings are such that every interpolation in 32-bit
floats is exact, so the interpreter has the same inputs bit for bit. Programs that come with constants of their own use
them for half of the inputs.

What a device may compute is not one number. `tests/exec/tolerance.def` has a row for each opcode: the error that the
Vulkan and GLSL specifications grant it, none where the operation is exact. The interpreter runs each input once as it
is and eight times as a device that departs from it by random amounts within that, at every single operation; where
something disagrees, 64 times more. A number agrees if it is in the range of what came out, widened by its own width.

| Column | Numbers that |
|---|---|
| exact | agree where no error at all is granted |
| within | agree within a range that pins them down: narrower than a sixteenth of the number |
| regrouped | agree only if sums are regrouped, a + b − b to a, as the specifications let a device do and Mesa's does |
| explained | agree only if a known fault of the device is allowed for, see below |
| undecided | may be nearly anything: not a number, infinite, computed from such, or hanging on a comparison that may go either way. Those that have a range are held against it |
| faults | (programs) do not compile, or raise a message of the validation layer |
| mismatches | (programs) are none of this |

)";

constexpr std::string_view explanations = R"(## What is explained

- **SwiftShader (WebGL): levels of detail of cubes.** It takes the level from the direction before it is projected to a
  face. A direction that only changes its length, such as `vec3(x)`, has a footprint of zero, and level minus infinity;
  SwiftShader finds a level that depends on how `x` changes. The same ESSL text gives the interpreter's result on
  llvmpipe. Where three faces meet, a linear filter has three texels instead of four; OpenGL recommends their average,
  which llvmpipe and the interpreter take and SwiftShader does not. Numbers that depend on either are counted as
  explained for the two WebGL backends, and only if they are within what other levels and corners could give.

Beside this, of all devices: llvmpipe and lavapipe run with `GALLIVM_PERF=no_quad_lod,no_aos_sampling`, because by default they
share levels of detail in a quad and filter in eight bits.

)";

void agreement_table(Out out, const Record& record) {
  fmt::format_to(out, "### {}\n\n{} entries (pairs, and programs alone), {} programs, {} inputs each.\n\n",
                 text(record, "set"), grouped(count(record, "entries")), grouped(count(record, "programs")),
                 count(record, "inputs"));
  for (const auto& [reason, number] : record.at("unsuitable").items())
    fmt::format_to(out, "- {} executed nowhere: {}\n", number.get<std::uint64_t>(), reason);
  fmt::format_to(out,
                 "{}| Backend | programs | inputs | exact | within | regrouped | explained | undecided | faults | "
                 "mismatches | not expressible |\n",
                 record.at("unsuitable").empty() ? "" : "\n");
  fmt::format_to(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n");
  for (const Record& backend : record.at("backends")) {
    std::string cannot;
    for (const auto& [reason, number] : backend.at("notExpressible").items())
      cannot += fmt::format("{}{}: {}", cannot.empty() ? "" : ", ", reason, number.get<std::uint64_t>());
    fmt::format_to(
        out, "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", text(backend, "name"),
        grouped(count(backend, "programs")), grouped(count(backend, "draws")), grouped(count(backend, "exact")),
        grouped(count(backend, "within")), grouped(count(backend, "regrouped")), grouped(count(backend, "explained")),
        grouped(count(backend, "undecided")), count(backend, "faults"), backend.at("mismatches").size(), cannot);
  }
  fmt::format_to(out, "\n");
  for (const Record& backend : record.at("backends"))
    for (const Record& mismatch : backend.at("mismatches")) fmt::format_to(out, "- {}\n", mismatch.get<std::string>());
  if (!std::string_view(text(record, "set")).empty()) fmt::format_to(out, "\n");
}

void devices(Out out, const Record& record) {
  fmt::format_to(out, "| Backend | Device |\n|---|---|\n");
  for (const Record& backend : record.at("backends"))
    fmt::format_to(out, "| {} | {} |\n", text(backend, "name"), text(backend, "device"));
  fmt::format_to(out, "\n");
}

void header(Out out, std::string_view first, const Record& record, std::string_view align) {
  fmt::format_to(out, "| {} |", first);
  for (const Record& name : record.at("backends")) fmt::format_to(out, " {} |", name.get<std::string>());
  fmt::format_to(out, "\n|---{}|", align);
  for (std::size_t i = 0; i < record.at("backends").size(); ++i) fmt::format_to(out, "---:|");
  fmt::format_to(out, "\n");
}

void planted_table(Out out, const Record& record) {
  fmt::format_to(out,
                 "## Planted bugs\n\nEach is a mistake that a compiler could make, put into what is compiled and not "
                 "into what is interpreted. *Visible*\nare the programs of which the interpreter itself gives other "
                 "results for the changed program. For each backend:\nhow many of these it shows. Programs that a "
                 "target cannot express are in brackets.\n\n");
  header(out, "Bug | What | visible", record, "|---|---:");
  for (const Record& bug : record.at("bugs")) {
    fmt::format_to(out, "| `{}` | {} | {} |", text(bug, "name"), text(bug, "what"), count(bug, "visible"));
    for (const Record& caught : bug.at("caught")) {
      const auto inexpressible = caught.at(1).get<std::uint64_t>();
      fmt::format_to(out, " {}{} |", caught.at(0).get<std::uint64_t>(),
                     inexpressible == 0 ? "" : fmt::format(" ({})", inexpressible));
    }
    fmt::format_to(out, "\n");
  }
  fmt::format_to(out, "\n");
}

void options_table(Out out, const Record& record) {
  fmt::format_to(
      out,
      "## The other half of each option\n\nThe tables above are of the defaults. Here compiler and interpreter "
      "are told of the other half: numbers that agree\n/ numbers that do not / programs that disagree if "
      "the compiler alone is not told.\n\n");
  header(out, "Option | programs", record, "|---:");
  for (const Record& option : record.at("options")) {
    fmt::format_to(out, "| `{}` | {} |", text(option, "option"), count(option, "programs"));
    for (std::size_t i = 0; i < option.at("numbers").size(); ++i)
      fmt::format_to(out, " {} / {} / {} |", grouped(option.at("numbers")[i].get<std::uint64_t>()),
                     option.at("mismatches")[i].get<std::uint64_t>(), option.at("differing")[i].get<std::uint64_t>());
    fmt::format_to(out, "\n");
  }
  fmt::format_to(out,
                 "\nZero is one of the things that an undefined register may hold, so no program disagrees over "
                 "`--unwritten`.\n\n");
}

void opcodes_table(Out out, const Record& record) {
  fmt::format_to(
      out,
      "## Worst error of each opcode\n\nEach opcode that computes, alone, on random operands. In units in the "
      "last place of the exact result, and in per cent of\nwhat is granted. Sums may cancel, and the error "
      "of sine is granted as a whole number of 2^-11, so the first may be large\nwhere the second is small.\n\n");
  header(out, "Opcode", record, "");
  for (const Record& opcode : record.at("opcodes")) {
    fmt::format_to(out, "| `{}` |", text(opcode, "opcode"));
    for (const Record& error : opcode.at("errors")) {
      if (error.is_null())
        fmt::format_to(out, " – |");
      else
        fmt::format_to(out, " {:.3g} ulp, {:.0f} % |", error.at(0).get<double>(), 100 * error.at(1).get<double>());
    }
    fmt::format_to(out, "\n");
  }
  fmt::format_to(out, "\n");
}

}  // namespace

std::string fidelity_page(const std::vector<Record>& records) {
  std::string page(introduction);
  const Out out(page);
  const auto each = [&](std::string_view kind, void (*write)(Out, const Record&)) {
    for (const Record& record : records)
      if (text(record, "kind") == kind) write(out, record);
  };
  fmt::format_to(out, "## Figures\n\n");
  for (const Record& record : records)
    if (text(record, "kind") == "agreement") {
      devices(out, record);
      break;
    }
  each("agreement", agreement_table);
  page += explanations;
  each("planted", planted_table);
  each("options", options_table);
  each("opcodes", opcodes_table);
  while (page.ends_with("\n\n")) page.pop_back();
  return page;
}

}  // namespace agal::exec
