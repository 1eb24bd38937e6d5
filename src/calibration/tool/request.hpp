#pragma once
// What a page asks of the calibration, as plain values: the bodies of POST /api/calibrate/….

#include <initializer_list>

#include "calibration/tool/fields.hpp"

namespace hexad::inline calibration::tool {

/// Of all requests; each takes some of it.
struct Request {
  std::string board{};
  Groups frames{};                                       ///< "frames", or "before": what was read
  std::map<std::uint8_t, std::vector<Edit>> edits{};     ///< "groups": values in the place of those
  std::string format{}, name{}, text{}, base64{}, id{};  ///< name: of a file, or of the board; id: of a copy
  bool confirmed = false;                                ///< it is this board, whatever values it has
};

/// `wanted`: the keys this request may have. Or what is wrong, beginning with the key.
Result<Request, messages::Message> parse_request(const std::string& body,
                                                 std::initializer_list<std::string_view> wanted);

/// The bytes; none when it is no base64.
std::optional<std::string> parse_base64(std::string_view text);

}  // namespace hexad::inline calibration::tool
