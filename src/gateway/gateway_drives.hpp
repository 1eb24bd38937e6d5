#pragma once
// The DrivePort of the gateway (far_protocol.hpp has the picture). All but mail() belongs to the thread that
// steps the loop; none of it waits or allocates.

#include <array>
#include <atomic>
#include <memory>

#include "base/clock.hpp"
#include "base/latest_value.hpp"
#include "base/spsc_queue.hpp"
#include "gateway/far_protocol.hpp"
#include "gateway/lag_meter.hpp"
#include "model/machine.hpp"

namespace hexad::gateway {

/// Between the loop and the thread that has the socket.
struct Mail {
  LatestValue<Frame> out;
  SpscQueue<Datagram, 64> in;
  std::atomic<std::int64_t> sent_after_ns{0};  ///< from the tick that made a frame until it left
};

/// Tells that thread that a frame is to leave.
class Postman {
 public:
  virtual ~Postman() = default;
  virtual void wake() noexcept = 0;
};

struct FarSettings {
  Duration period = std::chrono::milliseconds{10};    ///< between two frames
  Duration timeout = std::chrono::milliseconds{100};  ///< silence that is a lost link
  Duration patience = std::chrono::seconds{2};        ///< until it must do what it is asked for
  double delay = 0.0;                                 ///< s: the first guess
};

/// Drives that another controller is, with what is to be carried to it and back.
class FarDrives : public DrivePort {
 public:
  Mail& mail() noexcept { return mail_; }
  void call(Postman* postman) noexcept { postman_ = postman; }
  /// The last frame: it is left where it stands. After the loop has ended.
  virtual const Frame& farewell() noexcept = 0;

 protected:
  void post(const Frame& frame, TimePoint made) noexcept {
    frame_ = frame;
    frame_.time = made;
    mail_.out.publish(frame_);
    if (postman_ != nullptr) postman_->wake();
  }

  Mail mail_;

 private:
  Frame frame_;
  Postman* postman_ = nullptr;
};

class GatewayDrives final : public FarDrives {
 public:
  /// `clock` is what Datagram::time is read from.
  GatewayDrives(std::unique_ptr<FarProtocol> protocol, const FarForm& form, const Machine& machine,
                const FarSettings& settings, const Clock& clock);

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override;
  void refresh(TimePoint now) noexcept override { look(now); }
  void adopted(const Machine& machine) noexcept override;

  const Frame& farewell() noexcept override;

 private:
  static constexpr std::size_t kSamples = 12;  ///< of a leg's speed

  Act decide(const Setpoint& setpoint, TimePoint now) noexcept;
  Act wanted(const Setpoint& setpoint, TimePoint now) const noexcept;
  void send(const Setpoint& setpoint, TimePoint now) noexcept;
  void look(TimePoint now) noexcept;
  void take(const Heard& heard, TimePoint arrival) noexcept;
  void report(TimePoint now) noexcept;
  bool resetting(TimePoint now) const noexcept { return now < resetting_until_; }
  bool does_it() const noexcept;
  OwnLife life() const noexcept;
  Extensions place() const noexcept;
  LegSpeeds speed() const noexcept;

  std::unique_ptr<FarProtocol> protocol_;
  FarForm form_;
  FarSettings settings_;
  const Clock& clock_;
  Machine machine_;

  Setpoint setpoint_;  ///< the newest
  Pose pose_;          ///< of the newest frame
  Act act_ = Act::rest;
  TimePoint act_since_{};
  TimePoint next_frame_{};
  TimePoint last_frame_{};
  std::uint64_t frames_ = 0;
  bool engaged_ = false;        ///< it does something because we asked for it
  bool emergency_due_ = false;  ///< ours, and it has not shown it yet
  TimePoint resetting_until_{};
  TimePoint obeyed_{};  ///< when it last did what it was asked for

  Heard heard_;
  TimePoint heard_at_{};
  bool answered_ = false;  ///< since the start
  bool alive_ = false;
  TimePoint emergency_since_{};
  std::uint64_t losses_ = 0;
  struct Sample {
    TimePoint at{};
    Extensions extension = Extensions::Zero();
  };
  std::array<Sample, kSamples> samples_{};
  std::size_t sample_ = 0;
  std::size_t sampled_ = 0;
  LagMeter lag_;
  Feedback feedback_;
};

}  // namespace hexad::gateway
