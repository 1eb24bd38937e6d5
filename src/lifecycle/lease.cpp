#include "lifecycle/lease.hpp"

#include <algorithm>

namespace hexad::lifecycle {
namespace {

constexpr Duration kSilenceThatRearms = std::chrono::seconds{1};

}  // namespace

Lease::Known* Lease::find(const Endpoint& endpoint) noexcept {
  for (Known& session : sessions_) {
    if (session.endpoint == endpoint) return &session;
  }
  return nullptr;
}

Lease::Known& Lease::known(const Endpoint& endpoint) noexcept {
  if (Known* session = find(endpoint)) return *session;
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
  if (!session.armed) {
    const bool silent = session.silence_counts && now - session.last_frame >= kSilenceThatRearms;
    const bool changed = contract.rearm_by_change && act != session.act;
    if ((contract.rearm_by_silence && silent) || changed) {
      session.armed = true;
      session.silence_counts = true;
    }
  }
  session.last_frame = now;
  if (session.armed) session.act = act;
  if (held_by(from)) last_frame_ = now;
  return session.armed;
}

bool Lease::take(const Endpoint& by, const Contract& contract, TimePoint now) noexcept {
  if (held() && driver_ != by) return false;
  if (!held()) kept_ = false;
  driver_ = by;
  contract_ = &contract;
  last_frame_ = now;
  return true;
}

void Lease::release() noexcept {
  driver_ = {};
  contract_ = nullptr;
  kept_ = false;
}

void Lease::disarm_all() noexcept {
  for (Known& session : sessions_) session.armed = false;
  ++disarms_;
  release();
}

void Lease::disarm(const Endpoint& endpoint) noexcept {
  if (!endpoint) return;
  known(endpoint).armed = false;
  ++disarms_;
  if (held_by(endpoint)) release();
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

bool Lease::armed(const Endpoint& endpoint) const noexcept {
  for (const Known& session : sessions_) {
    if (session.endpoint == endpoint) return session.armed;
  }
  return true;
}

void Lease::bar() noexcept {
  disarm_all();
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
