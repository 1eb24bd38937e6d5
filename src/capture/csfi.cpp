#include "capture/readers.hpp"

namespace hexad::capture {

std::span<const FrameForm> csfi_forms() { return {}; }

Reading read_csfi(Bytes, std::optional<Direction> direction) {
  return {Protocol::csfi, direction.value_or(Direction::to_controller), {}, false, "refused: not read yet"};
}

}  // namespace hexad::capture
