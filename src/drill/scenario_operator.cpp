// Whoever stands beside the platform.

#include "drill/facts.hpp"
#include "drill/scenario.hpp"

namespace hexad::drill {

void Scenario::begin_jog() {
  jog_ = {static_cast<std::uint8_t>(1 + pick((1 << machine_.geometry.legs) - 1)), uniform(-0.06, 0.06),
          std::chrono::milliseconds{jog_by_ == kDesk ? 300 : 50}};
  if (chance(0.3)) jog_.speed = chance(0.5) ? 0.06 : -0.06;
  jog_until_ = seconds() + (chance(0.2) ? uniform(3.0, 6.0) : uniform(0.05, 2.0));
  next_jog_ = 0.0;
  jog_begins_ = true;
}

/// Kept up by frames; the first of them has an answer.
void Scenario::jog() {
  const double t = seconds();
  if (t >= jog_until_ || t < next_jog_ || exiting_) return;
  next_jog_ = t + (jog_by_ == kDesk ? 0.1 : 0.01);
  const Tag tag = jog_begins_ ? ++tag_ : 0;
  jog_begins_ = false;
  requests_.push_back({tag, jog_by_, now_, jog_contract_, jog_by_ == kDesk ? ++acts_ : 90, jog_});
  // Ended by somebody else, and then something quite different.
  if (!chance(jog_by_ == kDesk ? 0.03 : 0.003)) return;
  jog_until_ = 0.0;
  latch(kMdof, kMdofRises, chance(0.5) ? Control::hold : Control::stop);
  next_act_ = t + uniform(0.001, 0.3);
}

void Scenario::act_desk_order() {
  switch (pick(8)) {
    case 0:
      return ask(kDesk, kOperator, Go{Step::zero});
    case 1:
      return ask(kDesk, kOperator, Go{Step::neutral});
    case 2:
    case 3:
      return ask(kDesk, kOperator, Go{Step::raise});
    case 4:
      return ask(kDesk, kOperator, Go{Step::descend});
    case 5:
      return ask(kDesk, kOperator, any_sine());
    case 6:
      return order_program(kDesk, kOperator);
    default:
      return ask(kDesk, kOperator, MoveTo{target(), speeds(), kXyzConvention});
  }
}

void Scenario::act_operator() {
  switch (pick(20)) {
    case 0:
    case 1:
      return latch(kDesk, kOperator, Control::stop);
    case 2:
    case 3:
      return latch(kDesk, kOperator, Control::hold);
    case 4:
    case 5:
      return ask(kDesk, kOperator, Control::resume);
    case 6:
      return ask(kDesk, kOperator, Give{});
    case 7:
      return ask(kDesk, kOperator, Give{streamers_[static_cast<std::size_t>(pick(4))].endpoint});
    case 8:
      return ask(kDesk, kOperator, Control::take);
    case 9:
      if (jog_until_ > seconds()) return;
      jog_by_ = kDesk;
      jog_contract_ = &kOperatorByHand;
      return begin_jog();
    case 10:
      return ask(kDesk, kOperator, SpeedOverride{uniform(0.1, 1.0)});
    case 11:
      if (chance(0.9)) return ask(kDesk, kOperator, TuneCueing{any_tuning()});
      return ask(kMdof, kMdofRises, TuneCueing{any_tuning()});  // refused
    case 12:
    case 13:
      return ask(kDesk, kOperator, any_effect());
    case 14: {
      SetOutputs outputs{.set_relays = true, .relays = static_cast<std::uint16_t>(pick(4096))};
      return ask(kDesk, kOperator, outputs);
    }
    case 15:
      return ask(kDesk, kOperator, chance(0.5) ? Control::reset : Control::enable);
    case 16:
      if (!chance(0.3)) return;
      if (chance(0.4)) return latch(streamers_[0].endpoint, kDarren, Control::emergency);
      return latch(kDesk, kOperator, chance(0.5) ? Control::press_button : Control::emergency);
    default:
      return act_desk_order();
  }
}

}  // namespace hexad::drill
