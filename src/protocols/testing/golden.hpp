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

/// The frame of this name; nothing, and a failed test, where there is none.
inline std::vector<std::byte> golden_frame(const std::map<std::string, std::vector<std::byte>>& frames,
                                           const std::string& name) {
  const auto frame = frames.find(name);
  EXPECT_NE(frame, frames.end()) << name;
  return frame != frames.end() ? frame->second : std::vector<std::byte>{};
}

/// What a telemetry source makes of the golden frame of this name.
template <class Source>
auto golden_sample(const Source& source, const std::map<std::string, std::vector<std::byte>>& frames,
                   const std::string& name) {
  auto sample = source.decode(golden_frame(frames, name));
  EXPECT_TRUE(sample) << name;
  return sample ? *sample : std::remove_cvref_t<decltype(*sample)>{};
}

}  // namespace hexad::protocols
