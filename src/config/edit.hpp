#pragma once
// A configuration file changed key by key: comments, order and everything else stay as somebody wrote them.

#include <optional>
#include <string>
#include <string_view>

namespace hexad::inline config {

/// `key` set to a TOML value, or taken out (no value). Nothing: the file is not valid, or says it in a way
/// that cannot be changed so (a table in braces, a key that is not there to be taken out is no problem).
std::optional<std::string> edited(std::string_view text, std::string_view key,
                                  const std::optional<std::string>& value);

}  // namespace hexad::inline config
