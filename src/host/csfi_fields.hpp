#pragma once
// A board's parameters one by one, with names and units, for people; read from the same layout tables as the
// bytes.

#include <string>
#include <string_view>
#include <vector>

#include "protocols/csfi/groups.hpp"

namespace hexad::host {

/// One number of a group, or the few bytes that are one thing (an address, a port).
struct CsfiValue {
  std::string name;       ///< "base joint 3 y"
  std::string_view unit;  ///< may be empty
  std::string text;       ///< exact: the shortest that gives the same float32 again
};
std::vector<CsfiValue> csfi_values(const protocols::csfi::Group& group);

struct CsfiDifference {
  std::string name;
  std::string_view unit;
  std::string first, second;
};
/// Byte for byte (csfi decision 1): also values that look alike, as 0 and -0. Of one group only.
std::vector<CsfiDifference> csfi_differences(const protocols::csfi::Group& first,
                                             const protocols::csfi::Group& second);

/// "mechanics" of 1; "group 5" of what the manual does not print.
std::string csfi_group_name(std::uint8_t group);

}  // namespace hexad::host
