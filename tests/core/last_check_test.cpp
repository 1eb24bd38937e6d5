// The last word before the drives (SetpointCheck): a mistake planted into what each producer of setpoints
// puts out is braked on the same tick, is a fault that names the leg, and never reaches the drives.

#include "controller/setpoint_check.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "core/bench.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;
using controller::SetpointCheck;

kinematics::LegRates standing_at(double extension) {
  kinematics::LegRates legs;
  legs.extension.setConstant(extension);
  return legs;
}

TEST(SetpointCheck, LetsPassWhatIsWithinEveryLimit) {
  const Machine& machine = machine_named("standard-400");
  SetpointCheck check;
  check.adopt(machine, 1e-3);
  check.restart(Extensions::Constant(0.2));
  for (int i = 0; i < 1000; ++i) {
    kinematics::LegRates legs = standing_at(0.2 + 0.05 * std::sin(2 * M_PI * i * 1e-3) * i * 1e-3);
    ASSERT_FALSE(check.pass(legs, true)) << i;
  }
  EXPECT_FALSE(check.braking());
}

TEST(SetpointCheck, RejectsWhatIsNotFiniteOutsideTheStrokeTooFastOrNotContinuous) {
  const Machine& machine = machine_named("standard-400");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {nan, 1e9, -0.01, 0.41, 0.201, 0.2 + 8.0e-6}) {
    SetpointCheck check;
    check.adopt(machine, 1e-3);
    check.restart(Extensions::Constant(0.2));
    kinematics::LegRates legs = standing_at(0.2);
    ASSERT_FALSE(check.pass(legs, true));
    legs.extension[3] = wrong;
    const Fault fault = check.pass(legs, true);
    EXPECT_EQ(fault.kind, FaultKind::setpoint_rejected) << wrong;
    EXPECT_EQ(fault.leg, 3) << wrong;
    EXPECT_LT((legs.extension - Extensions::Constant(0.2)).cwiseAbs().maxCoeff(), 1e-9)
        << "the last good place";
  }
}

TEST(SetpointCheck, BrakesFromTheLastAcceptedMotionWithinTheLimitsOfTheLegs) {
  const Machine& machine = machine_named("standard-400");
  SetpointCheck check;
  check.adopt(machine, 1e-3);
  check.restart(Extensions::Constant(0.1));
  kinematics::LegRates legs;
  double place = 0.1;
  double speed = 0;
  for (int i = 0; i < 100; ++i) {
    speed += 3.0 * 1e-3;
    place += speed * 1e-3;
    legs = standing_at(place);
    ASSERT_FALSE(check.pass(legs, true));
  }
  double last = place;
  double last_speed = speed;
  legs.extension.setConstant(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(check.pass(legs, true));
  for (int i = 0; i < 1000 && !check.standing(); ++i) {
    const double now = legs.extension[0];
    const double now_speed = (now - last) / 1e-3;
    EXPECT_LE(std::abs(now_speed - last_speed) / 1e-3, machine.limits.leg.acceleration * 1.001);
    last = now;
    last_speed = now_speed;
    legs.extension.setConstant(1e9);
    EXPECT_FALSE(check.pass(legs, true)) << "said once";
  }
  EXPECT_TRUE(check.standing());
  EXPECT_FALSE(check.failed());
  EXPECT_LT(last, place + 0.1);
}

TEST(SetpointCheck, ALegThatWasFoundPastItsEndMayOnlyComeBack) {
  const Machine& machine = machine_named("standard-400");
  for (const double step : {-1e-6, 1e-6}) {
    SetpointCheck check;
    check.adopt(machine, 1e-3);
    check.restart(Extensions::Constant(0.402));
    kinematics::LegRates legs = standing_at(0.402 + step);
    EXPECT_EQ(static_cast<bool>(check.pass(legs, true)), step > 0);
  }
}

// ------------------------------------------------------------------------ planted into each producer, in the
// core

enum class Wrong { jump, nan, speed };
struct Plant {
  bool on = false;
  Wrong wrong = Wrong::jump;
  double drift = 0;
};
Plant planted;

void tamper(kinematics::LegRates& legs) {
  if (!planted.on) return;
  switch (planted.wrong) {
    case Wrong::jump:
      legs.extension[1] += 0.002;
      break;
    case Wrong::nan:
      legs.extension[1] = std::numeric_limits<double>::quiet_NaN();
      break;
    case Wrong::speed:
      planted.drift += 0.7e-3;
      legs.extension[1] += planted.drift;
      break;
  }
}

struct Producer {
  const char* name;
  Initial initial;
  std::function<void(Bench&)> begin;
  State state;
  double after = 0.3;
};
const Producer kProducers[]{
    {"seek", Initial::powered_up, [](Bench& b) { b.ask(kDesk, kOperator, Go{Step::zero}); }, State::zeroing},
    {"raise", Initial::origin, [](Bench& b) { b.ask(kDesk, kOperator, Go{Step::raise}); }, State::ascending},
    {"lower", Initial::neutral, [](Bench& b) { b.ask(kDesk, kOperator, Go{Step::descend}); },
     State::descending},
    {"move", Initial::neutral,
     [](Bench& b) {
       b.ask(kDesk, kOperator, to({0.1, 0, 0.05, 0, 0, 0}));
     },
     State::running},
    {"stream", Initial::neutral,
     [](Bench& b) {
       b.ask(kStreamHost, kStreaming, Go{Step::run});
       b.each_tick = [&b] {
         if (b.telemetry().tick % 10 == 0)
           b.ask({0, kStreamHost, b.now, &kStreaming, 2, pose_target({0, 0, 0.1, 0, 0, 0})});
       };
     },
     State::running},
    {"jog", Initial::neutral,
     [](Bench& b) {
       b.ask(kDesk, kOperator, Jog{2, 0.02, std::chrono::seconds{5}});
     },
     State::manual},
    {"stop of legs", Initial::origin,
     [](Bench& b) {
       b.ask(kDesk, kOperator, Go{Step::raise});
       b.run(0.5);
       b.ask(kDesk, kOperator, Control::stop);
     },
     State::stopping, 0.02}};

TEST(LastWord, APlantedMistakeOfEveryProducerIsBrakedAndNamed) {
  for (const Producer& producer : kProducers) {
    for (const Wrong wrong : {Wrong::jump, Wrong::nan, Wrong::speed}) {
      SCOPED_TRACE(std::string{producer.name} + ", mistake " + std::to_string(static_cast<int>(wrong)));
      Bench bench{producer.initial};
      controller::Settings settings;
      settings.initial = producer.initial;
      settings.tamper = tamper;
      planted = {};
      bench.core.emplace(bench.machine, settings);
      bench.run(0.05);
      producer.begin(bench);
      ASSERT_TRUE(bench.run_until(producer.state, 5));
      bench.run(producer.after);
      ASSERT_EQ(bench.state(), producer.state);
      planted = {true, wrong, 0};
      Extensions last = bench.out->setpoint.extension;
      const double most = bench.machine.limits.leg.velocity * 1e-3 * 1.06;
      for (int i = 0; i < 1500; ++i) {
        bench.tick();
        if (!bench.out->setpoint.enable) break;
        ASSERT_TRUE(bench.out->setpoint.extension.allFinite());
        ASSERT_LE((bench.out->setpoint.extension - last).cwiseAbs().maxCoeff(), most);
        last = bench.out->setpoint.extension;
      }
      EXPECT_EQ(bench.state(), State::fault) << to_string(bench.state());
      EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::setpoint_rejected);
      EXPECT_EQ(bench.telemetry().fault.leg, 1);
      planted.on = false;
      bench.ask(kDesk, kOperator, Control::reset);
      bench.run(0.2);
      EXPECT_EQ(bench.state(), State::powered_up);
      EXPECT_FALSE(bench.telemetry().zeroed) << "the zero is in doubt";
    }
  }
}

}  // namespace
}  // namespace hexad::testing
