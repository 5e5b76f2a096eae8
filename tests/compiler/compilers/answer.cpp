#include "compilers/answer.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace agal::compilers {
namespace {

// Parses a line such as "7 input TEXCOORD2 0 1 15" for answer 7. fxc/main.cpp lists all forms.
void take_line(const std::string& line, std::vector<Answer>& answers) {
  std::istringstream in(line);
  std::size_t number = 0;
  std::string kind;
  in >> number >> kind;
  Answer& answer = answers.at(number);
  if (kind == "says") {
    std::getline(in >> std::ws, answer.messages.emplace_back());
  } else if (kind == "refused") {
    answer.accepted = false;
  } else if (kind == "input" || kind == "output") {
    SignatureElement element;
    in >> element.semantic >> element.system_value >> element.hardware_register >> element.mask;
    (kind == "input" ? answer.signature.inputs : answer.signature.outputs).push_back(std::move(element));
  } else {
    in.setstate(std::ios::failbit);
  }
  if (in.fail()) throw std::runtime_error("the driver printed " + line);
}

}  // namespace

std::vector<Answer> read_answers(std::vector<std::string> lines, std::size_t count) {
  // Lines end with a carriage return in Windows.
  for (std::string& line : lines)
    if (line.ends_with('\r')) line.pop_back();
  // The last line shows that the driver reached its end.
  if (lines.empty() || lines.back() != fmt::format("end {}", count))
    throw std::runtime_error("the driver failed: " + (lines.empty() ? "it printed nothing" : lines.back()));
  lines.pop_back();
  std::vector<Answer> answers(count);
  for (const std::string& line : lines) take_line(line, answers);
  return answers;
}

}  // namespace agal::compilers
