// The golden frames, byte for byte and meaning for meaning.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include "protocols/motus/testing/bench.hpp"
#include "protocols/testing/golden.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::motus {
namespace {

using Bytes = std::vector<std::byte>;

std::map<std::string, Bytes> golden() {
  return golden_frames(std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/motus/golden" / "motus.tsv");
}

HostFrame frame(int cmd, int sub_cmd = 0, std::uint32_t time = 0) {
  HostFrame made = Bench::frame(cmd, sub_cmd);
  made.time = time;
  return made;
}

std::map<std::string, HostFrame> meanings() {
  std::map<std::string, HostFrame> all{{"Cmd 0, no action", frame(0)},
                                       {"seek bottom", frame(4, 0, 1000)},
                                       {"rise", frame(6, 0, 2000)},
                                       {"soft stop", frame(11, 3)},
                                       {"emergency stop", frame(3)}};
  HostFrame follow = frame(9, 0, 3000);
  follow.dofs = {1.5F, -2.25F, 3, 0.01F, -0.02F, 0.03F};
  all["follow pitch 1.5 roll -2.25 yaw 3 deg, sway 0.01 surge -0.02 heave 0.03 m"] = follow;
  HostFrame step = frame(11, 1, 4000);
  step.position = {5, 2, 1, 0.01F, 0.02F, 0.03F};
  step.speed = {5, 5, 5, 0.05F, 0.05F, 0.05F};
  all["step to 5 2 1 deg 10 20 30 mm"] = step;
  step.speed = {};
  step.time = 0;
  all["the same with Spd 0: default speed"] = step;
  step.position = {5, 2, 1, 10, 20, 30};
  all["step in millimetres; with translation_unit m not executed"] = step;
  HostFrame sine = frame(11, 2);
  sine.amplitude = {3, 0, 0, 0, 0, 0.02F};
  sine.frequency = {0.5F, 0, 0, 0, 0, 0.25F};
  sine.phase = {0, 0, 0, 0, 0, 90};
  all["sine pitch 3 deg 0.5 Hz, heave 20 mm 0.25 Hz phase 90"] = sine;
  HostFrame script = frame(13);
  script.file = 1;
  all["script 1"] = script;
  HostFrame manual = frame(5);
  manual.legs = 5;
  manual.jog_speed = -20;
  all["manual: legs 1 and 3 at -20 mm/s"] = manual;
  HostFrame codes = frame(4);
  codes.dofs = {15, 0, 0, 0, 0, 0};
  all["Cmd 4 with DOFs: seek bottom (follow only with status_codes_as_commands)"] = codes;
  return all;
}

TEST(MotusGolden, HostFramesByteForByte) {
  const auto frames = golden();
  const auto all = meanings();
  for (const auto& row : all) {
    SCOPED_TRACE(row.first);
    ASSERT_TRUE(frames.contains(row.first));
    const CommandBytes encoded = encode(row.second);
    EXPECT_EQ(Bytes(encoded.begin(), encoded.end()), frames.at(row.first));
    const auto decoded = decode(frames.at(row.first));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(encode(*decoded), encoded);
    EXPECT_EQ(decoded->cmd, row.second.cmd);
    EXPECT_EQ(decoded->sub_cmd, row.second.sub_cmd);
    EXPECT_EQ(decoded->legs, row.second.legs);
    EXPECT_EQ(decoded->jog_speed, row.second.jog_speed);
    EXPECT_EQ(decoded->file, row.second.file);
    EXPECT_EQ(decoded->dofs, row.second.dofs);
    EXPECT_EQ(decoded->position, row.second.position);
    EXPECT_EQ(decoded->speed, row.second.speed);
    EXPECT_EQ(decoded->amplitude, row.second.amplitude);
    EXPECT_EQ(decoded->frequency, row.second.frequency);
    EXPECT_EQ(decoded->phase, row.second.phase);
    EXPECT_EQ(decoded->time, row.second.time);
  }
  EXPECT_EQ(frames.size(), all.size() + 5) << "and the five that other tests look at";
}

TEST(MotusGolden, StatusByteForByte) {
  StatusFrame status;
  status.state = DofStatus::risen;
  status.version = 0x000100;
  status.time = 5000;
  const StatusBytes bytes = encode(status);
  EXPECT_EQ(Bytes(bytes.begin(), bytes.end()),
            golden().at("status: at the middle (3), all zero, version 0.1.0, 5000 ms"));
  const auto decoded = decode_status(bytes);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->state, DofStatus::risen);
  EXPECT_EQ(decoded->version, 0x000100U);
  EXPECT_EQ(decoded->time, 5000U);
  wire::TextBuffer<256> text;
  describe(*decoded, text.writer());
  EXPECT_EQ(text.view(), "status 3 (at the middle), DI 0, pose 0 0 0 0 0 0, version 0.1.0, 5000 ms");
}

TEST(MotusGolden, RefusedFramesDoNothing) {
  const auto frames = golden();
  const std::map<std::string, std::string> reasons{{"refused: ID", "wrong ID"},
                                                   {"refused: size", "wrong size"},
                                                   {"refused: not finite", "values not finite"}};
  for (const auto& row : reasons) {
    SCOPED_TRACE(row.first);
    Bench bench{State::running};
    bench.send_bytes(frames.at(row.first));
    ASSERT_EQ(bench.port.drops.size(), 1U);
    EXPECT_EQ(bench.port.drops[0].text, row.second);
    EXPECT_EQ(bench.port.explanations.size(), 1U);
    EXPECT_TRUE(bench.port.requests.empty() && bench.port.streams.empty() && bench.port.latches.empty());
  }
}

TEST(MotusGolden, AnEmergencyBesideNanActs) {
  Bench bench{State::running};
  bench.send_bytes(golden().at("emergency stop beside NaN: acts"));
  EXPECT_EQ(bench.latched(), std::vector{Control::emergency});
}

TEST(MotusGolden, AFrameInWords) {
  const auto line = [](const HostFrame& what) {
    wire::TextBuffer<320> text;
    describe(what, text.writer());
    return std::string{text.view()};
  };
  const auto all = meanings();
  EXPECT_EQ(line(all.at("seek bottom")), "Cmd 4: seek the bottom");
  EXPECT_EQ(line(all.at("manual: legs 1 and 3 at -20 mm/s")), "Cmd 5: manual, legs 1 3 at -20 mm/s");
  EXPECT_EQ(line(all.at("soft stop")), "Cmd 11/3: soft stop");
  EXPECT_EQ(line(all.at("the same with Spd 0: default speed")),
            "Cmd 11/1: step Pos 5 2 1 0.01 0.02 0.03 Spd 0 0 0 0 0 0");
  EXPECT_EQ(line(all.at("script 1")), "Cmd 13: script 1");
  EXPECT_EQ(line(all.at("Cmd 0, no action")), "Cmd 0: no action");
}

}  // namespace
}  // namespace hexad::protocols::motus
