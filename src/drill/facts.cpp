#include "drill/facts.hpp"

namespace hexad::drill {
namespace {

void keep(const Request*& kept, const Request& request) {
  if (kept == nullptr || request.contract->is_operator) kept = &request;
}

}  // namespace

Facts::Facts(const Tick& seen, const Telemetry& previous)
    : tick{seen}, now{seen.outputs->telemetry}, before{previous}, time{seen.now} {
  const Setpoint& setpoint = seen.outputs->setpoint;
  legs_still = setpoint.velocity.cwiseAbs().maxCoeff() < 1e-9 && setpoint.rotary_velocity == 0.0;
  emergency = seen.feedback->emergency_button;
  for (const Request& request : seen.requests) {
    if (is_reset(request.what)) {
      keep(reset, request);
      power_up = power_up || std::holds_alternative<Go>(request.what);
    }
    const Control* control = std::get_if<Control>(&request.what);
    if (control == nullptr) continue;
    if (*control == Control::stop) keep(stop, request);
    if (*control == Control::hold) keep(hold, request);
    if (*control == Control::resume) keep(resume, request);
    take = take || (*control == Control::take && request.contract->is_operator && before.driver &&
                    before.driver != request.driver);
    exit = exit || *control == Control::exit;
    emergency = emergency || one_of(*control, {Control::emergency, Control::press_button});
  }
  for (const Event& event : seen.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    motion_accepted = motion_accepted || (answer != nullptr && answer->outcome == Outcome::accepted);
  }
}

}  // namespace hexad::drill
