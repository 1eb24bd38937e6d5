#pragma once
// One value of a document into its place in Config: type, count, finiteness and range are checked here.

#include "config/document.hpp"
#include "config/schema.hpp"

namespace hexad::inline config {

/// Nothing is changed when the value is refused; why is added to the problems.
void assign(const Setting& setting, const Entry& entry, const std::string& file, Config& config,
            Problems& problems);

}  // namespace hexad::inline config
