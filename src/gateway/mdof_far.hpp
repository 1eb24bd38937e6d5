#pragma once
// A controller that speaks mdof. It follows nothing: a motion is one command, known whole – a point (9, or 11
// with speeds), or a timed path (13) of rows that the near core has made and looked at. It sends no status by
// itself, so `31` asks for one with every frame that carries nothing else; and it has no emergency stop, so
// ours is its stop (4), repeated.
//
// A Job is one of its motions: told, sent, seen moving, over by its final answer. What got lost on the way is
// seen by its status: never begun – sent again; ended without an answer – judged by where it stands.

#include "gateway/far_protocol.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/mdof/status.hpp"
#include "wire/text_writer.hpp"

namespace hexad::gateway {

class MdofFar final : public FarProtocol {
 public:
  explicit MdofFar(const FarForm& form) noexcept : form_{form} {}

  std::optional<Heard> take(const Datagram& status) noexcept override;
  void score(const Score& score) noexcept override;
  Playing playing() const noexcept override;
  bool hurries() const noexcept override { return hurries_; }
  bool resets() const noexcept override { return true; }

 private:
  using Command = protocols::mdof::Command;
  enum class Stage : std::uint8_t { none, told, ready, sent, moves };
  struct Job {
    Stage stage = Stage::none;
    Act act = Act::rest;       ///< home, raise, lower; follow: the score
    std::uint32_t number = 0;  ///< of the score
    Command command = Command::move;
    Pose target;
    bool unwanted = false;  ///< to be stopped
    int sent = 0;           ///< so often
    TimePoint since{};      ///< sent, or seen moving last
    bool under_way() const noexcept { return stage == Stage::sent || stage == Stage::moves; }
    bool plays() const noexcept { return act == Act::follow && stage != Stage::none; }
  };

  void write(const Order& order, const Heard& heard, Frame& out) noexcept override;
  void choose(const Order& order, const Heard& heard) noexcept;
  void begin(Act act, Command command, const Pose& target) noexcept;
  void drop() noexcept;
  void put_pose(const Pose& pose) noexcept;
  void over(int result, TimePoint at) noexcept;
  void answered(int code, TimePoint at) noexcept;
  void watch(bool moving, const Heard& heard, TimePoint now) noexcept;
  State state_of(const protocols::mdof::Snapshot& status, bool down) const noexcept;
  OwnLife life_of(const protocols::mdof::Snapshot& status, bool down) const noexcept;
  bool stands_low(const Pose& pose) const noexcept;

  FarForm form_;
  Job job_;   ///< in its hands, or about to be
  Job next_;  ///< the score that is being told; `writer_` has its text
  Act act_ = Act::rest;
  std::uint32_t score_ = 0;  ///< the number of the one that is wanted
  bool held_ = false;        ///< it is wanted to wait
  bool paused_ = false;      ///< it says so
  bool disturbed_ = false;   ///< somebody else has paused what is ours
  bool asked_ = false;       ///< the last frame was a question
  bool stopping_ = false;    ///< it was sent a stop, and is still to stop
  bool hurries_ = false;
  bool creeps_ = true;     ///< it moves, by its own velocity
  Act ended_ = Act::rest;  ///< home, raise or lower, still wanted, is over …
  bool well_ = false;      ///< … as it should be
  TimePoint over_at_{};    ///< the last job ended
  Heard heard_;
  std::uint32_t played_ = 0;
  int result_ = 0;
  std::array<char, 65'000> text_{};
  wire::TextWriter writer_{text_};
};

}  // namespace hexad::gateway
