#include "hexad/build_name.hpp"

namespace hexad::cli {

const char* version_line() noexcept { return "hexad " HEXAD_VERSION " (" HEXAD_BUILD ")"; }

}  // namespace hexad::cli
