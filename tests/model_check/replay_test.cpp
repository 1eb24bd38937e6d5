// What the model says is what the core does. One long life: people do to the core what they do to the model,
// and after every tick the core's situation must be one that the model allows. The next event is always on
// the shortest way (in the model) to a pair of situation and event that was not tried yet, so that every one
// that can be reached within the budget is tried.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "core/bench.hpp"
#include "model.h"

namespace hexad::testing {
namespace {

using Key = std::array<unsigned char, sizeof(Model)>;
Key key_of(const Model& m) {
  Key key;
  std::memcpy(key.data(), &m, sizeof(Model));
  return key;
}
struct ByBytes {
  bool operator()(const Model& a, const Model& b) const { return key_of(a) < key_of(b); }
};
using Models = std::set<Model, ByBytes>;

constexpr Endpoint kPeople[]{{}, kDesk, kTextHost, kStreamHost};
int person(const Endpoint& endpoint) {
  for (int i = OPERATOR; i <= STREAM; ++i) {
    if (endpoint == kPeople[i]) return i;
  }
  return NOBODY;
}

/// What can be seen of the core, and of the model.
using Seen = std::array<int, 15>;
Seen seen(const Telemetry& t) {
  const bool paused = is_paused(t);
  const bool slowed = t.state == State::stopping || t.state == State::holding;
  return {static_cast<int>(t.state),
          slowed ? static_cast<int>(t.before) : 0,
          static_cast<int>(t.after),
          t.zeroed,
          t.busy,
          person(t.driver),
          t.taken,
          t.barred,
          static_cast<int>(t.hold),
          paused ? person(t.held_by) : 0,
          paused ? person(t.frozen_driver) : 0,
          t.released_by_driver && t.frozen_driver == kStreamHost,
          static_cast<bool>(t.fault),
          t.emergency_asserted,
          t.exiting};
}
Seen seen(const Model& m) {
  const auto state = static_cast<State>(m.state);
  const bool slowed = state == State::stopping || state == State::holding;
  return {m.state,
          slowed ? m.before : 0,
          m.after,
          m.zeroed,
          m.slot != SLOT_FREE || m.goal != 0,
          m.driver,
          m.taken,
          m.barred,
          m.hold,
          m.held_by,
          m.frozen_driver,
          m.released && m.frozen_driver == STREAM,
          m.fault,
          m.asserted,
          m.exiting};
}

/// What happens without anybody's doing.
bool is_own(int event) { return event <= EV_SILENCE_COUNTS || event == EV_STREAM_OTHER_WORD; }
/// What the replay cannot bring about, or does not: a formula that meets a limit, and people who leave for
/// good.
bool is_left_out(int event) { return event == EV_QUIET || event == EV_HELP || event == EV_EXIT; }

/// All that may have become of `from` by itself on one tick.
Models closure(const Models& from) {
  Models all = from;
  std::deque<std::pair<Model, int>> open;
  for (const Model& m : from) open.emplace_back(m, 0);
  while (!open.empty()) {
    const auto [m, depth] = open.front();
    open.pop_front();
    if (depth == 4) continue;
    for (int event = 0; event < EVENTS; ++event) {
      if (!is_own(event) || !model_can(&m, event)) continue;
      Model next = m;
      model_do(&next, event);
      if (all.insert(next).second) open.emplace_back(next, depth + 1);
    }
  }
  return all;
}

class Replay {
 public:
  Replay() {
    Model m;
    model_begin(&m);
    models_ = {m};
    tick();
  }

  /// The pair that is tried: what can be seen, and the event.
  using Pair = std::pair<Seen, int>;

  bool try_next() {
    const std::vector<int> way = way_to_news();
    if (way.empty()) return false;
    for (const int event : way) {
      if (is_own(event)) {
        if (!wait_for_own()) return true;
      } else {
        tried_.insert({seen(bench_.telemetry()), event});
        happen(event);
      }
      if (::testing::Test::HasFailure()) return false;
    }
    return true;
  }

  std::size_t tried() const { return tried_.size(); }
  double seconds() const { return to_seconds(bench_.now.time_since_epoch()); }

 private:
  /// The shortest way in the model to a pair that was not tried, as events.
  std::vector<int> way_to_news() {
    struct Step {
      Key from;
      int event;
    };
    std::map<Key, Step> came;
    std::deque<Model> open{*models_.begin()};
    const Key start = key_of(*models_.begin());
    came[start] = {start, -1};
    while (!open.empty()) {
      const Model m = open.front();
      open.pop_front();
      for (int event = 0; event < EVENTS; ++event) {
        if (is_left_out(event) || event == EV_PROGRAM_BREAKS_OFF || !model_can(&m, event)) continue;
        if (!is_own(event) && !tried_.contains({seen(m), event}) && !given_up_.contains({seen(m), event})) {
          std::vector<int> way{event};
          for (Key key = key_of(m); key != start; key = came[key].from) way.push_back(came[key].event);
          if (way.size() > 40) given_up_.insert({seen(m), event});
          std::reverse(way.begin(), way.end());
          aim_ = {seen(m), event};
          if (++aimed_[aim_] > 6) {
            given_up_.insert(aim_);  // the way there goes by chance: the core took another one each time
            continue;
          }
          return way;
        }
        Model next = m;
        model_do(&next, event);
        if (came.try_emplace(key_of(next), Step{key_of(m), event}).second) open.push_back(next);
      }
      if (came.size() > 40'000) break;
    }
    return {};
  }

  /// Until the platform does something by itself. False when it does nothing.
  bool wait_for_own() {
    const Seen before = seen(bench_.telemetry());
    for (int i = 0; i < 30'000; ++i) {
      tick();
      if (::testing::Test::HasFailure()) return false;
      if (seen(bench_.telemetry()) != before) return true;
    }
    return false;
  }

  void happen(int event) {
    Models after;
    for (Model m : closure(models_)) {
      if (!model_can(&m, event)) continue;
      model_do(&m, event);
      after.insert(m);
    }
    models_ = after;
    story_.push_back(fmt_time() + std::string{to_string(bench_.state())} + ": " + model_event_name(event));
    if (story_.size() > 25) story_.pop_front();
    do_to_core(event);
    tick();
    for (int i = 0; i < 150 && !::testing::Test::HasFailure(); ++i) tick();
  }

  std::string fmt_time() const { return std::to_string(seconds()) + " s "; }

  void send(int who, const What& what) {
    const Contract& contract = who == OPERATOR ? kOperatorContract
                               : who == SINGLE ? protocols::mdof::kBringsUp
                                               : protocols::darren::kContract;
    const std::uint32_t act = who == STREAM ? word_ : 0;
    bench_.ask(kPeople[who], contract, what, act);
  }
  void stream(const What& what, bool new_word = true) {
    flows_ = true;
    if (new_word) ++word_;
    send(STREAM, what);
  }

  MoveTo away() {
    side_ = -side_;
    return to({0.03 * side_, 0.02, 0.01 * side_, 0, 0, 0});
  }

  void do_to_core(int event) {
    switch (event) {
      case EV_OP_STOP:
        return send(OPERATOR, Control::stop);
      case EV_OP_HOLD:
        return send(OPERATOR, Control::hold);
      case EV_OP_RESUME:
        return send(OPERATOR, Control::resume);
      case EV_OP_TAKE:
        return send(OPERATOR, Control::take);
      case EV_OP_GIVE:
        return send(OPERATOR, Give{});
      case EV_OP_RESET:
        return send(OPERATOR, Control::reset);
      case EV_OP_PRESS:
        return send(OPERATOR, Control::press_button);
      case EV_OP_RELEASE:
        return send(OPERATOR, Control::free_button);
      case EV_OP_ZERO:
        return send(OPERATOR, Go{Step::zero});
      case EV_OP_RAISE:
        return send(OPERATOR, Go{Step::raise});
      case EV_OP_NEUTRAL:
        return send(OPERATOR, Go{Step::neutral});
      case EV_OP_DESCEND:
        return send(OPERATOR, Go{Step::descend});
      case EV_OP_MOVE:
        return send(OPERATOR, away());
      case EV_OP_JOG:
        return send(OPERATOR, Jog{1, 0.01, std::chrono::milliseconds{400}});
      case EV_SINGLE_STOP:
        return send(SINGLE, Control::stop);
      case EV_SINGLE_HOLD:
        return send(SINGLE, Control::hold);
      case EV_SINGLE_RESUME:
        return send(SINGLE, Control::resume);
      case EV_SINGLE_POWER_UP:
        return send(SINGLE, Go{Step::power_up});
      case EV_SINGLE_RESET:
        return send(SINGLE, Control::reset);
      case EV_SINGLE_NEUTRAL:
        return send(SINGLE, Go{Step::neutral});
      case EV_SINGLE_RAISE:
        return send(SINGLE, Go{Step::raise});
      case EV_SINGLE_MOVE:
        return send(SINGLE, away());
      case EV_SINGLE_DESCEND:
        return send(SINGLE, Go{Step::descend});
      case EV_STREAM_STOP:
        stream(StreamTarget{});  // the word that asks for the stop re-arms; the stop itself is urgent
        return stream(Control::stop, false);
      case EV_STREAM_HOLD:
        return stream(Control::hold, false);
      case EV_STREAM_RUN:
        return stream(Go{Step::run});
      case EV_STREAM_RUN_AGAIN:
        return stream(Go{Step::run}, false);
      case EV_STREAM_NEUTRAL:
        return stream(Go{Step::neutral});
      case EV_STREAM_DESCEND:
        return stream(Go{Step::descend});
      case EV_STREAM_TARGET:
        return stream(pose_target({0, 0, 0.01, 0, 0, 0}), false);
      case EV_STREAM_RESET:
        return stream(Control::reset);
      case EV_STREAM_SILENT:
        flows_ = false;
        return;
      case EV_FAULT:
        over_speed_ = true;
        return;
      default:
        FAIL() << "the replay does not know " << model_event_name(event);
    }
  }

  void tick() {
    // A stream says its word again and again.
    if (flows_ && bench_.queued.empty() && ++ticks_ % 10 == 0) send(STREAM, StreamTarget{});
    if (std::exchange(over_speed_, false)) bench_.feedback.legs[0].velocity = 10.0;
    bench_.tick();
    const Seen core = seen(bench_.telemetry());
    Models fit;
    const Models all = closure(models_);
    for (const Model& m : all) {
      if (seen(m) == core) fit.insert(m);
    }
    if (fit.empty()) {
      std::string text = "core:";
      for (const int value : core) text += ' ' + std::to_string(value);
      for (const Model& m : all) {
        text += "\nmodel:";
        for (const int value : seen(m)) text += ' ' + std::to_string(value);
      }
      std::string story;
      for (const std::string& event : story_) story += event + "\n";
      ADD_FAILURE() << story << "at " << seconds() << " s the core is where the model cannot be:\n" << text;
      return;
    }
    models_ = fit;
  }

  Bench bench_;
  Models models_;
  std::set<Pair> tried_;
  std::set<Pair> given_up_;
  std::map<Pair, int> aimed_;
  Pair aim_;
  std::deque<std::string> story_;  ///< the last events
  bool flows_ = false;
  bool over_speed_ = false;
  std::uint32_t word_ = 1;
  std::uint64_t ticks_ = 0;
  double side_ = 1.0;
};

}  // namespace

TEST(ModelReplay, TheCoreDoesWhatTheModelDoes) {
  const double budget =
      std::getenv("HEXAD_LONG") != nullptr ? 100'000.0 : 1'200.0;  // s of the platform's life
  Replay replay;
  while (replay.seconds() < budget && replay.try_next()) {
  }
  RecordProperty("pairs", static_cast<int>(replay.tried()));
  std::printf("%zu pairs of situation and event in %.0f s of a life\n", replay.tried(), replay.seconds());
  EXPECT_GT(replay.tried(), 500u);
}

}  // namespace hexad::testing
