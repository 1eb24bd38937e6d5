// The store, the board, the line to the drives.

#include <memory>
#include <string_view>

#include "protocols/csfi/groups.hpp"
#include "stack/testing/tampered_session.hpp"
#include "stack/testing/zoo.hpp"

namespace hexad::stack {
namespace {

namespace csfi = protocols::csfi;

/// A disk whose calls can be left out.
class FaultyDisk : public store::Disk {
 public:
  explicit FaultyDisk(store::Disk& real) : real_{real} {}
  int open_to_read(const std::string& path) override { return real_.open_to_read(path); }
  int open_to_write(const std::string& path) override { return real_.open_to_write(path); }
  int open_folder(const std::string& path) override { return folder_ = real_.open_folder(path); }
  std::ptrdiff_t read(int file, std::span<std::byte> bytes) override { return real_.read(file, bytes); }
  std::ptrdiff_t write(int file, std::span<const std::byte> bytes) override {
    return real_.write(file, bytes);
  }
  int sync(int file) override { return real_.sync(file); }
  int close(int file) override { return real_.close(file); }
  int link(const std::string& path, const std::string& second) override { return real_.link(path, second); }
  int rename(const std::string& from, const std::string& to) override { return real_.rename(from, to); }
  int remove(const std::string& path) override { return real_.remove(path); }

 protected:
  store::Disk& real_;
  int folder_ = -1;
};

class FileNotSynced final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  int sync(int file) override { return file == folder_ ? real_.sync(file) : 0; }
};

class FolderNotSynced final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  int sync(int file) override { return file == folder_ ? 0 : real_.sync(file); }
};

class InPlace final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  int open_to_write(const std::string& path) override { return real_.open_to_write(own(path)); }
  int rename(const std::string& from, const std::string& to) override {
    return own(from) == own(to) ? 0 : real_.rename(from, to);
  }
  int remove(const std::string& path) override { return own(path) == path ? real_.remove(path) : 0; }

 private:
  static std::string own(const std::string& path) {
    const bool aside = path.size() > 4 && path.substr(path.size() - 4) == ".new" &&
                       path.find(".previous") == std::string::npos;
    return aside ? path.substr(0, path.size() - 4) : path;
  }
};

class ErrorsIgnored final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  std::ptrdiff_t write(int file, std::span<const std::byte> bytes) override {
    (void)real_.write(file, bytes.first(bytes.size() / 2));
    return static_cast<std::ptrdiff_t>(bytes.size());
  }
};

/// Loses its last byte.
class ShortWrite final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  std::ptrdiff_t write(int file, std::span<const std::byte> bytes) override {
    (void)real_.write(file, bytes.first(bytes.size() - 1));
    return static_cast<std::ptrdiff_t>(bytes.size());
  }
};

class CommitForgotten final : public FaultyDisk {
 public:
  using FaultyDisk::FaultyDisk;
  int rename(const std::string& from, const std::string& to) override {
    return to.find("previous") == std::string::npos ? 0 : real_.rename(from, to);
  }
};

template <class Faulty>
void plant_disk(Seams& seams) {
  seams.disk = [](store::Disk& real) -> std::unique_ptr<store::Disk> {
    return std::make_unique<Faulty>(real);
  };
}

/// Shows what was proposed before anybody has agreed to it.
class HastyBoard final : public csfi::BoardStore {
 public:
  explicit HastyBoard(csfi::BoardStore& real) : real_{real} {}
  const csfi::Group& read(std::uint8_t group) const noexcept override {
    if (proposed_ && csfi::number_of(*proposed_) == group) return *proposed_;
    return real_.read(group);
  }
  bool propose(const csfi::Group& group) noexcept override {
    proposed_ = group;
    return real_.propose(group);
  }
  bool busy() const noexcept override { return false; }
  std::optional<Result> take_result() noexcept override { return real_.take_result(); }

 private:
  csfi::BoardStore& real_;
  std::optional<csfi::Group> proposed_;
};

/// The line to the drives, with what goes out and comes back changed.
template <auto kOut, auto kBack>
class FaultyDrives final : public DrivePort {
 public:
  explicit FaultyDrives(std::unique_ptr<DrivePort> real) : real_{std::move(real)} {}
  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override {
    Setpoint changed = setpoint;
    kOut(changed);
    feedback_ = real_->exchange(changed, now, dt);
    kBack(feedback_);
    return feedback_;
  }
  void refresh(TimePoint now) noexcept override { real_->refresh(now); }
  void adopted(const Machine& machine) noexcept override { real_->adopted(machine); }

 private:
  std::unique_ptr<DrivePort> real_;
  Feedback feedback_;
};

template <auto kOut, auto kBack>
void plant_drives(Seams& seams) {
  seams.drives = [](std::unique_ptr<DrivePort> real) -> std::unique_ptr<DrivePort> {
    return std::make_unique<FaultyDrives<kOut, kBack>>(std::move(real));
  };
}
constexpr auto kNoOut = [](Setpoint&) {};
constexpr auto kNoBack = [](Feedback&) {};

/// A frame whose sum is wrong is made right before it is looked at.
void plant_sum(Seams& seams) {
  seams.session = [](ProtocolId id, std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
    if (id != 5) return session;
    Tampering tampering;
    tampering.receive = [](Endpoint&, Bytes& bytes) {
      if (bytes.size() > csfi::kHeaderSize) bytes[3] = static_cast<std::byte>(csfi::checksum_of(bytes));
    };
    return std::make_unique<TamperedSession>(std::move(session), std::move(tampering));
  };
}

void plant_answer(Seams& seams) {
  seams.session = [](ProtocolId id, std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
    if (id != 5) return session;
    Tampering tampering;
    tampering.send = [](SessionPort& port, const Endpoint& to, Bytes bytes) {
      if (bytes.size() > 20) bytes[bytes.size() - 3] ^= std::byte{1};
      bytes[3] = static_cast<std::byte>(csfi::checksum_of(bytes));
      port.send(to, bytes);
    };
    return std::make_unique<TamperedSession>(std::move(session), std::move(tampering));
  };
}

}  // namespace

std::vector<Bug> bugs_around() {
  return {
      {"store", "a file is not brought to the disk before it takes its name", 27, plant_disk<FileNotSynced>},
      {"store", "a new name is not brought to the disk", 27, plant_disk<FolderNotSynced>},
      {"store", "a value is written in its place", 27, plant_disk<InPlace>},
      {"store", "half of a write is lost and nobody notices", 27, plant_disk<ErrorsIgnored>},
      {"store", "the last byte is lost", 27, plant_disk<ShortWrite>},
      {"store", "what is committed does not take its name", 27, plant_disk<CommitForgotten>},
      {"store", "what is stored is forgotten at the start", 27,
       [](Seams& seams) { seams.loaded = [](CalibrationSet& set) { set.groups = {}; }; }},
      {"store", "the board shows what nobody has agreed to", 27,
       [](Seams& seams) {
         seams.board = [](csfi::BoardStore& real) -> std::unique_ptr<csfi::BoardStore> {
           return std::make_unique<HastyBoard>(real);
         };
       }},
      {"store", "the board takes frames with a wrong sum", 27, plant_sum},
      {"store", "the board shows another value", 27, plant_answer},

      {"drives", "legs 1 and 2 are swapped", 44,
       plant_drives<[](Setpoint& setpoint) { std::swap(setpoint.extension[0], setpoint.extension[1]); },
                    kNoBack>},
      {"drives", "a leg goes 3 % too far", 7,
       plant_drives<[](Setpoint& setpoint) { setpoint.extension[2] *= 1.03; },
                    [](Feedback& feedback) { feedback.legs[2].extension /= 1.03; }>},
      {"drives", "a leg counts the other way", 44,
       plant_drives<[](Setpoint& setpoint) { setpoint.extension[0] = -setpoint.extension[0]; }, kNoBack>},
      {"drives", "the zero is not taken", 44,
       plant_drives<[](Setpoint& setpoint) { setpoint.set_zero = false; }, kNoBack>},
      {"drives", "a reset does not reach the drives", 44,
       plant_drives<[](Setpoint& setpoint) { setpoint.reset = false; }, kNoBack>},
      {"drives", "what a leg measures stands still", 7,
       [](Seams& seams) {
         seams.drives = [](std::unique_ptr<DrivePort> real) -> std::unique_ptr<DrivePort> {
           constexpr auto kStands = [](Feedback& feedback) {
             feedback.legs[1].extension = feedback.legs[0].extension;
             feedback.legs[1].velocity = 0.0;
           };
           return std::make_unique<FaultyDrives<kNoOut, kStands>>(std::move(real));
         };
       }},
      {"drives", "drives never say that they are on", 44,
       plant_drives<kNoOut, [](Feedback& feedback) { feedback.legs[3].enabled = false; }>},
      {"drives", "drives stay on in an emergency", 69,
       plant_drives<[](Setpoint& setpoint) {
         setpoint.off_now = false;
         setpoint.enable = true;
       },
                    kNoBack>},
      {"drives", "an open e-stop chain is not told", 69,
       plant_drives<kNoOut,
                    [](Feedback& feedback) { feedback.emergency_button = feedback.torque_off = false; }>},
      {"drives", "a drive that dropped out is told as one that is on", 69,
       plant_drives<kNoOut,
                    [](Feedback& feedback) {
                      for (LegFeedback& leg : feedback.legs) {
                        leg.enabled = true;
                        leg.error = 0;
                      }
                    }>},
      {"drives", "a motor that is too hot is not told", 69,
       plant_drives<kNoOut,
                    [](Feedback& feedback) {
                      for (LegFeedback& leg : feedback.legs) leg.over_temperature = false;
                    }>},
      {"drives", "what a leg measures has the other sign", 44,
       plant_drives<kNoOut,
                    [](Feedback& feedback) { feedback.legs[4].extension = -feedback.legs[4].extension; }>},
  };
}

std::vector<Bug> all_bugs() {
  std::vector<Bug> bugs = bugs_of_mdof();
  for (Bug& bug : bugs_of_streams()) bugs.push_back(std::move(bug));
  for (Bug& bug : bugs_around()) bugs.push_back(std::move(bug));
  for (Bug& bug : bugs_of_console()) bugs.push_back(std::move(bug));
  return bugs;
}

}  // namespace hexad::stack
