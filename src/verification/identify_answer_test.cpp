// What the page is told of measurements: messages of the table, so that it speaks the reader's language.

#include <gtest/gtest.h>

#include "identify/design.hpp"
#include "identify/measurement_file.hpp"
#include "identify/simulate.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "verification/parameter_set.hpp"
#include "verification/request.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

using namespace testing;

std::string in_chinese(const Json& said) {
  return messages::to_text(messages::from_json(said["message"]), messages::Language::chinese);
}

Machine nominal() {
  ParameterSet set;
  const std::string body = Json{{"set", the_1200()}}.dump();
  return *check_set(parse_request(body, {"set"})->set).machine;
}

/// A machine measured with all its readings of one column off by the same amount.
std::string measured(const Machine& machine, const std::string& what, std::size_t column, double off) {
  auto quantities = *identify::parse_quantities(what);
  identify::set_sigmas(quantities, {5e-5, 1e-4});
  auto campaign = *identify::simulate(machine, identify::perturbed(machine.geometry, 1e-3, 4), quantities,
                                      identify::reachable_poses(machine, 8, 5), 6);
  for (identify::Row& row : campaign.rows) *row.values[column] += off;
  return identify::to_csv(campaign);
}

TEST(VerifyIdentify, AConstantOffsetIsRefusedAndNamedInBothLanguages) {
  const Machine machine = nominal();
  const std::string text = measured(machine, "pose", 2, machine.heights.neutral_above_bottom());
  const Json answer = ask(answer_identify, {{"set", the_1200()}, {"text", text}});
  EXPECT_EQ(answer["errors"], Json::array());
  EXPECT_FALSE(answer["passes"].get<bool>());
  EXPECT_TRUE(answer["set"].is_null()) << "there is nothing to take over";
  EXPECT_NE(answer["reason"]["text"].get<std::string>().find("Is it counted from the bottom?"),
            std::string::npos);
  EXPECT_NE(in_chinese(answer["reason"]).find("是否从最低位起算？"), std::string::npos)
      << in_chinese(answer["reason"]);
  ASSERT_EQ(answer["columns"].size(), 6u);
  EXPECT_EQ(answer["columns"][2]["column"], "heave_mm");
  EXPECT_NEAR(answer["columns"][2]["mean_before"].get<double>(),
              machine.heights.neutral_above_bottom() / kMillimetre, 3.0);
}

TEST(VerifyIdentify, WhatCannotBeToldAndWhatIsWrongInTheFileAreMessages) {
  const Machine machine = nominal();
  const Json answer =
      ask(answer_identify, {{"set", the_1200()}, {"text", measured(machine, "height", 0, 0.0)}});
  ASSERT_FALSE(answer["cannot_be_told"].empty());
  for (const Json& one : answer["cannot_be_told"]) {
    EXPECT_NE(one["message"]["id"], "as_told");
    EXPECT_EQ(in_chinese(one).find("joint"), std::string::npos) << in_chinese(one);
  }
  const Json bad = ask(answer_identify, {{"set", the_1200()}, {"text", "leg1_mm,heave_mm\n"}});
  ASSERT_FALSE(bad["errors"].empty());
  EXPECT_EQ(bad["errors"][0]["text"], "there is no column leg2_mm");
  EXPECT_EQ(in_chinese(bad["errors"][0]), "缺少列 leg2_mm");
  const web::Response refused =
      answer_identify(Json{{"set", the_1200()}, {"text", ""}, {"tolerance", 0}}.dump());
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(Json::parse(refused.body)["error"], "tolerance: is no number from 0.001 mm to 100 mm");
}

}  // namespace
}  // namespace hexad::verification
