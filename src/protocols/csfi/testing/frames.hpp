#pragma once
// The golden frames of this protocol and what the boards of the seed hold. Test code.

#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include "protocols/csfi/machine_groups.hpp"
#include "protocols/csfi/session.hpp"
#include "protocols/csfi/testing/memory_board.hpp"
#include "protocols/testing/golden.hpp"
#include "protocols/testing/scripted_port.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::csfi {

using Bytes = std::vector<std::byte>;

inline std::map<std::string, Bytes> golden() {
  return golden_frames(std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/csfi/golden" / "csfi.tsv");
}

inline Bytes bytes_of(const Frame& frame) { return {frame.view().begin(), frame.view().end()}; }

/// The seed's six-leg column, by what the golden answer says.
inline Mechanics six_legs() {
  const auto decoded = decode_answer(golden().at("board answer: group 1, six-leg defaults (188 bytes)"));
  EXPECT_TRUE(decoded);
  return std::get<Mechanics>(*decoded);
}
inline Mechanics three_legs() {
  const auto decoded = decode(golden().at("write group 1, three-leg + rotary defaults"));
  EXPECT_TRUE(decoded);
  return std::get<Mechanics>(std::get<Group>(*decoded));
}

}  // namespace hexad::protocols::csfi
