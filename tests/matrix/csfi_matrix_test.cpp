// csfi: 13 states × reads, writes of each group and a broken frame, on the real board, core and simulated
// drives. A read is answered in every state. Of a write a cell says what became of it, read back as the tool
// does: "taken", with the state it leads to where that changes, or the reason it is counted under; refused,
// it changes nothing.

#include "calibration/testing/board_bench.hpp"
#include "life.hpp"

namespace hexad::matrix::csfi_frames {
namespace {

namespace csfi = protocols::csfi;
using Bench = BoardBench;
using Bring = void (*)(Bench&);

void stay(Bench&) {}
void reach(Bench& bench, State wanted) { ASSERT_TRUE(bench.reaches(wanted)) << to_string(bench.state()); }
template <Step step, State state>
void go(Bench& bench) {
  bench.ask_core(Go{step});
  reach(bench, state);
  bench.run(100ms);
}
void running(Bench& bench) {
  bench.ask_core(MoveTo{{0.1, 0.05, 0.04, 5.0 * kDegree, 0, 0}, {}, kXyzConvention});
  reach(bench, State::running);
  bench.run(500ms);
}
template <Control control, State state, Bring motion>
void then(Bench& bench) {
  motion(bench);
  bench.ask_core(control);
  reach(bench, state);
}
void to_neutral(Bench& bench) {
  running(bench);
  bench.ask_core(Go{Step::neutral});
  reach(bench, State::to_neutral);
}
void manual(Bench& bench) {
  bench.ask_core(Jog{1, 5.0 * kMillimetre, 60s});
  reach(bench, State::manual);
  bench.run(100ms);
}
void inject(Bench& bench, plant::InjectionOrder::Act act, plant::Injection kind) {
  SimulationOrder order;
  order.injection = {act, kind, 0, 0.0};
  ASSERT_TRUE(bench.drives->injections().push(order));
}
template <plant::Injection kind>
void fault(Bench& bench) {
  if (kind == plant::Injection::stuck) running(bench);
  inject(bench, plant::InjectionOrder::Act::inject, kind);
  reach(bench, State::fault);
  inject(bench, plant::InjectionOrder::Act::clear, kind);
  bench.run(100ms);
}
/// Lifecycle rule 18: raised, standing, and the zero is still good.
void kept_zero(Bench& bench) {
  fault<plant::Injection::stuck>(bench);
  bench.ask_core(Control::reset);
  reach(bench, State::powered_up);
  bench.run(100ms);
  ASSERT_TRUE(bench.telemetry().zeroed);
}
void barred_at_the_bottom(Bench& bench) {
  bench.ask_core(Control::stop);
  bench.run(100ms);
}

constexpr std::size_t kFrames = 5;  // write 1, 2, 3, 4, a broken one
constexpr const char* kMoving = "calibration_in_motion";

struct Row {
  const char* name;
  Initial initial;
  Bring bring;
  std::array<const char*, kFrames> cells;
};
constexpr std::array<const char*, kFrames> kAll{"taken", "taken", "taken", "taken", "checksum"};
constexpr std::array<const char*, kFrames> kNone{kMoving, kMoving, kMoving, kMoving, "checksum"};

// csfi decisions 1 to 4, lifecycle rule 18.
const Row kRows[]{
    {"powered up", Initial::powered_up, stay, kAll},
    {"powered up, zero kept", Initial::neutral, kept_zero, kNone},
    {"zeroing", Initial::powered_up, go<Step::zero, State::zeroing>, kNone},
    {"held zeroing", Initial::powered_up, then<Control::hold, State::holding, go<Step::zero, State::zeroing>>,
     kNone},
    {"origin", Initial::origin, stay, {"taken powered_up", "taken", "taken", "taken", "checksum"}},
    {"origin, barred by the operator",
     Initial::origin,
     barred_at_the_bottom,
     {"taken powered_up", "taken", "taken", "taken", "checksum"}},
    {"ascending", Initial::origin, go<Step::raise, State::ascending>, kNone},
    {"ready", Initial::neutral, stay, kNone},
    {"running", Initial::neutral, running, kNone},
    {"stopping", Initial::neutral, then<Control::stop, State::stopping, running>, kNone},
    {"holding", Initial::neutral, then<Control::hold, State::holding, running>, kNone},
    {"to neutral", Initial::neutral, to_neutral, kNone},
    {"descending", Initial::neutral, go<Step::descend, State::descending>, kNone},
    {"manual", Initial::neutral, manual, kNone},
    {"manual from the bottom", Initial::origin, manual, kNone},
    {"fault", Initial::neutral, fault<plant::Injection::drive_fault>, kNone},
    {"emergency", Initial::origin, then<Control::press_button, State::emergency, stay>, kNone},
};

/// Each group as it is, but for one number.
csfi::Group changed(Bench& bench, std::size_t group) {
  switch (group) {
    case 0: {
      auto mechanics = bench.read<csfi::Mechanics>();
      mechanics.stroke -= 10.0F;
      return mechanics;
    }
    case 1: {
      auto control = bench.read<csfi::Control>();
      control.speed = 25.0F;
      return control;
    }
    case 2: {
      auto network = bench.read<csfi::Network>();
      network.local_port = 4711;
      return network;
    }
    default: {
      auto frame = bench.read<csfi::UserFrame>();
      frame.pose[5] = 90.0F;
      return frame;
    }
  }
}

std::string cell(Bench& bench, std::size_t frame) {
  const csfi::Group group = changed(bench, frame % csfi::kGroups);
  const State before = bench.state();
  if (frame == csfi::kGroups) {
    csfi::Frame broken = csfi::encode(group, csfi::Kind::write);
    std::vector<std::byte> bytes{broken.view().begin(), broken.view().end()};
    bytes[3] ^= std::byte{1};
    bench.send(bytes);
    bench.run(2ms);
  } else if (bench.write(group)) {
    const std::string state{to_string(bench.state())};
    return bench.state() == before ? "taken" : "taken " + state;
  }
  const auto reasons = {"calibration_in_motion", "checksum", "write refused", "busy"};
  for (const char* reason : reasons)
    if (bench.drops(reason) == 1) return reason;
  return "nothing";
}

class CsfiMatrix : public testing::TestWithParam<Row> {};

TEST_P(CsfiMatrix, EveryFrame) {
  const Row& row = GetParam();
  for (std::size_t i = 0; i < kFrames; ++i) {
    const TemporaryFolder folder;
    Bench bench{folder.path(), {.initial = row.initial}};
    row.bring(bench);
    if (testing::Test::HasFatalFailure()) return;
    const State state = bench.state();
    for (std::uint8_t group = 1; group <= csfi::kGroups; ++group)
      EXPECT_FALSE(bench.ask(group).empty()) << "in " << row.name << ", read " << +group;
    EXPECT_EQ(cell(bench, i), row.cells[i]) << "in " << row.name << ", frame " << i + 1;
    const bool is_taken = std::string_view{row.cells[i]}.starts_with("taken");
    if (is_taken) continue;
    EXPECT_EQ(bench.state(), state) << "in " << row.name << ", frame " << i + 1;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "csfi")) << "in " << row.name;
  }
}

INSTANTIATE_TEST_SUITE_P(States, CsfiMatrix, testing::ValuesIn(kRows), [](const auto& row) {
  std::string name;
  for (const char c : std::string{row.param.name})
    if (c != ',') name += c == ' ' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace hexad::matrix::csfi_frames
