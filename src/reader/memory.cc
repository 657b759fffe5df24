// Where C++ asks for memory and there is none left, the process ends with kExitOutOfMemory. The
// program's own operators are needed for that: PDFium's library brings operators that would win
// over the standard ones and know nothing of std::set_new_handler. All of them, PDFium's deleting
// ones too, stand on malloc and free. A sanitized build keeps the sanitizer's.

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "reader/lockdown.h"

#if !OI_SANITIZED

namespace {

void* or_end(void* memory) {
  if (memory == nullptr) ::_exit(oi::kExitOutOfMemory);
  return memory;
}

void* aligned(size_t size, std::align_val_t alignment) {
  void* memory = nullptr;
  const size_t border = std::max(static_cast<size_t>(alignment), sizeof(void*));
  return or_end(::posix_memalign(&memory, border, size) == 0 ? memory : nullptr);
}

}  // namespace

void* operator new(size_t size) {
  return or_end(std::malloc(std::max<size_t>(size, 1)));
}
void* operator new[](size_t size) {
  return or_end(std::malloc(std::max<size_t>(size, 1)));
}
void* operator new(size_t size, std::align_val_t alignment) {
  return aligned(size, alignment);
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return aligned(size, alignment);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

#endif
