// docs/fidelity.md.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "exec/fidelity_records.hpp"

namespace agal::exec {
using base::grouped;

namespace {

using Out = std::back_insert_iterator<std::string>;

std::uint64_t count(const Record& record, const char* key) { return record.at(key).get<std::uint64_t>(); }

std::string text(const Record& record, const char* key) { return record.at(key).get<std::string>(); }

constexpr std::string_view introduction = R"(# Fidelity: what was executed, and how well it agrees

Every output language is executed and compared with the [reference interpreter](interpreter.md).
[Executing the output](execution.md) says how: the backends, the inputs, what a device is granted, what the columns
below mean, and what is explained by a fault of a device, with the evidence. This page has the figures and is written by

    ./tools/dev/fidelity

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
}

void devices(Out out, const Record& record) {
  fmt::format_to(out, "| Backend | Device |\n|---|---|\n");
  for (const Record& backend : record.at("backends"))
    fmt::format_to(out, "| {} | {} |\n", text(backend, "name"), text(backend, "device"));
  fmt::format_to(out, "\n");
}

// The first line of a table, with one column for each row of `record`, and the line below it.
void header(Out out, std::string_view first, const Record& rows, const char* name) {
  fmt::format_to(out, "| {} |", first);
  for (const Record& row : rows) fmt::format_to(out, " `{}` |", text(row, name));
  fmt::format_to(out, "\n|---|");
  for (std::size_t i = 0; i < rows.size(); ++i) fmt::format_to(out, "---:|");
  fmt::format_to(out, "\n");
}

// A line that has one number for each row of `record`.
void numbers(Out out, std::string_view first, const Record& rows, const char* key) {
  fmt::format_to(out, "| *{}* |", first);
  for (const Record& row : rows) fmt::format_to(out, " {} |", count(row, key));
  fmt::format_to(out, "\n");
}

void planted_table(Out out, const Record& record) {
  fmt::format_to(out,
                 "## Planted bugs\n\nEach is a mistake that a compiler could make, put into what is compiled and not "
                 "into what is interpreted:\n\n");
  for (const Record& bug : record.at("bugs")) fmt::format_to(out, "- `{}`: {}\n", text(bug, "name"), text(bug, "what"));
  fmt::format_to(out,
                 "\n*Visible* are the programs of which the interpreter itself gives other results for the changed "
                 "program. For each backend:\nhow many of these it shows; in brackets, of the rest: how many its "
                 "target cannot express, and how many a\nknown fault of the device hides.\n\n");
  const Record& bugs = record.at("bugs");
  header(out, "Backend", bugs, "name");
  numbers(out, "visible", bugs, "visible");
  for (std::size_t i = 0; i < record.at("backends").size(); ++i) {
    fmt::format_to(out, "| {} |", record.at("backends")[i].get<std::string>());
    for (const Record& bug : bugs) {
      const Record& caught = bug.at("caught")[i];
      const auto shown = caught.at(0).get<std::uint64_t>(), inexpressible = caught.at(1).get<std::uint64_t>(),
                 hidden = caught.at(2).get<std::uint64_t>();
      fmt::format_to(out, " {}{} |", shown,
                     inexpressible + hidden == 0 ? "" : fmt::format(" ({} / {})", inexpressible, hidden));
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
  const Record& options = record.at("options");
  header(out, "Backend", options, "option");
  numbers(out, "programs", options, "programs");
  for (std::size_t i = 0; i < record.at("backends").size(); ++i) {
    fmt::format_to(out, "| {} |", record.at("backends")[i].get<std::string>());
    for (const Record& option : options)
      fmt::format_to(out, " {} / {} / {} |", grouped(option.at("numbers")[i].get<std::uint64_t>()),
                     option.at("mismatches")[i].get<std::uint64_t>(), option.at("differing")[i].get<std::uint64_t>());
    fmt::format_to(out, "\n");
  }
  fmt::format_to(out,
                 "\nZero is one of the things that an undefined register may hold, so no program disagrees over "
                 "`--unwritten`; without\n`--allow-reserved` the compiler refuses the programs.\n\n");
}

// Backends with the same errors, which share a column.
struct Column {
  std::string heading;
  std::vector<std::string> cells;
};

std::vector<Column> columns_of(const Record& record) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < record.at("backends").size(); ++i) {
    Column column{record.at("backends")[i].get<std::string>(), {}};
    for (const Record& opcode : record.at("opcodes")) {
      const Record& error = opcode.at("errors")[i];
      column.cells.push_back(error.is_null() ? "–"
                                             : fmt::format("{:.3g} ulp, {:.0f} %", error.at(0).get<double>(),
                                                           100 * error.at(1).get<double>()));
    }
    const auto equal =
        std::find_if(columns.begin(), columns.end(), [&](const Column& other) { return other.cells == column.cells; });
    if (equal == columns.end())
      columns.push_back(std::move(column));
    else
      equal->heading += "<br>" + column.heading;
  }
  return columns;
}

void opcodes_table(Out out, const Record& record) {
  fmt::format_to(
      out,
      "## Worst error of each opcode\n\nEach opcode that computes, alone, on random operands. In units in the "
      "last place of the exact result, and in per cent of\nwhat is granted. Sums may cancel, and the error "
      "of sine is granted as a whole number of 2^-11, so the first may be large\nwhere the second is small. Opcodes "
      "that are granted nothing are not here: an error of theirs is a mismatch.\nBackends with the same errors share a "
      "column.\n\n");
  const std::vector<Column> columns = columns_of(record);
  std::string line = "| Opcode |", rule = "|---|";
  for (const Column& column : columns) {
    line += fmt::format(" {} |", column.heading);
    rule += "---:|";
  }
  fmt::format_to(out, "{}\n{}\n", line, rule);
  for (std::size_t i = 0; i < record.at("opcodes").size(); ++i) {
    fmt::format_to(out, "| `{}` |", text(record.at("opcodes")[i], "opcode"));
    for (const Column& column : columns) fmt::format_to(out, " {} |", column.cells[i]);
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
  each("planted", planted_table);
  each("options", options_table);
  each("opcodes", opcodes_table);
  while (page.ends_with("\n\n")) page.pop_back();
  return page;
}

}  // namespace agal::exec
