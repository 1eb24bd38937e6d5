// Sessions run beside the real-time loop and must not allocate: not for a datagram, an answer or a status.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "protocols/csfi/session.hpp"
#include "protocols/csfi/testing/memory_board.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/forza/forza.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "protocols/motus/session.hpp"
#include "protocols/telemetry/session.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: g++ would see the free() of a pointer from new, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hexad::protocols {
namespace {

/// Takes everything, keeps the last tag.
class QuietPort final : public SessionPort {
 public:
  void send(const Endpoint&, std::span<const std::byte> bytes) noexcept override { sent += bytes.size(); }
  Tag next_tag() noexcept override { return ++tag; }
  bool request(const Request&) noexcept override { return true; }
  bool prepare(const Request&, const Order&) noexcept override { return true; }
  void stream(const Request&) noexcept override {}
  void latch(Control, const Endpoint&, const Contract&) noexcept override {}
  void dropped(const Endpoint&, messages::Id) noexcept override {}
  void explain(const Endpoint&, const messages::Message&) noexcept override {}
  const Telemetry& telemetry() const noexcept override { return now; }
  const Machine& machine() const noexcept override { return platform; }

  std::size_t sent = 0;
  Tag tag = 0;
  Telemetry now;
  Machine platform;
};

/// Every datagram, its refusal and its end, in every state; returns how often memory was asked for.
std::size_t allocations_of(Session& session, const std::vector<std::vector<std::byte>>& datagrams) {
  QuietPort port;
  const std::size_t before = allocations;
  TimePoint now{};
  for (std::size_t i = 0; i < 20 * kStates; ++i) {
    port.now.state = static_cast<State>(i % kStates);
    for (const std::vector<std::byte>& bytes : datagrams) {
      now += std::chrono::milliseconds{3};
      port.now.time = now;
      const Endpoint peer{1, 0x7F000001, static_cast<std::uint16_t>(1000 + i)};
      session.receive({peer, now, bytes}, port);
      Event event;
      event.tag = port.tag;
      event.news =
          Answer{i % 2 == 0 ? Outcome::refused : Outcome::done, Refusal::moving, {}, HardwareCode::none};
      session.event(event, port);
      session.poll({now, now}, port);
    }
  }
  EXPECT_GT(port.sent, 0U);
  return allocations - before;
}

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  std::vector<int> some(100);
  EXPECT_GT(allocations, before) << some.size();
}

TEST(Allocation, AnMdofSessionNeverAllocates) {
  std::vector<std::vector<std::byte>> datagrams;
  for (int id = 0; id <= 40; ++id) {
    for (const char* parameters :
         {"", " 1", " 1.5 2 3 4 5 6", " 1 1 2 3 4 5 6", ",t,t,t,t,t,sin(t)", " x\ny"}) {
      const std::string text = std::to_string(id) + parameters;
      const auto bytes = std::as_bytes(std::span{text});
      datagrams.emplace_back(bytes.begin(), bytes.end());
    }
  }
  mdof::MdofSession session{{}};
  EXPECT_EQ(allocations_of(session, datagrams), 0U);
}

TEST(Allocation, ADarrenSessionNeverAllocates) {
  std::vector<std::vector<std::byte>> datagrams;
  for (const std::uint32_t id : {0U, 1U, 100U, 101U, 102U, 106U, 2U}) {
    for (std::uint16_t word = 0; word < 12; ++word) {
      darren::HostFrame frame;
      frame.message_id = id;
      frame.word = word;
      const darren::Frame bytes = darren::encode(frame);
      datagrams.emplace_back(bytes.begin(), bytes.end());
    }
  }
  datagrams.emplace_back(50);
  darren::DarrenSession session{{}};
  EXPECT_EQ(allocations_of(session, datagrams), 0U);
}

TEST(Allocation, ALingjingSessionNeverAllocates) {
  std::vector<std::vector<std::byte>> datagrams;
  for (const std::string text :
       {"@A3:1,2,30#", "@A6:1,2,3,4,5,60,F0#", "@A7:1,2,3,4,5,60,70#", "@C3:1,2,3#", "@C6:1,2,3,4,5,6,0#",
        "@C7:1,2,3,4,5,6,7#", "@A6T:0,0,0,0,0,100,500#", "@MV:play#", "@MV:pause#", "@MV:stop#", "@MV:pre#",
        "@MV:next#", "@A6:1,2,3#", "@A6:1,2,x,4,5,6#", "nonsense", ""}) {
    const auto bytes = std::as_bytes(std::span{text});
    datagrams.emplace_back(bytes.begin(), bytes.end());
  }
  lingjing::Settings settings;
  settings.feedback = true;
  settings.films = 3;
  lingjing::LingjingSession session{settings};
  EXPECT_EQ(allocations_of(session, datagrams), 0U);
}

TEST(Allocation, AMotusSessionNeverAllocates) {
  std::vector<std::vector<std::byte>> datagrams;
  for (std::uint8_t cmd = 0; cmd < 16; ++cmd) {
    for (std::uint8_t sub_cmd = 0; sub_cmd < 4; ++sub_cmd) {
      motus::HostFrame frame;
      frame.cmd = cmd;
      frame.sub_cmd = sub_cmd;
      frame.file = sub_cmd;
      frame.outputs = cmd;
      frame.amplitude[0] = 1;
      frame.frequency[0] = sub_cmd == 0 ? 20.0F : 1.0F;
      frame.position[5] = cmd % 2 == 0 ? 30.0F : 0.01F;
      const motus::CommandBytes bytes = motus::encode(frame);
      datagrams.emplace_back(bytes.begin(), bytes.end());
    }
  }
  datagrams.emplace_back(50);
  datagrams.emplace_back(motus::kCommandSize);
  motus::Settings settings;
  settings.scripts = 2;
  motus::MotusSession session{settings};
  EXPECT_EQ(allocations_of(session, datagrams), 0U);
}

TEST(Allocation, AGameSessionNeverAllocates) {
  telemetry::TelemetrySession session{std::make_unique<forza::ForzaSource>(), {}};
  QuietPort port;
  std::array<std::byte, forza::kSledSize> bytes{};
  VehicleSample sample;
  const std::size_t before = allocations;
  for (std::size_t i = 0; i < 200 * kStates; ++i) {
    const Endpoint game{6, 0x7F000001, static_cast<std::uint16_t>(1000 + i / 50)};
    port.now.state = static_cast<State>(i / 100 % kStates);
    port.now.driver = i % 300 < 200 ? game : Endpoint{};
    sample.active = i % 70 < 60;
    sample.acceleration.y() = i % 90 < 80 ? 1.0 : 100.0;
    (void)forza::ForzaSource{}.encode(sample, bytes);
    const TimePoint now{std::chrono::milliseconds{16 * i}};
    port.now.time = now;
    session.receive({game, now, std::span{bytes}.first(i % 40 == 0 ? 50 : bytes.size())}, port);
    Event event;
    event.tag = port.tag;
    event.news = Answer{Outcome::refused, Refusal::disarmed, {}, HardwareCode::none};
    session.event(event, port);
  }
  EXPECT_EQ(allocations - before, 0U);
}

// What a refused calibration frame is told is a message within a message, which needs memory: no frame of a
// cycle.
TEST(Allocation, ACsfiSessionNeverAllocatesForWhatItTakes) {
  std::vector<std::vector<std::byte>> datagrams;
  for (std::uint8_t group = 1; group <= 4; ++group) {
    const auto read = csfi::encode_read(group);
    datagrams.emplace_back(read.begin(), read.end());
  }
  for (const csfi::Group& group : {csfi::Group{csfi::Control{}}, csfi::Group{csfi::Network{}}}) {
    const csfi::Frame frame = csfi::encode(group, csfi::Kind::write);
    datagrams.emplace_back(frame.view().begin(), frame.view().end());
  }
  csfi::MemoryBoard board;
  csfi::CsfiSession session{board};
  EXPECT_EQ(allocations_of(session, datagrams), 0U);
}

}  // namespace
}  // namespace hexad::protocols
