#pragma once
// The calibration board at work. A write comes in on the network thread, is made a machine, staged, adopted
// by the core and committed on the worker's; what it came to goes back. Until then reads wait, so a read
// gives what the platform lives by.
//
//   propose → machine built → staged on the disk → core adopts → committed      any step fails: all before it
//   undone
//
// A crash before the commit leaves the old set, after it the new one. Knows no thread: the daemon's and the
// tests drive the same object.

#include <filesystem>
#include <memory>
#include <vector>

#include "base/spsc_queue.hpp"
#include "calibration/stored_calibration.hpp"
#include "engine/platform.hpp"
#include "os/file_descriptor.hpp"
#include "protocols/csfi/board.hpp"
#include "store/file_store.hpp"

namespace hexad::inline calibration {

class CalibrationBoard final : public protocols::csfi::BoardStore {
 public:
  using Group = protocols::csfi::Group;

  /// Takes an inbox and an outbox of the platform, whose machine is the calibration's. The folder is made
  /// with the first write.
  CalibrationBoard(StoredCalibration calibration, std::filesystem::path folder, Platform& platform, Log& log);
  /// The same on a store of the caller's.
  CalibrationBoard(StoredCalibration calibration, store::FileStore& store, Platform& platform, Log& log);
  ~CalibrationBoard() override;
  /// Before the worker's first pass, where the folder was there already.
  void keep_in(std::unique_ptr<store::FileStore> store) noexcept;

  // ---- the network thread's side

  const Group& read(std::uint8_t group) const noexcept override { return answers_[group - 1U]; }
  [[nodiscard]] bool propose(const Group& group) noexcept override;
  bool busy() const noexcept override { return proposed_; }
  std::optional<Result> take_result() noexcept override;
  /// When a thread has to be told of a proposal.
  void wake_by(net::WakeUp* wake) noexcept { wake_ = wake; }

  // ---- the worker's side

  /// One pass. True while a write is under way: look again soon.
  bool work();

 private:
  struct Verdict {
    Group group;
    messages::Message reason;  ///< nothing = committed
  };
  struct Attempt {
    Group group;
    CalibrationSet set;
    CalibratedMachine made;
    std::shared_ptr<const Machine> machine;
    bool undoing = false;        ///< adopted, but not to be kept
    messages::Message reason{};  ///< … for this
  };

  void begin(const Group& group);
  void take_events();
  void answered(const Answer& answer);
  void commit();
  void undo(const messages::Message& reason);
  void conclude(const messages::Message& reason);
  bool ask_core(const Machine* machine);
  messages::Message open_store();
  void claim_folder();
  void keep_decided();

  // network thread
  std::array<Group, protocols::csfi::kGroups> answers_;
  bool proposed_ = false;
  net::WakeUp* wake_ = nullptr;
  // between them; who takes one out owns it
  SpscQueue<Group*, 2> proposals_;
  SpscQueue<Verdict*, 2> verdicts_;
  // worker
  std::filesystem::path folder_;
  std::unique_ptr<store::FileStore> own_store_;
  store::FileStore* store_ = nullptr;
  Platform& platform_;
  Log& log_;
  Inbox& inbox_;
  Outbox& outbox_;
  Factory factory_;
  CalibrationSet set_;
  bool to_be_kept_;
  bool claimed_ = false;                    ///< tried
  std::shared_ptr<const Machine> machine_;  ///< the core's
  std::unique_ptr<Attempt> attempt_;
  std::vector<const Machine*> released_;  ///< given back while an attempt may still need them
  std::uint32_t last_revision_;
  Tag last_tag_ = 0;
};

}  // namespace hexad::inline calibration
