// Every golden datagram in words, every field of it where its codec finds it.

#include "capture/reading.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "capture/frame_form.hpp"
#include "capture/identify.hpp"
#include "capture/words.hpp"
#include "cli/decode_frames.hpp"
#include "messages/print.hpp"
#include "protocols/csfi/groups.hpp"
#include "protocols/darren/describe.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::capture {
namespace {

using cli_test::Golden;
using cli_test::golden_of;

Bytes raw_bytes(const std::string& text) { return std::as_bytes(std::span{text}); }

const Golden& golden(const std::string& protocol, const std::string& meaning) {
  static std::map<std::string, std::vector<Golden>> tables;
  auto& table = tables[protocol];
  if (table.empty()) table = golden_of(protocol);
  for (const Golden& each : table) {
    if (each.meaning.starts_with(meaning)) return each;
  }
  throw std::runtime_error{"no golden " + meaning};
}

std::string text_of(const std::string& datagram) {
  const auto reading = identify(raw_bytes(datagram));
  return reading ? std::string{to_string(reading->protocol)} + ": " + reading->text
                 : "? " + messages::english(reading.error());
}

/// The values of a datagram's fields by their filter names; a name that comes again wins.
std::map<std::string, double> numbers_of(const std::string& datagram) {
  const auto reading = identify(raw_bytes(datagram));
  std::map<std::string, double> numbers;
  if (!reading) return numbers;
  for (const FieldValue& field : fields_of(*reading, raw_bytes(datagram))) {
    if (const auto* integer = std::get_if<std::int64_t>(&field.value)) {
      numbers[field.filter] = static_cast<double>(*integer);
    } else if (const auto* number = std::get_if<double>(&field.value)) {
      numbers[field.filter] = *number;
    }
  }
  return numbers;
}

TEST(Reading, EveryGoldenDatagramIsKnownByItsContentAndRefusedWhereTheTableSaysSo) {
  std::size_t seen = 0;
  for (const char* protocol : {"lingjing", "mdof", "csfi", "motus", "darren"}) {
    for (const Golden& each : golden_of(protocol)) {
      if (each.bytes.empty() || each.meaning == "refused: no @") continue;  // below
      ++seen;
      const auto reading = identify(raw_bytes(each.bytes));
      ASSERT_TRUE(reading) << protocol << " " << each.meaning << ": " << messages::english(reading.error());
      EXPECT_EQ(to_string(reading->protocol), protocol) << each.meaning;
      EXPECT_EQ(reading->direction == Direction::from_controller, each.from_controller) << each.meaning;
      if (each.protocol == "mdof") continue;  // its table has answers, not meanings
      // A value that is not finite does not make a darren or motus frame unreadable.
      const bool beside = each.meaning == "refused: not finite" && each.protocol != "csfi";
      EXPECT_EQ(reading->valid, !each.meaning.starts_with("refused") || beside)
          << protocol << " " << each.meaning;
      if (beside) {
        EXPECT_NE(reading->text.find("not finite"), std::string::npos) << reading->text;
      }
    }
  }
  EXPECT_GT(seen, 120U);
}

TEST(Reading, LingjingSaysWhatTheTableSays) {
  for (const Golden& each : golden_of("lingjing")) {
    if (each.meaning.starts_with("refused")) continue;
    EXPECT_TRUE(text_of(each.bytes).starts_with("lingjing: " + each.meaning)) << text_of(each.bytes);
  }
}

TEST(Reading, LinesNameValuesWithTheirUnits) {
  EXPECT_EQ(text_of(golden("darren", "run, pitch 1 roll -2.95").bytes),
            "darren: #320 run, pose: pitch 1 roll -2.95 yaw 3 deg, sway 10 surge -20 heave 30 mm");
  EXPECT_EQ(text_of(golden("darren", "run, cueing").bytes),
            "darren: #322 run, cueing; rate and acceleration pitch 0 roll 0 yaw 5 deg/s, sway 0.5 surge 1.5 "
            "heave 0 "
            "m/s2");
  EXPECT_EQ(
      text_of(golden("darren", "controller: status").bytes),
      "darren: #9 status 6 (running), moving, outputs 1, warning: command clamped to the reach, pose pitch 1 "
      "roll -2.5 yaw 3 deg, sway 10 surge -20 heave 30 mm");
  EXPECT_EQ(text_of("9 10.5 20 30 5 10 15\r\n"), "mdof: 9 move to X 10.5 Y 20 Z 30 mm, RX 5 RY 10 RZ 15 deg");
  EXPECT_EQ(text_of("9#165"), "mdof: 9 move: 165 (Z past its positive end)");
  EXPECT_EQ(text_of("33#-5"), "mdof: 33 file: -5 (paused)");
  EXPECT_EQ(text_of("22#1"), "mdof: 22 moving: yes");
  EXPECT_EQ(text_of("99#AAAA"), "mdof: 99: -1 (bad format or parameter)");
  EXPECT_EQ(text_of("24#0.000 0.000 10.000 0.000 -1.500 0.000"),
            "mdof: 24 platform position: X 0 Y 0 Z 10 mm, RX 0 RY -1.5 RZ 0 deg");
  EXPECT_EQ(text_of(golden("motus", "manual").bytes), "motus: Cmd 5: manual, legs 1 3 at -20 mm/s");
  EXPECT_EQ(text_of(golden("csfi", "write group 3").bytes),
            "csfi: write group 3 (network): local 192.168.0.15:20000, remote 192.168.0.100:8080, RS-232 "
            "115200, RS-485 "
            "115200");
}

TEST(Reading, DarrenFieldsAreWhatTheCodecDecodes) {
  const std::string& bytes = golden("darren", "sine").bytes;
  const auto frame = *protocols::darren::decode(raw_bytes(bytes));
  const auto numbers = numbers_of(bytes);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string axis{protocols::kPitchToHeave[i]};
    EXPECT_EQ(numbers.at("darren.amplitude." + axis), frame.values[i]) << axis;
    EXPECT_EQ(numbers.at("darren.frequency." + axis), frame.more[i]) << axis;
    EXPECT_EQ(numbers.at("darren.phase." + axis), frame.more[6 + i]) << axis;
  }
  EXPECT_EQ(numbers.at("darren.more_values.13"), frame.more[12]);
  EXPECT_EQ(numbers.at("darren.phase.roll"), 90.0);
}

TEST(Reading, DarrensPrintedTableHasItsValuesFourBytesEarlier) {
  const std::string& bytes = golden("darren", "run, printed 124").bytes;
  const auto reading = *identify(raw_bytes(bytes));
  EXPECT_EQ(reading.frame, "printed command");
  for (const FieldValue& field : fields_of(reading, raw_bytes(bytes))) {
    if (field.filter == "darren.pose.heave") {
      EXPECT_EQ(field.offset, 48U);
      EXPECT_EQ(std::get<double>(field.value), 30.0);
    }
  }
}

TEST(Reading, MotusAndCsfiFieldsAreWhatTheCodecDecodes) {
  const auto follow = numbers_of(golden("motus", "follow").bytes);
  EXPECT_EQ(follow.at("motus.dofs.roll"), -2.25);
  EXPECT_EQ(follow.at("motus.dofs.surge"), static_cast<double>(-0.02F));
  const auto status = numbers_of(golden("motus", "status").bytes);
  EXPECT_EQ(status.at("motus.dofstatus"), 3.0);
  EXPECT_EQ(status.at("motus.time"), 5000.0);

  const std::string& answer = golden("csfi", "board answer: group 1").bytes;
  const auto group = std::get<protocols::csfi::Mechanics>(*protocols::csfi::decode_answer(raw_bytes(answer)));
  const auto mechanics = numbers_of(answer);
  for (std::size_t joint = 0; joint < 6; ++joint) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string place = std::to_string(joint + 1) + "_" + "xyz"[axis];
      EXPECT_EQ(mechanics.at("csfi.base_joints." + place), group.base[3 * joint + axis]) << place;
      EXPECT_EQ(mechanics.at("csfi.platform_joints." + place), group.platform[3 * joint + axis]) << place;
    }
  }
  EXPECT_EQ(mechanics.at("csfi.leg_length_retracted"), group.leg_length);
}

TEST(Reading, TextFieldsStandWhereTheirWordsStand) {
  const std::string datagram = "@A6:5, 6, 0, 5.5, 3.0, 20, F0#";
  const auto reading = *identify(raw_bytes(datagram));
  const auto fields = fields_of(reading, raw_bytes(datagram));
  ASSERT_EQ(fields.size(), 8U);
  EXPECT_EQ(datagram.substr(fields[4].offset, fields[4].size), "5.5");
  EXPECT_EQ(fields[4].filter, "lingjing.x");
  EXPECT_EQ(fields[4].unit, "mm");
  EXPECT_EQ(std::get<std::int64_t>(fields[7].value), 0xF0);
  EXPECT_EQ(fields[7].word, "relays 5 6 7 8");

  const std::string path = "11 1 1 2 3 4 5 6 10 20 30 40 50 60";
  const auto numbers = numbers_of(path);
  EXPECT_EQ(numbers.at("mdof.z"), 3.0);
  EXPECT_EQ(numbers.at("mdof.speed.rz"), 60.0);
  const auto timed = numbers_of("13 0.5 1 2 3 4 5 6");
  EXPECT_EQ(timed.at("mdof.time"), 0.5);
  EXPECT_EQ(timed.at("mdof.rz"), 6.0);
}

TEST(Reading, EveryFieldOfEveryGoldenFrameLiesInItsDatagramAndTheBinaryOnesCoverIt) {
  for (const char* protocol : {"lingjing", "mdof", "csfi", "motus", "darren"}) {
    for (const Golden& each : golden_of(protocol)) {
      const auto reading = identify(raw_bytes(each.bytes));
      if (!reading || !reading->valid) continue;
      std::size_t covered = 0;
      std::set<std::size_t> offsets;
      for (const FieldValue& field : fields_of(*reading, raw_bytes(each.bytes))) {
        ASSERT_LE(field.offset + field.size, each.bytes.size()) << protocol << " " << each.meaning;
        EXPECT_TRUE(offsets.insert(field.offset).second) << protocol << " " << field.name;
        covered += field.size;
      }
      if (each.protocol != "mdof" && each.protocol != "lingjing") {
        EXPECT_EQ(covered, each.bytes.size()) << protocol << " " << each.meaning;
      }
    }
  }
}

TEST(Reading, DirectionComesFromThePortsWhereTheBytesDoNotTell) {
  const std::string& status = golden("darren", "controller: status").bytes;
  EXPECT_EQ(read(Protocol::darren, raw_bytes(status), Direction::from_controller).frame, "status");
  // A host may send any message ID: to the controller, 200 is only a command word (decision 1).
  EXPECT_EQ(read(Protocol::darren, raw_bytes(status), Direction::to_controller).frame, "command");
  const std::string& pose = golden("darren", "run, pitch 1").bytes;
  EXPECT_FALSE(read(Protocol::darren, raw_bytes(pose), Direction::from_controller).valid);
}

TEST(Reading, WordsOfTheMotusListBeginWhatItsCodecSays) {
  for (const FrameForm& form : frame_forms()) {
    if (form.protocol != Protocol::motus || form.name != "command") continue;
    for (const protocols::Named& named : form.choices[0].words) {
      if (named.name == "instruct") continue;  // its sub commands have words of their own
      protocols::motus::HostFrame frame;
      frame.cmd = static_cast<std::uint8_t>(named.value);
      wire::TextBuffer<512> text;
      describe(frame, text.writer());
      const std::string begin = "Cmd " + std::to_string(named.value) + ": " + std::string{named.name};
      EXPECT_TRUE(text.view().starts_with(begin)) << text.view();
    }
  }
}

TEST(Identify, BytesOfNoProtocolAreSaidToBeSo) {
  EXPECT_TRUE(text_of("\x01\x02\x03").starts_with("? 3 bytes that fit no protocol"));
  EXPECT_NE(text_of("A6:1,2,3,4,5,6#").find("fits no protocol; lingjing refused"), std::string::npos);
}

TEST(Identify, ATextOf128BytesIsNoDarrenFrame) {
  const std::string comment = "9 0 0 10 0 0 0 # ";
  EXPECT_TRUE(text_of(comment + std::string(128 - comment.size(), 'x')).starts_with("mdof: 9 move"));
}

Identified between(std::uint16_t from, std::uint16_t to, const std::string& bytes, const Ports& ports = {}) {
  return identify(Datagram{{1, from}, {2, to}, raw_bytes(bytes)}, ports);
}

TEST(Identify, ADatagramBetweenMotusAndItsHostIsNotTakenForDarrens) {
  // Decision of cli: a motus host binds 10000, which is darren's controller port.
  const auto status = between(5000, 10000, golden("motus", "status").bytes);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->protocol, Protocol::motus);
  EXPECT_EQ(status->direction, Direction::from_controller);
  const auto command = between(10000, 5000, golden("motus", "follow").bytes);
  ASSERT_TRUE(command);
  EXPECT_EQ(command->direction, Direction::to_controller);
  const auto wrong = between(10000, 5000, golden("motus", "refused: ID").bytes);
  ASSERT_TRUE(wrong) << messages::english(wrong.error());
  EXPECT_EQ(wrong->protocol, Protocol::motus);
  EXPECT_FALSE(wrong->valid);
  const auto darren = between(40000, 10000, golden("darren", "connect").bytes);
  ASSERT_TRUE(darren);
  EXPECT_EQ(darren->protocol, Protocol::darren);
}

TEST(Identify, PortsOfTwoProtocolsAndBytesOfBothOrNoneAreSaidToBeSo) {
  Ports ports;
  ports.add(Protocol::mdof, 7000);
  ports.add(Protocol::darren, 7000);
  const std::string comment = "9 0 0 10 0 0 0 # ";
  const auto both = between(40000, 7000, comment + std::string(128 - comment.size(), 'x'), ports);
  ASSERT_FALSE(both);
  EXPECT_EQ(messages::english(both.error()),
            "the ports are those of mdof and darren, the bytes fit mdof and darren; choose with --protocol");
  const auto none = between(40000, 7000, "zero", ports);
  ASSERT_FALSE(none);
  EXPECT_NE(messages::english(none.error()).find("fit none of them"), std::string::npos);
}

TEST(Identify, AnUnknownPortIsSaidToBeWithTheFlagThatHelps) {
  const auto unknown = between(6000, 10000, golden("motus", "status").bytes);
  ASSERT_TRUE(unknown);  // darren's port: its codec says what it thinks of 108 bytes
  EXPECT_FALSE(unknown->valid);
  const auto other = between(6000, 10001, golden("motus", "status").bytes);
  ASSERT_FALSE(other);
  EXPECT_EQ(messages::english(other.error()),
            "108 bytes at no known port; the bytes fit motus: --port motus=6000");
}

}  // namespace
}  // namespace hexad::capture
