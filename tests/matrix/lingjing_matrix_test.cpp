// lingjing: 13 states × poses and MV. Nothing is answered, so a cell is the platform's own states, one after
// the other, from the host's frame on until nothing changes any more; empty = it stays as it is.

#include "life.hpp"
#include "protocols/lingjing/session.hpp"

namespace hexad::matrix::lingjing_frames {
namespace {

using Initial = plant::Initial;

constexpr net::Address kLingjing{0x0A000001, 9800};
constexpr const char* kPose = "@A6:0,0,0,0,0,260#";

protocols::lingjing::Settings two_films() {
  protocols::lingjing::Settings settings;
  settings.films = 2;
  return settings;
}

struct LingjingLife : Life {
  explicit LingjingLife(Initial initial) : Life{initial} {
    platform.open(3, std::make_unique<protocols::lingjing::LingjingSession>(two_films()), kLingjing);
    run(20ms);
  }
  void send(std::string_view text) { host_.send(kLingjing, text); }
  void watch(Duration time) {
    for (Duration passed{}; passed < time; passed += 1ms) {
      run(1ms);
      shown.add(static_cast<int>(state()));
    }
  }
  void stream(Duration time) {
    for (Duration passed{}; passed < time; passed += 10ms) {
      send(kPose);
      watch(10ms);
    }
  }
  void send_until(State wanted, std::string_view text, Duration longer = 20ms) {
    send(text);
    ASSERT_TRUE(reaches(wanted));
    watch(longer);
  }

  Shown shown;

 private:
  SimulatedHost host_{platform, {0x0A000002, 20001}};
};

using Bring = void (*)(LingjingLife&);

void stay(LingjingLife&) {}
void zeroing(LingjingLife& life) { life.send_until(State::zeroing, kPose); }
void rising(LingjingLife& life) { life.send_until(State::ascending, "@MV:play#", 1s); }
void following(LingjingLife& life) {
  life.stream(2s);
  ASSERT_EQ(life.state(), State::running);
}
void film(LingjingLife& life) {
  life.send("@MV:next#");
  life.send_until(State::running, "@MV:play#", 2s);
}
void to_neutral(LingjingLife& life) {
  film(life);
  life.send_until(State::to_neutral, "@MV:stop#");
}
template <Bring motion>
void held(LingjingLife& life) {
  motion(life);
  life.send_until(State::holding, "@MV:pause#", 200ms);
}
void held_by_operator(LingjingLife& life) {
  following(life);
  life.order(Control::hold);
  ASSERT_TRUE(life.reaches(State::holding));
  life.watch(100ms);
}
void descending(LingjingLife& life) {
  life.order(Go{Step::descend});
  ASSERT_TRUE(life.reaches(State::descending));
  life.watch(1s);
}
void barred(LingjingLife& life) {
  life.order(Control::stop);
  life.watch(100ms);
}
void manual(LingjingLife& life) { life.jog(); }
void fault(LingjingLife& life) { life.lock_by_fault(); }
void emergency(LingjingLife& life) {
  life.order(Control::press_button);
  life.watch(100ms);
  life.order(Control::free_button);
  life.watch(100ms);
}

const char* const kFrames[]{"A6 streamed",
                            "A6 streamed after a second",
                            "@A6T:0,0,0,0,0,240,1000#",
                            "@MV:play#",
                            "@MV:pause#",
                            "@MV:stop#",
                            "@MV:next#"};

struct Row {
  const char* name;
  Initial initial;
  Bring bring;
  std::array<const char*, std::size(kFrames)> cells;
};

// lingjing decisions 8 and 9 and its films, lifecycle rules 15, 16, 21, 22 and 28. Film 1 takes two seconds,
// film 2 a minute; after a second of silence, once standing, the platform is ready.
const Row kRows[]{
    // A6 streamed, … after a second, A6T once, play, pause, stop, next
    {"powered up",
     Initial::powered_up,
     stay,
     {"zeroing origin running", "zeroing origin running", "zeroing origin running ready",
      "zeroing origin ascending ready running ready", "", "", ""}},
    {"zeroing",
     Initial::powered_up,
     zeroing,
     {"origin running", "origin running ready running", "origin running ready",
      "origin ascending ready running ready", "stopping holding", "stopping powered_up",
      "origin running ready"}},
    {"origin",
     Initial::origin,
     stay,
     {"running", "running", "running ready", "ascending ready running ready", "", "", ""}},
    {"rising for a film",
     Initial::origin,
     rising,
     {"ready running", "ready running", "ready running ready", "ready running ready", "stopping holding",
      "stopping ready to_neutral ready", "ready running"}},
    {"ready", Initial::neutral, stay, {"running", "running", "running ready", "running ready", "", "", ""}},
    {"following",
     Initial::neutral,
     following,
     {"", "ready running", "ready", "ready", "holding", "ready", "ready"}},
    {"film",
     Initial::neutral,
     film,
     {"", "", "ready", "", "stopping holding", "stopping ready to_neutral ready", "ready"}},
    {"to neutral",
     Initial::neutral,
     to_neutral,
     {"ready running", "ready running", "ready running ready", "ready running", "stopping holding",
      "stopping ready", "ready"}},
    {"held stream", Initial::neutral, held<following>, {"", "running", "", "running ready", "", "ready", ""}},
    {"held film",
     Initial::neutral,
     held<film>,
     {"", "running", "", "running", "", "ready to_neutral ready", ""}},
    {"held zeroing",
     Initial::powered_up,
     held<zeroing>,
     {"", "zeroing origin running", "", "zeroing origin running ready", "", "powered_up", ""}},
    {"held rise",
     Initial::origin,
     held<rising>,
     {"", "ascending ready running", "", "ascending ready running ready", "", "ready to_neutral ready", ""}},
    {"held by the operator", Initial::neutral, held_by_operator, {"", "", "", "", "", "", ""}},
    {"descending by the operator",
     Initial::neutral,
     descending,
     {"origin running", "origin running", "origin", "origin", "stopping holding", "stopping ready",
      "origin"}},
    {"barred by the operator", Initial::neutral, barred, {"", "", "", "", "", "", ""}},
    {"manual", Initial::neutral, manual, {"", "", "", "", "stopping ready", "stopping ready", ""}},
    {"fault", Initial::neutral, fault, {"", "", "", "", "", "", ""}},
    {"emergency", Initial::neutral, emergency, {"", "", "", "", "", "", ""}},
};

std::string in_words(const std::string& numbers) {
  std::istringstream each{numbers};
  std::string text;
  for (int number = 0; each >> number;)
    text.append(text.empty() ? "" : " ").append(to_string(static_cast<State>(number)));
  return text;
}

class LingjingMatrix : public testing::TestWithParam<Row> {};

TEST_P(LingjingMatrix, EveryFrame) {
  const Row& row = GetParam();
  for (std::size_t i = 0; i < std::size(kFrames); ++i) {
    LingjingLife life{row.initial};
    row.bring(life);
    if (testing::Test::HasFatalFailure()) return;
    life.watch(1ms);
    life.shown.forget();
    if (i == 1) life.watch(1200ms);
    if (i > 1) life.send(kFrames[i]);
    life.shown.settle([&](Duration time) { i <= 1 ? life.stream(time) : life.watch(time); });
    EXPECT_EQ(in_words(life.shown.text()), row.cells[i]) << "in " << row.name << ", " << kFrames[i];
  }
}

INSTANTIATE_TEST_SUITE_P(States, LingjingMatrix, testing::ValuesIn(kRows), name_of_row<Row>);

}  // namespace
}  // namespace hexad::matrix::lingjing_frames
