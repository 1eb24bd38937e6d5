#pragma once
// Hosts of the near platform, each in its own dialect: all bring it up and hold it at a pose, and are told
// what is wrong in their own words.

#include "pair.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::gateway {

/// X Y Z RX RY RZ, mm and degrees from neutral.
using SixValues = std::array<double, 6>;

class DialectHost {
 public:
  virtual ~DialectHost() = default;
  explicit DialectHost(Pair& pair) : pair_{pair} {}

  /// Brings the platform up and drives it to the pose; true when it is there.
  virtual bool drive_to(const SixValues& pose) = 0;
  /// What it is told of a fault: a code, or a state that means one.
  virtual int told_code() = 0;
  /// It takes the platform down, or lets go.
  virtual void release() {}

 protected:
  bool arrives(const SixValues& pose, double seconds) {
    return pair_.run_until([&] { return pair_.near_state() == State::fault || is_at(pose); }, seconds) &&
           is_at(pose);
  }
  bool is_at(const SixValues& pose) const {
    const auto at = pair_.far_pose();
    for (std::size_t i = 0; i < 6; ++i)
      if (!(std::abs(at[i] - pose[i]) < 0.1)) return false;
    return pair_.far_telemetry().actual_valid && pair_.far_speed() < 1e-3;
  }
  Pair& pair_;
};

class MdofHost final : public DialectHost {
 public:
  using DialectHost::DialectHost;
  bool drive_to(const SixValues& pose) override {
    if (pair_.mdof("1") != "1#0") return false;
    std::string text = "9";
    for (const double value : pose) text += " " + std::to_string(value);
    return pair_.mdof(text) == "9#0" && arrives(pose, 2.0);
  }
  int told_code() override { return std::atoi(pair_.mdof("23", 1.0).substr(3).c_str()); }
};

class DarrenHost final : public DialectHost {
 public:
  using DialectHost::DialectHost;
  bool drive_to(const SixValues& pose) override {
    const auto& p = pose;
    values_ = {float(p[3]), float(p[4]), float(p[5]), float(p[0]), float(p[1]), float(p[2])};
    word_ = 2;
    return stream([&] { return is_at(pose); }, 60.0);
  }
  int told_code() override {
    stream([] { return false; }, 0.1);
    return static_cast<int>(status_.error);
  }
  template <class Done>
  bool stream(Done done, double seconds) {
    for (const TimePoint end = pair_.time + from_seconds(seconds); pair_.time < end;) {
      protocols::darren::HostFrame frame;
      frame.sequence = ++sequence_;
      frame.message_id = 100;
      frame.word = word_;
      frame.values = values_;
      pair_.host->send(kNearDarren, protocols::darren::encode(frame));
      pair_.run(0.010);
      for (const engine::Packet& packet : pair_.host->receive())
        if (const auto answer = protocols::darren::decode_answer(packet.bytes))
          if (const auto* status = std::get_if<protocols::darren::StatusFrame>(&*answer)) status_ = *status;
      if (done()) return true;
    }
    return false;
  }
  std::uint16_t word_ = 0;
  std::array<float, 6> values_{};
  protocols::darren::StatusFrame status_;

 private:
  std::uint32_t sequence_ = 0;
};

class MotusHost final : public DialectHost {
 public:
  using DialectHost::DialectHost;
  bool drive_to(const SixValues& pose) override {
    using protocols::motus::DofStatus;
    const auto until = [&](DofStatus wanted) {
      return stream([&] { return status_.state == wanted; }, 60.0);
    };
    frame_ = {};
    frame_.cmd = 4;
    if (!until(DofStatus::zeroed)) return false;
    frame_.cmd = 6;
    if (!until(DofStatus::risen)) return false;
    frame_.cmd = 9;
    const auto& p = pose;
    frame_.dofs = {float(p[3]),       float(p[4]),       float(p[5]),
                   float(p[0] / 1e3), float(p[1] / 1e3), float(p[2] / 1e3)};
    return stream([&] { return is_at(pose); }, 20.0);
  }
  int told_code() override {
    stream([] { return false; }, 0.1);
    for (const float error : status_.errors)
      if (error != 0.0F) return static_cast<int>(error);
    return status_.state == protocols::motus::DofStatus::stopped ? 195 : 0;
  }
  template <class Done>
  bool stream(Done done, double seconds) {
    for (const TimePoint end = pair_.time + from_seconds(seconds); pair_.time < end;) {
      pair_.host->send(kNearMotus, protocols::motus::encode(frame_));
      pair_.run(0.010);
      for (const engine::Packet& packet : pair_.host->receive())
        if (const auto status = protocols::motus::decode_status(packet.bytes)) status_ = *status;
      if (done()) return true;
    }
    return false;
  }
  protocols::motus::HostFrame frame_;
  protocols::motus::StatusFrame status_;
};

/// Its answer has no code: it echoes what it follows, and nothing while it does not (told as -1).
class LingjingHost final : public DialectHost {
 public:
  using DialectHost::DialectHost;
  bool drive_to(const SixValues& pose) override {
    const double bottom =
        pair_.telemetry().time.time_since_epoch().count() > 0
            ? pair_.near->platform.platform().machine().heights.neutral_above_bottom() / kMillimetre
            : 0.0;
    // Left-handed, X forward, Y right; turned about Y, X, Z: here for one rotation at a time.
    frame_ = "@A6:" + std::to_string(-pose[4]) + "," + std::to_string(-pose[3]) + "," +
             std::to_string(-pose[5]) + "," + std::to_string(pose[1]) + "," + std::to_string(pose[0]) + "," +
             std::to_string(pose[2] + bottom) + "#";
    return stream([&] { return is_at(pose); }, 90.0);
  }
  int told_code() override { return static_cast<int>(code_of(pair_.telemetry().fault)); }
  template <class Done>
  bool stream(Done done, double seconds) {
    for (const TimePoint end = pair_.time + from_seconds(seconds); pair_.time < end;) {
      pair_.host->send(kNearLingjing, frame_);
      pair_.run(0.010);
      (void)pair_.host->receive();
      if (done()) return true;
    }
    return false;
  }

 private:
  std::string frame_;
};

inline std::unique_ptr<DialectHost> host_of(const std::string& dialect, Pair& pair) {
  if (dialect == "mdof") return std::make_unique<MdofHost>(pair);
  if (dialect == "darren") return std::make_unique<DarrenHost>(pair);
  if (dialect == "motus") return std::make_unique<MotusHost>(pair);
  return std::make_unique<LingjingHost>(pair);
}

}  // namespace hexad::gateway
