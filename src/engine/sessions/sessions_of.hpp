#pragma once
// Which sessions a configuration asks for. The one place in the program that names the protocols together.

#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "messages/message.hpp"
#include "model/session.hpp"
#include "protocols/csfi/board.hpp"

namespace hexad::inline engine {

/// Games: they drive only what the operator gave them.
inline constexpr ProtocolId kTelemetry = 6;

struct OpenSession {
  ProtocolId id = 0;
  std::string protocol;
  const LinkSettings* link = nullptr;  ///< in the configuration it was made from
  std::unique_ptr<Session> session;
  messages::Message note{};  ///< worth a line at start-up
};

/// `board` outlives the sessions.
std::vector<OpenSession> sessions_of(const Config& config, protocols::csfi::BoardStore& board);

}  // namespace hexad::inline engine
