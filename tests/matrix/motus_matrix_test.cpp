// motus: the states it shows × all commands, with strict bring-up. A cell is what DOFStatus shows after the
// host has changed to that command and streams it, until nothing changes any more; empty = it stays as it is.

#include "life.hpp"
#include "protocols/motus/session.hpp"

namespace hexad::matrix::motus_commands {
namespace {

using Frame = protocols::motus::HostFrame;
using Initial = plant::Initial;

constexpr net::Address kMotus{0x0A000001, 5000};

protocols::motus::Settings two_scripts() {
  protocols::motus::Settings settings;
  settings.scripts = 2;
  return settings;
}

/// Cmd and SubCmd, with the values that go with them: 30 mm up to follow, a step 20 mm up, a sine of 10 mm.
Frame frame_of(int cmd, int sub_cmd = 0, int file = 1) {
  Frame frame;
  frame.cmd = static_cast<std::uint8_t>(cmd);
  frame.sub_cmd = static_cast<std::uint8_t>(sub_cmd);
  frame.file = static_cast<std::uint8_t>(file);
  frame.dofs[5] = 0.03F;
  frame.position[5] = 0.02F;
  frame.amplitude[5] = 0.01F;
  frame.frequency[5] = 0.5F;
  return frame;
}

struct MotusLife : Life {
  explicit MotusLife(Initial initial) : Life{initial} {
    platform.open(4, std::make_unique<protocols::motus::MotusSession>(two_scripts()), kMotus);
    run(20ms);
    stream(100ms, frame_of(0));
  }
  void stream(Duration time, const Frame& frame) {
    for (Duration passed{}; passed < time; passed += 10ms) {
      host_.send(kMotus, protocols::motus::encode(frame));
      listen(10ms);
    }
  }
  void listen(Duration time) {
    run(time);
    for (const Packet& packet : host_.receive()) {
      if (const auto status = protocols::motus::decode_status(packet.bytes))
        shown.add(static_cast<int>(status->state));
    }
  }
  void stream_until(int status, const Frame& frame) {
    for (int i = 0; i < 3000 && shown.last() != status; ++i) stream(10ms, frame);
    ASSERT_EQ(shown.last(), status);
  }

  Shown shown;

 private:
  SimulatedHost host_{platform, {0x0A000002, 10000}};
};

using Bring = void (*)(MotusLife&);

void stay(MotusLife&) {}
void zeroing(MotusLife& life) { life.stream_until(0, frame_of(4)); }
void descended(MotusLife& life) {
  life.stream_until(13, frame_of(7));
  life.stream(100ms, frame_of(0));
}
void rising(MotusLife& life) {
  life.stream_until(2, frame_of(6));
  life.stream(1s, frame_of(6));
}
void following(MotusLife& life) {
  life.stream_until(4, frame_of(9));
  life.stream(2s, frame_of(9));
}
void sine(MotusLife& life) {
  life.stream_until(5, frame_of(11, 2));
  life.stream(2s, frame_of(11, 2));
}
void script(MotusLife& life) {
  life.stream_until(8, frame_of(13, 0, 2));
  life.stream(2s, frame_of(13, 0, 2));
}
void script_done(MotusLife& life) { life.stream_until(9, frame_of(13)); }
void to_neutral(MotusLife& life) {
  following(life);
  life.stream_until(14, frame_of(2));
}
void descending(MotusLife& life) {
  life.stream_until(12, frame_of(7));
  life.stream(1s, frame_of(7));
}
void silent(MotusLife& life) {
  following(life);
  life.listen(600ms);
  ASSERT_EQ(life.state(), State::holding);
}
void held_by_operator(MotusLife& life) {
  following(life);
  life.order(Control::hold);
  life.stream(1s, frame_of(9));
  ASSERT_EQ(life.state(), State::holding);
}
void manual(MotusLife& life) {
  life.jog();
  life.stream(100ms, frame_of(0));
}
void fault(MotusLife& life) {
  life.lock_by_fault();
  life.stream(100ms, frame_of(0));
}
void emergency(MotusLife& life) {
  life.stream(100ms, frame_of(3));
  life.stream(1500ms, frame_of(0));
}

const Frame kCommands[]{frame_of(0),     frame_of(2),     frame_of(4),  frame_of(5),
                        frame_of(6),     frame_of(7),     frame_of(9),  frame_of(11, 1),
                        frame_of(11, 2), frame_of(11, 3), frame_of(13), frame_of(3)};

struct Row {
  const char* name;
  Initial initial;
  Bring bring;
  std::array<const char*, std::size(kCommands)> cells;
};

// motus decisions 2, 3, 8, 15 and lifecycle rules 15, 16, 22, 23, 28. What is not possible yet is tried again
// with the frames that follow, so it acts when a step ends. A 9 becomes 3 with the first frame of another
// command.
const Row kRows[]{
    //                                             0     2       4            5 (no leg)  6      7          9
    //                                             11/1  11/2  11/3  13 (1)  3
    {"55 powered up", Initial::powered_up, stay, {"", "", "0 1", "32", "", "", "", "", "", "", "", "33"}},
    {"0 zeroing",
     Initial::powered_up,
     zeroing,
     {"1", "1", "1", "1 32", "1 2 3", "1", "1", "1", "1", "55", "1", "33"}},
    {"1 zeroed", Initial::origin, stay, {"", "", "0 1", "32", "2 3", "", "", "", "", "", "", "33"}},
    {"13 descended", Initial::neutral, descended, {"", "", "0 1", "32", "2 3", "", "", "", "", "", "", "33"}},
    {"2 rising",
     Initial::origin,
     rising,
     {"3", "3", "3 12 13 0 1", "3 32", "3", "12 13", "3 4", "3 5", "3 5", "3", "3 8 9", "33"}},
    {"3 raised",
     Initial::neutral,
     stay,
     {"", "", "12 13 0 1", "32", "", "12 13", "4", "5", "5", "", "8 9", "33"}},
    {"4 following",
     Initial::neutral,
     following,
     {"", "14 3", "", "", "", "14 3 12 13", "", "5", "5", "3", "8 9", "33"}},
    {"5 sine", Initial::neutral, sine, {"", "14 3", "", "", "", "14 3 12 13", "4", "", "", "3", "8 9", "33"}},
    {"8 script",
     Initial::neutral,
     script,
     {"", "14 3", "", "", "", "14 3 12 13", "4", "5", "5", "3", "9", "33"}},
    {"9 script done",
     Initial::neutral,
     script_done,
     {"3", "3 14 3", "3 14 3 12 13 0 1", "3 32", "3", "3 14 3 12 13", "3 4", "3 5", "3 5", "3", "", "3 33"}},
    {"14 to neutral",
     Initial::neutral,
     to_neutral,
     {"3", "3", "3 12 13 0 1", "3 32", "3", "3 12 13", "3 4", "3 5", "3 5", "3", "3 8 9", "33"}},
    {"12 descending",
     Initial::neutral,
     descending,
     {"13", "2 3", "13 0 1", "13 32", "2 3", "13", "2 3 4", "13", "13", "3", "13", "33"}},
    {"4 held by silence",
     Initial::neutral,
     silent,
     {"", "14 3", "", "", "", "14 3 12 13", "", "5", "5", "3", "8 9", "33"}},
    {"4 held by operator",
     Initial::neutral,
     held_by_operator,
     {"", "", "", "", "", "", "", "", "", "", "", "33"}},
    {"32 manual", Initial::neutral, manual, {"", "", "", "", "", "", "", "", "", "3", "", "33"}},
    {"33 fault", Initial::neutral, fault, {"", "", "", "", "", "", "", "", "", "", "", ""}},
    {"33 emergency", Initial::neutral, emergency, {"", "", "", "", "", "", "", "", "", "", "", ""}},
};

class MotusMatrix : public testing::TestWithParam<Row> {};

TEST_P(MotusMatrix, EveryCommand) {
  const Row& row = GetParam();
  for (std::size_t i = 0; i < std::size(kCommands); ++i) {
    MotusLife life{row.initial};
    row.bring(life);
    if (testing::Test::HasFatalFailure()) return;
    life.shown.forget();
    life.shown.settle([&](Duration time) { life.stream(time, kCommands[i]); });
    EXPECT_EQ(life.shown.text(), row.cells[i])
        << "in " << row.name << ", Cmd " << int{kCommands[i].cmd} << '/' << int{kCommands[i].sub_cmd};
  }
}

INSTANTIATE_TEST_SUITE_P(States, MotusMatrix, testing::ValuesIn(kRows), name_of_row<Row>);

}  // namespace
}  // namespace hexad::matrix::motus_commands
