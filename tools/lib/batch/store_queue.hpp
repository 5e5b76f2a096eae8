// Work that is done in the background, and left out if there is too much of it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace agal::batch {

struct StoreJob {
  std::string identity, entry;
};

/// A queue of uploads with a few threads, which start with the first upload. Thread-safe.
class StoreQueue {
 public:
  /// `work` is called for one upload, concurrently. It must end soon after `cancel` has been called.
  StoreQueue(std::size_t max_bytes, std::function<void(const StoreJob&)> work, std::function<void()> cancel);
  ~StoreQueue();

  /// False: the queue is full, and the upload is left out.
  bool add(StoreJob upload);

  /// Waits until all uploads are done, but not longer than this, and ends the threads. Returns the number of uploads
  /// that were left out here.
  std::uint64_t finish(std::chrono::milliseconds limit);

 private:
  void run();

  static constexpr unsigned threads_ = 4;
  std::size_t max_bytes_;
  std::function<void(const StoreJob&)> work_;
  std::function<void()> cancel_;
  std::mutex guard_;
  std::condition_variable added_, done_;
  std::deque<StoreJob> queue_;
  std::size_t bytes_ = 0;  // of the queue
  unsigned active_ = 0;    // threads at work
  bool closing_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace agal::batch
