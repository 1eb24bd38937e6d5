#pragma once

#include <string>

#include "config/config.hpp"

namespace hexad::inline config {

/// Both sides of a block find it here; "/" in a machine's name cannot be in a file's.
inline std::string block_path(const DrivesSettings& drives, std::string name) {
  if (!drives.block.empty()) return drives.block;
  for (char& letter : name)
    if (letter == '/' || letter == ' ') letter = '-';
  return "/dev/shm/hexad-" + name;
}

}  // namespace hexad::inline config
