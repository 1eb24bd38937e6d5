#include "os/descriptors.hpp"

#include <io.h>

namespace hexad::inline os {

// The C library has its own idea of streams that are not there: what is written into them is lost.
void fill_standard_descriptors() noexcept {}

bool write_if_taken(int descriptor, std::string_view text, std::chrono::milliseconds) noexcept {
  [[maybe_unused]] const int written = ::_write(descriptor, text.data(), static_cast<unsigned>(text.size()));
  return true;
}

// Windows has room for 16 million handles; the C library for 8192 files.
Descriptors count_descriptors() noexcept { return {8192, 64}; }

}  // namespace hexad::inline os
