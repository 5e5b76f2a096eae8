// Jobs that a page in a browser runs: they are JSON in a script, and the document that the page writes is returned as
// text.
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

/// Floats and bytes travel as base64, the lowest byte first.
std::string base64(const void* data, std::size_t size);
template <class T>
std::string base64(const std::vector<T>& values) {
  return base64(values.data(), values.size() * sizeof(T));
}

/// The levels of a texture, each with its size and its texels.
nlohmann::json levels_as_json(const Texture& texture);

/// What a page answered.
struct Answer {
  std::string device, fault;
  int depth_bits = 0;  // 0: depths are floats
  nlohmann::json outcomes = nlohmann::json::array();
};

struct JobPage {
  std::filesystem::path browser;
  std::string script;  // under tests/exec: runs `agalJobs`, and writes the answer
  std::vector<std::string> flags;
  std::string setup;  // as JSON
};

/// Runs `count` jobs, which are JSON with commas between them.
Answer ask_page(const JobPage& page, const std::string& jobs, std::size_t count);

/// The outcome of each job, asked for in as many pages as it takes. `cannot`: why a job cannot be run, "" if it can.
/// `as_json`: a job for the script. `position`: the name that the position is captured under.
std::vector<Outcome> run_in_pages(std::span<const Job> jobs, const std::function<std::string(const Job&)>& cannot,
                                  const std::function<std::string(const Job&)>& as_json,
                                  const std::function<Answer(const std::string& jobs, std::size_t count)>& ask,
                                  std::string_view position);

}  // namespace agal::exec
