#pragma once
// One cell of a matrix: a platform in virtual time, brought into a state; then a host says its word, and what
// it is shown or answered is written down in one line.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "operation/operator.hpp"
#include "plant/simulated_drives.hpp"
#include "words/event_text.hpp"

namespace hexad::matrix {

using namespace std::chrono_literals;

inline const Machine& standard_machine() {
  static const Machine machine = *hexad::load_platform({}).machine;
  return machine;
}

/// File 1 lifts by 20 mm in 2 s and stays there; file 2 goes up and down by 20 mm for a minute.
class FileRepository final : public motion::FileSource {
 public:
  Result<motion::files::MotionText, motion::Rejection> read(const FileOrder& order) const override {
    motion::files::MotionText file;
    file.name = "file" + std::to_string(order.number);
    const auto row = [&file](int time, int heave) {
      file.text += std::to_string(time) + " 0 0 " + std::to_string(heave) + " 0 0 0\n";
    };
    row(0, 0);
    if (order.number == 1) row(2, 20);
    for (int time = 3; order.number == 2 && time <= 60; time += 3) row(time, time % 2 == 0 ? 0 : 20);
    if (order.number <= 2) return file;
    motion::Rejection rejection;
    rejection.problem = motion::Problem::no_such_file;
    return Failure{rejection};
  }
};

class Life {
 public:
  explicit Life(plant::Initial initial)
      : network_{1, {}},
        platform{std::make_unique<const Machine>(standard_machine()), core(initial), drives(initial),
                 network_, &repository_},
        operators_{platform.platform().add_inbox()} {}

  State state() const { return platform.telemetry().state; }
  void run(Duration time) { platform.run(time); }
  bool reaches(State wanted, Duration patience = 30s) {
    return platform.run_until([&] { return state() == wanted; }, patience);
  }
  /// What the operator asks for, at the console or by the command line.
  void order(const What& what) {
    Request request;
    request.driver = kOperatorEndpoint;
    request.arrival = platform.now();
    request.contract = &kOperatorContract;
    request.what = what;
    ASSERT_TRUE(operators_.request(request));
    platform.tick();
  }
  void lock_by_fault() {
    simulated_->inject(plant::Injection::drive_fault, 0, 0.0);
    ASSERT_TRUE(reaches(State::fault));
    simulated_->clear(plant::Injection::drive_fault);
    run(100ms);
  }
  /// Legs by hand, from the console, for a minute.
  void jog() {
    order(Jog{1, 5.0 * kMillimetre, 60s});
    ASSERT_TRUE(reaches(State::manual));
    run(100ms);
  }

 private:
  static controller::Settings core(plant::Initial initial) {
    controller::Settings settings;
    if (initial == plant::Initial::neutral) settings.initial = controller::Initial::neutral;
    if (initial == plant::Initial::origin) settings.initial = controller::Initial::origin;
    return settings;
  }
  std::unique_ptr<DrivePort> drives(plant::Initial initial) {
    plant::Settings settings;
    settings.initial = initial;
    settings.extension = Extensions::Constant(5.0 * kMillimetre);
    auto made = std::make_unique<plant::SimulatedDrives>(standard_machine(), settings);
    simulated_ = made.get();
    return made;
  }

  FileRepository repository_;
  SimulatedNetwork network_;
  plant::SimulatedDrives* simulated_ = nullptr;

 public:
  SimulatedPlatform platform;

 private:
  Inbox& operators_;
};

/// Longer than any step of a life: what has not changed for this time stays.
inline constexpr Duration kSettled = 5s;

/// The numbers a host was shown, one after the other, each once as long as it stays.
class Shown {
 public:
  void add(int number) {
    if (number == last_) return;
    last_ = number;
    if (!text_.empty()) text_ += ' ';
    text_ += std::to_string(number);
  }
  int last() const { return last_; }
  /// Streams in pieces until nothing has changed for long enough.
  template <class Stream>
  void settle(Stream&& stream) {
    for (int quiet = 0; quiet < 10; ++quiet) {
      const std::size_t before = text_.size();
      stream(kSettled / 10);
      if (text_.size() != before) quiet = -1;
    }
  }
  /// What is shown from here on; what it is now does not count.
  void forget() { text_.clear(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int last_ = -1;
};

template <class Row>
std::string name_of_row(const testing::TestParamInfo<Row>& row) {
  std::string name;
  for (const char c : std::string{row.param.name}) name += c == ' ' ? '_' : c;
  return name;
}

}  // namespace hexad::matrix
