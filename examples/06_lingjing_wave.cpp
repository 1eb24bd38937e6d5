// lingjing: stream a wave, then let it die away and go down. One way: no start, no stop, nothing comes back unless the
// controller was set up to send its pose.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "example.hpp"
#include "host/lingjing_client.hpp"

using example::must;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::LingjingSettings settings;
  settings.controller = example::controller(argc, argv, 9800);
  settings.rate_hz = 50.0;
  auto client = must(hexad::host::LingjingClient::open(settings));

  // Z counts from the bottom. The first frame brings the platform up from wherever it is.
  constexpr double kMiddle = 100.0;
  double highest = 0.0;
  for (int frame = 0; frame < 200; ++frame) {
    const double t = frame / settings.rate_hz;
    // Both ends of a wave are gentle when it grows and dies away.
    const double share = std::min({1.0, t, 4.0 - t});
    client.pose({.z = kMiddle + share * 15.0 * std::sin(2.0 * std::numbers::pi * 0.5 * t)});
    client.tick();
    if (client.take_unreachable()) {
      std::fprintf(stderr, "nobody listens there\n");
      return 1;
    }
    if (client.feedback()) highest = std::max(highest, client.feedback()->z);
  }
  std::printf("%llu frames sent, %llu poses came back, highest z %.1f mm\n",
              static_cast<unsigned long long>(client.counters().sent),
              static_cast<unsigned long long>(client.counters().received), highest);

  // A single frame with a time: be down in five seconds. It finishes by itself.
  client.move({.z = 0.0}, 5s);
  return 0;
}
