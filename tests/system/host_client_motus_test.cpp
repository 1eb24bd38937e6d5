// The motus and lingjing clients of src/host against controllers that are not hexad: what stands on the wire,
// byte by byte, and what is made of what comes back.

#include <gtest/gtest.h>

#include <cstring>

#include "field_bench.hpp"
#include "host/lingjing_client.hpp"
#include "host/motus_client.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using host::LingjingClient;
using host::MotusClient;

float value_at(const std::string& bytes, std::size_t offset) {
  float value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

MotusClient motus_client(std::uint16_t port, protocols::motus::TranslationUnit unit) {
  auto client = MotusClient::open({.controller = {net::kLoopback, port}, .local_port = 0, .unit = unit});
  if (!client) throw std::runtime_error{client.error().text};
  return std::move(*client);
}

std::string motus_status(std::uint8_t state, float heave) {
  std::string bytes(108, '\0');
  bytes[0] = 55;
  bytes[1] = static_cast<char>(state);
  std::memcpy(bytes.data() + 24, &heave, sizeof heave);
  return bytes;
}

TEST(HostClientMotus, LengthsAreMillimetresHereAndInTheControllersUnitOnTheWire) {
  using protocols::motus::TranslationUnit;
  for (const auto unit : {TranslationUnit::metre, TranslationUnit::millimetre}) {
    const float factor = unit == TranslationUnit::metre ? 0.001F : 1.0F;
    const HostSocket controller;
    MotusClient client = motus_client(controller.port(), unit);
    client.follow({.pitch = 1.5, .roll = -2.25, .yaw = 3, .sway = 10, .surge = -20, .heave = 30});
    client.send();
    const auto frame = controller.receive();
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->size(), 180U);
    EXPECT_EQ(static_cast<int>((*frame)[0]), 55);
    EXPECT_EQ(static_cast<int>((*frame)[1]), 9);
    const std::array<float, 6> expected{1.5F, -2.25F, 3, 10 * factor, -20 * factor, 30 * factor};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(value_at(*frame, 8 + 4 * i), expected[i]) << i;
    client.step({.heave = 30}, {.heave = 50});
    client.send();
    const auto step = controller.receive();
    ASSERT_TRUE(step);
    EXPECT_EQ(static_cast<int>((*step)[1]), 11);
    EXPECT_EQ(static_cast<int>((*step)[2]), 1);
    EXPECT_FLOAT_EQ(value_at(*step, 104 + 20), 30 * factor);
    EXPECT_FLOAT_EQ(value_at(*step, 128 + 20), 50 * factor);
    EXPECT_EQ(value_at(*step, 8), 0.0F) << "values of another command are cleared";
    controller.send(client.link().local().port, motus_status(3, 30 * factor));
    ASSERT_TRUE(client.poll(kPatience));
    EXPECT_NEAR(client.pose().heave, 30.0, 1e-4);
  }
}

TEST(HostClientMotus, AWaitEndsWithTheReasonOfAnEmergencyAndForeignDatagramsAreCounted) {
  const HostSocket controller;
  MotusClient client = motus_client(controller.port(), protocols::motus::TranslationUnit::metre);
  const std::uint16_t port = client.link().local().port;
  controller.send(port, "not a status");
  for (int i = 0; i < 10; ++i) controller.send(port, motus_status(33, 0));
  client.command(MotusClient::Cmd::raise);
  // All of them are taken in the first tick, as if the command had not reached the controller yet.
  auto result = client.wait_for(MotusClient::DofStatus::risen, 0s);
  for (int i = 0; i < 20 && !result && result.error().kind != host::Error::Kind::refused; ++i) {
    controller.send(port, motus_status(33, 0));
    for (int k = 0; k < 8; ++k) controller.send(port, motus_status(33, 0));
    result = client.wait_for(MotusClient::DofStatus::risen, 0s);
  }
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, host::Error::Kind::refused) << result.error().text;
  EXPECT_EQ(client.counters().foreign, 1U);
}

TEST(HostClientLingjing, FramesAsTheManualWritesThem) {
  const HostSocket controller;
  auto client = LingjingClient::open({.controller = {net::kLoopback, controller.port()}});
  ASSERT_TRUE(client);
  const auto next = [&] { return controller.receive().value_or("nothing"); };
  client->pose({.roll = 1.25, .pitch = -2, .yaw = 3.5, .z = 100});
  client->send();
  EXPECT_EQ(next(), "@A6:1.25,-2,3.5,0,0,100#");
  client->relays(0x0F0);
  client->pose({.z = 100, .angle = -30.0});
  client->send();
  EXPECT_EQ(next(), "@A7:0,0,0,0,0,100,-30,00F0#");
  client->relays(std::nullopt);
  EXPECT_TRUE(client->legs(std::array{1.0, 2.0, 3.0}));
  client->send();
  EXPECT_EQ(next(), "@C3:1,2,3#");
  EXPECT_FALSE(client->legs(std::array{1.0, 2.0}));
  client->move({.z = 100}, 1500ms);
  EXPECT_EQ(next(), "@A6T:0,0,0,0,0,100,1500#");
  client->film(LingjingClient::Film::next);
  EXPECT_EQ(next(), "@MV:next#");
  controller.send(client->link().local().port, "@A6:1,2,3,4,5,6#");
  ASSERT_TRUE(client->poll(kPatience));
  EXPECT_EQ(client->feedback()->pitch, 2.0);
  EXPECT_EQ(client->feedback()->z, 6.0);
}

}  // namespace
}  // namespace hexad::system_test
