#pragma once
// What a client of the web thread asks for and what may block or take long (files, preflights, searches,
// boards): done by threads of lower priority, so that neither the web thread nor the worker who prepares
// hosts' motions waits for it. Of each kind one is done at a time, the oldest first, and so many may be open;
// what finds no room is answered "busy".

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "web/server.hpp"

namespace hexad::web {

class TaskPool {
 public:
  enum class Kind : std::uint8_t {
    files,        ///< of the operator, previews with them: they wait for nothing but each other
    calculation,  ///< of the verification
    search,       ///< its long ones, and frequency responses: of seconds each
    board         ///< those who ask a control board or a relay, and wait for it
  };
  static constexpr std::array<std::size_t, 4> kMostOpen{8, 8, 2, 4};  ///< by kind

  using Work = std::function<web::Response()>;
  /// Done by a task; what it gives back is then done by whoever calls answer(). Throws nothing.
  using Errand = std::function<std::function<void()>()>;

  ~TaskPool() { stop(); }

  void start();
  /// What is being done is told to end, and waited for; the rest is dropped.
  void stop();

  /// False when too many of its kind are open.
  [[nodiscard]] bool send(Kind kind, web::ExchangeId exchange, Work work);
  /// The same of what no exchange waits for: it is never dropped.
  [[nodiscard]] bool send_errand(Kind kind, Errand errand);
  /// Drops what nobody waits for any more, so that it keeps no place from those who do; what has begun is
  /// told to end.
  void drop(const std::function<bool(web::ExchangeId)>& awaited);
  /// Answers what has been done, and goes on with errands.
  void answer(web::Server& server);
  bool waiting() const;

  /// Whether the program ends, or nobody waits any more for what this thread does: long work gives up then.
  static bool ending() noexcept;

 private:
  struct Task {
    Kind kind = Kind::files;
    web::ExchangeId exchange = 0;
    Work work;
    Errand errand{};
    web::Response response{};
    std::function<void()> then{};  ///< of an errand
    std::atomic<bool> unwanted{false};
  };
  bool add(std::unique_ptr<Task> task);
  static void perform(Task& task);
  void run();

  mutable std::mutex mutex_;  ///< of what follows, but for the threads
  std::condition_variable wake_;
  std::deque<std::unique_ptr<Task>> sent_;
  std::vector<std::unique_ptr<Task>> done_;
  std::array<std::size_t, kMostOpen.size()> open_{};
  std::array<Task*, kMostOpen.size()> doing_{};  ///< by kind; none = it waits for the next
  std::atomic<bool> ends_{false};
  std::vector<std::thread> threads_;
};

}  // namespace hexad::web
