#pragma once
// A host that says what it wants with every frame. What flows is passed on when it is new, again while the
// platform cannot take it, and not once it was taken:
//
//   fresh ─ask→ asked ─accepted→ accepted ─ended→ taken        asked, accepted ─refused→ refused ─ask again→
//   asked
//
// Another act makes it fresh from anywhere. An emergency, a fault, a reset or a stop disarms hosts (lifecycle
// rule 3): what flowed then moves nothing until the host acts anew, by another act or by silence, as its
// contract says. Of frames that the core hears, the core judges that itself and refuses them; of frames that
// a session withholds, because another host drives, the core knows nothing: such a client is `spent` and is
// not even asked for. It never decides whether the platform may move.

#include <optional>

#include "model/session.hpp"

namespace hexad::protocols {

class LevelClient {
 public:
  static constexpr Duration kNoAnswer = std::chrono::milliseconds{500};  ///< an event was lost: asked again

  LevelClient() noexcept = default;
  /// A host that has asked for this from the start: it is no news.
  explicit LevelClient(std::uint32_t act) noexcept : act_{act} {}

  Endpoint endpoint;

  /// Any frame of the host. True when it comes after a second of silence.
  bool heard(const Contract& contract, TimePoint arrival) noexcept;
  /// What its frames ask for. True when that is another act than before.
  bool flows(std::uint32_t act, const Contract& contract) noexcept;
  /// Whether its frame may go to the core: not while another one drives, nor when spent.
  bool passes(bool another_drives) noexcept;

  /// Whether to ask with this frame: what flows is new, was refused `again` ago, or never answered.
  bool wants_to_ask(TimePoint now, Duration again) const noexcept;
  /// For what flows, under a new tag. False when there was no room: that counts as refused.
  bool ask(const Contract& contract, TimePoint arrival, const What& what, SessionPort& port) noexcept;
  /// … for a motion that is prepared first.
  bool prepare(const Contract& contract, TimePoint arrival, const Order& order, SessionPort& port) noexcept;
  void answered(const Answer& answer) noexcept;
  /// The same act is meant anew.
  void renew() noexcept;
  /// It is to be asked for again, though it was taken once or is under way.
  void ask_again() noexcept { standing_ = RequestState::refused; }
  /// Nothing is asked for until another act flows.
  void settle() noexcept { standing_ = RequestState::taken; }

  /// `core_hears`: its frames reach the core, which then refuses them.
  void disarm(bool core_hears) noexcept;
  void disarm() noexcept { disarm(!withheld_); }
  /// No silence re-arms it any more: its stream is watched (darren decision 7). Another act ends that.
  void watch() noexcept { watched_ = true; }

  /// A request in its name: the level itself is the act, so that the core sees what is repeated.
  Request request(const Contract& contract, TimePoint arrival, const What& what) const noexcept;

  std::uint32_t act() const noexcept { return act_.value_or(0); }
  Tag tag() const noexcept { return tag_; }
  TimePoint last_frame() const noexcept { return last_frame_; }
  bool fresh() const noexcept { return standing_ == RequestState::fresh; }
  bool taken() const noexcept { return standing_ == RequestState::taken; }
  /// Asked for and not ended.
  bool waits() const noexcept {
    return standing_ == RequestState::asked || standing_ == RequestState::accepted;
  }
  bool armed() const noexcept { return !disarmed_; }
  bool watched() const noexcept { return watched_; }
  /// The core has taken something of it: it is forgotten last.
  bool has_driven() const noexcept { return has_driven_; }

 private:
  enum class RequestState : std::uint8_t { fresh, asked, accepted, refused, taken };

  void asked(Tag tag, TimePoint now, bool sent) noexcept;

  TimePoint last_frame_{};
  TimePoint asked_at_{};
  Tag tag_ = 0;  ///< of what was asked for last; 0 = nothing since it flows
  std::optional<std::uint32_t> act_;
  RequestState standing_ = RequestState::fresh;
  bool spoke_ = false;
  bool withheld_ = false;  ///< its newest frame did not reach the core
  bool disarmed_ = false;
  bool spent_ = false;  ///< disarmed where the core could not see it
  bool watched_ = false;
  bool has_driven_ = false;
};

}  // namespace hexad::protocols
