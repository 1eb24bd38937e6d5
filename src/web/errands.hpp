#pragma once
// What a client of the web thread asks for and what may block or take long (files, preflights): done by a thread of its
// own, so that neither the web thread nor the worker who prepares hosts' motions waits for it. Bounded: what finds no
// room is answered "busy".

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "base/spsc_queue.hpp"
#include "net/file_descriptor.hpp"
#include "web/server.hpp"

namespace hexad::runtime::console {

class Errands {
 public:
  /// Runs on the errands' thread.
  using Work = std::function<web::Response()>;

  static constexpr std::size_t kMost = 8;  ///< fewer than a box holds: what was done always finds room

  ~Errands();

  /// `name`: of its thread, at most 15 letters. `most`: errands that may be open, at most 8.
  void start(const char* name = "hexad-errands", std::size_t most = kMost);
  void stop();

  // ---- the web thread's side

  /// False when too many wait.
  [[nodiscard]] bool send(web::ExchangeId exchange, Work work);
  /// Answers what has been done.
  void answer(web::Server& server);
  bool waiting() const noexcept { return open_ > 0; }

  // ---- the errands' side

  /// Whether the thread this is asked on shall end: long work gives up then.
  static bool ending() noexcept;

 private:
  struct Errand {
    web::ExchangeId exchange = 0;
    Work work;
    web::Response response{};
  };
  using Box = SpscQueue<Errand*, 16>;

  void run();

  std::size_t open_ = 0;  // the web thread's
  std::size_t most_ = kMost;
  Box sent_;
  Box done_;
  net::WakeUp wake_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace hexad::runtime::console
