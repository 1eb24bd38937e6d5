// darren: connect, run, stream a sine of pitch, watch the status, hold, descend.

#include <cmath>
#include <cstdio>
#include <numbers>

#include "example.hpp"
#include "host/darren_client.hpp"
#include "host/words.hpp"

using example::must;
using hexad::host::DarrenClient;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::DarrenSettings settings;
  settings.controller = example::controller(argc, argv, 10000);
  if (argc > 1) settings.local_port = 0;  // 10010, where controllers look for the host, may be taken here
  auto client = must(DarrenClient::open(settings));

  // Not every controller knows this message; all work without it.
  if (const auto connected = client.connect(500ms); connected && !*connected) {
    std::fprintf(stderr, "another host is connected\n");
    return 1;
  }
  // One word brings the platform up from wherever it is: it zeroes, rises and runs.
  client.command(DarrenClient::Word::run);
  must(client.wait_for(DarrenClient::StatusWord::running, 60s));

  double largest = 0.0;
  for (int frame = 0; frame < 200; ++frame) {
    const double t = 0.01 * frame;
    client.target({.pitch = 3.0 * std::sin(2.0 * std::numbers::pi * 0.5 * t)});
    client.tick();
    largest = std::max(largest, static_cast<double>(std::abs(client.status()->pose[0])));
    if (frame % 50 == 0) {
      const std::string state{hexad::host::darren_state_words(client.status()->state)};
      std::printf("%.2f s: %s, pitch %.3f deg\n", t, state.c_str(),
                  static_cast<double>(client.status()->pose[0]));
    }
  }
  std::printf("largest pitch %.2f deg, %llu statuses lost\n", largest,
              static_cast<unsigned long long>(client.counters().lost));

  // Whoever stops sending without a word is taken for dead, and the platform holds. Better to say it.
  client.no_values();
  client.command(DarrenClient::Word::hold);
  must(client.wait_for(DarrenClient::StatusWord::holding, 10s));
  client.command(DarrenClient::Word::descend);
  must(client.wait_for(DarrenClient::StatusWord::origin, 60s));
  (void)client.disconnect(500ms);
  return 0;
}
