// darren: 13 states × all words. A cell is what the status word shows after the host has changed to that word
// and streams it, until nothing changes any more; empty = it stays as it is.

#include "life.hpp"
#include "protocols/darren/session.hpp"

namespace hexad::matrix::darren_words {
namespace {

using protocols::darren::HostFrame;
using protocols::darren::StatusFrame;
using Initial = plant::Initial;

constexpr net::Address kDarren{0x0A000001, 10000};

struct DarrenLife : Life {
  explicit DarrenLife(Initial initial) : Life{initial} {
    platform.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}),
                  kDarren);
    run(20ms);
    stream(100ms, 0);
  }

  /// At 100 Hz; beside a 2, and until a 6 comes, a pose 30 mm above neutral.
  void stream(Duration time, int word, std::uint16_t file = 1) {
    for (Duration passed{}; passed < time; passed += 10ms) {
      HostFrame frame;
      frame.sequence = ++sequence_;
      if (word == 2) id_ = 100;
      if (word == 6) id_ = 103;
      frame.message_id = id_;
      frame.word = static_cast<std::uint16_t>(word);
      frame.file = file;
      frame.values[5] = 30.0F;
      host_.send(kDarren, protocols::darren::encode(frame));
      run(10ms);
      for (const Packet& packet : host_.receive()) {
        const auto answer = protocols::darren::decode_answer(packet.bytes);
        if (const auto* status = answer ? std::get_if<StatusFrame>(&*answer) : nullptr)
          shown.add(static_cast<int>(status->state));
      }
    }
  }
  void stream_until(int word, int status, std::uint16_t file = 1) {
    for (int i = 0; i < 3000 && shown.last() != status; ++i) stream(10ms, word, file);
    ASSERT_EQ(shown.last(), status);
  }

  Shown shown;

 private:
  SimulatedHost host_{platform, {0x0A000002, 10010}};
  std::uint32_t sequence_ = 0;
  std::uint32_t id_ = 0;
};

using Bring = void (*)(DarrenLife&);

void stay(DarrenLife&) {}
void zeroing(DarrenLife& life) { life.stream_until(1, 2); }
void ascending(DarrenLife& life) {
  life.stream_until(1, 4);
  life.stream(1s, 1);
}
void running(DarrenLife& life) {
  life.stream_until(2, 6);
  life.stream(2s, 2);
}
void playback(DarrenLife& life) {
  life.stream_until(6, 6, 2);
  life.stream(1s, 6, 2);
}
void to_neutral(DarrenLife& life) {
  running(life);
  life.stream_until(1, 7);
}
void descending(DarrenLife& life) {
  life.stream_until(3, 9);
  life.stream(1s, 3);
}
template <Bring motion>
void held(DarrenLife& life) {
  motion(life);
  life.stream_until(5, 10);
  life.stream(1s, 5);
}
void fault(DarrenLife& life) {
  life.lock_by_fault();
  life.stream(100ms, 0);
}
void emergency(DarrenLife& life) {
  life.stream(100ms, 9);
  life.stream(1500ms, 0);
}
void manual(DarrenLife& life) {
  life.jog();
  life.stream(100ms, 0);
}

constexpr int kWords[]{0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 77};

struct Row {
  const char* name;
  Initial initial;
  Bring bring;
  std::array<const char*, std::size(kWords)> cells;
};

// Lifecycle rules 15, 16, 18, 21, 22 and darren decisions 1, 2, 8, 10. A word that is refused is tried again
// with every frame, so one that must wait for a step acts when that ends.
const Row kRows[]{
    //                                            0        1        2          3        4        5     7     6
    //                                            (file 1)         8        9     77
    {"1 powered up",
     Initial::powered_up,
     stay,
     {"", "2 3 4 5", "2 3 4 5 6", "", "", "", "", "2 3 4 5 6 7 5", "", "12", ""}},
    {"2 zeroing",
     Initial::powered_up,
     zeroing,
     {"3 4 5", "3 4 5", "3 4 5 6", "3", "3 4 5", "10", "10", "3 4 5 6 7 5", "3 4 5", "12", "3 4 5"}},
    {"3 origin", Initial::origin, stay, {"", "4 5", "4 5 6", "", "", "", "", "4 5 6 7 5", "", "12", ""}},
    {"4 ascending",
     Initial::origin,
     ascending,
     {"5", "5", "5 6", "9 3", "5", "10", "10", "5 6 7 5", "5", "12", "5"}},
    {"5 neutral", Initial::neutral, stay, {"", "", "6", "9 3", "", "", "", "6 7 5", "", "12", ""}},
    {"6 running", Initial::neutral, running, {"", "7 5", "", "7 5 9 3", "", "10", "10", "7 5", "", "12", ""}},
    {"6 playback",
     Initial::neutral,
     playback,
     {"", "7 5", "", "7 5 9 3", "", "10", "10", "7 5", "", "12", ""}},
    {"7 to neutral",
     Initial::neutral,
     to_neutral,
     {"5", "5", "5 6", "5 9 3", "5", "10", "10", "5 6 7 5", "5", "12", "5"}},
    {"9 descending",
     Initial::neutral,
     descending,
     {"3", "4 5", "4 5 6", "3", "3", "10", "10", "3 4 5 6 7 5", "3", "12", "3"}},
    {"10 held run",
     Initial::neutral,
     held<running>,
     {"", "7 5", "6", "7 5 9 3", "", "", "", "6 7 5", "", "12", ""}},
    {"10 held zeroing",
     Initial::powered_up,
     held<zeroing>,
     {"", "2 3 4 5", "2 3 4 5 6", "", "", "", "", "2 3 4 5 6 7 5", "", "12", ""}},
    {"10 held rise",
     Initial::origin,
     held<ascending>,
     {"", "4 5", "4 5 6", "9 3", "", "", "", "4 5 6 7 5", "", "12", ""}},
    {"10 held return",
     Initial::neutral,
     held<to_neutral>,
     {"", "7 5", "7 5 6", "7 5 9 3", "", "", "", "7 5 6 7 5", "", "12", ""}},
    {"10 held descent",
     Initial::neutral,
     held<descending>,
     {"", "4 5", "4 5 6", "9 3", "", "", "", "4 5 6 7 5", "", "12", ""}},
    {"11 fault", Initial::neutral, fault, {"", "", "", "", "", "", "", "", "1", "12", ""}},
    {"12 emergency", Initial::neutral, emergency, {"", "", "", "", "", "", "", "", "1", "", ""}},
    {"20 manual", Initial::neutral, manual, {"", "", "", "", "", "10", "10", "", "", "12", ""}},
};

class DarrenMatrix : public testing::TestWithParam<Row> {};

TEST_P(DarrenMatrix, EveryWord) {
  const Row& row = GetParam();
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    DarrenLife life{row.initial};
    row.bring(life);
    if (testing::Test::HasFatalFailure()) return;
    life.shown.forget();
    life.shown.settle([&](Duration time) { life.stream(time, kWords[i]); });
    EXPECT_EQ(life.shown.text(), row.cells[i]) << "in " << row.name << ", word " << kWords[i];
  }
}

INSTANTIATE_TEST_SUITE_P(States, DarrenMatrix, testing::ValuesIn(kRows), name_of_row<Row>);

}  // namespace
}  // namespace hexad::matrix::darren_words
