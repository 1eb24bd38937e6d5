#include "drill/contracts.hpp"

namespace hexad::drill {
namespace {

constexpr Contract mdof(BringUp bring_up) {
  Contract c;
  c.bring_up = bring_up;
  c.one_at_a_time = true;
  return c;
}

constexpr Contract darren() {
  Contract c;
  c.silence = std::chrono::milliseconds{200};
  c.arming = Arming::stream_while_running;
  c.on_silence = OnSilence::hold;
  c.resume_by = ResumeBy::command_edge;
  c.lease = LeaseRule::after_silence;
  c.bring_up = BringUp::zero_and_raise;
  c.on_limit = OnLimit::clamp;
  c.running_is_mode = true;
  c.rearm_by_silence = true;
  return c;
}

constexpr Contract motus(BringUp bring_up, OnLimit on_limit) {
  Contract c;
  c.silence = std::chrono::milliseconds{200};
  c.arming = Arming::regular_frames;
  c.on_silence = OnSilence::hold;
  c.resume_by = ResumeBy::regular_frames;
  c.lease = LeaseRule::after_silence;
  c.bring_up = bring_up;
  c.on_limit = on_limit;
  c.rearm_by_silence = true;
  return c;
}

constexpr Contract lingjing(BringUp bring_up, OnLimit on_limit) {
  Contract c;
  c.lease = LeaseRule::after_silence;
  c.bring_up = bring_up;
  c.on_limit = on_limit;
  c.rearm_by_silence = true;
  c.rearm_by_change = false;
  c.idle_return = true;
  return c;
}

constexpr Contract desk(LeaseRule lease, OnLimit on_limit) {
  Contract c;
  c.lease = lease;
  c.on_limit = on_limit;
  c.is_operator = true;
  return c;
}

}  // namespace

const Contract kMdofBringsUp = mdof(BringUp::zero_and_raise);
const Contract kMdofRises = mdof(BringUp::raise);
const Contract kDarren = darren();
const Contract kMotusStrict = motus(BringUp::refuse, OnLimit::clamp);
const Contract kMotusAutomatic = motus(BringUp::zero_and_raise, OnLimit::clamp);
const Contract kMotusScript = motus(BringUp::refuse, OnLimit::refuse);
const Contract kLingjingFollow = lingjing(BringUp::zero_and_follow, OnLimit::clamp);
const Contract kLingjingFilm = lingjing(BringUp::zero_and_raise, OnLimit::refuse);
const Contract kOperator = desk(LeaseRule::with_motion, OnLimit::refuse);
const Contract kOperatorByHand = desk(LeaseRule::after_silence, OnLimit::clamp);

}  // namespace hexad::drill
