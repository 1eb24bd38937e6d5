#pragma once
// An order on its way to the worker: the host's message is gone by then, so it owns what it speaks of.

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "base/latest_value.hpp"
#include "base/spsc_queue.hpp"
#include "messages/message.hpp"
#include "model/order.hpp"
#include "model/request.hpp"

namespace hexad::inline engine {

/// A motion file by its name, whichever list it is in, and how it is to be played.
struct NamedFile {
  std::string name{};
  double scale = 1.0;   ///< about neutral
  bool repeat = false;  ///< again and again, until stopped
};

class Job {
 public:
  Job(const Request& request, const Order& order);
  Job(const Request& request, NamedFile file);

  const Request& request() const noexcept { return request_; }
  /// By the thread that sent it, when the core cannot even be asked.
  void withdraw() noexcept { withdrawn_.store(true, std::memory_order_release); }
  bool withdrawn() const noexcept { return withdrawn_.load(std::memory_order_acquire); }
  /// Without a name: there is an order.
  const NamedFile& file() const noexcept { return file_; }
  /// Views into this job.
  Order order() const;

 private:
  struct PathCopy {
    std::vector<AxisValues> points, speeds;
    AxisConvention convention;
  };
  struct TimedPathCopy {
    std::vector<double> times;
    std::vector<AxisValues> points;
    AxisConvention convention;
  };
  struct FormulaCopy {
    std::array<std::string, kAxes> axes;
    double duration;
  };

  Request request_;
  std::atomic<bool> withdrawn_{false};
  std::variant<PathCopy, TimedPathCopy, FormulaCopy, FileOrder> copy_;
  NamedFile file_{};
};

/// What became of a job, for who wants to know more than the core can say.
struct PreparedNote {
  Tag tag = 0;
  bool ready = false;  ///< handed over to the core; otherwise refused
  messages::Message message{};
};
using NoteBox = SpscQueue<PreparedNote, 32>;

/// The motion file that was handed over to the core last: with the program `file` it is the one that plays.
struct PlayedFile {
  std::array<char, 65> name{};  ///< ends with 0
};
using PlayedFileBox = LatestValue<PlayedFile>;

/// What the worker is at.
struct Preparing {
  bool active = false;
  double share = 0.0;  ///< 0…1 of it that is done
};
using PreparingBox = LatestValue<Preparing>;

/// From one producing thread to the worker. Who takes a job out owns it.
using JobBox = SpscQueue<Job*, 16>;

}  // namespace hexad::inline engine
