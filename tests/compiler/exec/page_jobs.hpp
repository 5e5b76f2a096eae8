// Runs jobs in a page of a browser. The jobs are JSON in a script, and so is the answer.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exec/backend.hpp"

namespace agal::exec {

/// Encodes floats or bytes as base64, the lowest byte first.
std::string base64(const void* data, std::size_t size);
template <class T>
std::string base64(const std::vector<T>& values) {
  return base64(values.data(), values.size() * sizeof(T));
}

/// Returns the levels of a texture, each with its size and its texels.
nlohmann::json levels_as_json(const Texture& texture);

/// The answer of a page.
struct Answer {
  std::string device, fault;
  int depth_bits = 0;  // 0 if depths are floats
  nlohmann::json outcomes = nlohmann::json::array();
};

struct JobPage {
  std::filesystem::path browser;
  std::string script;  // a file below tests/compiler/exec that runs `agalJobs`: its `agalAnswer` is the answer, or a
                       // promise of it
  std::vector<std::string> flags;
  std::string setup;  // the setup as JSON
};

/// Runs `count` jobs, which are JSON separated by commas.
Answer ask_page(const JobPage& page, const std::string& jobs, std::size_t count);

/// Returns the outcome of each job, and uses as many pages as necessary. `cannot` returns the reason why a job cannot
/// be run, or "". `as_json` returns a job for the script. `position` is the name that the position is captured under.
std::vector<Outcome> run_in_pages(std::span<const Job> jobs, const std::function<std::string(const Job&)>& cannot,
                                  const std::function<std::string(const Job&)>& as_json,
                                  const std::function<Answer(const std::string& jobs, std::size_t count)>& ask,
                                  std::string_view position);

}  // namespace agal::exec
