// The golden frames, byte for byte and meaning for meaning.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "protocols/darren/testing/bench.hpp"
#include "protocols/testing/golden.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::darren {
namespace {

using Bytes = std::vector<std::byte>;

std::map<std::string, Bytes> golden() {
  return golden_frames(std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/darren/golden" /
                       "darren.tsv");
}

HostFrame frame(std::uint32_t sequence, std::uint32_t id, std::uint16_t word,
                const std::array<float, 6>& values = {}) {
  HostFrame made;
  made.sequence = sequence;
  made.message_id = id;
  made.word = word;
  made.values = values;
  return made;
}

HostFrame with(HostFrame made, std::uint16_t file, std::uint16_t sub_command,
               const std::vector<float>& more = {}) {
  made.file = file;
  made.sub_command = sub_command;
  std::copy(more.begin(), more.end(), made.more.begin());
  return made;
}

TEST(DarrenGolden, HostFramesByteForByte) {
  const std::map<std::string, HostFrame> meanings{
      {"connect", frame(1, 1, 0)},
      {"disconnect", frame(2, 2, 0)},
      {"ID 0x1001, neutral", frame(1, 0x1001, 1)},
      {"ID 0, no change", frame(1, 0, 0)},
      {"neutral, sequence 0", frame(0, 0, 1)},
      {"run, pitch 1 roll -2.95 yaw 3 sway 10 surge -20 heave 30",
       frame(0x140, 100, 2, {1, -2.95F, 3, 10, -20, 30})},
      {"run, actuators +5 -5 +5 -5 +5 -5 mm", frame(0x141, 101, 2, {5, -5, 5, -5, 5, -5})},
      {"run, cueing: yaw rate 5 deg/s, sway 0.5 surge 1.5 m/s2",
       frame(0x142, 102, 2, {0, 0, 5, 0.5F, 1.5F, 0})},
      {"play file 1", with(frame(0x143, 103, 6), 1, 0)},
      {"hold", frame(0x144, 100, 5)},
      {"descend", frame(0x145, 100, 3)},
      {"reset", frame(0x146, 100, 8)},
      {"emergency", frame(0x147, 100, 9)},
      {"point to point", with(frame(0, 106, 2, {3, -2, 1, 10, -10, 20}), 0, 1, {2, 2, 2, 10, 10, 10})},
      {"point to point stop", with(frame(0, 106, 2), 0, 0x80)},
      {"sine",
       with(frame(0, 107, 2, {3, 3, 0, 0, 0, 20}), 0, 1, {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0, 90})},
      {"sine stop", frame(0, 107, 2)}};
  const auto frames = golden();
  for (const auto& row : meanings) {
    SCOPED_TRACE(row.first);
    ASSERT_TRUE(frames.contains(row.first));
    const Bytes& bytes = frames.at(row.first);
    const Frame encoded = encode(row.second);
    EXPECT_EQ(Bytes(encoded.begin(), encoded.end()), bytes);
    const auto decoded = decode(bytes);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->length, 128U);
    EXPECT_EQ(decoded->sequence, row.second.sequence);
    EXPECT_EQ(decoded->message_id, row.second.message_id);
    EXPECT_EQ(decoded->word, row.second.word);
    EXPECT_EQ(decoded->file, row.second.file);
    EXPECT_EQ(decoded->sub_command, row.second.sub_command);
    EXPECT_EQ(decoded->values, row.second.values);
    EXPECT_EQ(decoded->more, row.second.more);
  }
  EXPECT_EQ(frames.size(), meanings.size() + 7) << "and the seven that other tests look at";
}

TEST(DarrenGolden, ThePrinted124ByteTable) {
  const Bytes bytes = golden().at("run, printed 124-byte table");
  ASSERT_EQ(bytes.size(), 124U);
  const HostFrame expected = frame(1, 100, 2, {1, -2.95F, 3, 10, -20, 30});
  const auto encoded = encode_printed(expected);
  EXPECT_EQ(Bytes(encoded.begin(), encoded.end()), bytes);
  const auto decoded = decode(bytes);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->values, expected.values);
  EXPECT_EQ(decoded->word, 2U);
}

TEST(DarrenGolden, AcksAndNacksByteForByte) {
  const auto frames = golden();
  const Frame ack = encode(Reply{7, true});
  EXPECT_EQ(Bytes(ack.begin(), ack.end()), frames.at("controller: ack, sequence 7"));
  const Frame nack = encode(Reply{8, false});
  EXPECT_EQ(Bytes(nack.begin(), nack.end()), frames.at("controller: nack, sequence 8"));
}

TEST(DarrenGolden, StatusByteForByte) {
  StatusFrame status;
  status.sequence = 9;
  status.state = StatusWord::running;
  status.moving = true;
  status.outputs = 1;
  status.warnings = warning::kClamped;
  status.pose = {1, -2.5F, 3, 10, -20, 30};
  status.actuators = {5, 4, 3, 2, 1, 0};
  status.torque = {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F};
  const Frame bytes = encode(status);
  EXPECT_EQ(
      Bytes(bytes.begin(), bytes.end()),
      golden().at(
          "controller: status, sequence 9, running, moving, output 1 on, clamped, pitch 1 roll -2.5 yaw 3 "
          "sway 10 surge -20 heave 30"));
}

TEST(DarrenGolden, AnEmergencyBesideNanActs) {
  Bench bench{State::running};
  bench.send_bytes(golden().at("emergency beside NaN: acts"));
  EXPECT_EQ(bench.latched(), std::vector{Control::emergency});
}

TEST(DarrenGolden, RefusedFrames) {
  Bench bench{State::running};
  bench.send_bytes(golden().at("refused: length"));
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "wrong size");
  EXPECT_TRUE(bench.port.requests.empty());
  bench.port.clear();
  bench.send_bytes(golden().at("refused: not finite"));
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "values not finite");
  EXPECT_TRUE(bench.port.streams.empty());
  EXPECT_EQ(bench.steps(), std::vector{Step::run}) << "only its values are refused, its word is run";
}

}  // namespace
}  // namespace hexad::protocols::darren
