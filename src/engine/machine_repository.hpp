#pragma once
// The machines a platform has lived by and may still be named in somebody's snapshot. A calibration puts a
// new one here before the core is asked to go on with it; who computes with one holds it meanwhile. Any
// thread but the real-time one.

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "model/machine.hpp"

namespace hexad::inline engine {

class MachineRepository {
 public:
  explicit MachineRepository(std::shared_ptr<const Machine> first) : machines_{std::move(first)} {}

  void add(std::shared_ptr<const Machine> machine) {
    const std::lock_guard lock{mutex_};
    machines_.push_back(std::move(machine));
  }
  /// Nobody begins to compute with it any more. One always stays.
  void remove(const Machine* machine) {
    const std::lock_guard lock{mutex_};
    if (machines_.size() > 1)
      std::erase_if(machines_, [&](const auto& kept) { return kept.get() == machine; });
  }
  /// The machine a snapshot names; the newest when that one is gone or the core has not spoken yet.
  std::shared_ptr<const Machine> at(std::uint32_t revision) const {
    const std::lock_guard lock{mutex_};
    const auto found = std::find_if(machines_.begin(), machines_.end(),
                                    [&](const auto& machine) { return machine->revision == revision; });
    return found == machines_.end() ? machines_.back() : *found;
  }
  std::size_t size() const {
    const std::lock_guard lock{mutex_};
    return machines_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const Machine>> machines_;
};

}  // namespace hexad::inline engine
