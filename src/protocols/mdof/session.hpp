#pragma once
// mdof's half of a conversation. Every datagram gets at least one answer; a motion's final answer goes to the
// endpoint that asked. All mdof endpoints share one lease, so the driver of every request is the protocol
// itself; who asked is remembered here by the request's tag.

#include <vector>

#include "base/fixed_vector.hpp"
#include "base/units.hpp"
#include "model/session.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/mdof/view.hpp"

namespace hexad::protocols::mdof {

struct Settings {
  double work_height = 50.0 * kMillimetre;  ///< above neutral: where command 8 goes
  bool legacy_errors = false;               ///< decision 12
  RotationOrder rotation_order = RotationOrder::zyx;
  std::uint32_t files = 3;  ///< 33 knows the files 1…files
};

class MdofSession final : public Session {
 public:
  explicit MdofSession(const Settings& settings);

  std::string_view name() const noexcept override { return "mdof"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  void poll(const Now& now, SessionPort& port) noexcept override;

 private:
  /// A request the core has not finally answered.
  struct Pending {
    Tag tag = 0;
    Endpoint asker;
    Command command = Command::connected;
  };
  static constexpr std::size_t kMaxPending = 64;

  void act(const Request& request, const Datagram& datagram, SessionPort& port) noexcept;
  void query(Command query, const Endpoint& asker, SessionPort& port) const noexcept;
  void move(Command command, const AxisValues& target, const Datagram& datagram, SessionPort& port) noexcept;
  void order_path(const Request& request, const Datagram& datagram, SessionPort& port) noexcept;
  void order_timed_path(const Request& request, const Datagram& datagram, SessionPort& port) noexcept;
  void order_formula(const Request& request, const Datagram& datagram, SessionPort& port) noexcept;
  void prepare(Command command, const Datagram& datagram, const Order& order, SessionPort& port) noexcept;
  hexad::Request request_from(const Datagram& datagram, const Contract& contract, const What& what,
                              SessionPort& port) const noexcept;
  void ask(Command command, const Datagram& datagram, const Contract& contract, const What& what,
           SessionPort& port) noexcept;
  void answer_busy(Command command, const Endpoint& asker, SessionPort& port) const noexcept;
  void reject(const Rejected& rejected, const Endpoint& asker, SessionPort& port) const noexcept;
  void answer(Command command, int code, const Endpoint& to, SessionPort& port) const noexcept;
  void answer(std::string_view echo, int code, const Endpoint& to, SessionPort& port) const noexcept;
  void explain(const Pending& pending, const Answer& answer, int code, SessionPort& port) const noexcept;
  bool motion_pending() const noexcept;

  Settings settings_;
  AxisConvention convention_;
  FixedVector<Pending, kMaxPending> pending_;
  // What the largest datagram can hold, kept so that no order needs memory.
  std::vector<AxisValues> points_;
  std::vector<AxisValues> speeds_;
  std::vector<double> times_;
  TimePoint last_final_{};  ///< when the core finally answered the last motion
};

}  // namespace hexad::protocols::mdof
