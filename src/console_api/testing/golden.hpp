#pragma once
// What is made is what tests/data/console keeps for both ends: the page's tests read the same files. With
// HEXAD_GOLDEN_WRITE in the environment they are written anew.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace hexad::inline console_api {

inline void expect_golden(const std::string& name, const nlohmann::ordered_json& made) {
  const std::string path = std::string{HEXAD_TEST_DATA} + "/console/" + name + ".json";
  const std::string text = made.dump(2) + '\n';
  if (std::getenv("HEXAD_GOLDEN_WRITE") != nullptr) std::ofstream{path} << text;
  std::ifstream file{path};
  const std::string kept{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_EQ(text, kept) << path;
}

}  // namespace hexad::inline console_api
