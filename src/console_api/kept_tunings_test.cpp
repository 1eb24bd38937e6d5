#include "console_api/kept_tunings.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline console_api {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using messages::Id;

struct TuningFolder {
  fs::path state = fs::temp_directory_path() / ("hexad-tunings-" + std::to_string(::getpid()));
  KeptTunings tunings{(fs::remove_all(state), state.string()), "standard-400"};
  ~TuningFolder() { fs::remove_all(state); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(tunings.folder());
    std::ofstream{tunings.folder() / name} << text;
  }
};

CueTuning sharp() {
  CueTuning tuning;
  tuning.preset = CuePreset::car;
  tuning.engine = CueEngine::predictive;
  tuning.input = CueInput::specific_force;
  tuning.gain[1] = 0.83;
  tuning.high_pass[2] = 4.25;
  tuning.tilt_rate = 2.1 * kDegree;
  tuning.head = {0.0, 0.3, 1.1};
  return tuning;
}

TEST(KeptTunings, WhatIsKeptComesBackToTheLastBitAndThePlatformsPointsStay) {
  const TuningFolder kept;
  EXPECT_FALSE(kept.tunings.keep("sharp", sharp()));
  CueTuning now;
  now.head = {0.1, 0.2, 0.9};
  now.tilt_gain = 0.3;  // a number that the kept one leaves to its preset
  const auto order = kept.tunings.read("sharp");
  ASSERT_TRUE(order) << messages::english(order.error());
  CueTuning wanted = sharp();
  wanted.head = now.head;
  EXPECT_EQ(order->over(now), wanted);
  EXPECT_EQ(words_of(sharp()),
            "preset=car engine=predictive input=specific_force gain.surge=0.83 high_pass.heave=4.25 "
            "tilt_rate=2.1");
}

TEST(KeptTunings, AreListedReplacedAndDeleted) {
  const TuningFolder kept;
  EXPECT_EQ(tunings_line(kept.tunings).id, Id::no_tunings);
  EXPECT_EQ(kept.tunings.read("a").error().id, Id::no_tuning_yet);
  EXPECT_FALSE(kept.tunings.keep("b", sharp()));
  EXPECT_FALSE(kept.tunings.keep("a", {}));
  EXPECT_FALSE(kept.tunings.keep("b", {}));
  EXPECT_EQ(messages::english(tunings_line(kept.tunings)),
            "a (preset=normal engine=classical input=acceleration), "
            "b (preset=normal engine=classical input=acceleration)");
  const Json told = Json::parse(tunings_text(kept.tunings, {}));
  EXPECT_EQ(told["tunings"].size(), 2u);
  EXPECT_EQ(told["tunings"][1]["in_force"], true);
  EXPECT_EQ(Json::parse(tunings_text(kept.tunings, sharp()))["tunings"][1]["in_force"], false);
  EXPECT_FALSE(kept.tunings.remove("a"));
  EXPECT_EQ(kept.tunings.list().names, std::vector<std::string>{"b"});
  EXPECT_EQ(messages::english(kept.tunings.remove("a")), "there is no tuning a; there are: b");
}

TEST(KeptTunings, AFileThatIsDamagedIsToldAndTheOthersAreThere) {
  const TuningFolder kept;
  EXPECT_FALSE(kept.tunings.keep("good", sharp()));
  const std::pair<const char*, const char*> bad[]{
      {"", "damaged"},
      {R"({"preset": "car", "engi)", "damaged"},
      {R"(["car"])", "damaged"},
      {R"({"preset": "car"})", "damaged"},
      {R"({"preset": "car", "engine": "classical", "input": "acceleration", "tilt_rate": 99})",
       "tilt_rate: 99"},
      {R"({"preset": "car", "engine": "classical", "input": "acceleration", "tilt_rate": [2]})", "damaged"},
      {R"({"preset": "cart", "engine": "classical", "input": "acceleration"})", "preset"},
      {R"({"preset": "car", "engine": "classical", "input": "acceleration", "gian.surge": 1})",
       "gian.surge"}};
  for (const auto& [text, why] : bad) {
    kept.write("bad.json", text);
    const KeptTunings::List list = kept.tunings.list();
    EXPECT_EQ(list.names, std::vector<std::string>{"good"}) << text;
    ASSERT_EQ(list.damaged.size(), 1u) << text;
    const std::string said = messages::english(list.damaged[0]);
    EXPECT_EQ(said.find("bad.json"), 0u) << said;
    EXPECT_NE(said.find(why), std::string::npos) << said;
    EXPECT_FALSE(kept.tunings.read("bad")) << text;
    EXPECT_EQ(tunings_line(kept.tunings).id, Id::tunings_with_damaged);
  }
  EXPECT_FALSE(kept.tunings.keep("bad", {})) << "it can be written over";
  EXPECT_TRUE(kept.tunings.list().damaged.empty());
}

TEST(KeptTunings, NoNameLeadsOutOfTheFolderOrMeansTheOneInForce) {
  const TuningFolder kept;
  for (const char* name : {"", "now", "../a", "a/b", ".a", "a b", "ä"}) {
    EXPECT_EQ(kept.tunings.keep(name, {}).id, Id::tuning_bad_name) << name;
    EXPECT_EQ(kept.tunings.read(name).error().id, Id::tuning_bad_name) << name;
    EXPECT_EQ(kept.tunings.remove(name).id, Id::tuning_bad_name) << name;
  }
  EXPECT_EQ(tuning_of(kept.tunings, "now", sharp())->over(sharp()), sharp());
}

TEST(KeptTunings, ThereAreOnlySoMany) {
  const TuningFolder kept;
  for (std::size_t i = 0; i < KeptTunings::kMost; ++i)
    ASSERT_FALSE(kept.tunings.keep("t" + std::to_string(i), {}));
  EXPECT_EQ(kept.tunings.keep("more", {}).id, Id::tunings_full);
  EXPECT_FALSE(kept.tunings.keep("t7", sharp())) << "one that is there may be replaced";
}

}  // namespace
}  // namespace hexad::inline console_api
