#include "lifecycle/lease.hpp"

#include <algorithm>

#include "model/host_timing.hpp"

namespace hexad::lifecycle {
namespace {

bool only_given(const Contract& contract) noexcept {
  return !contract.is_operator && !contract.rearm_by_silence && !contract.rearm_by_change;
}

}  // namespace

const Lease::Known* Lease::find(const Endpoint& endpoint) const noexcept {
  for (const Known& session : sessions_) {
    if (session.endpoint == endpoint) return &session;
  }
  return nullptr;
}

Lease::Known& Lease::known(const Endpoint& endpoint) noexcept {
  for (Known& session : sessions_) {
    if (session.endpoint == endpoint) return session;
  }
  Known fresh;
  fresh.endpoint = endpoint;
  if (sessions_.push_back(fresh)) return sessions_.back();
  // Full: the one silent longest makes room, never the driver.
  Known* oldest = &sessions_[sessions_[0].endpoint == driver_ ? 1 : 0];
  for (Known& session : sessions_) {
    if (session.endpoint != driver_ && session.last_frame < oldest->last_frame) oldest = &session;
  }
  *oldest = fresh;
  return *oldest;
}

bool Lease::heard(const Endpoint& from, const Contract& contract, std::uint32_t act, TimePoint now) noexcept {
  Known& session = known(from);
  const bool is_new = session.contract == nullptr || now - session.last_frame >= kSilenceThatRearms;
  if (only_given(contract) && is_new) session.armed = false;
  if (!session.armed) {
    const bool silent = session.silence_counts && now - session.last_frame >= kSilenceThatRearms;
    const bool changed = contract.rearm_by_change && act != session.act;
    if ((contract.rearm_by_silence && silent) || changed) {
      session.armed = true;
      session.silence_counts = true;
    }
  }
  session.last_frame = now;
  session.contract = &contract;
  if (session.armed) session.act = act;
  if (held_by(from)) last_frame_ = now;
  return session.armed;
}

bool Lease::take(const Endpoint& by, const Contract& contract, TimePoint arrival) noexcept {
  if (held() && driver_ != by) return false;
  if (!held()) kept_ = false;
  driver_ = by;
  contract_ = &contract;
  last_frame_ = arrival;
  return true;
}

bool Lease::regain(const Endpoint& by, TimePoint now) noexcept {
  const Known* session = find(by);
  if (session == nullptr || session->contract == nullptr) return false;
  if (now - session->last_frame >= session->contract->lease_time) return false;
  arm(by);
  return take(by, *session->contract, session->last_frame);
}

/// A host that drives drives no more; control that the operator took stays the operator's.
void Lease::end_of_host() noexcept {
  if (!kept_) release();
}

void Lease::release() noexcept {
  driver_ = {};
  contract_ = nullptr;
  kept_ = false;
}

void Lease::disarm_all() noexcept {
  for (Known& session : sessions_) session.armed = false;
  ++disarms_;
  end_of_host();
}

void Lease::disarm(const Endpoint& endpoint) noexcept {
  if (!endpoint) return;
  known(endpoint).armed = false;
  ++disarms_;
  if (held_by(endpoint)) end_of_host();
}

void Lease::disarm_until_change(const Endpoint& endpoint) noexcept {
  Known& session = known(endpoint);
  session.armed = false;
  session.silence_counts = false;
}

void Lease::arm(const Endpoint& endpoint) noexcept {
  Known& session = known(endpoint);
  session.armed = true;
  session.silence_counts = true;
}

void Lease::lowered() noexcept {
  for (Known& session : sessions_)
    if (session.contract != nullptr && only_given(*session.contract)) session.armed = false;
}

bool Lease::armed(const Endpoint& endpoint) const noexcept {
  const Known* session = find(endpoint);
  return session == nullptr || session->armed;
}

std::uint32_t Lease::act_of(const Endpoint& endpoint) const noexcept {
  const Known* session = find(endpoint);
  return session == nullptr ? 0 : session->act;
}

void Lease::bar() noexcept {
  disarm_all();
  release();
  barred_ = true;
}

void Lease::give(const Endpoint& to) noexcept {
  barred_ = false;
  if (to) arm(to);
  // Control that the operator kept goes back; a host that drives keeps driving.
  if (held() && contract_->is_operator) release();
}

bool Lease::expire(TimePoint now, bool busy) noexcept {
  if (!held() || busy || kept_) return false;
  const bool over = contract_->lease == LeaseRule::with_motion || now - last_frame_ >= contract_->lease_time;
  if (over) release();
  return over;
}

}  // namespace hexad::lifecycle
