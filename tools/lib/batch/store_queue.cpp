#include "store_queue.hpp"

#include <utility>

namespace agal::batch {

StoreQueue::StoreQueue(std::size_t max_bytes, std::function<void(const StoreJob&)> work, std::function<void()> cancel)
    : max_bytes_(max_bytes), work_(std::move(work)), cancel_(std::move(cancel)) {}

StoreQueue::~StoreQueue() { finish(std::chrono::milliseconds(0)); }

bool StoreQueue::add(StoreJob upload) {
  {
    const std::lock_guard<std::mutex> lock(guard_);
    const std::size_t bytes = upload.entry.size();
    // One upload is always accepted, however large it is.
    if (closing_ || (!queue_.empty() && bytes_ + bytes > max_bytes_)) return false;
    bytes_ += bytes;
    queue_.push_back(std::move(upload));
    if (workers_.empty())
      for (unsigned i = 0; i < threads_; ++i) workers_.emplace_back([this] { run(); });
  }
  added_.notify_one();
  return true;
}

void StoreQueue::run() {
  std::unique_lock<std::mutex> lock(guard_);
  for (;;) {
    added_.wait(lock, [this] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const StoreJob upload = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= upload.entry.size();
    ++active_;
    lock.unlock();
    work_(upload);
    lock.lock();
    --active_;
    if (active_ == 0 && queue_.empty()) done_.notify_all();
  }
}

std::uint64_t StoreQueue::finish(std::chrono::milliseconds limit) {
  std::uint64_t left_out = 0;
  {
    std::unique_lock<std::mutex> lock(guard_);
    closing_ = true;
    const bool all = done_.wait_for(lock, limit, [this] { return active_ == 0 && queue_.empty(); });
    if (!all) {
      left_out = queue_.size() + active_;
      queue_.clear();
      cancel_();
    }
  }
  added_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  return left_out;
}

}  // namespace agal::batch
