#pragma once
// A platform in virtual time that mdof hosts speak to.

#include "life.hpp"
#include "protocols/mdof/session.hpp"

namespace hexad::matrix::mdof_commands {

inline constexpr net::Address kMdof{0x0A000001, 1100};

struct MdofLife : Life {
  explicit MdofLife(plant::Initial initial) : Life{initial} {
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kMdof);
    run(20ms);
  }
  void send(SimulatedHost& host, std::string_view text) { host.send(kMdof, text); }
  void listen(Duration time) {
    for (Duration passed{}; passed < time; passed += 1ms) {
      run(1ms);
      for (const std::string& text : asker.receive_texts()) note(text);
      for (const std::string& text : owner.receive_texts()) note("A:" + text);
    }
  }
  void note(const std::string& text) {
    if (!heard.empty()) heard += ' ';
    heard += text;
  }
  /// The owner's motion, until the platform is in this state and some time longer.
  void move(std::string_view text, State state, Duration longer = 1s) {
    send(owner, text);
    ASSERT_TRUE(reaches(state));
    listen(longer);
  }
  void pause() {
    send(third_, "5");
    ASSERT_TRUE(reaches(State::holding));
    listen(100ms);
  }

  SimulatedHost owner{platform, {0x0A000002, 4001}};
  SimulatedHost asker{platform, {0x0A000002, 4002}};
  std::string heard;

 private:
  SimulatedHost third_{platform, {0x0A000002, 4003}};
};

}  // namespace hexad::matrix::mdof_commands
