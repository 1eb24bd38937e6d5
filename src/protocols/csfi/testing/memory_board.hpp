#pragma once
// A board in memory, for tests and tools: a write is under way until finish() or refuse().

#include <utility>

#include "protocols/csfi/board.hpp"

namespace hexad::protocols::csfi {

class MemoryBoard final : public BoardStore {
 public:
  explicit MemoryBoard(const Mechanics& mechanics = {}) noexcept
      : groups_{Group{mechanics}, Group{Control{}}, Group{Network{}}, Group{UserFrame{}}} {}

  const Group& read(std::uint8_t group) const noexcept override { return groups_[group - 1U]; }
  bool propose(const Group& group) noexcept override {
    if (proposed_) return false;
    proposed_ = group;
    return true;
  }
  bool busy() const noexcept override { return proposed_.has_value(); }
  std::optional<Result> take_result() noexcept override { return std::exchange(result_, std::nullopt); }

  void finish() noexcept {
    result_ = Result{number_of(*proposed_), true, {}};
    groups_[proposed_->index()] = *proposed_;
    proposed_.reset();
  }
  void refuse(const messages::Message& reason) noexcept {
    result_ = Result{number_of(*proposed_), false, reason};
    proposed_.reset();
  }

 private:
  std::array<Group, kGroups> groups_;
  std::optional<Group> proposed_;
  std::optional<Result> result_;
};

}  // namespace hexad::protocols::csfi
