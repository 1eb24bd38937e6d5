// mdof: a motion that is paused and resumed on its way, watched by queries from the same host.

#include <cstdio>

#include "example.hpp"
#include "host/mdof_client.hpp"

using example::must;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  hexad::host::MdofSettings settings;
  settings.controller = example::controller(argc, argv, 1100);
  auto client = must(hexad::host::MdofClient::open(settings));

  if (must(client.run("7")) != 0) return 1;  // to the zero point
  client.send("9 0 0 100 0 0 0");            // nothing is waited for
  while (must(client.pose())[2] < 10.0) {
  }
  client.send("5");
  // The owner of the motion hears -5 when it pauses, -6 when it goes on, and one final answer.
  const auto progress = [&client](const hexad::host::MdofAnswer& answer) {
    std::printf("%s\n", answer.text().c_str());
    if (answer.body == "-5") client.send("6");
  };
  const int code = must(client.wait_for_final("9", 60s, progress));
  std::printf("9#%d at Z %.3f mm\n", code, must(client.pose())[2]);
  return code == 0 ? 0 : 1;
}
