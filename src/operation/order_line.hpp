#pragma once
// Orders of another thread of this program to the operator, and their answers: the acceptance tests order as
// a person would, and are answered, stopped and overruled as one.

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "operation/operator.hpp"

namespace hexad::inline operation {

class OrderLine {
 public:
  // ---- who orders

  std::future<OperatorReply> send(OperatorOrder order) {
    const std::lock_guard lock{mutex_};
    return sent_.emplace_back(std::move(order), std::promise<OperatorReply>{}).second.get_future();
  }
  /// Operator::stops(), a pulse of its thread ago at most.
  std::uint64_t stops() const noexcept { return stops_.load(); }

  // ---- the operator's thread

  /// `ask(order, done)` for each that was sent.
  template <class Ask>
  void serve(std::uint64_t stops, Ask&& ask) {
    stops_.store(stops);
    std::vector<std::pair<OperatorOrder, std::promise<OperatorReply>>> taken;
    {
      const std::lock_guard lock{mutex_};
      taken.swap(sent_);
    }
    for (auto& [order, answer] : taken)
      ask(order, [kept = std::make_shared<std::promise<OperatorReply>>(std::move(answer))](
                     const OperatorReply& reply) { kept->set_value(reply); });
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<OperatorOrder, std::promise<OperatorReply>>> sent_;
  std::atomic<std::uint64_t> stops_{0};
};

}  // namespace hexad::inline operation
