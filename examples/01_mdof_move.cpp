// mdof: initialise, move, read the pose. The smallest host there is.

#include <cstdio>

#include "example.hpp"
#include "host/mdof_client.hpp"
#include "host/words.hpp"

using example::must;

int main(int argc, char** argv) {
  hexad::host::MdofSettings settings;
  settings.controller = example::controller(argc, argv, 1100);
  auto client = must(hexad::host::MdofClient::open(settings));

  // Each run() returns when the platform is there, with 0 or the code that says why not.
  for (const char* command : {"1", "9 10.5 20 30 5 10 15"}) {
    const int code = must(client.run(command));
    std::printf("%s: %s\n", command, hexad::host::mdof_code_words(code).c_str());
    if (code != 0) return 1;
  }
  const auto pose = must(client.pose());
  std::printf("X %.3f Y %.3f Z %.3f mm, RX %.3f RY %.3f RZ %.3f deg\n", pose[0], pose[1], pose[2], pose[3],
              pose[4], pose[5]);
  return 0;
}
