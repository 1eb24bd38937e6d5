#pragma once
// What must survive a restart. Keys are short names ("group1"); a write is whole or not at all, and the value
// before it is kept. Never called from the real-time thread.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"

namespace hexad::inline model {

class Store {
 public:
  virtual ~Store() = default;
  virtual Result<std::optional<std::vector<std::byte>>, messages::Message> read(std::string_view key) = 0;
  virtual Result<bool, messages::Message> write(std::string_view key, std::span<const std::byte> value) = 0;
};

}  // namespace hexad::inline model
