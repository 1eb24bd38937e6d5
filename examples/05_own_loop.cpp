// Both protocols in one event loop: darren streams, mdof asks where the platform is, and nothing blocks. The
// descriptors go into any poll(), select() or event library.

#include <poll.h>

#include <array>
#include <cstdio>

#include "example.hpp"
#include "host/darren_client.hpp"
#include "host/mdof_client.hpp"

using example::must;
using hexad::host::Clock;
using namespace std::chrono_literals;

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s DARREN_ADDRESS:PORT MDOF_ADDRESS:PORT\n", argv[0]);
    return 2;
  }
  hexad::host::DarrenSettings stream;
  stream.controller = example::controller(argc, argv, 10000);
  stream.local_port = 0;
  hexad::host::MdofSettings query;
  query.controller = example::controller(argc - 1, argv + 1, 1100);
  auto darren = must(hexad::host::DarrenClient::open(stream));
  auto mdof = must(hexad::host::MdofClient::open(query));

  darren.command(hexad::host::DarrenClient::Word::run);
  must(darren.wait_for(hexad::host::DarrenClient::StatusWord::running, 60s));
  darren.target({.heave = 20.0});

  hexad::host::Pacer pacer{10ms};
  const auto end = Clock::now() + 30s;
  for (mdof.send("24"); Clock::now() < end;) {
    const auto due = pacer.next(Clock::now());
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - Clock::now());
    std::array<pollfd, 2> ready{
        {{darren.link().descriptor(), POLLIN, 0}, {mdof.link().descriptor(), POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), static_cast<int>(std::max<long>(left.count(), 0)));
    if (Clock::now() >= due) {
      darren.send();
      pacer.sent(Clock::now());
    }
    darren.poll(0ms);
    const auto answer = mdof.poll(0ms);
    if (!answer) continue;
    const auto pose = hexad::protocols::mdof::decode_six(answer->body);
    if (pose && (*pose)[2] > 19.99 && (*pose)[2] < 20.01) {
      std::printf("Z %.3f mm by mdof, heave %.3f mm by darren\n", (*pose)[2],
                  static_cast<double>(darren.status()->pose[5]));
      darren.no_values();
      darren.command(hexad::host::DarrenClient::Word::hold);
      darren.send();
      return 0;
    }
    mdof.send("24");
  }
  std::fprintf(stderr, "not there in time\n");
  return 1;
}
