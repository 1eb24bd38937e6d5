// motus: seek the bottom, rise, follow a sine of pitch, stop softly, go down. As the manual wants it, step by step.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numbers>

#include "example.hpp"
#include "host/motus_client.hpp"

using example::must;
using hexad::host::MotusClient;
using Cmd = MotusClient::Cmd;
using DofStatus = MotusClient::DofStatus;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::MotusSettings settings;
  settings.controller = example::controller(argc, argv, 5000);
  if (argc > 1) settings.local_port = 0;  // 10000, where controllers look for the host, may be taken here
  // The manual says metres, many controllers in the field mean millimetres: this must be known.
  if (argc > 2 && std::strcmp(argv[2], "mm") == 0)
    settings.unit = hexad::protocols::motus::TranslationUnit::millimetre;
  auto client = must(MotusClient::open(settings));

  client.idle();  // Cmd 0: what follows is a new command, even if this port was heard before
  must(client.wait_for_status(2s));
  client.command(Cmd::zero);
  must(client.wait_for(DofStatus::zeroed, 60s));
  client.command(Cmd::raise);
  must(client.wait_for(DofStatus::risen, 60s));

  double largest = 0.0;
  for (int frame = 0; frame < 200; ++frame) {
    const double t = 0.01 * frame;
    client.follow({.pitch = 3.0 * std::sin(2.0 * std::numbers::pi * 0.5 * t)});
    client.tick();
    largest = std::max(largest, std::abs(client.pose().pitch));
  }
  std::printf("largest pitch %.2f deg, %llu statuses\n", largest,
              static_cast<unsigned long long>(client.counters().received));

  // Whoever stops sending without a word is taken for dead. Better to say it.
  client.soft_stop();
  must(client.wait_for(DofStatus::risen, 10s));
  client.command(Cmd::descend);
  must(client.wait_for(DofStatus::descended, 60s));
  return 0;
}
