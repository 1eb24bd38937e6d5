#pragma once
// The board's half of a conversation: a read is answered, a write is not (decision 1). Reads and writes are
// done in the order they came, so a read that follows a write waits for its commit.

#include "base/fixed_vector.hpp"
#include "model/session.hpp"
#include "protocols/csfi/board.hpp"

namespace hexad::protocols::csfi {

class CsfiSession final : public Session {
 public:
  explicit CsfiSession(BoardStore& store) noexcept : store_{store} {}

  std::string_view name() const noexcept override { return "csfi"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event&, SessionPort&) noexcept override {}
  void poll(const Now& now, SessionPort& port) noexcept override;

 private:
  struct Job {
    Endpoint asker;
    std::variant<ReadRequest, Group> what;
  };
  static constexpr std::size_t kMostJobs = 16;

  void work(SessionPort& port) noexcept;
  void answer(const Endpoint& to, std::uint8_t group, SessionPort& port) const noexcept;
  void write(const Endpoint& from, const Group& group, SessionPort& port) noexcept;

  BoardStore& store_;
  std::array<Job, kMostJobs> jobs_{};  ///< as a ring
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  Endpoint writer_;  ///< whose write is under way
};

}  // namespace hexad::protocols::csfi
