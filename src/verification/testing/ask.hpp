#pragma once
// Questions to the answers of /api/verify, about the platforms that come with the program. Test code.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "verification/answers.hpp"

namespace hexad::verification::testing {

using Json = nlohmann::ordered_json;

inline Json preset_set(const std::string& name) {
  static const Json all = Json::parse(presets().body);
  for (const Json& one : all["presets"])
    if (one["name"] == name) return one["set"];
  throw std::runtime_error{"no preset " + name};
}
inline Json the_1200() { return preset_set("allcontroller-1200"); }

inline Json with(Json set, const std::string& key, const Json& value) {
  set[key] = value;
  return set;
}
inline Json ask(web::Response (*answer)(const std::string&), const Json& request) {
  const web::Response response = answer(request.dump());
  EXPECT_EQ(response.status, 200) << response.body;
  return Json::parse(response.body);
}
inline Json ask_pose(const Json& set, const std::vector<double>& pose) {
  return ask(answer_pose, {{"set", set}, {"pose", pose}});
}

}  // namespace hexad::verification::testing
