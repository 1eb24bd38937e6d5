#pragma once
// Where a board keeps its groups. The session asks; whoever owns storage and machine does the work: build the
// machine, reserve the platform, store (whole or not at all, the set before it kept), adopt, commit. Called
// from the network thread: neither call waits or allocates.

#include <optional>

#include "protocols/csfi/groups.hpp"

namespace hexad::protocols::csfi {

class BoardStore {
 public:
  virtual ~BoardStore() = default;

  struct Result {
    std::uint8_t group = 0;
    bool committed = false;
    messages::Message reason{};  ///< why not
  };

  /// What a read answers now.
  virtual const Group& read(std::uint8_t group) const noexcept = 0;
  /// Begins a write; the result comes later. False when one is under way.
  [[nodiscard]] virtual bool propose(const Group& group) noexcept = 0;
  virtual bool busy() const noexcept = 0;
  /// What became of the write that was under way, once.
  virtual std::optional<Result> take_result() noexcept = 0;
};

}  // namespace hexad::protocols::csfi
