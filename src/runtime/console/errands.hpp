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

  ~Errands();

  void start();
  void stop();

  // ---- the web thread's side

  /// False when too many wait.
  [[nodiscard]] bool send(web::ExchangeId exchange, Work work);
  /// Answers what has been done.
  void answer(web::Server& server);
  bool waiting() const noexcept { return open_ > 0; }

 private:
  struct Errand {
    web::ExchangeId exchange = 0;
    Work work;
    web::Response response{};
  };
  using Box = SpscQueue<Errand*, 16>;

  void run();

  std::size_t open_ = 0;  // the web thread's
  Box sent_;
  Box done_;
  net::WakeUp wake_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace hexad::runtime::console
