#pragma once
// The golden frames of a protocol: `golden/NAME.tsv` beside its tests, a line each, hex and what it is.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "wire/number.hpp"

namespace hexad::protocols {

inline std::map<std::string, std::vector<std::byte>> golden_frames(const std::filesystem::path& file_name) {
  std::ifstream file{file_name};
  std::map<std::string, std::vector<std::byte>> frames;
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string::npos) continue;
    std::vector<std::byte> bytes(tab / 2);
    EXPECT_EQ(wire::parse_hex(line.substr(0, tab), bytes), tab / 2) << line;
    frames[line.substr(tab + 1)] = bytes;
  }
  return frames;
}

}  // namespace hexad::protocols
