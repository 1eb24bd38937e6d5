// motus without a stream: one frame to look, one frame to move. The controller sends its status on by itself and stays
// where it was told to go.

#include <cmath>
#include <cstdio>

#include "example.hpp"
#include "host/motus_client.hpp"

using example::must;
using hexad::host::Clock;
using hexad::host::MotusClient;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::MotusSettings settings;
  settings.controller = example::controller(argc, argv, 5000);
  if (argc > 1) settings.local_port = 0;
  auto client = must(MotusClient::open(settings));

  client.idle();
  client.send();
  if (!client.poll(2s)) {
    std::fprintf(stderr, "no status\n");
    return 1;
  }
  client.step({.pitch = 2.0, .heave = 20.0}, {.pitch = 5.0, .heave = 50.0});
  client.send();
  for (const auto end = Clock::now() + 60s; Clock::now() < end;) {
    if (!client.poll(2s)) break;
    if (std::abs(client.pose().heave - 20.0) > 0.1 || std::abs(client.pose().pitch - 2.0) > 0.02) continue;
    std::printf("there: pitch %.2f deg, heave %.1f mm\n", client.pose().pitch, client.pose().heave);
    return 0;
  }
  std::fprintf(stderr, "not there; a strict controller wants Cmd 4 and 6 first\n");
  return 1;
}
