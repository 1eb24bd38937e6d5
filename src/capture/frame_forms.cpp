#include "capture/readers.hpp"

namespace hexad::capture {

std::span<const FrameForm> frame_forms() {
  static const std::vector<FrameForm> all = [] {
    std::vector<FrameForm> forms;
    for (const auto part : {csfi_forms(), motus_forms(), darren_forms()})
      forms.insert(forms.end(), part.begin(), part.end());
    return forms;
  }();
  return all;
}

}  // namespace hexad::capture
