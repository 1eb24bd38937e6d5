#include "protocols/level_client.hpp"

#include "model/host_timing.hpp"

namespace hexad::protocols {

bool LevelClient::heard(const Contract& contract, TimePoint arrival) noexcept {
  const bool silent = spoke_ && arrival - last_frame_ >= kSilenceThatRearms;
  spoke_ = true;
  last_frame_ = arrival;
  if (silent && contract.rearm_by_silence && !watched_) disarmed_ = spent_ = false;
  return silent;
}

bool LevelClient::flows(std::uint32_t act, const Contract& contract) noexcept {
  if (act_ == act) return false;
  act_ = act;
  watched_ = false;
  if (contract.rearm_by_change) disarmed_ = spent_ = false;
  renew();
  return true;
}

bool LevelClient::passes(bool another_drives) noexcept {
  withheld_ = another_drives || spent_;
  return !withheld_;
}

bool LevelClient::wants_to_ask(TimePoint now, Duration again) const noexcept {
  switch (standing_) {
    case RequestState::fresh:
      return true;
    case RequestState::asked:
      return now - asked_at_ >= kNoAnswer;
    case RequestState::refused:
      return now - asked_at_ >= again;
    case RequestState::accepted:
    case RequestState::taken:
      break;
  }
  return false;
}

void LevelClient::asked(Tag tag, TimePoint now, bool sent) noexcept {
  tag_ = tag;
  asked_at_ = now;
  standing_ = sent ? RequestState::asked : RequestState::refused;
}

bool LevelClient::ask(const Contract& contract, TimePoint arrival, const What& what,
                      SessionPort& port) noexcept {
  Request asking = request(contract, arrival, what);
  asking.tag = port.next_tag();
  const bool sent = port.request(asking);
  asked(asking.tag, arrival, sent);
  return sent;
}

bool LevelClient::prepare(const Contract& contract, TimePoint arrival, const Order& order,
                          SessionPort& port) noexcept {
  Request asking = request(contract, arrival, Reserve{ProgramKind::file});
  asking.tag = port.next_tag();
  const bool sent = port.prepare(asking, order);
  asked(asking.tag, arrival, sent);
  return sent;
}

void LevelClient::answered(const Answer& answer) noexcept {
  switch (answer.outcome) {
    case Outcome::paused:
      return;
    case Outcome::accepted:
    case Outcome::resumed:
    case Outcome::done:
      standing_ = answer.outcome == Outcome::done ? RequestState::taken : RequestState::accepted;
      disarmed_ = spent_ = false;  // the core has taken it, so the host counts (again)
      has_driven_ = true;
      return;
    case Outcome::refused:
      if (waits()) standing_ = RequestState::refused;
      return;
    default:
      // The end of what was disarmed meanwhile is no sign that the core takes it.
      if (waits()) standing_ = RequestState::taken;
      return;
  }
}

void LevelClient::renew() noexcept {
  standing_ = RequestState::fresh;
  tag_ = 0;
}

void LevelClient::disarm(bool core_hears) noexcept {
  if (!act_) return;
  disarmed_ = true;
  spent_ = spent_ || !core_hears;
}

Request LevelClient::request(const Contract& contract, TimePoint arrival, const What& what) const noexcept {
  Request made;
  made.driver = endpoint;
  made.arrival = arrival;
  made.contract = &contract;
  made.act = act();
  made.what = what;
  return made;
}

}  // namespace hexad::protocols
