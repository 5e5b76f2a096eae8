#include "base/big_stack.hpp"

#include <pthread.h>
#include <unistd.h>

#ifdef __ELF__
#include <link.h>
#endif

namespace agal::base {
namespace {

void* call(void* work) {
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

// Returns the size of the thread-local variables of all loaded modules. The C library allocates them at the end of the
// thread's stack, and they can be large: the thread sanitizer needs 768 KiB.
std::size_t thread_local_bytes() {
  std::size_t bytes = 0;
#ifdef __ELF__
  const auto add = [](dl_phdr_info* info, std::size_t, void* sum) {
    for (std::size_t i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_TLS)
        *static_cast<std::size_t*>(sum) += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 0;
  };
  ::dl_iterate_phdr(add, &bytes);
#endif
  return bytes;
}

}  // namespace

bool run_on_big_stack(std::size_t bytes, const std::function<void()>& work) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t whole = bytes + thread_local_bytes();
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, (whole + page - 1) / page * page) == 0 &&
                       pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

}  // namespace agal::base
