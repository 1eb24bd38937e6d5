// What goes to the drives, and who may say so.

#include <cmath>

#include "drill/contracts.hpp"
#include "drill/testing/planted_bugs.hpp"

namespace hexad::drill {
namespace {

bool follows(const Outputs& out) { return out.telemetry.state == State::running && out.setpoint.enable; }

/// A bug in what comes out, with the number of the tick.
template <class Change>
std::function<void(Options&)> out(Change change) {
  return [change](Options& options) {
    options.sabotage = [change, tick = std::uint64_t{0}](Outputs& o) mutable { change(o, ++tick); };
  };
}

/// A bug in what goes in.
template <class Change>
std::function<void(Options&)> in(Change change) {
  return [change](Options& options) { options.mishear = change; };
}

void move_to_state(Outputs& o, State to) {
  (void)o.events.push_back({0, {}, o.telemetry.time, Transition{o.telemetry.state, to, "bug"}});
  o.telemetry.state = to;
}

bool is(const Request& request, Control control) {
  const Control* asked = std::get_if<Control>(&request.what);
  return asked != nullptr && *asked == control;
}

}  // namespace

std::vector<Bug> bugs_of_motion() {
  using Requests = std::vector<Request>;
  return {
      {"setpoint past the stroke", 1, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) o.setpoint.extension[0] = 0.4001;
       })},
      {"setpoint in the margin", 1, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) o.setpoint.extension[1] = 0.3995;
       })},
      {"single legs by hand have no end of stroke", 1,
       out([from = Extensions{}](Outputs& o, std::uint64_t) mutable {
         if (o.telemetry.state != State::manual || !o.telemetry.zeroed)
           from = o.setpoint.extension;
         else
           o.setpoint.extension = from + 20.0 * (o.setpoint.extension - from);
       })},
      {"a program goes back a little", 73, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.path_time > 0.5 && tick % 64 == 0) o.telemetry.path_time -= 0.02;
       })},
      {"a tick that is lost", 2, out([held = Extensions{}](Outputs& o, std::uint64_t tick) mutable {
         if (follows(o) && tick % 500 == 0) o.setpoint.extension = held;
         held = o.setpoint.extension;
       })},
      {"a third too fast", 2, out([](Outputs& o, std::uint64_t) {
         o.setpoint.extension =
             Extensions::Constant(0.2) + 1.3 * (o.setpoint.extension - Extensions::Constant(0.2));
       })},
      {"brakes too late", 3, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.zeroed) o.setpoint.extension[2] = 0.45e-3 * static_cast<double>(tick % 880);
       })},
      {"a NaN", 4, out([](Outputs& o, std::uint64_t tick) {
         if (tick > 1000) o.telemetry.target.position.x() = std::nan("");
       })},
      {"a limit that is no number", 4, out([](Outputs& o, std::uint64_t) {
         if (o.telemetry.limit) o.telemetry.limit.value = -std::nan("");
       })},
      {"a jump at a change of state", 5, out([last = State::init](Outputs& o, std::uint64_t) mutable {
         if (o.telemetry.state != last && o.setpoint.enable) o.setpoint.extension[3] += 0.002;
         last = o.telemetry.state;
       })},
      {"a singular pose", 6, out([](Outputs& o, std::uint64_t) {
         o.telemetry.commanded.pose.rotation = Quat{Eigen::AngleAxisd{1.57, Vec3::UnitZ()}};
       })},
      {"a lost leg nobody notices", 7, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) {
           o.setpoint.extension[4] += 0.02;
           o.telemetry.state = State::running;
         }
       })},
      {"drives on in a fault", 8, out([](Outputs& o, std::uint64_t) { o.setpoint.enable = true; })},
      {"relays on in an emergency", 8, out([](Outputs& o, std::uint64_t) { o.setpoint.relays = 1; })},
      {"a state nobody moved to", 9, out([](Outputs& o, std::uint64_t tick) {
         if (tick % 3000 == 0) o.telemetry.state = State::ascending;
       })},
      {"emergency one tick late", 10, out([last = State::init](Outputs& o, std::uint64_t) mutable {
         const State now = o.telemetry.state;
         if (now == State::emergency && last != State::emergency) o.telemetry.state = last;
         last = now;
       })},
      {"the emergency of who does not drive is ignored", 10,
       in([](Requests& requests, const Telemetry& seen) {
         std::erase_if(requests, [&](const Request& request) {
           return is(request, Control::emergency) && request.driver != seen.driver;
         });
       })},
      {"creeps after a reset", 11, out([](Outputs& o, std::uint64_t) {
         if (o.telemetry.state == State::powered_up) o.setpoint.velocity[0] = 0.001;
       })},
      {"moves before zeroing", 12, out([](Outputs& o, std::uint64_t) {
         if (!o.telemetry.zeroed) o.setpoint.velocity[0] = 0.001;
       })},
      {"a fault that opens itself", 13, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.state == State::fault && tick % 100 == 0) move_to_state(o, State::powered_up);
       })},
      {"a dead stream that drives", 15, out([](Outputs& o, std::uint64_t) {
         if (o.telemetry.state == State::stopping && o.telemetry.host_lost)
           o.telemetry.state = State::running;
       })},
      {"the watchdog is fed by anybody", 15, in([](Requests& requests, const Telemetry& seen) {
         if (seen.tick % 50 == 0 && seen.driver && seen.program == ProgramKind::follow_pose)
           requests.push_back({0, seen.driver, seen.time, &kDarren, 2, StreamTarget{}});
       })},
      {"another driver, and nobody is told", 16, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.driver && tick % 3000 > 1500) o.telemetry.driver.port = 7;
       })},
      {"somebody else's motion accepted", 16, out([](Outputs& o, std::uint64_t) {
         for (Event& event : o.events)
           if (std::holds_alternative<Answer>(event.news)) event.driver.port = 7;
       })},
      {"a stranger's target", 17, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.program == ProgramKind::follow_pose)
           o.telemetry.target.position.x() += 1e-4 * static_cast<double>(tick % 7);
       })},
      {"a held target is never quite reached", 71, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) o.telemetry.commanded.pose.position.z() -= 0.2e-3;
       })},
      {"what is sent comes out a tenth too large", 72, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) o.telemetry.commanded.pose.position *= 1.1;
       })},
      {"what is sent comes out a tenth too small", 72, out([](Outputs& o, std::uint64_t) {
         if (follows(o)) o.telemetry.commanded.pose.position *= 0.9;
       })},
      {"runs without a command", 19, out([](Outputs& o, std::uint64_t tick) {
         if (o.telemetry.state == State::ready && tick % 500 == 0) move_to_state(o, State::running);
       })},
      {"goes down by itself", 19, in([standing = 0](Requests& requests, const Telemetry& seen) mutable {
         standing = seen.state == State::ready && !seen.driver ? standing + 1 : 0;
         if (standing == 300)
           requests.push_back({0, kDesk, seen.time, &kOperator, 7'000'000, Go{Step::descend}});
       })},
  };
}

}  // namespace hexad::drill
