#pragma once
// A token of the console, the same after a restart: in the platform's folder, for its owner's eyes only.

#include <filesystem>
#include <string>

#include "messages/message.hpp"

namespace hexad::inline console_api {

struct KeptToken {
  std::string token;
  messages::Message problem{};  ///< why it will not be the same next time, if so
};
/// The token kept in `folder` by that name, or a new one, which is kept there.
KeptToken keep_token(const std::filesystem::path& folder, const std::string& name);

}  // namespace hexad::inline console_api
