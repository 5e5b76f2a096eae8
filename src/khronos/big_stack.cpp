#include "khronos/big_stack.hpp"

#include <pthread.h>
#include <unistd.h>

namespace agal::khronos {
namespace {

void* call(void* work) {
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

}  // namespace

bool run_on_big_stack(std::size_t bytes, const std::function<void()>& work) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, (bytes + page - 1) / page * page) == 0 &&
                       pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

}  // namespace agal::khronos
