#include "text/outside_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace hexad::inline text {
namespace {

std::string nested(int levels) {
  return std::string(static_cast<std::size_t>(levels), '[') +
         std::string(static_cast<std::size_t>(levels), ']');
}

TEST(OutsideJson, IsReadAsItIsWritten) {
  const auto json = outside_json(R"({"b": [1, "]]]]", {"a": null}], "a": "\"[["})");
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["b"][1], "]]]]");
  EXPECT_EQ(json["a"], "\"[[");
  EXPECT_EQ(outside_ordered_json(R"({"b":1,"a":2})").begin().key(), "b");
}

TEST(OutsideJson, WhatIsNoneIsDiscarded) {
  for (const char* text : {"", "{", "[1,]", "nothing", "{\"a\":1}}", "\"\\"})
    EXPECT_TRUE(outside_json(text).is_discarded()) << text;
}

/// Brackets inside a text do not count; a million of them outside do not end the program.
TEST(OutsideJson, IsNestedOnlySoDeep) {
  EXPECT_TRUE(outside_json(nested(kDeepestJson)).is_array());
  EXPECT_TRUE(outside_json(nested(kDeepestJson + 1)).is_discarded());
  EXPECT_TRUE(outside_json('"' + nested(1000) + '"').is_string());
  EXPECT_TRUE(outside_json("[" + nested(1'000'000) + "]").is_discarded());
  std::string flat = "[";
  for (int i = 0; i < 1000; ++i) flat += "[],";
  EXPECT_EQ(outside_json(flat + "[]]").size(), 1001u);
}

}  // namespace
}  // namespace hexad::inline text
