// darren: only listen. Status flows without a handshake to the host a controller was told of, at 100 Hz.

#include <cstdio>

#include "example.hpp"
#include "host/darren_client.hpp"
#include "host/words.hpp"

using example::must;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::DarrenSettings settings;
  settings.controller = example::controller(argc, argv, 10000);
  if (argc > 2) settings.local_port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  auto client = must(hexad::host::DarrenClient::open(settings));

  for (int i = 0; i < 20; ++i) {
    if (!client.poll(2s)) {
      std::fprintf(stderr, "no status at port %d\n", static_cast<int>(client.link().local().port));
      return 1;
    }
    const auto& status = *client.status();
    std::printf("%u %s: pitch %.2f roll %.2f yaw %.2f deg, sway %.1f surge %.1f heave %.1f mm %s\n",
                status.sequence, std::string{hexad::host::darren_state_words(status.state)}.c_str(),
                static_cast<double>(status.pose[0]), static_cast<double>(status.pose[1]),
                static_cast<double>(status.pose[2]), static_cast<double>(status.pose[3]),
                static_cast<double>(status.pose[4]), static_cast<double>(status.pose[5]),
                hexad::host::darren_warning_words(status.warnings).c_str());
  }
  return 0;
}
