#include "field_bench.hpp"

#include <cmath>
#include <cstring>
#include <thread>

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

template <class T>
void put(std::string& bytes, std::size_t offset, const T& value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}
template <class T>
T get(const std::string& bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::string FieldFrame::bytes() const {
  std::string frame(128, '\0');
  put(frame, 0, std::uint32_t{128});
  put(frame, 4, sequence);
  put(frame, 12, id);
  put(frame, 16, word);
  put(frame, 18, file);
  put(frame, 20, sub_command);
  for (std::size_t i = 0; i < 6; ++i) {
    put(frame, 32 + 4 * i, values[i]);
    put(frame, 56 + 4 * i, second[i]);
    put(frame, 80 + 4 * i, third[i]);
  }
  return frame;
}

std::string FieldFrame::printed() const {
  std::string frame(124, '\0');
  put(frame, 0, std::uint32_t{128});
  put(frame, 4, sequence);
  put(frame, 12, id);
  put(frame, 16, word);
  put(frame, 18, sub_command);
  for (std::size_t i = 0; i < 6; ++i) put(frame, 28 + 4 * i, values[i]);
  return frame;
}

std::optional<FieldStatus> parse_status(const std::string& bytes) {
  if (bytes.size() != 128) return std::nullopt;
  FieldStatus status;
  status.length = get<std::uint32_t>(bytes, 0);
  status.sequence = get<std::uint32_t>(bytes, 4);
  status.id = get<std::uint32_t>(bytes, 12);
  status.state = get<std::uint16_t>(bytes, 16);
  status.moving = get<std::uint16_t>(bytes, 18);
  status.error = get<std::uint32_t>(bytes, 24);
  status.warnings = get<std::uint32_t>(bytes, 28);
  for (std::size_t i = 0; i < 6; ++i) {
    status.pose[i] = get<float>(bytes, 32 + 4 * i);
    status.actuators[i] = get<float>(bytes, 56 + 4 * i);
  }
  return status;
}

void FieldHost::note(const FieldStatus& status) {
  if (status.id != 200) return;
  newest_ = status;
  ++received_;
  if (states_.empty() || states_.back() != status.state) states_.push_back(status.state);
}

void FieldHost::drain() {
  while (const auto bytes = socket_.receive(0ms))
    if (const auto status = parse_status(*bytes)) note(*status);
}

FieldStatus FieldHost::status() {
  drain();
  while (!newest_) {
    const auto bytes = socket_.receive();
    if (!bytes) throw std::runtime_error{"no status"};
    if (const auto status = parse_status(*bytes)) note(*status);
  }
  return *newest_;
}

bool FieldHost::until(const std::function<bool(const FieldStatus&)>& done,
                      const std::function<FieldFrame()>& frame) {
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       std::chrono::steady_clock::now() < end;) {
    if (frame) send(frame());
    std::this_thread::sleep_for(10ms);
    drain();
    if (newest_ && done(*newest_)) return true;
  }
  return false;
}

bool FieldHost::reaches(std::uint16_t state, const std::function<FieldFrame()>& frame) {
  return until([state](const FieldStatus& status) { return status.state == state; }, frame);
}

std::string MotusFrame::bytes() const {
  std::string frame(180, '\0');
  put(frame, 0, id);
  put(frame, 1, cmd);
  put(frame, 2, sub_cmd);
  put(frame, 3, file);
  for (std::size_t i = 0; i < 6; ++i) {
    put(frame, 8 + 4 * i, dofs[i]);
    put(frame, 32 + 4 * i, amplitude[i]);
    put(frame, 56 + 4 * i, frequency[i]);
    put(frame, 104 + 4 * i, position[i]);
    put(frame, 128 + 4 * i, speed[i]);
  }
  put(frame, 176, time);
  return frame;
}

std::optional<MotusStatus> parse_motus_status(const std::string& bytes) {
  if (bytes.size() != 108 || bytes[0] != 55) return std::nullopt;
  MotusStatus status;
  status.state = get<std::uint8_t>(bytes, 1);
  for (std::size_t i = 0; i < 6; ++i) status.pose[i] = get<float>(bytes, 4 + 4 * i);
  status.time = get<std::uint32_t>(bytes, 104);
  return status;
}

MotusStatus MotusHost::next() const {
  const auto bytes = socket_.receive();
  const auto status = bytes ? parse_motus_status(*bytes) : std::nullopt;
  if (!status) throw std::runtime_error{"no status"};
  return *status;
}

bool MotusHost::until(const std::function<bool(const MotusStatus&)>& done,
                      const std::function<MotusFrame()>& frame) const {
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       std::chrono::steady_clock::now() < end;) {
    if (frame) send(frame());
    std::this_thread::sleep_for(10ms);
    while (const auto bytes = socket_.receive(0ms)) {
      const auto status = parse_motus_status(*bytes);
      if (status && done(*status)) return true;
    }
  }
  return false;
}

bool is_near(const std::array<double, 6>& a, const std::array<double, 6>& b, double within) {
  for (std::size_t i = 0; i < 6; ++i)
    if (!(std::abs(a[i] - b[i]) <= within)) return false;
  return true;
}

bool comes_to(const MdofHost& mdof, const std::array<double, 6>& pose, double within) {
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       std::chrono::steady_clock::now() < end;) {
    if (is_near(mdof.pose(), pose, within)) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

bool logged(const FieldBench& bench, const std::string& part) {
  return comes_true([&] { return says(bench.hexad.log(), part); });
}

}  // namespace hexad::system_test
