#pragma once
// Settings back as TOML: what is printed loads to the same values, to the last bit.

#include <string>
#include <string_view>

#include "config/config.hpp"

namespace hexad::inline config {

std::string to_toml(const Config& config);
/// One section alone, with what is below it; of its numbers only what is not as in a fresh
/// configuration.
std::string to_toml(const Config& config, std::string_view section);

/// One setting's value; empty = it has none.
struct Setting;
std::string value_text(const Setting& setting, const Config& config);

/// The shortest decimal that, read and multiplied by `scale`, is `value` again.
std::string number_text(double value, double scale);

}  // namespace hexad::inline config
